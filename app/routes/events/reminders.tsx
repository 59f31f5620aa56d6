import { eq } from "drizzle-orm";
import { data, Form } from "react-router";
import { db, users } from "#db/index.ts";
import { submitOr } from "../../client/requests.ts";
import { verifyReminderLink } from "../../events/reminders.server.ts";
import { readForm } from "../../http/request.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { narrow } from "../../styles/global.css.ts";
import { Button } from "../../ui/button.tsx";
import { Alert } from "../../ui/field.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/reminders.ts";
import * as styles from "./event.css.ts";

// The link in a reminder is signed and needs no log-in.

const loadFailed = "Your email settings couldn't be loaded.";
const saveFailed = "Your email settings couldn't be saved. Please try again.";

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
  if (!rows) return data({ isOn: null }, 503);
  const [user] = rows;
  if (!user) throw notFound();
  return { isOn: user.isOn };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const userId = requireUserId(url);
  const isOn = (await readForm(request, ["mails"])).get("mails") === "on";
  const saved = await queryOrNull(context, () =>
    db.update(users).set({ mailReminders: isOn }).where(eq(users.id, userId)).returning({ id: users.id }),
  );
  return saved ? { error: null } : data({ error: saveFailed }, 503);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  submitOr(serverAction, () => data({ error: saveFailed }, 503));

export default function Reminders({ loaderData: { isOn }, actionData }: Route.ComponentProps) {
  return (
    <div className={`${narrow} ${styles.page}`}>
      <Title>Event reminders</Title>
      <h1>Event reminders</h1>
      <Alert texts={actionData?.error ? [actionData.error] : null} />
      {isOn === null ? (
        <LoadFailure text={loadFailed} />
      ) : (
        <>
          <p role={actionData && !actionData.error ? "status" : undefined}>
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
