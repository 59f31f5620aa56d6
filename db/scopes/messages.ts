import { and, eq, gt, inArray, isNull, lt, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { db } from "../index.ts";
import { conversations, messages } from "../schema/messages.ts";
import { users } from "../schema/users.ts";
import { isBlocking } from "./blocks.ts";
import { type ConversationKey, conversationId, hasReachedPartner, type PartnerId } from "./conversations.ts";
import { visibleEmail } from "./users.ts";

const messageColumns = {
  id: messages.id,
  senderId: messages.senderId,
  receiverId: messages.receiverId,
  content: messages.content,
  sentAt: messages.sentAt,
  seenAt: messages.seenAt,
  senderName: users.name,
  senderEmail: visibleEmail,
  alias: conversations.alias,
  /** Only where there is an alias. */
  anonymousUserId: conversations.aId,
  delivered: messages.delivered,
};

/** Messages with their sender and the alias of their conversation. */
export const selectMessages = () =>
  db
    .select(messageColumns)
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .innerJoin(users, eq(users.id, messages.senderId));

/** Messages that a member wrote, or that reached them. */
export const isReadableBy = (viewerId: number) =>
  or(eq(messages.senderId, viewerId), and(eq(messages.receiverId, viewerId), sql`messages.delivered = 1`));

/** Messages that a member has not seen yet, in the words of the partial indexes. */
export const isUnseenBy = (viewerId: number | Placeholder) =>
  and(eq(messages.receiverId, viewerId), isNull(messages.seenAt), sql`delivered = 1`);

export interface NewMessage {
  senderId: number;
  /** A member, or the alias of a hidden one. */
  receiverId: PartnerId;
  content: string;
  tempId: string | null;
  /** For a sender who is hidden: the alias if this is the first message. Null for one under their name, or to an alias. */
  newAlias: string | null;
}

/**
 * The conditions for storing and delivering a message (docs/anonymity.md). A named sender must not be blocked by the
 * receiver. A hidden sender can start only if the receiver allows it; a block by name stops the first message, a block of
 * the alias stops later ones. A message to an alias is always accepted, whatever happened to its owner.
 */
function deliveryRules({ senderId, receiverId, newAlias }: NewMessage) {
  if (typeof receiverId === "string")
    return { isAccepted: sql`true`, canStart: sql`false`, isDelivered: sql`1` };
  const receives = (condition: SQL) =>
    sql`exists (select 1 from ${users} where ${users.id} = ${receiverId} and ${users.status} = 'active' and ${condition})`;
  const isUnblocked = sql`not ${isBlocking(receiverId, senderId)}`;
  if (newAlias === null) {
    const isAccepted = receives(isUnblocked);
    return { isAccepted, canStart: isAccepted, isDelivered: sql`1` };
  }
  return {
    isAccepted: receives(sql`true`),
    canStart: receives(users.allowAnonymous.getSQL()),
    isDelivered: sql`${conversations.aliasBlockedAt} is null
      and (${hasReachedPartner} or ${receives(sql`${users.allowAnonymous} and ${isUnblocked}`)})`,
  };
}

/**
 * The statements that store a message between two members. They store nothing against `deliveryRules`, nor for the same
 * text within `duplicateWindowMs` or the same `tempId`.
 *
 * Their results in order: nothing, the id if the message is new, the stored message (the first one, of duplicates),
 * and the state of the receiver, unless it is an alias.
 */
export function insertMessage(message: NewMessage, duplicateWindowMs: number, now = Date.now()) {
  const { senderId, receiverId, content, tempId, newAlias } = message;
  const isAnonymous = newAlias !== null;
  const conversation = conversationId({ viewerId: senderId, partnerId: receiverId, isAnonymous });
  const { isAccepted, canStart, isDelivered } = deliveryRules(message);
  const receiver = typeof receiverId === "string" ? 0 : receiverId;
  const [aId, bId] = isAnonymous
    ? [senderId, receiver]
    : [Math.min(senderId, receiver), Math.max(senderId, receiver)];
  const sameText = sql`conversation_id = ${conversation} and sender_id = ${senderId}
    and sent_at > ${now - duplicateWindowMs} and sent_at <= ${now} and content = ${content}`;
  const sameTempId = sql`conversation_id = ${conversation} and sender_id = ${senderId} and temp_id = ${tempId}`;
  return [
    db
      .insert(conversations)
      .select(sql`select null, ${aId}, ${bId}, ${newAlias}, null, ${now} where ${canStart}`)
      .onConflictDoNothing(),
    db
      .insert(messages)
      .select(
        sql`select null, id, ${senderId}, case a_id when ${senderId} then b_id else a_id end, ${content}, ${now}, null,
          ${isDelivered}, ${tempId} from conversations
          where id = ${conversation} and ${isAccepted} and not exists (select 1 from messages where ${sameText})`,
      )
      .onConflictDoNothing()
      .returning({ id: messages.id }),
    selectMessages().where(
      eq(
        messages.id,
        sql`coalesce((select id from messages where ${sameTempId}), (select min(id) from messages where ${sameText}))`,
      ),
    ),
    db
      .select({
        isActive: sql<number>`${users.status} = 'active'`,
        isBlocked: sql<number>`${isBlocking(receiver, senderId)}`,
        allowsAnonymous: users.allowAnonymous,
      })
      .from(users)
      .where(eq(users.id, receiver)),
  ] as const;
}

/** A page of a thread, by message ids: the newest `before` one, or the oldest `after` one. */
export interface ThreadPage {
  before?: number | undefined;
  after?: number | undefined;
  limit: number;
}

/** The ids of a page of a thread, as a subquery that reads no more rows than it returns. */
export function threadPageIds(key: ConversationKey, { before, after, limit }: ThreadPage): SQL {
  const order = after === undefined ? sql.raw("desc") : sql.raw("asc");
  return sql`select ${messages.id} from ${messages} where ${and(
    eq(messages.conversationId, conversationId(key)),
    isReadableBy(key.viewerId),
    before === undefined ? undefined : lt(messages.id, before),
    after === undefined ? undefined : gt(messages.id, after),
  )} order by ${messages.id} ${order} limit ${limit}`;
}

/** A page of a thread, oldest first. */
export const selectThread = (key: ConversationKey, page: ThreadPage) =>
  selectMessages()
    .where(sql`${messages.id} in (${threadPageIds(key, page)})`)
    .orderBy(messages.id);

/** Far more messages than anyone leaves unseen, and still a short write. */
const maxMarkedSeen = 2_000;

/** Whose sight the sender of a message is told of: the alias where the reader is hidden. */
const seenBy = sql<string>`cast(coalesce((select alias from conversations
  where id = ${messages.conversationId} and a_id = ${messages.receiverId}), ${messages.receiverId}) as text)`;
/** What the sender of a message that was just marked as seen is told. */
export const seenColumns = { id: messages.id, senderId: messages.senderId, by: seenBy };

/** Marks the messages of a conversation as seen by the viewer. */
export const markConversationSeen = (key: ConversationKey, now = Date.now()) =>
  db
    .update(messages)
    .set({ seenAt: now })
    .where(
      inArray(
        messages.id,
        sql`(select id from messages where ${and(
          isUnseenBy(key.viewerId),
          eq(messages.conversationId, conversationId(key)),
        )} order by id limit ${maxMarkedSeen})`,
      ),
    )
    .returning(seenColumns);

export type MessageRow = Awaited<ReturnType<typeof selectMessages>>[number];
