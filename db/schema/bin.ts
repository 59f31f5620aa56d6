import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { binSubjects } from "../vocabulary.ts";
import { id, moment } from "./columns.ts";
import { questionAliases } from "./questions.ts";
import { users } from "./users.ts";

/** Items deleted less than seven days ago. Their rows are no longer in their tables, but in `bin_rows`. */
export const bin = sqliteTable(
  "bin",
  {
    id: id(),
    subject: text({ enum: binSubjects }).notNull(),
    subjectId: integer().notNull(),
    /** The question of an answer or a comment, which can't be restored without it. */
    questionId: integer(),
    /** Its title, or the beginning of its text. */
    title: text().notNull(),
    authorId: integer().references(() => users.id),
    alias: text().references(() => questionAliases.alias),
    deletedBy: integer()
      .notNull()
      .references(() => users.id),
    isRemoved: integer({ mode: "boolean" }).notNull(),
    deletedAt: moment().notNull(),
    /** When the event's attendees are to be notified. Null once they are, and if nobody needs to be. */
    tellAt: moment(),
    toldAt: moment(),
  },
  (t) => [
    uniqueIndex("bin_subject").on(t.subject, t.subjectId),
    index("bin_deleted_by").on(t.deletedBy, t.id),
    index("bin_author").on(t.authorId).where(sql`author_id is not null`),
    index("bin_removed").on(t.id).where(sql`is_removed = 1`),
    index("bin_deleted").on(t.deletedAt),
    index("bin_tell").on(t.tellAt).where(sql`tell_at is not null`),
    index("bin_question").on(t.questionId).where(sql`question_id is not null`),
  ],
);

/** The rows of an item in the bin and of everything deleted with it, moved here by `db/bin.ts`. */
export const binRows = sqliteTable(
  "bin_rows",
  {
    binId: integer()
      .notNull()
      .references(() => bin.id, { onDelete: "cascade" }),
    tableName: text().notNull(),
    /** The row's owner. It is deleted with the account. */
    memberId: integer().references(() => users.id),
    /** A JSON object of its columns. */
    row: text().notNull(),
  },
  (t) => [
    index("bin_rows_of").on(t.binId, t.tableName),
    index("bin_rows_id").on(t.tableName, sql`"row" ->> 'id'`),
    index("bin_rows_member").on(t.memberId).where(sql`member_id is not null`),
    index("bin_rows_file").on(sql`"row" ->> 'file_sha256'`).where(sql`table_name = 'resources'`),
    index("bin_rows_tag").on(sql`"row" ->> 'tag_id'`).where(sql`table_name = 'question_tags'`),
    index("bin_rows_logo").on(sql`"row" ->> 'company_logo'`).where(sql`table_name = 'jobs'`),
    index("bin_rows_application").on(sql`"row" ->> 'file'`).where(sql`table_name = 'job_applications'`),
    index("bin_rows_image").on(sql`"row" ->> 'image_id'`).where(sql`table_name = 'events'`),
  ],
);
