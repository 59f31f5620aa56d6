import { Form, useLocation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { quiet, row } from "#app/ui/styles/layout.css.ts";
import * as styles from "../admin.css.ts";
import type { Route } from "./+types/mail.ts";

type Listed = Route.ComponentProps["loaderData"]["page"]["rows"][number];

export function Mail({ mail }: { mail: Listed }) {
  const { id, recipient, subject, failure, attempts, queued, next, isExpired } = mail;
  const { search } = useLocation();
  const tries = attempts === 1 ? "1 attempt" : `${attempts} attempts`;
  return (
    <li className={styles.itemWithActs}>
      <div>
        <p>
          <b>{subject}</b>
        </p>
        <p>{recipient}</p>
        {failure !== null && <p>{failure}</p>}
        <p className={quiet}>
          {[`Queued ${queued}`, attempts > 0 && tries, next && `next at ${next}`].filter(Boolean).join(" · ")}
        </p>
        {next === null && isExpired && (
          <p className={quiet}>Its link has expired. A new one is sent from the member's page.</p>
        )}
      </div>
      {next === null && (
        <Form method="post" action={`/admin/mail${search}`} className={row[3]}>
          <input type="hidden" name="id" value={id} />
          {!isExpired && (
            <Button
              variant="outline"
              size="sm"
              name="intent"
              value="again"
              aria-label={`Send again: ${subject} to ${recipient}`}
            >
              Send again
            </Button>
          )}
          <Button
            variant="ghost"
            size="sm"
            name="intent"
            value="discard"
            aria-label={`Discard: ${subject} to ${recipient}`}
          >
            Discard
          </Button>
        </Form>
      )}
    </li>
  );
}
