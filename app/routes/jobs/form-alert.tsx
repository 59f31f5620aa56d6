import type { ComponentProps } from "react";
import { ErrorSummary } from "../../ui/error-summary.tsx";

/** What is wrong with a submission. A log-in opens beside it, so that what was typed stays here. */
export function FormAlert({
  form,
  isLoggedOut,
}: {
  form: ComponentProps<typeof ErrorSummary>["form"];
  isLoggedOut: boolean | undefined;
}) {
  return <ErrorSummary form={form}>{isLoggedOut && <LoginInNewTab />}</ErrorSummary>;
}

export const LoginInNewTab = () => (
  <p>
    <a href="/login" target="_blank" rel="noopener">
      Log in (opens a new tab)
    </a>
  </p>
);
