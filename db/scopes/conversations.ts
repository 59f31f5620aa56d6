import { and, desc, eq, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { db } from "../index.ts";
import { conversationMembers, conversations, messages } from "../schema/messages.ts";
import { users } from "../schema/users.ts";

/** The other one of a conversation: a member's id, or the alias of a member who is hidden from the viewer. */
export type PartnerId = number | string;

/** A conversation as one of its two members addresses it. */
export interface ConversationKey {
  viewerId: number;
  partnerId: PartnerId;
  /** Whether the viewer is hidden from the partner. An alias decides that by itself: it hides its owner. */
  isAnonymous: boolean;
}

/** The id of a conversation, as a subquery. */
export function conversationId({ viewerId, partnerId, isAnonymous }: ConversationKey): SQL {
  if (typeof partnerId === "string") {
    return sql`(select id from conversations where alias = ${partnerId} and b_id = ${viewerId})`;
  }
  const low = Math.min(viewerId, partnerId);
  const high = Math.max(viewerId, partnerId);
  return isAnonymous
    ? sql`(select id from conversations where a_id = ${viewerId} and b_id = ${partnerId} and alias is not null)`
    : sql`(select id from conversations where a_id = ${low} and b_id = ${high} and alias is null)`;
}

/** Whether a message of an anonymous conversation has ever reached the one who sees the alias. */
export const hasReachedPartner = sql`exists (select 1 from ${conversationMembers}
  where ${conversationMembers.conversationId} = ${conversations.id}
  and ${conversationMembers.userId} = ${conversations.bId})`;

/** An anonymous conversation, and the name of the viewer. `isOpen`: what the hidden member sends reaches the other. */
export const selectAnonymousConversation = (key: ConversationKey) =>
  db
    .select({
      alias: sql<string>`${conversations.alias}`,
      hiddenId: conversations.aId,
      otherId: conversations.bId,
      isOpen: sql<number>`${conversations.aliasBlockedAt} is null and ${hasReachedPartner}`,
      isBlocked: sql<number>`${conversations.aliasBlockedAt} is not null`,
      viewerName: users.name,
      hasNamed: sql<number>`exists (select 1 from conversations named where named.alias is null
        and named.a_id = min(${conversations.aId}, ${conversations.bId})
        and named.b_id = max(${conversations.aId}, ${conversations.bId}))`,
    })
    .from(conversations)
    .innerJoin(users, eq(users.id, key.viewerId))
    .where(eq(conversations.id, conversationId(key)));

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
      email: sql<
        string | null
      >`case when ${isAnonymous} or ${partner.status} = 'deleted' then null else ${partner.email} end`,
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

/** The sender, unless they are muted, if the receiver is active and does not block them. */
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
