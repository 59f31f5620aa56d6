import { createHmac, timingSafeEqual } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { conversationMembers, db, mails } from "#db/index.ts";
import { selectUnreadConversations } from "#db/scopes/messages.ts";
import { env } from "../env.server.ts";
import { log } from "../log.server.ts";
import { siteOrigin } from "../mail/link.server.ts";
import { parseId } from "../schemas/fields.ts";

/** A conversation that waits unseen for this long is told by mail, once, in milliseconds. */
const unreadAfterMs = 30 * 60_000;
const checkIntervalMs = 60_000;
/** Conversations told in one round; the others' turn comes in the next. */
const batchSize = 200;

const signMember = (userId: number) =>
  createHmac("sha256", env.SESSION_SECRET).update(`mail-unseen:${userId}`).digest("base64url").slice(0, 32);

/** The address that turns a member's mails off, without a log-in. */
export const mailSettingsLink = (userId: number) =>
  `${siteOrigin}/mail-settings?member=${userId}&key=${signMember(userId)}`;

/** Whose link this is, or null when it is nobody's. */
export function verifyMailSettingsLink(query: URLSearchParams): number | null {
  const id = parseId(query.get("member"));
  if (id === null) return null;
  const given = Buffer.from(query.get("key") ?? "");
  const right = Buffer.from(signMember(id));
  return given.length === right.length && timingSafeEqual(given, right) ? id : null;
}

/** Looks once a minute for conversations that wait, and puts a mail for each in the queue. Answers how to end it. */
export function startUnreadMails(): () => void {
  const kept = globalThis as { quadrantUnseen?: NodeJS.Timeout };
  clearInterval(kept.quadrantUnseen);
  const look = () =>
    void enqueueUnreadMails().catch(() => log.error("unread messages could not be looked up"));
  kept.quadrantUnseen = setInterval(look, checkIntervalMs);
  kept.quadrantUnseen.unref();
  look();
  return () => clearInterval(kept.quadrantUnseen);
}

/**
 * Queues one mail for each conversation whose first message since the last mail waits unseen for half an hour. It
 * does not quote the message. The next one comes only after the conversation was read and left unseen anew.
 */
export async function enqueueUnreadMails(now = Date.now()): Promise<void> {
  for (const row of await selectUnreadConversations(now - unreadAfterMs, batchSize)) {
    const { conversationId, userId, lastMessageId, firstUnseenId } = row;
    // Who turned mails off, or was told of these messages already, is only noted as looked at.
    const isNews = row.wantsMail === 1 && firstUnseenId > row.mailedMessageId ? 1 : 0;
    const isUnseen = sql`exists (select 1 from messages where id = ${firstUnseenId} and seen_at is null)`;
    const mail = {
      key: `unseen:${conversationId}:${firstUnseenId}`,
      recipient: row.email,
      subject: `${row.senderName} wrote to you on ${env.SITE_NAME}`,
      text: mailText(row),
    };
    await db.batch([
      db
        .insert(mails)
        .select(
          sql`select null, ${mail.key}, ${mail.recipient}, ${mail.subject}, ${mail.text}, ${now}, 0, ${now}, null
            where ${isNews} and ${isUnseen}`,
        )
        .onConflictDoNothing(),
      db
        .update(conversationMembers)
        .set({ mailedMessageId: lastMessageId })
        .where(
          sql`${eq(conversationMembers.conversationId, conversationId)} and ${eq(conversationMembers.userId, userId)}`,
        ),
    ]);
  }
}

type UnreadConversation = Awaited<ReturnType<typeof selectUnreadConversations>>[number];

function mailText({ firstName, senderName, partner, userId }: UnreadConversation): string {
  return [
    `Hello ${firstName},`,
    `${senderName} wrote to you on ${env.SITE_NAME}, and the message is still unread.`,
    `Read it here: ${siteOrigin}/messages/${partner}`,
    `You get one such mail for a conversation until you have read it.\nTo turn these mails off: ${mailSettingsLink(userId)}`,
  ].join("\n\n");
}
