import { type AnyColumn, and, eq, isNull, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { messages } from "../schema/messages.ts";
import { isOfShownConversation } from "./conversations.ts";
import { wordMatch } from "./search.ts";

export const isReadableBy = (viewerId: number) =>
  and(
    or(eq(messages.senderId, viewerId), and(eq(messages.receiverId, viewerId), sql`messages.delivered = 1`)),
    isOfShownConversation,
  );

/** Messages that a member has not seen. Spelled like the partial indexes. */
export const isUnseenBy = (viewerId: number | Placeholder | AnyColumn) =>
  and(eq(messages.receiverId, viewerId), isNull(messages.seenAt), sql`delivered = 1`, isOfShownConversation);

/** Number of unseen messages since a messages page was last open, up to 100. */
export const unreadMessages = (viewerId: Placeholder | AnyColumn, openedAt: SQL | AnyColumn) =>
  sql<number>`(select count(*) from (select 1 from ${messages}
    where ${isUnseenBy(viewerId)} and ${messages.sentAt} > ${openedAt} limit 100))`;

/** A member's word in `messages_search`: three letters, so one trigram. Must match the view `messages_searched`. */
const readerWord = (id: number) =>
  String.fromCodePoint(...[1, 20_000, 400_000_000].map((unit) => 19_968 + (Math.floor(id / unit) % 20_000)));

/** Matches, in `messages_search`, messages that the member may find and that may contain the words. */
export function messageMatch(viewerId: number, text: string): string {
  const own = `readers : "${readerWord(viewerId)}"`;
  const words = wordMatch(text);
  return words === null ? own : `${own} AND {content held_content} : ${words}`;
}

/** A message as the member sees it. Only its author sees a change that a block holds back. */
export const contentFor = (viewerId: number): SQL<string> =>
  sql<string>`iif(${messages.senderId} = ${viewerId}, coalesce(${messages.heldContent}, ${messages.content}), ${messages.content})`;

/** The reader in the sender's read receipt: the alias if the reader is anonymous, else the id. */
const seenBy = sql<string>`cast(coalesce((select alias from conversations
  where id = ${messages.conversationId} and a_id = ${messages.receiverId}), ${messages.receiverId}) as text)`;

export const seenColumns = { id: messages.id, senderId: messages.senderId, by: seenBy };
