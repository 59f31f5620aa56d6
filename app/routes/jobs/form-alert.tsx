import { Alert } from "../../ui/field.tsx";

/** What is wrong with a submission as a whole. A log-in opens beside it, so that what was typed stays here. */
export function FormAlert({
  texts,
  isLoggedOut,
}: {
  texts: readonly string[] | undefined;
  isLoggedOut: boolean | undefined;
}) {
  return (
    <>
      <Alert texts={texts} />
      {isLoggedOut && (
        <p>
          <a href="/login" target="_blank" rel="noopener">
            Log in in a new tab
          </a>
        </p>
      )}
    </>
  );
}
