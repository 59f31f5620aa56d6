import { Alert } from "./field.tsx";
import { type FormFailure, useFailure } from "./form.tsx";

/** @param failure defaults to that of the page's form */
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

/** Keeps the typed text on this page. */
export const LoginInNewTab = () => (
  <p>
    <a href="/login" target="_blank" rel="noopener">
      Log in (opens a new tab)
    </a>
  </p>
);
