import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, moment } from "./columns.ts";
import { users } from "./users.ts";

/** Texts to all members or to one batch, from administrators and the announcers they choose. */
export const announcements = sqliteTable(
  "announcements",
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    /** Null for all members. */
    batchYear: integer(),
    /** The day of writing, and the last day on which it is shown: `YYYY-MM-DD`. */
    day: text().notNull(),
    until: text().notNull(),
    createdAt: moment().notNull(),
    /** The row is kept, so that its audience cannot get another announcement that day. */
    takenBackAt: moment(),
    /** How many members have read their notice of it. Maintained by a trigger. */
    readCount: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex("announcements_once").on(t.day, t.batchYear),
    uniqueIndex("announcements_once_to_all").on(t.day).where(sql`batch_year is null`),
    index("announcements_current").on(t.until).where(sql`taken_back_at is null`),
    index("announcements_author").on(t.userId),
  ],
);
