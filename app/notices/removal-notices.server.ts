import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { events, jobs, resources } from "#db/index.ts";
import type { BinSubject } from "#db/vocabulary.ts";
import { notify } from "./notify.server.ts";

const posts = {
  job: { table: jobs, id: jobs.id, title: jobs.title, ownerId: jobs.postedBy },
  event: { table: events, id: events.id, title: events.title, ownerId: events.organizerId },
  resource: { table: resources, id: resources.id, title: resources.title, ownerId: resources.userId },
} as const;

export type Reason = string | null | undefined;

export interface Removal {
  versions?: number[] | undefined;
  reason?: Reason;
}

/** Comes before the statement of the act, whose condition is `isTaken`: the notice leads to a page that says it is gone. */
export function notifyRemoved(
  viewer: { id: number; isAdmin: boolean },
  kind: keyof typeof posts,
  thingId: number,
  { isTaken, reason, now = Date.now() }: { isTaken?: SQL | undefined; reason?: Reason; now?: number },
) {
  const { table, id, title, ownerId } = posts[kind];
  return notify(
    {
      kind: "post-hidden",
      userId: sql`${ownerId}`,
      subject: `${kind}s/${thingId}`,
      facts: sql`json_object('what', ${kind}, 'title', ${title}, 'done', 'removed', 'reason', ${reason ?? ""})`,
      now,
    },
    table,
    and(eq(id, thingId), isTaken, ne(ownerId, viewer.id), viewer.isAdmin ? undefined : sql`false`),
  );
}

/** Tells whose thing in the bin an administrator removes or brings back, in place of an unread notice. @param isDone a condition on `bin` */
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

/** Tells the sender of a message, directly after the entry in the audit trail. It leads to the conversation as they see it: hidden where they are. */
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

/** The subject of the notice that a co-organizer deleted an event: it leads to the organizer's bin. */
export const noticeOfOrganizer = (eventId: number) => `bin?event=${eventId}`;

/** Tells the organizer that a co-organizer deletes their event. Comes before the deletion, whose condition is `isTaken`. */
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
