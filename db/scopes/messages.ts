import { and, desc, eq, gt, inArray, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { db } from "../index.ts";
import { conversationMembers, conversations, messages } from "../schema/messages.ts";
import { blocks, users } from "../schema/users.ts";

/** A conversation of two people: the named one, or the one in which `hiddenId` is an alias to the other. */
export interface Pair {
  viewerId: number;
  otherId: number;
  anonymous?: boolean;
}

/** The id of a conversation as a subquery. An anonymous one is the viewer's own, in which they are hidden. */
export function conversationId({ viewerId, otherId, anonymous = false }: Pair): SQL {
  const low = Math.min(viewerId, otherId);
  const high = Math.max(viewerId, otherId);
  return anonymous
    ? sql`(select id from conversations where a_id = ${viewerId} and b_id = ${otherId} and alias is not null)`
    : sql`(select id from conversations where a_id = ${low} and b_id = ${high} and alias is null)`;
}

/** What a message's answer is made from; the sender's row must be joined as `users`, its conversation as `conversations`. */
export const messageColumns = {
  id: messages.id,
  senderId: messages.senderId,
  receiverId: messages.receiverId,
  content: messages.content,
  sentAt: messages.sentAt,
  seenAt: messages.seenAt,
  senderName: users.name,
  senderEmail: users.email,
  alias: conversations.alias,
  hiddenId: conversations.aId,
};

/** Messages with all that `messageColumns` reads. */
export const selectMessages = () =>
  db
    .select(messageColumns)
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .innerJoin(users, eq(users.id, messages.senderId));

/** What a member may read: what reached them and what they wrote. */
export const readableBy = (viewerId: number) =>
  or(eq(messages.senderId, viewerId), and(eq(messages.receiverId, viewerId), sql`messages.delivered = 1`));

/** What a member has not seen yet. Written so that the partial indexes fit. */
export const unseenBy = (viewerId: number) =>
  and(eq(messages.receiverId, viewerId), isNull(messages.seenAt), sql`delivered = 1`);

/** A message that is to be stored. */
export interface NewMessage {
  senderId: number;
  receiverId: number;
  content: string;
  tempId: string | null;
}

/**
 * The statements that store a message between two members under their names, all its conditions inside: the receiver
 * is active and does not refuse the sender; the same text within `sameTextWithin` milliseconds, or the same `tempId`,
 * stores nothing.
 *
 * Their answers in order: nothing, the new row's id if it is new, the stored message (the first one, of several
 * sendings), and what the receiver is.
 */
export function insertMessage(draft: NewMessage, sameTextWithin: number, now = Date.now()) {
  const { senderId, receiverId, content, tempId } = draft;
  const low = Math.min(senderId, receiverId);
  const high = Math.max(senderId, receiverId);
  const conversation = conversationId({ viewerId: senderId, otherId: receiverId });
  const refuses = sql`exists (select 1 from ${blocks}
    where ${blocks.blockerId} = ${receiverId} and ${blocks.blockedId} = ${senderId})`;
  const receives = sql`exists (select 1 from ${users}
    where ${users.id} = ${receiverId} and ${users.status} = 'active') and not ${refuses}`;
  const sameText = sql`conversation_id = ${conversation} and sender_id = ${senderId}
    and sent_at > ${now - sameTextWithin} and content = ${content}`;
  const sameName = sql`conversation_id = ${conversation} and sender_id = ${senderId} and temp_id = ${tempId}`;
  return [
    db
      .insert(conversations)
      .select(sql`select null, ${low}, ${high}, null, null, ${now} where ${receives}`)
      .onConflictDoNothing(),
    db
      .insert(messages)
      .select(
        sql`select null, id, ${senderId}, ${receiverId}, ${content}, ${now}, null, 1, ${tempId} from conversations
          where id = ${conversation} and ${receives} and not exists (select 1 from messages where ${sameText})`,
      )
      .onConflictDoNothing()
      .returning({ id: messages.id }),
    selectMessages().where(
      eq(
        messages.id,
        sql`coalesce((select id from messages where ${sameName}), (select min(id) from messages where ${sameText}))`,
      ),
    ),
    db
      .select({ active: sql<number>`${users.status} = 'active'`, refuses: sql<number>`${refuses}` })
      .from(users)
      .where(eq(users.id, receiverId)),
  ] as const;
}

/** Which part of a thread: `before` and `after` are message ids; `after` means the oldest ones after it. */
export interface ThreadPage {
  before?: number | undefined;
  after?: number | undefined;
  limit: number;
}

/** The ids of a part of a thread, as a subquery that reads no more rows than it answers. */
export function threadPageIds(pair: Pair, { before, after, limit }: ThreadPage): SQL {
  const order = after === undefined ? sql.raw("desc") : sql.raw("asc");
  return sql`select ${messages.id} from ${messages} where ${and(
    eq(messages.conversationId, conversationId(pair)),
    readableBy(pair.viewerId),
    before === undefined ? undefined : lt(messages.id, before),
    after === undefined ? undefined : gt(messages.id, after),
  )} order by ${messages.id} ${order} limit ${limit}`;
}

/** A part of a thread, oldest first. */
export const selectThread = (pair: Pair, part: ThreadPage) =>
  selectMessages()
    .where(sql`${messages.id} in (${threadPageIds(pair, part)})`)
    .orderBy(messages.id);

/** How many messages one opening marks at most: far more than anyone leaves unseen, and still a short write. */
const maxMarkedSeen = 2_000;

/** Marks what a member has not seen of a conversation. */
export const markConversationSeen = (pair: Pair, now = Date.now()) =>
  db
    .update(messages)
    .set({ seenAt: now })
    .where(
      inArray(
        messages.id,
        sql`(select id from messages where ${and(
          unseenBy(pair.viewerId),
          eq(messages.conversationId, conversationId(pair)),
        )} order by id limit ${maxMarkedSeen})`,
      ),
    )
    .returning({ id: messages.id, senderId: messages.senderId });

const other = alias(users, "other");
const isHiddenFrom = (viewerId: number) =>
  sql`(${conversations.alias} is not null and ${conversations.bId} = ${viewerId})`;

/** A member's conversations, newest first; an anonymous other is their alias and nothing more. */
export function selectConversations(
  viewerId: number,
  { limit, before }: { limit: number; before?: number | undefined },
) {
  const hidden = isHiddenFrom(viewerId);
  return db
    .select({
      cursor: conversationMembers.lastMessageId,
      userId: sql<string>`case when ${hidden} then ${conversations.alias} else cast(${other.id} as text) end`,
      name: sql<string>`case when ${hidden} then 'Anonymous' else ${other.name} end`,
      email: sql<string | null>`case when ${hidden} then null else ${other.email} end`,
      avatarFile: sql<string | null>`case when ${hidden} then null else ${other.avatarFile} end`,
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
      other,
      eq(
        other.id,
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

/** Whether someone would be told that a member is typing to them. */
export const selectReachableSender = (listenerId: number, typistId: number) =>
  db
    .select({ name: users.name })
    .from(users)
    .where(
      and(
        eq(users.id, typistId),
        ne(users.id, listenerId),
        sql`exists (select 1 from users u where u.id = ${listenerId} and u.status = 'active')`,
        sql`not exists (select 1 from blocks where blocker_id = ${listenerId} and blocked_id = ${typistId})`,
      ),
    );

export type MessageRow = Awaited<ReturnType<typeof selectMessages>>[number];

/**
 * Conversations with messages that nobody was told of yet, the first unseen of which came before a moment. Driven by
 * a partial index that holds only these.
 */
export function selectUnreadConversations(before: number, limit: number) {
  const first = alias(messages, "first");
  const sender = alias(users, "sender");
  const isHidden = sql`(${conversations.alias} is not null and ${conversations.aId} = ${first.senderId})`;
  return db
    .select({
      conversationId: conversationMembers.conversationId,
      userId: conversationMembers.userId,
      lastMessageId: conversationMembers.lastMessageId,
      mailedMessageId: conversationMembers.mailedMessageId,
      firstUnseenId: first.id,
      email: users.email,
      firstName: users.firstName,
      wantsMail: sql<number>`${users.mailUnseen} and ${users.status} = 'active'`,
      senderName: sql<string>`case when ${isHidden} then 'Anonymous' else ${sender.name} end`,
      partner: sql<string>`case when ${isHidden} then ${conversations.alias}
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
    .where(and(sql`unread_count > 0 and last_message_id > mailed_message_id`, lt(first.sentAt, before)))
    .limit(limit);
}
