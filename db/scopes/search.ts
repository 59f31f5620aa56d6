import { type SQL, sql } from "drizzle-orm";
import { fold, isShortWord, splitWords, trigramsOf } from "../words.ts";

/** A search scans this many of the newest rows if its words cannot use the index. */
export const maxScannedRows = 5_000;

/**
 * The tables that are searched. Each has a full-text table of trigrams, such as `jobs_search`. `long` lists columns where
 * one or two letters are not a useful search. `names` are those where a misspelling is looked for, the title first.
 */
export const searchedTables = {
  users: {
    columns: ["name", "email", "skills", "company", "branch"],
    long: ["email"],
    names: ["name", "company"],
  },
  jobs: {
    columns: ["title", "company_name", "description", "required_skills", "locations", "industry"],
    long: ["description"],
    names: ["title", "company_name"],
  },
  resources: { columns: ["title", "description", "course_code"], long: ["description"], names: ["title"] },
  events: { columns: ["title", "description", "location"], long: ["description"], names: ["title"] },
  questions: { columns: ["title", "body"], long: ["body"], names: ["title"] },
  boards: { columns: ["title", "body"], long: ["body"], names: ["title"] },
  experiences: {
    columns: ["company_name", "role", "rounds", "questions", "advice"],
    long: ["rounds", "questions", "advice"],
    names: ["role", "company_name"],
  },
} as const satisfies Record<
  string,
  { columns: readonly string[]; long: readonly string[]; names: readonly [string, ...string[]] }
>;
export type SearchedTable = keyof typeof searchedTables;

/** Words, and the columns that together must contain all of them. */
export interface SearchedText {
  text: string;
  columns: readonly string[];
}

export const wholeText = (table: SearchedTable, text: string): SearchedText => ({
  text,
  columns: searchedTables[table].columns,
});

/** Only this many trigrams of a long word use the index. The comparison checks the whole word. */
const maxTrigrams = 24;

/**
 * A full-text query for rows that may contain the words, by their trigrams. Never a phrase: FTS5 would compare every
 * position of its terms, and the tables have no positions (`detail=column`). Null if the index cannot help.
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

/** A word or a part of it in `file_texts_search`, which has folded words. */
const indexedWord = /[\p{L}\p{M}\p{N}]+/gu;

/** The folded words of a search. Each must begin a word of the text. Empty if all have only one or two letters. */
export function wordsInTexts(text: string): string[] {
  const words = [...new Set(fold(text).match(indexedWord) ?? [])];
  return words.every(isShortWord) ? [] : words;
}

/** A full-text query for texts with all these words. Short ones must be whole words. */
export const textsMatch = (words: readonly string[]): string =>
  words.map((word) => (isShortWord(word) ? `"${word}"` : `"${word}" *`)).join(" AND ");

/** A list of ids for `in`. */
export const idList = (ids: readonly number[]): SQL =>
  sql`select value as id from json_each(${JSON.stringify(ids)})`;
