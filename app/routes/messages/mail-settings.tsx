import { eq } from "drizzle-orm";
import { useEffect } from "react";
import { data, Form, type ShouldRevalidateFunctionArgs } from "react-router";
import { db, users, write } from "#db/index.ts";
import { loadOr, submitOr } from "../../client/requests.ts";
import { readForm } from "../../http/request.server.ts";
import { log } from "../../log.server.ts";
import { verifyMailSettingsLink } from "../../messaging/unread-mail.server.ts";
import { narrow } from "../../styles/global.css.ts";
import { Button } from "../../ui/button.tsx";
import { Alert } from "../../ui/field.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/mail-settings.ts";
import * as styles from "./mail-settings.css.ts";

// The link in an email is signed and needs no log-in. Email programs post to it by themselves ("one click").

const saveFailed = "Your email settings couldn't be saved. Please try again.";

function requireUserId(url: URL): number {
  const userId = verifyMailSettingsLink(url.searchParams);
  if (userId === null) throw notFound();
  return userId;
}
const notFound = () => data("This link is incomplete. Please use the one in the email.", 404);

export async function loader({ url }: Route.LoaderArgs) {
  const userId = requireUserId(url);
  try {
    const [user] = await db.select({ isOn: users.mailUnseen }).from(users).where(eq(users.id, userId));
    if (!user) throw notFound();
    return { isOn: user.isOn };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    log.error({ cause: error.name }, "email settings not loaded");
    return { isOn: null };
  }
}

export async function action({ request, url }: Route.ActionArgs) {
  const userId = requireUserId(url);
  const isOn = (await readForm(request, ["mails"])).get("mails") === "on";
  try {
    await write(() => db.update(users).set({ mailUnseen: isOn }).where(eq(users.id, userId)));
    return { error: null };
  } catch (error) {
    log.error({ cause: error instanceof Error ? error.name : "unknown" }, "email settings not saved");
    return data({ error: saveFailed }, 503);
  }
}

let shownSettings: { isOn: boolean | null } = { isOn: null };

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) => loadOr(serverLoader, shownSettings);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  submitOr(serverAction, () => ({ error: saveFailed }));

export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return actionResult?.error ? false : defaultShouldRevalidate;
}

export default function MailSettings({ loaderData: { isOn }, actionData }: Route.ComponentProps) {
  useEffect(() => {
    shownSettings = { isOn };
  }, [isOn]);
  return (
    <div className={`${narrow} ${styles.body}`}>
      <Title>Email notifications</Title>
      <h1>Email notifications</h1>
      <Alert texts={actionData?.error ? [actionData.error] : null} />
      {isOn === null ? (
        <LoadFailure text="Your email settings couldn't be loaded." />
      ) : (
        <p role={actionData && !actionData.error ? "status" : undefined}>
          {isOn
            ? "We email you once when a conversation stays unread for half an hour."
            : "You don't get emails about unread messages."}
        </p>
      )}
      <Form method="post">
        <Button name="mails" value={isOn === false ? "on" : "off"}>
          {isOn === false ? "Turn on emails" : "Turn off emails"}
        </Button>
      </Form>
    </div>
  );
}
