import { and, desc, eq, lt, ne, not, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { conversationMembers, conversations, db, messages, users } from "#db/index.ts";
import {
  type ConversationKey,
  conversationId,
  hasReachedPartner,
  isShownConversation,
} from "#db/scopes/conversations.ts";
import { canStillWrite } from "#db/scopes/sessions.ts";
import { attachmentWord } from "./threads.server.ts";

export const selectAnonymousConversation = (key: ConversationKey, canType: SQL = sql`true`) =>
  db
    .select({
      alias: sql<string>`${conversations.alias}`,
      hiddenId: conversations.aId,
      otherId: conversations.bId,
      isOpen: sql<number>`${conversations.aliasBlockedAt} is null and ${hasReachedPartner}`,
      isBlocked: sql<number>`${conversations.aliasBlockedAt} is not null`,
      viewerName: users.name,
      canType: sql`${canType}`.mapWith(Boolean),
      hasNamed: sql<number>`exists (select 1 from conversations named where named.alias is null
        and named.a_id = min(${conversations.aId}, ${conversations.bId})
        and named.b_id = max(${conversations.aId}, ${conversations.bId}))`,
    })
    .from(conversations)
    .innerJoin(users, eq(users.id, key.viewerId))
    .where(eq(conversations.id, conversationId(key)));

const partner = alias(users, "partner");

/** Archived until a newer message arrives. */
const isArchivedHere = sql`(${conversationMembers.archivedMessageId} = ${conversationMembers.lastMessageId})`;

const isPartnerAnonymous = (viewerId: number) =>
  sql`(${conversations.alias} is not null and ${conversations.bId} = ${viewerId})`;

export function selectConversations(
  viewerId: number,
  {
    limit,
    before,
    isArchived = false,
    only,
  }: { limit: number; before?: number | undefined; isArchived?: boolean; only?: ConversationKey },
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
      hasLeft: sql<number>`not ${isAnonymous} and ${partner.status} = 'deleted'`,
      lastMessage: sql<string>`iif(${messages.content} = '', ${sql.raw(attachmentWord("messages"))}, ${messages.content})`,
      lastMessageAt: messages.sentAt,
      lastSenderId: messages.senderId,
      unreadCount: sql<number>`max(${conversationMembers.unreadCount}, ${conversationMembers.isMarkedUnread})`,
      isMuted: sql`${conversationMembers.mutedAt} is not null`.mapWith(Boolean),
      isArchived: sql`${isArchivedHere}`.mapWith(Boolean),
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
        isShownConversation,
        only
          ? eq(conversationMembers.conversationId, conversationId(only))
          : isArchived
            ? isArchivedHere
            : not(isArchivedHere),
        before === undefined ? undefined : lt(conversationMembers.lastMessageId, before),
      ),
    )
    .orderBy(desc(conversationMembers.lastMessageId))
    .limit(limit);
}

export const selectReachableSender = (receiverId: number, senderId: number, tokenHash: string) =>
  db
    .select({ name: users.name })
    .from(users)
    .where(
      and(
        eq(users.id, senderId),
        ne(users.id, receiverId),
        canStillWrite(tokenHash, { isPost: true }),
        sql`exists (select 1 from users u where u.id = ${receiverId} and u.status = 'active')`,
        sql`not exists (select 1 from blocks where blocker_id = ${receiverId} and blocked_id = ${senderId})`,
      ),
    );
