import { and, eq, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { notify } from "#app/notices/notify.server.ts";
import { publishNotices } from "#app/notices/publish.server.ts";
import { minuteMs } from "#app/platform/time/durations.ts";
import { conversationMembers, conversations, db, messages, users } from "#db/index.ts";
import { isShownConversation } from "#db/scopes/conversations.ts";
import { yieldToRequests } from "#db/yield-to-requests.ts";

const unreadAfterMs = 30 * minuteMs;
const maxPerRound = 200;

/** Notifies a member once about each unread conversation, without quoting it. */
export async function notifyUnread(now = Date.now()): Promise<void> {
  const unread = await selectUnreadConversations(now - unreadAfterMs, maxPerRound);
  for (const { conversationId, userId, lastMessageId, firstUnseenId, ...row } of unread) {
    const isNew = firstUnseenId > row.mailedMessageId && !row.isMuted ? 1 : 0;
    const isHere = and(
      eq(conversationMembers.conversationId, conversationId),
      eq(conversationMembers.userId, userId),
    );
    const [notified] = await db.batch([
      notify(
        {
          kind: "messages-unread",
          userId,
          subject: row.partnerPath,
          actorId: row.isSenderAnonymous ? undefined : row.senderId,
          facts: { name: row.senderName, conversation: String(conversationId) },
          now,
        },
        messages,
        sql`${messages.id} = ${firstUnseenId} and seen_at is null and ${isNew}`,
      ),
      db.update(conversationMembers).set({ mailedMessageId: lastMessageId }).where(isHere),
    ]);
    await publishNotices(notified);
    await yieldToRequests();
  }
}

function selectUnreadConversations(sentBefore: number, limit: number) {
  const first = alias(messages, "first");
  const sender = alias(users, "sender");
  const isSenderAnonymous = sql<boolean>`(${conversations.alias} is not null and ${conversations.aId} = ${first.senderId})`;
  return db
    .select({
      conversationId: conversationMembers.conversationId,
      userId: conversationMembers.userId,
      lastMessageId: conversationMembers.lastMessageId,
      mailedMessageId: conversationMembers.mailedMessageId,
      isMuted: sql`${conversationMembers.mutedAt} is not null`.mapWith(Boolean),
      firstUnseenId: first.id,
      isSenderAnonymous: isSenderAnonymous.mapWith(Boolean),
      senderId: first.senderId,
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
    .where(
      and(
        sql`unread_count > 0 and last_message_id > mailed_message_id`,
        lt(first.sentAt, sentBefore),
        isShownConversation,
      ),
    )
    .limit(limit);
}
