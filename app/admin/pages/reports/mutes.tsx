import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { Form, Link } from "react-router";
import { requireModerator } from "#app/platform/auth/guards.server.ts";
import { describeEnd } from "#app/platform/auth/mutes.server.ts";
import { redirectWithFlash } from "#app/platform/forms/flash.server.ts";
import { submitForm } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { formatDateTime, today } from "#app/platform/time/time.server.ts";
import { Button } from "#app/ui/button.tsx";
import { FormAlert } from "#app/ui/forms/form-alert.tsx";
import { preserveForm } from "#app/ui/forms/preserve-form.ts";
import { List } from "#app/ui/list.tsx";
import { Title } from "#app/ui/page.tsx";
import { quiet } from "#app/ui/styles/layout.css.ts";
import { aliasMutes, db, roomMutes, users } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { isMutedNow } from "#db/scopes/mutes.ts";
import * as styles from "../admin.css.ts";
import type { Route } from "./+types/mutes.ts";
import { liftMute, mayLift } from "./mute-author.server.ts";
import { guestPrefix, shownHashLength } from "./report-context.server.ts";

export const handle = { title: "Muted", failed: "Failed to load who is muted" };

/** Maximum mutes per kind. More appear when some are lifted. */
const maxShown = 200;

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireModerator(args);
  const may = mayLift(viewer);
  const { members, aliases, guests } = await namedBatch({
    members: db
      .select({
        id: users.id,
        name: users.name,
        mutedAt: users.mutedAt,
        until: users.mutedUntil,
        reason: users.muteReason,
      })
      .from(users)
      .where(and(isNotNull(users.mutedAt), isMutedNow("users"), may.member))
      .orderBy(desc(users.mutedAt), desc(users.id))
      .limit(maxShown),
    aliases: db
      .select()
      .from(aliasMutes)
      .where(and(isMutedNow("alias_mutes"), may.alias))
      .orderBy(desc(aliasMutes.mutedAt))
      .limit(maxShown),
    guests: db
      .select({ hash, guestId: roomMutes.guestId, reason: roomMutes.reason })
      .from(roomMutes)
      .where(and(eq(roomMutes.day, today()), may.room))
      .orderBy(sql`room_mutes.rowid desc`)
      .limit(maxShown),
  });
  return [
    ...members.map(({ id, name, mutedAt, until, reason }) => ({
      who: String(id),
      name,
      id: null,
      href: viewer.isAdmin ? `/admin/members/${id}` : null,
      reason,
      facts: ["Everything", `since ${formatDateTime(mutedAt ?? 0)}`, describeEnd(until) || unending],
    })),
    ...aliases.map(({ alias, mutedAt, mutedUntil, reason }) => ({
      who: alias,
      name: "Anonymous",
      id: alias,
      href: null,
      reason,
      facts: ["What is anonymous", `since ${formatDateTime(mutedAt)}`, describeEnd(mutedUntil) || unending],
    })),
    ...guests.map((guest) => ({
      who: guestPrefix + guest.hash,
      name: guest.guestId ?? "Guest",
      id: guest.hash.slice(0, shownHashLength),
      href: null,
      reason: guest.reason,
      facts: ["The anonymous room", "until midnight"],
    })),
  ];
}

const unending = "until an administrator lifts it";

const hash = sql<string>`lower(hex(${roomMutes.author}))`;

export { LoadFailed as ErrorBoundary } from "#app/ui/load-failed.tsx";

/** Maximum length of a guest's hash with its prefix. Ids and aliases are shorter. */
const maxKeyLength = 80;

const texts = { failed: "That couldn't be saved. Please try again." };

export const action = (args: Route.ActionArgs) =>
  submitForm(args, { auth: "moderator", fields: ["who"], texts }, async (form, viewer) => {
    const who = form.text("who");
    if (who === "" || who.length > maxKeyLength) throw new HttpError(400, "Nobody with that name is muted.");
    const name = await liftMute(viewer, who);
    const text = name === null ? "Somebody has already lifted that mute." : `${name} can post again.`;
    return redirectWithFlash(args.context, "/admin/mutes", { text });
  });

export const clientAction = preserveForm(texts);

/** Does not reveal who an alias or a guest is. */
export default function Mutes({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Title heading>Muted</Title>
      <p className={quiet}>
        A mute ends when its time is up (in the anonymous room at midnight) or when somebody lifts it here.
      </p>
      <FormAlert />
      <List
        rows={loaderData}
        next={null}
        empty={["Nobody is muted", "People that you mute after a report appear here."]}
      >
        {({ who, name, id, href, reason, facts }) => (
          <li key={who} className={styles.muted}>
            <h2 className={styles.itemTitle}>
              {href ? (
                <Link to={href} className={styles.nameLink}>
                  <bdi>{name}</bdi>
                </Link>
              ) : (
                <bdi>
                  <b>{name}</b>
                </bdi>
              )}{" "}
              {id && <small className={quiet}>{id}</small>}
            </h2>
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
            <p className={styles.reportFacts}>
              {facts.map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </p>
            {reason && (
              <p className={styles.muteReason}>
                Reason given to them: <q>{reason}</q>
              </p>
            )}
          </li>
        )}
      </List>
    </>
  );
}
