import { and, desc, eq, gt, inArray, isNull, lt, ne, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { db } from "../index.ts";
import { conversationMembers, conversations, messages } from "../schema/messages.ts";
import { blocks, users } from "../schema/users.ts";

/** A conversation of two people under their names, or the one in which the viewer is anonymous. */
export interface ConversationKey {
  viewerId: number;
  partnerId: number;
  isAnonymous?: boolean;
}

/** The id of a conversation, as a subquery. */
export function conversationId({ viewerId, partnerId, isAnonymous = false }: ConversationKey): SQL {
  const low = Math.min(viewerId, partnerId);
  const high = Math.max(viewerId, partnerId);
  return isAnonymous
    ? sql`(select id from conversations where a_id = ${viewerId} and b_id = ${partnerId} and alias is not null)`
    : sql`(select id from conversations where a_id = ${low} and b_id = ${high} and alias is null)`;
}

const messageColumns = {
  id: messages.id,
  senderId: messages.senderId,
  receiverId: messages.receiverId,
  content: messages.content,
  sentAt: messages.sentAt,
  seenAt: messages.seenAt,
  senderName: users.name,
  senderEmail: users.email,
  alias: conversations.alias,
  /** Only where there is an alias. */
  anonymousUserId: conversations.aId,
};

/** Messages with their sender and the alias of their conversation. */
export const selectMessages = () =>
  db
    .select(messageColumns)
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .innerJoin(users, eq(users.id, messages.senderId));

/** Messages that a member wrote, or that reached them. */
const isReadableBy = (viewerId: number) =>
  or(eq(messages.senderId, viewerId), and(eq(messages.receiverId, viewerId), sql`messages.delivered = 1`));

/** Messages that a member has not seen yet, in the words of the partial indexes. */
export const isUnseenBy = (viewerId: number | Placeholder) =>
  and(eq(messages.receiverId, viewerId), isNull(messages.seenAt), sql`delivered = 1`);

export interface NewMessage {
  senderId: number;
  receiverId: number;
  content: string;
  tempId: string | null;
}

/**
 * The statements that store a message between two members under their names. They store nothing unless the receiver is
 * active and does not block the sender, nor for the same text within `duplicateWindowMs` or the same `tempId`.
 *
 * Their results in order: nothing, the id if the message is new, the stored message (the first one, of duplicates),
 * and the state of the receiver.
 */
export function insertMessage(message: NewMessage, duplicateWindowMs: number, now = Date.now()) {
  const { senderId, receiverId, content, tempId } = message;
  const low = Math.min(senderId, receiverId);
  const high = Math.max(senderId, receiverId);
  const conversation = conversationId({ viewerId: senderId, partnerId: receiverId });
  const isBlocked = sql`exists (select 1 from ${blocks}
    where ${blocks.blockerId} = ${receiverId} and ${blocks.blockedId} = ${senderId})`;
  const canReceive = sql`exists (select 1 from ${users}
    where ${users.id} = ${receiverId} and ${users.status} = 'active') and not ${isBlocked}`;
  const sameText = sql`conversation_id = ${conversation} and sender_id = ${senderId}
    and sent_at > ${now - duplicateWindowMs} and content = ${content}`;
  const sameTempId = sql`conversation_id = ${conversation} and sender_id = ${senderId} and temp_id = ${tempId}`;
  return [
    db
      .insert(conversations)
      .select(sql`select null, ${low}, ${high}, null, null, ${now} where ${canReceive}`)
      .onConflictDoNothing(),
    db
      .insert(messages)
      .select(
        sql`select null, id, ${senderId}, ${receiverId}, ${content}, ${now}, null, 1, ${tempId} from conversations
          where id = ${conversation} and ${canReceive} and not exists (select 1 from messages where ${sameText})`,
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
      .select({ isActive: sql<number>`${users.status} = 'active'`, isBlocked: sql<number>`${isBlocked}` })
      .from(users)
      .where(eq(users.id, receiverId)),
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
    .returning({ id: messages.id, senderId: messages.senderId });

const partner = alias(users, "partner");
const isPartnerAnonymous = (viewerId: number) =>
  sql`(${conversations.alias} is not null and ${conversations.bId} = ${viewerId})`;

/** A member's conversations, newest first. An anonymous partner is only their alias. */
export function selectConversations(
  viewerId: number,
  { limit, before }: { limit: number; before?: number | undefined },
) {
  const isAnonymous = isPartnerAnonymous(viewerId);
  return db
    .select({
      cursor: conversationMembers.lastMessageId,
      userId: sql<string>`case when ${isAnonymous} then ${conversations.alias} else cast(${partner.id} as text) end`,
      name: sql<string>`case when ${isAnonymous} then 'Anonymous' else ${partner.name} end`,
      email: sql<string | null>`case when ${isAnonymous} then null else ${partner.email} end`,
      avatarFile: sql<string | null>`case when ${isAnonymous} then null else ${partner.avatarFile} end`,
      lastMessage: messages.content,
      lastMessageAt: messages.sentAt,
      lastSenderId: messages.senderId,
      unreadCount: conversationMembers.unreadCount,
      isAnonymous: sql<number>`${conversations.alias} is not null`,
    })
    .from(conversationMembers)
    .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
    .innerJoin(messages, eq(messages.id, conversationMembers.lastMessageId))
    .innerJoin(
      partner,
      eq(
        partner.id,
        sql`case when ${conversations.aId} = ${viewerId} then ${conversations.bId} else ${conversations.aId} end`,
      ),
    )
    .where(
      and(
        eq(conversationMembers.userId, viewerId),
        before === undefined ? undefined : lt(conversationMembers.lastMessageId, before),
      ),
    )
    .orderBy(desc(conversationMembers.lastMessageId))
    .limit(limit);
}

/** The sender, if the receiver is active and does not block them. */
export const selectReachableSender = (receiverId: number, senderId: number) =>
  db
    .select({ name: users.name })
    .from(users)
    .where(
      and(
        eq(users.id, senderId),
        ne(users.id, receiverId),
        isNull(users.mutedAt),
        sql`exists (select 1 from users u where u.id = ${receiverId} and u.status = 'active')`,
        sql`not exists (select 1 from blocks where blocker_id = ${receiverId} and blocked_id = ${senderId})`,
      ),
    );

export type MessageRow = Awaited<ReturnType<typeof selectMessages>>[number];

/**
 * Conversations whose unread messages nobody was emailed about, the first of which was sent before a time. A partial
 * index holds only these.
 */
export function selectUnreadConversations(sentBefore: number, limit: number) {
  const first = alias(messages, "first");
  const sender = alias(users, "sender");
  const isSenderAnonymous = sql`(${conversations.alias} is not null and ${conversations.aId} = ${first.senderId})`;
  return db
    .select({
      conversationId: conversationMembers.conversationId,
      userId: conversationMembers.userId,
      lastMessageId: conversationMembers.lastMessageId,
      mailedMessageId: conversationMembers.mailedMessageId,
      firstUnseenId: first.id,
      email: users.email,
      wantsMail: sql<number>`${users.mailUnseen} and ${users.status} = 'active'`,
      senderName: sql<string>`case when ${isSenderAnonymous} then 'Anonymous' else ${sender.name} end`,
      partnerPath: sql<string>`case when ${isSenderAnonymous} then ${conversations.alias}
        else ${sender.id} || iif(${conversations.alias} is null, '', '?anonymous=1') end`,
    })
    .from(conversationMembers)
    .innerJoin(
      first,
      eq(
        first.id,
        sql`(select min(id) from messages where receiver_id = ${conversationMembers.userId}
          and conversation_id = ${conversationMembers.conversationId} and seen_at is null and delivered = 1)`,
      ),
    )
    .innerJoin(conversations, eq(conversations.id, conversationMembers.conversationId))
    .innerJoin(users, eq(users.id, conversationMembers.userId))
    .innerJoin(sender, eq(sender.id, first.senderId))
    .where(and(sql`unread_count > 0 and last_message_id > mailed_message_id`, lt(first.sentAt, sentBefore)))
    .limit(limit);
}
