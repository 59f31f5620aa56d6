import type { Column, SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db, mails, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";

/** Each a text, or made from the columns of a row. `recipient` is by default the address of the row's member. */
interface MailColumns {
  key: string | SQL;
  subject: string | SQL;
  text: string | SQL;
  recipient?: string | SQL | Column;
}

/**
 * Returns the statement that queues a mail for each row of a table that meets a condition, or of a FROM clause with its
 * own WHERE. A mail whose `key` is in the table already is not queued again.
 */
export const enqueueMails = (
  { recipient = users.email, ...mail }: MailColumns,
  source: SQLiteTable | SQL,
  condition?: SQL,
  now = Date.now(),
) =>
  insertSelect(
    db,
    mails,
    { ...mail, recipient, createdAt: now, attempts: 0, nextAttemptAt: now },
    source,
    condition,
  ).onConflictDoNothing({ target: mails.key });
