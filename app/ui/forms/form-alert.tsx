import { Alert } from "./field.tsx";
import { type FormFailure, useFailure } from "./form.tsx";

/** @param failure of the page's form, if not of another */
export function FormAlert({ failure: given }: { failure?: FormFailure | null }) {
  const own = useFailure();
  const failure = given === undefined ? own : given;
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
