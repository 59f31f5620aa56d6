import { Alert } from "./field.tsx";
import type { FormFailure } from "./form.tsx";

export function FormAlert({ failure }: { failure: FormFailure | undefined }) {
  if (!failure) return null;
  return (
    <>
      <Alert texts={Object.values(failure.error ?? {}).flatMap((texts) => texts ?? [])} />
      {failure.isLoggedOut && <LoginInNewTab />}
    </>
  );
}

/** The typed text stays on its page. */
export const LoginInNewTab = () => (
  <p>
    <a href="/login" target="_blank" rel="noopener">
      Log in (opens a new tab)
    </a>
  </p>
);
