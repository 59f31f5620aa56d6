import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { Form } from "react-router";
import { type AuditSubject, insertAuditEntry } from "#db/audit.ts";
import { aliasMutes, db, roomMutes, users } from "#db/index.ts";
import { requireAdmin } from "../../auth/guards.server.ts";
import { redirectWithFlash } from "../../forms/flash.server.ts";
import { preserveForm } from "../../forms/preserve-form.ts";
import { submitForm } from "../../forms/submit.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { quiet } from "../../styles/layout.css.ts";
import { formatDateTime, formatDay, today } from "../../time/time.server.ts";
import { Button } from "../../ui/button.tsx";
import { FormAlert } from "../../ui/form-alert.tsx";
import { List } from "../../ui/list.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/mutes.ts";
import * as styles from "./admin.css.ts";
import { guestPrefix, shownHashLength } from "./report-context.server.ts";

export const handle = { title: "Muted", failed: "Failed to load who is muted" };

/** The most of each kind. Unmuting some shows the others. */
const maxShown = 200;

export async function loader(args: Route.LoaderArgs) {
  await requireAdmin(args);
  const [members, aliases, guests] = await db.batch([
    db
      .select({ id: users.id, name: users.name, mutedAt: users.mutedAt })
      .from(users)
      .where(isNotNull(users.mutedAt))
      .orderBy(desc(users.mutedAt), desc(users.id))
      .limit(maxShown),
    db.select().from(aliasMutes).orderBy(desc(aliasMutes.mutedAt)).limit(maxShown),
    db
      .select({ hash, guestId: roomMutes.guestId })
      .from(roomMutes)
      .where(eq(roomMutes.day, today()))
      .orderBy(sql`room_mutes.rowid desc`)
      .limit(maxShown),
  ]);
  return [
    ...members.map(({ id, name, mutedAt }) => ({
      who: String(id),
      name,
      id: null,
      fact: `Everything, since ${formatDateTime(mutedAt ?? 0)}`,
    })),
    ...aliases.map(({ alias, mutedAt }) => ({
      who: alias,
      name: "Anonymous",
      id: alias,
      fact: `Anonymous messages and the room, since ${formatDateTime(mutedAt)}`,
    })),
    ...guests.map((guest) => ({
      who: guestPrefix + guest.hash,
      name: guest.guestId ?? "Guest",
      id: guest.hash.slice(0, shownHashLength),
      fact: "The anonymous room, until midnight",
    })),
  ];
}

const hash = sql<string>`lower(hex(${roomMutes.author}))`;

export { LoadFailed as ErrorBoundary } from "../../ui/load-failed.tsx";

/** The most characters of a guest's hash behind its prefix; an id and an alias are shorter. */
const maxKeyLength = 80;

const texts = { failed: "That couldn't be saved. Please try again." };

export const action = (args: Route.ActionArgs) =>
  submitForm(args, { auth: "admin", limit: null, fields: ["who"], texts }, async (form, admin) => {
    const who = form.text("who");
    if (who === "" || who.length > maxKeyLength)
      throw new HttpError(400, "There is nobody of that name here.");
    const name = await unmute(admin.id, who);
    const text = name === null ? "Somebody has lifted that mute already." : `${name} can post again.`;
    return redirectWithFlash(args.context, "/admin/mutes", { text });
  });

/** @returns the name, or null when nobody of that key is muted */
async function unmute(adminId: number, who: string): Promise<string | null> {
  const record = (subject: AuditSubject) => insertAuditEntry(adminId, "unmuted", subject);
  if (who.startsWith(guestPrefix)) {
    const key = who.slice(guestPrefix.length);
    const isGuest = eq(roomMutes.author, Buffer.from(key, "hex"));
    const [guest] = await db.select({ name: roomMutes.guestId }).from(roomMutes).where(isGuest);
    const name = guest?.name ?? "Guest";
    const [unmuted] = await db.batch([
      db.delete(roomMutes).where(isGuest).returning({ day: roomMutes.day }),
      record({ text: `${name}, ${formatDay(today())}`, id: key.slice(0, shownHashLength) }),
    ]);
    return unmuted.length > 0 ? name : null;
  }
  const id = parseId(who);
  if (id === null) {
    const [unmuted] = await db.batch([
      db.delete(aliasMutes).where(eq(aliasMutes.alias, who)).returning({ alias: aliasMutes.alias }),
      record({ text: "Anonymous", id: who }),
    ]);
    return unmuted.length > 0 ? "The anonymous member" : null;
  }
  const [unmuted] = await db.batch([
    db
      .update(users)
      .set({ mutedAt: null })
      .where(and(eq(users.id, id), isNotNull(users.mutedAt)))
      .returning({ name: users.name }),
    record({ memberId: id }),
  ]);
  return unmuted[0]?.name ?? null;
}

export const clientAction = preserveForm(texts);

/** Nobody sees who an alias or a guest is. */
export default function Mutes({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <Title heading>Muted</Title>
      <p className={quiet}>
        A mute lasts until an administrator lifts it, in the anonymous room until midnight.
      </p>
      <FormAlert failure={actionData?.failure} />
      <List
        rows={loaderData}
        next={null}
        empty={["Nobody is muted", "People that you mute after a report appear here."]}
      >
        {({ who, name, id, fact }) => (
          <li key={who} className={styles.mute}>
            <div>
              <p>
                <bdi>
                  <b>{name}</b>
                </bdi>{" "}
                {id && <small className={quiet}>{id}</small>}
              </p>
              <p className={quiet}>{fact}</p>
            </div>
            <Form method="post">
              <Button
                variant="outline"
                size="sm"
                name="who"
                value={who}
                aria-label={`Unmute ${name}${id ? ` (${id})` : ""}`}
              >
                Unmute
              </Button>
            </Form>
          </li>
        )}
      </List>
    </>
  );
}
