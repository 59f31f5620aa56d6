import { eq } from "drizzle-orm";
import { data } from "react-router";
import { db, users } from "#db/index.ts";
import { verifyMailSettingsLink } from "../../messaging/unread-mail.server.ts";
import { narrow } from "../../styles/global.css.ts";
import { Button } from "../../ui/button.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/mail-settings.ts";
import * as styles from "./mail-settings.css.ts";

// The link in a mail works without a log-in: it is signed. Mail programs post to it by themselves ("one click").

async function read(url: URL) {
  const id = verifyMailSettingsLink(url.searchParams);
  const [user] =
    id === null ? [] : await db.select({ on: users.mailUnseen }).from(users).where(eq(users.id, id));
  if (!user || id === null) throw data("This link is not complete. Please use the one in the mail.", 404);
  return { id, on: user.on };
}

export async function loader({ url }: Route.LoaderArgs) {
  const { on } = await read(url);
  return { on, href: url.pathname + url.search };
}

export async function action({ request, url }: Route.ActionArgs) {
  const { id } = await read(url);
  const on = (await request.formData().catch(() => new FormData())).get("mails") === "on";
  await db.update(users).set({ mailUnseen: on }).where(eq(users.id, id));
  return { done: true };
}

export default function MailSettings({ loaderData: { on, href }, actionData }: Route.ComponentProps) {
  return (
    <div className={`${narrow} ${styles.body}`}>
      <Title>Mails</Title>
      <h1>Mails about unread messages</h1>
      <p role={actionData ? "status" : undefined}>
        {on
          ? "You get one mail when a conversation waits unread for half an hour."
          : "You get no mails about unread messages."}
      </p>
      <form method="post" action={href}>
        <Button name="mails" value={on ? "off" : "on"}>
          {on ? "Turn these mails off" : "Turn these mails on"}
        </Button>
      </form>
    </div>
  );
}
