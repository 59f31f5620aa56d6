import { type AnyColumn, and, eq, isNull, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { messages } from "../schema/messages.ts";

export const isReadableBy = (viewerId: number) =>
  or(eq(messages.senderId, viewerId), and(eq(messages.receiverId, viewerId), sql`messages.delivered = 1`));

/** Messages that a member has not seen yet, in the words of the partial indexes. */
export const isUnseenBy = (viewerId: number | Placeholder | AnyColumn) =>
  and(eq(messages.receiverId, viewerId), isNull(messages.seenAt), sql`delivered = 1`);

/** How many unseen messages a member has got since a messages page was last open, up to 100. */
export const unreadMessages = (viewerId: Placeholder | AnyColumn, openedAt: SQL | AnyColumn) =>
  sql<number>`(select count(*) from (select 1 from ${messages}
    where ${isUnseenBy(viewerId)} and ${messages.sentAt} > ${openedAt} limit 100))`;

/** The name the sender sees in a read receipt: the alias if the reader is anonymous. */
const seenBy = sql<string>`cast(coalesce((select alias from conversations
  where id = ${messages.conversationId} and a_id = ${messages.receiverId}), ${messages.receiverId}) as text)`;

export const seenColumns = { id: messages.id, senderId: messages.senderId, by: seenBy };
