import { ButtonLink } from "../../ui/button.tsx";
import { Title } from "../../ui/page.tsx";
import * as styles from "./shell.css.ts";

const words: Record<number, [title: string, text: string]> = {
  400: ["That could not be read", "Something in the address or the form was not as expected."],
  403: ["This is not yours to open", "You are logged in, but this is for somebody else."],
  404: ["Nothing at this bearing", "The page was moved, removed, or never charted."],
  405: ["This page does not take that", "Please use the buttons and links of the page."],
  408: ["That took too long", "The connection was too slow to send it. Please try again."],
  413: ["That is too large", "Please send something smaller."],
  429: ["A little slower, please", "There were too many attempts. Please wait and try again."],
};

/** What is shown instead of a page, in the shell of all pages. `requestId` finds the cause of a 500 in the log. */
export function ErrorPage({
  status,
  detail,
  requestId,
}: {
  status: number;
  detail: string | null;
  requestId: string | null;
}) {
  const [title, text] = words[status] ?? [
    "Something went wrong on our side",
    "It is not your fault. Please try again.",
  ];
  return (
    <div className={styles.errorPage}>
      <Title>{title}</Title>
      <p className={styles.errorStatus}>{status}</p>
      <h1>{title}</h1>
      <p>{detail || text}</p>
      <p className={styles.errorActions}>
        <ButtonLink to="/">Back to the start</ButtonLink>
        <ButtonLink to="/jobs" variant="outline">
          See the jobs
        </ButtonLink>
      </p>
      {status >= 500 && requestId && (
        <p className={styles.quiet}>If it happens again, tell us this number: {requestId}</p>
      )}
    </div>
  );
}
