import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { exams, fileTypes, resourceTypes } from "../vocabulary.ts";
import { id, moment, oneOf, version } from "./columns.ts";
import { users } from "./users.ts";

export const resourceCategories = sqliteTable(
  "resource_categories",
  {
    id: id(),
    name: text().notNull(),
    slug: text().notNull(),
    description: text().notNull(),
    position: integer().notNull(),
    /** Hidden categories accept no uploads, but keep their resources. */
    isHidden: integer({ mode: "boolean" }).notNull().default(false),
    version: version(),
  },
  (t) => [uniqueIndex("resource_categories_slug").on(t.slug)],
);

export const resourceTotals = sqliteTable(
  "resource_totals",
  {
    categoryId: integer()
      .notNull()
      .references(() => resourceCategories.id, { onDelete: "cascade" }),
    year: integer().notNull(),
    total: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.categoryId, t.year] }),
    check("resource_totals_year", sql`${t.year} between 1 and 6`),
    check("resource_totals_total", sql`${t.total} >= 0`),
  ],
);

export const files = sqliteTable("files", {
  /** SHA-256 of the bytes, hex. */
  sha256: text().primaryKey(),
  size: integer().notNull(),
  createdAt: moment().notNull(),
});

/** The text of a PDF, "" if it has none. Pages end with a form feed. `file_texts_search` has the words. */
export const fileTexts = sqliteTable(
  "file_texts",
  {
    id: id(),
    sha256: text()
      .notNull()
      .references(() => files.sha256, { onDelete: "cascade" }),
    text: text().notNull(),
  },
  (t) => [
    uniqueIndex("file_texts_file").on(t.sha256),
    check("file_texts_length", sql`length(${t.text}) <= 204800`),
  ],
);

export const resources = sqliteTable(
  "resources",
  {
    id: id(),
    title: text().notNull(),
    description: text(),
    categoryId: integer()
      .notNull()
      .references(() => resourceCategories.id),
    year: integer().notNull(),
    /** In upper case. */
    courseCode: text(),
    resourceType: text({ enum: resourceTypes }),
    /** The year in which a past paper was set. */
    paperYear: integer(),
    exam: text({ enum: exams }),
    fileSha256: text()
      .notNull()
      .references(() => files.sha256),
    fileName: text().notNull(),
    fileType: text({ enum: fileTypes }).notNull(),
    size: integer().notNull(),
    downloadCount: integer().notNull().default(0),
    thanksCount: integer().notNull().default(0),
    hasThumbnail: integer({ mode: "boolean" }).notNull().default(false),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** The event that it is from. Kept while the event is in the bin. */
    eventId: integer(),
    createdAt: moment().notNull(),
    version: version(),
  },
  (t) => [
    index("resources_category_year").on(t.categoryId, t.year, t.id),
    index("resources_category").on(t.categoryId, t.id),
    index("resources_year").on(t.year, t.id),
    index("resources_course").on(t.courseCode, t.id).where(sql`course_code is not null`),
    index("resources_type").on(t.resourceType, t.id).where(sql`resource_type is not null`),
    index("resources_type_category")
      .on(t.resourceType, t.categoryId, t.id)
      .where(sql`resource_type is not null`),
    index("resources_type_year").on(t.resourceType, t.year, t.id).where(sql`resource_type is not null`),
    index("resources_type_category_year")
      .on(t.resourceType, t.categoryId, t.year, t.id)
      .where(sql`resource_type is not null`),
    index("resources_paper_year").on(t.paperYear, t.id).where(sql`paper_year is not null`),
    index("resources_exam").on(t.exam, t.id).where(sql`exam is not null`),
    index("resources_user").on(t.userId, t.id),
    index("resources_file").on(t.fileSha256),
    index("resources_event").on(t.eventId, t.id).where(sql`event_id is not null`),
    check("resources_year_range", sql`${t.year} between 1 and 6`),
    check("resources_paper_year_range", sql`${t.paperYear} between 1990 and 2200`),
    check("resources_exam_name", oneOf(t.exam, exams)),
    check(
      "resources_paper",
      sql`${t.resourceType} is 'past-paper' or (${t.paperYear} is null and ${t.exam} is null)`,
    ),
    check("resources_size", sql`${t.size} > 0`),
  ],
);

export const images = sqliteTable(
  "images",
  {
    id: id(),
    file: text().notNull(),
    bytes: integer().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    createdAt: moment().notNull(),
  },
  (t) => [uniqueIndex("images_file").on(t.file), index("images_user").on(t.userId, t.createdAt)],
);
