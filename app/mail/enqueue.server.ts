import type { Column, SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db, mails, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";

interface MailColumns {
  key: string | SQL;
  subject: string | SQL;
  text: string | SQL;
  recipient?: string | SQL | Column;
}

/** Queues a mail for each row of a table, or of a FROM clause with its own WHERE. A `key` is queued only once. */
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
