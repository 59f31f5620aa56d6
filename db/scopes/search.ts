import { type SQL, sql } from "drizzle-orm";
import { splitWords, trigramsOf } from "../words.ts";

/** A search looks through so many of the newest rows where its index knows none of its words. */
export const maxScannedRows = 5_000;

/**
 * The kinds of rows that are searched by their texts. Each has a full-text table of trigrams, `jobs_search` for jobs.
 * `long` are the columns in which one or two letters say nothing.
 */
export const searchedTables = {
  users: { columns: ["name", "email", "skills", "company", "branch"], long: ["email"] },
  jobs: {
    columns: ["title", "company_name", "description", "required_skills", "locations", "industry"],
    long: ["description"],
  },
  resources: { columns: ["title", "description", "course_code"], long: ["description"] },
  events: { columns: ["title", "description", "location"], long: ["description"] },
  questions: { columns: ["title", "body"], long: ["body"] },
} as const satisfies Record<string, { columns: readonly string[]; long: readonly string[] }>;
export type SearchedTable = keyof typeof searchedTables;

/** Some words, and the columns that have all of them together. */
export interface SearchedText {
  text: string;
  columns: readonly string[];
}

export const wholeText = (table: SearchedTable, text: string): SearchedText => ({
  text,
  columns: searchedTables[table].columns,
});

/** A long word is found by its first letters, and compared. */
const maxTrigrams = 24;

/**
 * The rows that can have a word, for a full-text table: those with its trigrams. Never a phrase: FTS5 would compare every
 * position of each of its terms, and the tables have no positions (`detail=column`). Null where the index cannot know it.
 */
export function wordMatch(text: string): string | null {
  const trigrams = splitWords(text).flatMap(trigramsOf);
  if (trigrams.length === 0) return null;
  const terms = [...new Set(trigrams)].slice(0, maxTrigrams).map((run) => `"${run.replaceAll('"', '""')}"`);
  return `(${terms.join(" AND ")})`;
}

export const candidateMatch = (texts: readonly SearchedText[]): string | null =>
  texts
    .flatMap(({ text, columns }) => {
      const match = wordMatch(text);
      return match === null ? [] : [`{${columns.join(" ")}} : ${match}`];
    })
    .join(" AND ") || null;

/** Ids that a search found, for `in`. */
export const idList = (ids: readonly number[]): SQL =>
  sql`select value as id from json_each(${JSON.stringify(ids)})`;
