import { hash } from "node:crypto";
import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { enqueueMails } from "#app/platform/mail/enqueue.server.ts";
import { deriveLinkSecret, siteOrigin } from "#app/platform/mail/link.server.ts";
import { wakeMailQueue } from "#app/platform/mail/queue.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { formatDateTime } from "#app/platform/time/time.server.ts";
import { insertAuditEntry } from "#db/audit.ts";
import { db, mailLinks, mails, users } from "#db/index.ts";
import { emptied, isGivenUp, isQueued } from "#db/scopes/mails.ts";
import { pageOf } from "#db/scopes/pages.ts";
import { isActingAdmin } from "#db/scopes/users.ts";
import { pageSize } from "../navigation.ts";

const lists = {
  failed: isGivenUp,
  waiting: isQueued,
} as const;
export type MailList = keyof typeof lists;

/** One page of mails, newest first, without their texts, because links in them log people in. */
export async function listMails(list: MailList, before: number, now = Date.now()) {
  const found = await db
    .select({
      id: mails.id,
      key: mails.key,
      recipient: mails.recipient,
      subject: mails.subject,
      failure: mails.failure,
      attempts: mails.attempts,
      createdAt: mails.createdAt,
      nextAttemptAt: mails.nextAttemptAt,
    })
    .from(mails)
    .where(and(lists[list], lt(mails.id, before)))
    .orderBy(desc(mails.id))
    .limit(pageSize + 1);
  const expired = await findExpired(
    found.map(({ key }) => key),
    now,
  );
  return pageOf(found, pageSize, ({ key, subject, createdAt, nextAttemptAt, ...mail }) => ({
    ...mail,
    subject: withoutWords(subject),
    queued: formatDateTime(createdAt),
    next: nextAttemptAt === null ? null : formatDateTime(nextAttemptAt),
    isExpired: expired.has(key),
  }));
}

/** Placeholders such as `{title}` are not filled, because members' words are private. */
const withoutWords = (subject: string) => subject.replace(/\{\w+\}/g, "…");

const tokenHash = (key: string) => hash("sha256", deriveLinkSecret(key));
const hasLink = sql`instr(${mails.text}, '{token}') > 0`;

/** Returns the given mails' keys whose link has expired or was used. */
async function findExpired(keys: string[], now: number): Promise<Set<string>> {
  const [withLink, usable] = await db.batch([
    db
      .select({ key: mails.key })
      .from(mails)
      .where(and(inArray(mails.key, keys), hasLink)),
    db
      .select({ tokenHash: mailLinks.tokenHash })
      .from(mailLinks)
      .where(and(inArray(mailLinks.tokenHash, keys.map(tokenHash)), gt(mailLinks.expiresAt, now))),
  ]);
  const hashes = new Set(usable.map((link) => link.tokenHash));
  return new Set(withLink.map(({ key }) => key).filter((key) => !hashes.has(tokenHash(key))));
}

const acts = {
  again: {
    did: "sent again the email",
    set: (now: number) => ({ nextAttemptAt: now, failure: null }),
  },
  discard: {
    did: "discarded the email",
    set: () => ({ ...emptied, failure: null }),
  },
} as const;
type MailAct = keyof typeof acts;

/**
 * Retries or discards a mail that the queue has given up on.
 * @returns false when the mail is no longer given up, or its link no longer works
 */
export async function changeMail(
  viewer: Viewer,
  id: number,
  act: MailAct,
  now = Date.now(),
): Promise<boolean> {
  const [mail] = await db
    .select({ key: mails.key, subject: mails.subject })
    .from(mails)
    .where(eq(mails.id, id));
  if (!mail) return false;
  const leadsSomewhere = or(
    sql`not ${hasLink}`,
    sql`exists (select 1 from ${mailLinks} where ${mailLinks.tokenHash} = ${tokenHash(mail.key)}
      and ${mailLinks.expiresAt} > ${now})`,
  );
  const [changed] = await db.batch([
    db
      .update(mails)
      .set(acts[act].set(now))
      .where(
        and(
          eq(mails.id, id),
          isNull(mails.nextAttemptAt),
          isNotNull(mails.failure),
          ne(mails.text, ""),
          act === "again" ? leadsSomewhere : undefined,
          isActingAdmin(viewer.id),
        ),
      )
      .returning({ id: mails.id }),
    insertAuditEntry(viewer.id, acts[act].did, { text: withoutWords(mail.subject), id: `mail ${id}` }),
  ]);
  if (act === "again") wakeMailQueue();
  return changed.length > 0;
}

/** Queues a test mail to the administrator, at most one a minute. */
export async function sendTestMail(viewer: Viewer, now = Date.now()): Promise<void> {
  await db.batch([
    enqueueMails(
      {
        key: `test:${viewer.id}:${Math.floor(now / 60_000)}`,
        subject: `${settings.siteName} can send emails`,
        text: `You asked for this email on ${siteOrigin}/admin/mail. It arrived, so there is nothing else to do.`,
      },
      users,
      and(eq(users.id, viewer.id), isActingAdmin(viewer.id)),
    ),
    insertAuditEntry(viewer.id, "sent a test email"),
  ]);
  wakeMailQueue();
}
