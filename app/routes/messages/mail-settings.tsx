import { eq } from "drizzle-orm";
import { data, Form } from "react-router";
import { db, users, write } from "#db/index.ts";
import { withFallback } from "../../client/requests.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { verifyMailSettingsLink } from "../../messaging/unread-mail.server.ts";
import { narrow } from "../../styles/global.css.ts";
import { Button } from "../../ui/button.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/mail-settings.ts";
import * as styles from "./mail-settings.css.ts";

// The link in an email is signed and needs no log-in. Email programs post to it by themselves ("one click").

const texts = { failed: "Your email settings couldn't be saved. Please try again." };

function requireUserId(url: URL): number {
  const userId = verifyMailSettingsLink(url.searchParams);
  if (userId === null) throw notFound();
  return userId;
}
const notFound = () => data("This link is incomplete. Please use the one in the email.", 404);

export async function loader({ url, context }: Route.LoaderArgs) {
  const userId = requireUserId(url);
  const found = await queryOrNull(context, () =>
    db.select({ isOn: users.mailUnseen }).from(users).where(eq(users.id, userId)),
  );
  if (!found) return null;
  const [user] = found;
  if (!user) throw notFound();
  return user;
}

export const clientLoader = withFallback(() => null);

/** No redirect: RFC 8058 forbids it for the posts of email programs. */
export async function action(args: Route.ActionArgs) {
  const userId = requireUserId(args.url);
  return submitForm(args, { fields: ["mails"], texts }, async (form) => {
    const mailUnseen = form.text("mails") === "on";
    await write(() => db.update(users).set({ mailUnseen }).where(eq(users.id, userId)));
    return { done: true };
  });
}

export const clientAction = keepForm(texts);

export default function MailSettings({ loaderData, actionData }: Route.ComponentProps) {
  const isOff = loaderData?.isOn === false;
  return (
    <div className={`${narrow} ${styles.body}`}>
      <Title>Email notifications</Title>
      <h1>Email notifications</h1>
      <FormAlert failure={actionData?.failure} />
      {loaderData ? (
        <p role={actionData?.done ? "status" : undefined}>
          {actionData?.done && "Saved. "}
          {isOff
            ? "You don't get emails about unread messages."
            : "We email you once when a conversation stays unread for half an hour."}
        </p>
      ) : (
        <LoadFailure text="Your email settings couldn't be loaded." />
      )}
      <Form method="post">
        <Button name="mails" value={isOff ? "on" : "off"}>
          {isOff ? "Turn on emails" : "Turn off emails"}
        </Button>
      </Form>
    </div>
  );
}
