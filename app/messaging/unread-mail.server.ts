import { and, eq, lt, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { conversationMembers, conversations, db, messages, users } from "#db/index.ts";
import { minuteMs } from "../durations.ts";
import { env } from "../env.server.ts";
import { enqueueQuotingMails } from "../mail/enqueue.server.ts";
import { signedMemberQuery, siteOrigin, verifyMemberQuery } from "../mail/link.server.ts";

const unreadAfterMs = 30 * minuteMs;
const maxPerRound = 200;

const linkPurpose = "mail-unseen";

export const mailSettingsLink = (userId: number) =>
  `${siteOrigin}/mail-settings?${signedMemberQuery(linkPurpose, userId)}`;

export const verifyMailSettingsLink = (query: URLSearchParams) => verifyMemberQuery(linkPurpose, query);

/** Mails once about each conversation, without quoting it, until it is read. */
export async function enqueueUnreadMails(now = Date.now()): Promise<void> {
  for (const row of await selectUnreadConversations(now - unreadAfterMs, maxPerRound)) {
    const { conversationId, userId, lastMessageId, firstUnseenId } = row;
    const shouldMail = row.wantsMail === 1 && firstUnseenId > row.mailedMessageId ? 1 : 0;
    const mail = {
      key: `unseen:${conversationId}:${firstUnseenId}`,
      recipient: row.email,
      authorId: row.senderId,
      subject: `New message on ${env.SITE_NAME} from {sender}`,
      text: mailText(row),
      quotes: { sender: row.senderName },
    };
    await db.batch([
      enqueueQuotingMails(
        mail,
        sql`messages where id = ${firstUnseenId} and seen_at is null and ${shouldMail}`,
        undefined,
        now,
      ),
      db
        .update(conversationMembers)
        .set({ mailedMessageId: lastMessageId })
        .where(
          and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.userId, userId)),
        ),
    ]);
  }
}

function selectUnreadConversations(sentBefore: number, limit: number) {
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
    .where(and(sql`unread_count > 0 and last_message_id > mailed_message_id`, lt(first.sentAt, sentBefore)))
    .limit(limit);
}

type UnreadConversation = Awaited<ReturnType<typeof selectUnreadConversations>>[number];

const mailText = ({ partnerPath, userId }: UnreadConversation) =>
  [
    "Hello,",
    `You have a message on ${env.SITE_NAME} that you haven't read yet, from {sender}.`,
    `Read it here: ${siteOrigin}/messages/${partnerPath}`,
    `You won't get another email about this conversation until you've read it.\nTurn off these emails: ${mailSettingsLink(userId)}`,
  ].join("\n\n");
