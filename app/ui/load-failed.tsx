import { isRouteErrorResponse, useMatches, useRouteError } from "react-router";
import { RefusalPage } from "./error-page.tsx";
import { SendAgain, useUnsentForm } from "./forms/send-again.tsx";
import * as styles from "./load-failure.css.ts";
import { LoadFailure } from "./load-failure.tsx";
import { Title } from "./page.tsx";
import { readHandle } from "./page-handle.ts";

/**
 * The `ErrorBoundary` of a page whose loader failed. Shows the title and sentence of its `handle`, and Retry. For a
 * refusal, such as 404, it shows the error page, and in response to a form what was typed.
 */
export function LoadFailed() {
  const error = useRouteError();
  const { title, failed = "" } = readHandle(useMatches().at(-1));
  const unsentForm = useUnsentForm();
  if (unsentForm) return <SendAgain form={unsentForm} />;
  if (isRouteErrorResponse(error) && error.status < 500) return <RefusalPage error={error} />;
  return (
    <div className={styles.page}>
      <Title heading>{title}</Title>
      <LoadFailure text={failed} />
    </div>
  );
}
