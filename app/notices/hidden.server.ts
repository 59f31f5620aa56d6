import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import { events, jobs, resources } from "#db/index.ts";
import { notify } from "./notify.server.ts";

const reason = "an administrator found that it doesn't belong here";

const posts = {
  job: { table: jobs, id: jobs.id, title: jobs.title, ownerId: jobs.postedBy, list: "jobs/mine" },
  event: {
    table: events,
    id: events.id,
    title: events.title,
    ownerId: events.organizerId,
    list: "events/mine",
  },
  resource: {
    table: resources,
    id: resources.id,
    title: resources.title,
    ownerId: resources.userId,
    list: "resources/mine",
  },
} as const;

/**
 * Tells the owner of a thing that an administrator takes it away. Comes before the statement of the act.
 * @param isTaken the act's own condition
 */
export function notifyHidden(
  viewer: { id: number; isAdmin: boolean },
  kind: keyof typeof posts,
  thingId: number,
  isTaken: SQL | undefined,
  now = Date.now(),
) {
  const { table, id, title, ownerId, list } = posts[kind];
  return notify(
    {
      kind: "post-hidden",
      userId: sql`${ownerId}`,
      subject: `${list}?hidden=${thingId}`,
      facts: sql`json_object('what', ${`${kind} “`} || ${title} || '”', 'reason', ${reason})`,
      now,
    },
    table,
    and(eq(id, thingId), isTaken, ne(ownerId, viewer.id), viewer.isAdmin ? undefined : sql`false`),
  );
}

/** Tells the sender of a message, directly after the entry in the audit trail. It leads to the conversation as they see it: hidden where they are. */
export const notifyHiddenMessage = (messageId: number, now = Date.now()) =>
  notify(
    {
      kind: "post-hidden",
      userId: sql`post.sender_id`,
      subject: sql`'messages/' || iif(place.alias is null or place.a_id = post.sender_id, post.receiver_id, place.alias)
        || iif(place.alias is not null and place.a_id = post.sender_id, '?anonymous=1&hidden=', '?hidden=') || post.id`,
      facts: { what: "message", reason },
      now,
    },
    sql`messages as post join conversations as place on place.id = post.conversation_id`,
    sql`post.id = ${messageId} and changes() > 0`,
  );
