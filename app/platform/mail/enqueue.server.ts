import type { Column, SQL } from "drizzle-orm";
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

/**
 * Queues a mail per row of a table or FROM clause (with its own WHERE). The text must not contain a member's words.
 * Each `key` is queued once.
 */
export const enqueueMails = (
  { recipient = users.email, isBulk = false, ...mail }: MailColumns,
  source: SQLiteTable | SQL,
  condition?: SQL,
  now = Date.now(),
) =>
  insertSelect(
    db,
    mails,
    { ...mail, recipient, isBulk, createdAt: now, attempts: 0, nextAttemptAt: now },
    source,
    condition,
  ).onConflictDoNothing({ target: mails.key });
