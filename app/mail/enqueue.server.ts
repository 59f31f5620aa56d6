import { type Column, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db, mails, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";

interface MailColumns {
  key: string | SQL;
  subject: string | SQL;
  text: string | SQL;
  recipient?: string | SQL | Column;
  isBulk?: boolean;
}

interface QuotingMailColumns extends MailColumns {
  authorId: number | SQL;
  /** The author's words, by the `{name}` that stands for them. */
  quotes: Record<string, string> | SQL;
}

/** For each row of a table, or of a FROM clause with its own WHERE. No member's words. A `key` is queued only once. */
export const enqueueMails = (
  mail: MailColumns,
  source: SQLiteTable | SQL,
  condition?: SQL,
  now = Date.now(),
) => insertMails(mail, source, condition, now).onConflictDoNothing({ target: mails.key });

/** To confirmed addresses, behind mails about accounts. @param sendAt of one `key` the newest waits for its time */
export const enqueueQuotingMails = (
  mail: QuotingMailColumns,
  source: SQLiteTable | SQL,
  condition?: SQL,
  sendAt: number | SQL = Date.now(),
) =>
  insertMails({ ...mail, isBulk: true }, source, condition, sendAt).onConflictDoUpdate({
    target: mails.key,
    set: { text: sql`excluded.text`, quotes: sql`excluded.quotes` },
    setWhere: sql`${mails.attempts} = 0`,
  });

const insertMails = (
  { recipient = users.email, isBulk = false, ...mail }: MailColumns | QuotingMailColumns,
  source: SQLiteTable | SQL,
  condition: SQL | undefined,
  sendAt: number | SQL,
) =>
  insertSelect(
    db,
    mails,
    { ...mail, recipient, isBulk, createdAt: sendAt, attempts: 0, nextAttemptAt: sendAt },
    source,
    condition,
  );
