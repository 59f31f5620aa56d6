import { Form } from "react-router";
import { requireAdmin } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { env } from "#app/platform/env.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { type PostedForm, submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { parseId } from "#app/platform/schemas/fields.server.ts";
import { Button } from "#app/ui/button.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { List } from "#app/ui/list.tsx";
import { Title } from "#app/ui/page.tsx";
import { spread } from "#app/ui/styles/layout.css.ts";
import { readIdCursor } from "#db/scopes/pages.ts";
import * as styles from "../admin.css.ts";
import type { Route } from "./+types/mail.ts";
import { Mail } from "./mail-item.tsx";
import { changeMail, listMails, type MailList, sendTestMail } from "./mail-queue.server.ts";

export const handle = { title: "Mail", failed: "Failed to load the emails" };

export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  const list: MailList = args.url.searchParams.get("list") === "waiting" ? "waiting" : "failed";
  const page = await listMails(list, readIdCursor(args.url));
  return { list, page, isSent: env.SMTP_URL !== undefined };
}

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

const texts = { failed: "That couldn't be saved. Please try again." };
const gone =
  "This email can no longer be sent again: somebody else has already done so, or its link has expired.";

export function action(args: Route.ActionArgs) {
  const { context } = args;
  const change = (act: "again" | "discard", text: string) => async (form: PostedForm, admin: Viewer) => {
    const id = parseId(form.text("id"));
    if (id === null || !(await changeMail(admin, id, act))) throw new HttpError(409, gone);
    return redirectWithFlash(context, "/admin/mail", { text });
  };
  return submitForm(
    args,
    { auth: "admin", fields: ["id"], texts },
    {
      again: change("again", "The email is on its way again."),
      discard: change("discard", "The email has been discarded."),
      async test(_, admin) {
        await sendTestMail(admin);
        const text = `A test email to ${admin.email} is on its way. If it fails, it is listed here with the reason.`;
        return redirectWithFlash(context, "/admin/mail?list=waiting", { text });
      },
    },
  );
}

export const clientAction = preserveForm(texts);

const lists = [
  ["failed", "/admin/mail", "Failed"],
  ["waiting", "/admin/mail?list=waiting", "Waiting"],
] as const;

const empty = {
  failed: [
    "No email failed",
    "An email that can't be delivered appears here after three days, or at once if its address is refused.",
  ],
  waiting: [
    "No email waits",
    "Emails leave within seconds. One that the mail server doesn't take yet waits here.",
  ],
} as const;

export default function MailQueue({ loaderData }: Route.ComponentProps) {
  const { list, page, isSent } = loaderData;
  return (
    <>
      <Title>Mail</Title>
      <div className={spread}>
        <h1>Mail</h1>
        <Form method="post">
          <Button variant="outline" name="intent" value="test">
            Send me a test email
          </Button>
        </Form>
      </div>
      <FormAlert />
      {!isSent && (
        <div className={styles.trouble}>
          <p>Emails are only written to the folder outbox. Set SMTP_URL and MAIL_FROM to send them.</p>
        </div>
      )}
      <nav className={styles.lists} aria-label="Lists">
        {lists.map(([name, href, text]) => (
          <a key={name} href={href} aria-current={name === list ? "page" : undefined} data-client-nav>
            {text}
          </a>
        ))}
      </nav>
      <List {...page} filterNames={["list"]} empty={empty[list]}>
        {(mail) => <Mail key={mail.id} mail={mail} />}
      </List>
    </>
  );
}
