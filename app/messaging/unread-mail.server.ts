import { and, eq, sql } from "drizzle-orm";
import { conversationMembers, db, mails } from "#db/index.ts";
import { selectUnreadConversations } from "#db/scopes/conversations.ts";
import { env } from "../env.server.ts";
import { log } from "../log.server.ts";
import { signedMemberQuery, siteOrigin, verifyMemberQuery } from "../mail/link.server.ts";

/** How long messages stay unread before their receiver gets an email. */
const unreadAfterMs = 30 * 60_000;
const checkIntervalMs = 60_000;
/** The most conversations in one round; the rest wait for the next one. */
const batchSize = 200;

/** What the signature of a mail settings link is for. */
const linkPurpose = "mail-unseen";

/** The address where a member turns email notifications off without logging in. */
export const mailSettingsLink = (userId: number) =>
  `${siteOrigin}/mail-settings?${signedMemberQuery(linkPurpose, userId)}`;

/** The member of a mail settings link, or null when its signature is wrong. */
export const verifyMailSettingsLink = (query: URLSearchParams) => verifyMemberQuery(linkPurpose, query);

/** Queues emails about unread conversations once a minute. Returns a function that stops it. */
export function startUnreadMails(): () => void {
  // A hot reload must not leave the previous timer running.
  const globals = globalThis as { quadrantUnreadMails?: NodeJS.Timeout };
  clearInterval(globals.quadrantUnreadMails);
  const check = () => void enqueueUnreadMails().catch(() => log.error("could not check for unread messages"));
  const timer = setInterval(check, checkIntervalMs);
  timer.unref();
  globals.quadrantUnreadMails = timer;
  check();
  return () => clearInterval(timer);
}

/**
 * Queues one email for each conversation with messages unread for half an hour. It does not quote them, and the next
 * one comes only after the conversation was read.
 */
export async function enqueueUnreadMails(now = Date.now()): Promise<void> {
  for (const row of await selectUnreadConversations(now - unreadAfterMs, batchSize)) {
    const { conversationId, userId, lastMessageId, firstUnseenId } = row;
    const shouldMail = row.wantsMail === 1 && firstUnseenId > row.mailedMessageId ? 1 : 0;
    const isUnseen = sql`exists (select 1 from messages where id = ${firstUnseenId} and seen_at is null)`;
    const mail = {
      key: `unseen:${conversationId}:${firstUnseenId}`,
      recipient: row.email,
      subject: `New message on ${env.SITE_NAME} from ${quoteName(row.senderName)}`,
      text: mailText(row),
    };
    await db.batch([
      db
        .insert(mails)
        .select(
          sql`select null, ${mail.key}, ${mail.recipient}, ${mail.subject}, ${mail.text}, ${now}, 0, ${now}, null
            where ${shouldMail} and ${isUnseen}`,
        )
        .onConflictDoNothing(),
      db
        .update(conversationMembers)
        .set({ mailedMessageId: lastMessageId })
        .where(
          and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.userId, userId)),
        ),
    ]);
  }
}

type UnreadConversation = Awaited<ReturnType<typeof selectUnreadConversations>>[number];

/**
 * A mail quotes what people wrote and never begins with it: a name must not read like a sentence of ours. Mail programs
 * make a link of words that a dot joins, so a space follows each dot.
 */
const quoteName = (name: string) => `“${name.replace(/[“”"]/g, "'").replace(/\.(?=\S)/g, ". ")}”`;

const mailText = ({ senderName, partnerPath, userId }: UnreadConversation) =>
  [
    "Hello,",
    `You have a message on ${env.SITE_NAME} that you haven't read yet, from ${quoteName(senderName)}.`,
    `Read it here: ${siteOrigin}/messages/${partnerPath}`,
    `You won't get another email about this conversation until you've read it.\nTurn off these emails: ${mailSettingsLink(userId)}`,
  ].join("\n\n");
