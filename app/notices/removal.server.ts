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

/** Tells whose thing an administrator brings back, in place of an unread notice that it is removed. @param isBack a condition on `bin` */
export const notifyAboutBin = (
  viewer: { id: number },
  { subject, subjectId }: { subject: BinSubject; subjectId: number },
  isBack: SQL | undefined,
  now: number,
) =>
  notify(
    {
      kind: "post-hidden",
      userId: sql`coalesce(bin.author_id, owner.user_id)`,
      subject: sql`iif(bin.question_id is null, ${`${subject}s/${subjectId}`},
        'questions/' || bin.question_id || ${`?removed=${subject}-${subjectId}`})`,
      facts: sql`json_object('what', ${subject}, 'done', 'restored', 'reason', '')`,
      now,
    },
    sql`bin left join question_aliases as owner on owner.alias = bin.alias`,
    and(isBack, sql`coalesce(bin.author_id, owner.user_id) <> ${viewer.id}`),
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
