import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** Texts shorter than this have no trigram to be found by. */
const minPhraseLength = 3;

/** FTS5's way to say "exactly this text, anywhere, in any case"; null when it is too short for that. */
export function ftsPhrase(text: string): string | null {
  return Array.from(text).length < minPhraseLength ? null : `"${text.replaceAll('"', '""')}"`;
}

/** For texts too short for full-text search: the text is in the column, letters of ASCII in any case. */
export function containsText(column: AnyColumn, text: string): SQL {
  return sql`${column} like ${`%${text.replace(/[\\%_]/g, "\\$&")}%`} escape '\\'`;
}

/** How many of the newest rows are looked through for a text that is too short for full-text search. */
export const maxScannedRows = 5_000;
