import { eq } from "drizzle-orm";
import { data, Form } from "react-router";
import { db, users, write } from "#db/index.ts";
import { verifyReminderLink } from "../../events/reminders.server.ts";
import { keepForm } from "../../forms/keep-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { redirectAndTell } from "../../forms/tell.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { narrow } from "../../styles/global.css.ts";
import { Button } from "../../ui/button.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/reminders.ts";
import * as styles from "./event.css.ts";

// The link in a reminder is signed and needs no log-in.

const loadFailed = "Your email settings couldn't be loaded.";

const notFound = () => data("This link is incomplete. Please use the one in the email.", 404);

function requireUserId(url: URL): number {
  const userId = verifyReminderLink(url.searchParams);
  if (userId === null) throw notFound();
  return userId;
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const userId = requireUserId(url);
  const rows = await queryOrNull(context, () =>
    db.select({ isOn: users.mailReminders }).from(users).where(eq(users.id, userId)),
  );
  if (!rows) return { isOn: null };
  const [user] = rows;
  if (!user) throw notFound();
  return { isOn: user.isOn };
}

const texts = { failed: "Your email settings couldn't be saved. Please try again." };

export async function action(args: Route.ActionArgs) {
  const userId = requireUserId(args.url);
  return submitForm(args, { fields: ["mails"], texts }, async (form) => {
    const isOn = form.text("mails") === "on";
    await write(() => db.update(users).set({ mailReminders: isOn }).where(eq(users.id, userId)));
    return redirectAndTell(args.context, args.url.pathname + args.url.search, {
      text: isOn ? "Event reminders are on." : "Event reminders are off.",
    });
  });
}

export const clientAction = keepForm(texts);

export default function Reminders({ loaderData: { isOn }, actionData }: Route.ComponentProps) {
  return (
    <div className={`${narrow} ${styles.page}`}>
      <Title>Event reminders</Title>
      <h1>Event reminders</h1>
      <FormAlert failure={actionData?.failure} />
      {isOn === null ? (
        <LoadFailure text={loadFailed} />
      ) : (
        <>
          <p>
            {isOn
              ? "We email you a day before each event that you're registered for."
              : "You don't get reminders of events."}
          </p>
          <Form method="post">
            <Button name="mails" value={isOn ? "off" : "on"}>
              {isOn ? "Turn off reminders" : "Turn on reminders"}
            </Button>
          </Form>
        </>
      )}
    </div>
  );
}
