import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** Shorter texts have no trigram in the full-text index. */
const minPhraseLength = 3;

/** Quotes a text as an FTS5 phrase: matches it anywhere, in any case. Returns null when it is too short. */
export function ftsPhrase(text: string): string | null {
  return Array.from(text).length < minPhraseLength ? null : `"${text.replaceAll('"', '""')}"`;
}

/** Matches a column that contains a text too short for full-text search. ASCII letters match in any case. */
export function containsText(column: AnyColumn, text: string): SQL {
  return sql`${column} like ${`%${text.replace(/[\\%_]/g, "\\$&")}%`} escape '\\'`;
}

/** How many of the newest rows are scanned for a text too short for full-text search. */
export const maxScannedRows = 5_000;
