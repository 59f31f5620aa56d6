import { createHmac, hash, randomUUID, timingSafeEqual } from "node:crypto";
import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import { db, mailLinks, mails, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { env } from "../env.server.ts";
import { parseId } from "../schemas/fields.server.ts";
import { enqueueMails } from "./enqueue.server.ts";

export interface LinkMail {
  purpose: typeof mailLinks.$inferSelect.purpose;
  path: string;
  lifetimeMs: number;
  subject: string;
  text(url: string): string;
  key?: string;
  newEmail?: string;
}

/** Writes the same amount without a match, so that timing reveals nothing. The secret is derived, never stored. */
export function enqueueLinkMail(isRecipient: SQL | undefined, link: LinkMail, now = Date.now()) {
  const { purpose, path, lifetimeMs, subject, newEmail, key = `${purpose}:${randomUUID()}` } = link;
  const text = link.text(`${siteOrigin}${path}?token=${placeholder}`);
  const recipientId = db.select({ id: users.id }).from(users).where(isRecipient);
  const recipientEmail = db
    .select({ email: newEmail === undefined ? users.email : sql`${newEmail}` })
    .from(users)
    .where(isRecipient);
  return [
    db.delete(mailLinks).where(lt(mailLinks.expiresAt, now)),
    insertSelect(
      db,
      mailLinks,
      {
        tokenHash: hash("sha256", deriveLinkSecret(key)),
        userId: users.id,
        purpose,
        newEmail,
        expiresAt: now + lifetimeMs,
      },
      users,
      isRecipient,
    ).onConflictDoNothing(),
    db
      .insert(mails)
      .values({
        key,
        subject,
        text,
        createdAt: now,
        recipient: sql`coalesce((${recipientEmail}), '')`,
        nextAttemptAt: sql`case when (${recipientId}) is null then null else ${now} end`,
      })
      .onConflictDoNothing({ target: mails.key }),
  ] as const;
}

/** Mails each member with one of these addresses. `{name}` in the text becomes the member's name. */
export function enqueueLinkMails(
  emails: readonly string[],
  isRecipient: SQL | undefined,
  { purpose, path, lifetimeMs, subject, text }: Omit<LinkMail, "key" | "newEmail">,
  now = Date.now(),
) {
  const links = emails.map((email) => {
    const key = `${purpose}:${randomUUID()}`;
    return { email, key, tokenHash: hash("sha256", deriveLinkSecret(key)) };
  });
  // Without `cross` SQLite may read every member once for each address.
  const recipients = sql`json_each(${JSON.stringify(links)}) as link
    cross join users on users.email = link.value ->> 'email' where ${isRecipient ?? sql`true`}`;
  return [
    insertSelect(
      db,
      mailLinks,
      {
        tokenHash: sql`link.value ->> 'tokenHash'`,
        userId: sql`users.id`,
        purpose,
        expiresAt: now + lifetimeMs,
      },
      recipients,
    ),
    enqueueMails(
      {
        key: sql`link.value ->> 'key'`,
        subject,
        text: sql`replace(${text(`${siteOrigin}${path}?token=${placeholder}`)}, '{name}', users.name)`,
        isBulk: true,
      },
      recipients,
      undefined,
      now,
    ),
  ] as const;
}

export const isUsableLink = (purpose: LinkMail["purpose"], token: string, now = Date.now()) =>
  and(
    eq(mailLinks.tokenHash, hash("sha256", token)),
    eq(mailLinks.purpose, purpose),
    sql`${mailLinks.expiresAt} > ${now}`,
  );

export const siteOrigin = env.APP_URL ?? `http://localhost:${env.PORT}`;

const stopPurpose = (kind: string) => `stop-notices:${kind}`;

/** Unsubscribes from a kind, several separated by commas, or `digest`: a link, and a one-click header (RFC 8058). */
export const stopLink = (userId: number, kind: string) =>
  `${siteOrigin}/notices/stop?kind=${encodeURIComponent(kind)}&${signedMemberQuery(stopPurpose(kind), userId)}`;

const oldStopLinks: Record<string, { purpose: string; kind: string }> = {
  "/mail-settings": { purpose: "mail-unseen", kind: "messages-unread" },
  "/event-reminders": { purpose: "event-reminders", kind: "event-tomorrow" },
};

/** Returns the member and kind of an unsubscribe link, or null if its signature is wrong. */
export function verifyStopLink({ pathname, searchParams }: URL): { userId: number; kind: string } | null {
  const named = searchParams.get("kind") ?? "";
  const { purpose, kind } = oldStopLinks[pathname] ?? { purpose: stopPurpose(named), kind: named };
  const userId = verifyMemberQuery(purpose, searchParams);
  return userId === null ? null : { userId, kind };
}

const placeholder = "{token}";

/** 144 bits, short enough that no mail program wraps the link. */
export const deriveLinkSecret = (key: string) =>
  createHmac("sha256", env.SESSION_SECRET).update(`mail-link:${key}`).digest("base64url").slice(0, 24);

const signMember = (purpose: string, userId: number) =>
  createHmac("sha256", env.SESSION_SECRET).update(`${purpose}:${userId}`).digest("base64url").slice(0, 32);

/** The query of a link that changes one setting without a log-in. It never expires. */
const signedMemberQuery = (purpose: string, userId: number) =>
  `member=${userId}&key=${signMember(purpose, userId)}`;

function verifyMemberQuery(purpose: string, query: URLSearchParams): number | null {
  const userId = parseId(query.get("member"));
  if (userId === null) return null;
  const signature = Buffer.from(query.get("key") ?? "");
  const expected = Buffer.from(signMember(purpose, userId));
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? userId : null;
}
