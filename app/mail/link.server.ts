import { createHash, createHmac, randomUUID } from "node:crypto";
import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import { db, mailLinks, mails, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { env } from "../env.server.ts";

export interface LinkMail {
  purpose: typeof mailLinks.$inferSelect.purpose;
  path: string;
  /** For how long it works, in milliseconds. */
  lifetimeMs: number;
  subject: string;
  text(url: string): string;
  /** Given where the same mail must not go out twice. */
  key?: string;
}

/**
 * The statements, for a batch, that mail a one-time link to the one member who fits a condition.
 *
 * They write as much when nobody fits (a mail that is never sent), so the time they take tells nothing. The link's
 * secret is kept nowhere: it follows from the mail's key and the server's secret, is put into the text when the mail
 * leaves, and the table of links has its hash.
 */
export function enqueueLinkMail(whom: SQL | undefined, link: LinkMail, now = Date.now()) {
  const { purpose, path, lifetimeMs, subject, key = `${purpose}:${randomUUID()}` } = link;
  const text = link.text(`${siteOrigin}${path}?token=${placeholder}`);
  const of = <T>(column: SQL | typeof users.id | typeof users.email) =>
    sql<T>`(${db
      .select({ column: sql`${column}` })
      .from(users)
      .where(whom)})`;
  return [
    db.delete(mailLinks).where(lt(mailLinks.expiresAt, now)),
    insertSelect(
      db,
      mailLinks,
      {
        tokenHash: hashSecret(deriveLinkSecret(key)),
        userId: users.id,
        purpose,
        expiresAt: now + lifetimeMs,
      },
      users,
      whom,
    ).onConflictDoNothing(),
    db
      .insert(mails)
      .values({
        key,
        subject,
        text,
        createdAt: now,
        recipient: sql`coalesce(${of(users.email)}, '')`,
        nextAttemptAt: sql`case when ${of(users.id)} is null then null else ${now} end`,
      })
      .onConflictDoNothing({ target: mails.key }),
  ] as const;
}

/** The condition that a link works: it is of this purpose, and neither used nor expired. */
export const isUsableLink = (purpose: LinkMail["purpose"], token: string, now = Date.now()) =>
  and(
    eq(mailLinks.tokenHash, hashSecret(token)),
    eq(mailLinks.purpose, purpose),
    sql`${mailLinks.expiresAt} > ${now}`,
  );

/** The origin of links in mails. Never the `Host` of a request: whoever sends the request chooses it. */
export const siteOrigin = env.APP_URL ?? `http://localhost:${env.PORT}`;

const placeholder = "{token}";

/** Puts the link's secret into a mail's text as it leaves. */
export const fillLinkSecret = (text: string, key: string): string =>
  text.replaceAll(placeholder, deriveLinkSecret(key));

const hashSecret = (secret: string) => createHash("sha256").update(secret).digest("hex");

/** 144 bits, short enough for a line of mail that no program wraps. */
const deriveLinkSecret = (key: string) =>
  createHmac("sha256", env.SESSION_SECRET).update(`mail-link:${key}`).digest("base64url").slice(0, 24);
