import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { AuditSubject } from "#db/audit.ts";
import { events } from "#db/index.ts";
import { things } from "#db/things.ts";
import type { AnonymousKind, BinSubject, OwnedKind } from "#db/vocabulary.ts";
import { notify } from "./notify.server.ts";

export type Reason = string | null | undefined;

/** A removal after a report. */
export interface ReportedRemoval {
  reason: Reason;
  /** A condition: the viewer may decide the report when the statement runs. */
  mayDecide: SQL;
  about: AuditSubject;
}

export interface Removal {
  versions?: number[] | undefined;
  reason?: Reason;
  /** For administrators and moderators who decide a report. Otherwise the owner and administrators may remove it. */
  report?: ReportedRemoval;
}

/**
 * Notifies the owner of a removed post. Run it before the removal, whose condition is `isTaken`. The notice links to a
 * page that says the post is gone.
 */
export function notifyRemoved(
  viewer: { id: number; isAdmin: boolean; isModerator: boolean },
  kind: OwnedKind,
  thingId: number,
  { isTaken, reason, now = Date.now() }: { isTaken?: SQL | undefined; reason?: Reason; now?: number },
) {
  const { table, title, owner } = things[kind];
  return notify(
    {
      kind: "post-hidden",
      userId: sql`${owner}`,
      subject: `${kind}s/${thingId}`,
      facts: sql`json_object('what', ${kind}, 'title', ${title}, 'done', 'removed', 'reason', ${reason ?? ""})`,
      now,
    },
    table,
    and(
      eq(table.id, thingId),
      isTaken,
      ne(owner, viewer.id),
      viewer.isAdmin || viewer.isModerator ? undefined : sql`false`,
    ),
  );
}

/** Notifies the author of a post that may be anonymous, unless the viewer is its author. The notice does not quote the post. */
export const notifyHiddenAuthor = (
  viewer: { id: number },
  kind: AnonymousKind,
  id: number,
  { subject, done, reason, isDone }: { subject: SQL | string; done: string; reason?: Reason; isDone: SQL },
) =>
  notify(
    {
      kind: "post-hidden",
      userId: sql`coalesce(post.author_id, owner.user_id)`,
      subject,
      facts: { what: kind, done, reason: reason ?? "" },
      now: Date.now(),
    },
    sql`${sql.raw(`${kind}s`)} as post left join question_aliases as owner on owner.alias = post.alias`,
    sql`${isDone} and post.id = ${id} and coalesce(post.author_id, owner.user_id) <> ${viewer.id}`,
  );

/**
 * Notifies the author when a moderator or administrator removes or restores something in the bin. Replaces an unread
 * notice about it.
 * @param isDone a condition on `bin`
 */
export const notifyAboutBin = (
  viewer: { id: number },
  { subject, subjectId }: { subject: BinSubject; subjectId: number },
  { done, reason, isDone }: { done: "removed" | "restored"; reason?: Reason; isDone: SQL | undefined },
  now: number,
) =>
  notify(
    {
      kind: "post-hidden",
      userId: sql`coalesce(bin.author_id, owner.user_id)`,
      subject: sql`iif(bin.question_id is null, ${`${subject}s/${subjectId}`},
        'questions/' || bin.question_id || ${`?removed=${subject}-${subjectId}`})`,
      facts: { what: subject, done, reason: reason ?? "" },
      now,
    },
    sql`bin left join question_aliases as owner on owner.alias = bin.alias`,
    and(isDone, sql`coalesce(bin.author_id, owner.user_id) <> ${viewer.id}`),
  );

/**
 * Notifies a removed message's sender. Run it directly after inserting the audit trail entry. The link opens the
 * conversation as the sender sees it: anonymous if they are hidden there.
 */
export const notifyRemovedMessage = (messageId: number, reason: Reason, now = Date.now()) =>
  notify(
    {
      kind: "post-hidden",
      userId: sql`post.sender_id`,
      subject: sql`'messages/' || iif(place.alias is null or place.a_id = post.sender_id, post.receiver_id, place.alias)
        || iif(place.alias is not null and place.a_id = post.sender_id, '?anonymous=1&hidden=', '?hidden=') || post.id`,
      facts: { what: "message", done: "removed", reason: reason ?? "" },
      now,
    },
    sql`messages as post join conversations as place on place.id = post.conversation_id`,
    sql`post.id = ${messageId} and changes() > 0`,
  );

/** The subject of the notice about a co-organizer's deletion of an event. It links to the organizer's bin. */
export const noticeOfOrganizer = (eventId: number) => `bin?event=${eventId}`;

/**
 * Notifies the organizer when a co-organizer deletes their event. Run it before the deletion, whose condition is
 * `isTaken`.
 */
export const notifyOrganizer = (
  viewer: { id: number; name: string; isAdmin: boolean },
  eventId: number,
  isTaken: SQL | undefined,
  now: number,
) =>
  notify(
    {
      kind: "post-hidden",
      userId: sql`${events.organizerId}`,
      subject: noticeOfOrganizer(eventId),
      actorId: viewer.id,
      facts: sql`json_object('what', 'event', 'title', ${events.title}, 'done', 'deleted', 'name', ${viewer.name}, 'reason', '')`,
      now,
    },
    events,
    and(
      eq(events.id, eventId),
      isTaken,
      ne(events.organizerId, viewer.id),
      sql`exists (select 1 from event_organizers as own where own.event_id = ${eventId}
        and own.user_id = ${viewer.id} and own.accepted_at is not null)`,
    ),
  );
