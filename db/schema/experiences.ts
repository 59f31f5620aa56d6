import { sql } from "drizzle-orm";
import { check, index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { currencies, experienceKinds, salaryTypes } from "../vocabulary.ts";
import { id, moment, oneOf, version } from "./columns.ts";
import { author, hasOneAuthor } from "./questions.ts";

/** How an interview, an internship or a job went. Only members read it. */
export const experiences = sqliteTable(
  "experiences",
  {
    id: id(),
    authorId: author.authorId(),
    alias: author.alias(),
    companyName: text().notNull(),
    role: text().notNull(),
    year: integer().notNull(),
    kind: text({ enum: experienceKinds }).notNull(),
    rounds: text({ mode: "json" }).$type<string[]>().notNull(),
    questions: text().notNull(),
    advice: text().notNull(),
    offer: integer({ mode: "boolean" }),
    stipendCurrency: text({ enum: currencies }),
    stipendType: text({ enum: salaryTypes }),
    stipendMin: real(),
    stipendMax: real(),
    thanksCount: integer().notNull().default(0),
    /** The first moment of its month, because the exact time could identify an anonymous author. */
    createdAt: moment().notNull(),
    version: version(),
  },
  (t) => [
    index("experiences_company").on(sql`${t.companyName} collate nocase`, t.id),
    index("experiences_anonymous").on(sql`${t.companyName} collate nocase`).where(sql`alias is not null`),
    index("experiences_year").on(t.year, t.id),
    index("experiences_author").on(t.authorId, t.id).where(sql`author_id is not null`),
    uniqueIndex("experiences_alias").on(t.alias).where(sql`alias is not null`),
    check("experiences_author_once", hasOneAuthor(t)),
    check("experiences_year_range", sql`${t.year} between 1990 and 2200`),
    check("experiences_kind", oneOf(t.kind, experienceKinds)),
    check("experiences_texts", sql`length(${t.questions}) + length(${t.advice}) between 100 and 5000`),
    check("experiences_thanks_count", sql`${t.thanksCount} >= 0`),
  ],
);
