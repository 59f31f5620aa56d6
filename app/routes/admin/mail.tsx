import { data, Form, useLocation } from "react-router";
import { requireAdmin } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { env } from "../../env.server.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/mail.ts";
import * as styles from "./admin.css.ts";
import { changeMail, findMails, isMailAct, sendTestMail } from "./mail-queue.server.ts";
import * as memberStyles from "./members.css.ts";
import { OlderLinks } from "./older.tsx";

export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  const { searchParams } = args.url;
  const list = searchParams.get("list") === "waiting" ? "waiting" : "failed";
  const before = parseId(searchParams.get("before")) ?? Number.MAX_SAFE_INTEGER;
  const found = await queryOrNull(args.context, () => findMails(list, before));
  return found && { ...found, list, isSent: env.SMTP_URL !== undefined };
}

export const clientLoader = withFallback(() => null);

const texts = { failed: "That couldn't be saved. Please try again." };
const gone = "This email can't be sent again any more: somebody else was faster, or its link has expired.";

export async function action(args: Route.ActionArgs) {
  const admin = await requireAdmin(args);
  return submitForm(args, { fields: ["intent", "id"], texts }, async (form) => {
    const act = form.text("intent");
    if (act === "test") {
      await sendTestMail(admin);
      const text = `A test email to ${admin.email} is on its way. If it fails, it is listed here with the reason.`;
      return redirectAndTell(args.context, "/admin/mail?list=waiting", { text });
    }
    if (!isMailAct(act)) throw data("This page does not have that button.", 400);
    const id = parseId(form.text("id"));
    if (id === null || !(await changeMail(admin, id, act))) throw new HttpError(409, gone);
    const text = act === "again" ? "The email is on its way again." : "The email is discarded.";
    return redirectAndTell(args.context, "/admin/mail", { text });
  });
}

export const clientAction = keepForm(texts);

const lists = [
  ["failed", "/admin/mail", "Given up"],
  ["waiting", "/admin/mail?list=waiting", "Waiting"],
] as const;

export default function MailQueue({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <Title>Mail</Title>
      <div className={styles.heading}>
        <h1>Mail</h1>
        <Form method="post">
          <Button variant="outline" name="intent" value="test">
            Send me a test email
          </Button>
        </Form>
      </div>
      <FormAlert failure={actionData?.failure} />
      {loaderData ? <Queue queue={loaderData} /> : <LoadFailure text="Failed to load the emails" />}
    </>
  );
}

function Queue({ queue }: { queue: NonNullable<Route.ComponentProps["loaderData"]> }) {
  const { list, mails, older, isSent } = queue;
  return (
    <>
      {!isSent && (
        <p className={styles.quiet}>
          Emails are only written to the folder outbox/. Set SMTP_URL and MAIL_FROM to send them.
        </p>
      )}
      <nav className={memberStyles.lists} aria-label="Lists">
        {lists.map(([name, href, text]) => (
          <a key={name} href={href} aria-current={name === list ? "page" : undefined} data-client-nav>
            {text}
          </a>
        ))}
      </nav>
      {mails.length === 0 && (
        <EmptyState title={list === "failed" ? "No email failed" : "No email waits"}>
          <p>
            {list === "failed"
              ? "An email that can't be delivered appears here after three days, or at once if its address is refused."
              : "Emails leave within seconds. One that the mail server doesn't take yet waits here."}
          </p>
        </EmptyState>
      )}
      <ul className={styles.list}>
        {mails.map((mail) => (
          <Mail key={mail.id} mail={mail} />
        ))}
      </ul>
      <OlderLinks older={older} />
    </>
  );
}

type Listed = NonNullable<Route.ComponentProps["loaderData"]>["mails"][number];

function Mail({ mail }: { mail: Listed }) {
  const { id, recipient, subject, failure, attempts, queued, next, isExpired } = mail;
  const { search } = useLocation();
  const tries = attempts === 1 ? "1 attempt" : `${attempts} attempts`;
  return (
    <li className={styles.mute}>
      <div>
        <p>
          <b>{subject}</b>
        </p>
        <p>{recipient}</p>
        {failure !== null && <p>{failure}</p>}
        <p className={styles.quiet}>
          {[`Queued ${queued}`, attempts > 0 && tries, next && `next at ${next}`].filter(Boolean).join(" · ")}
        </p>
        {next === null && isExpired && (
          <p className={styles.quiet}>Its link has expired. A new one is sent from the member's page.</p>
        )}
      </div>
      {next === null && (
        <Form method="post" action={`/admin/mail${search}`} className={styles.verdict}>
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
