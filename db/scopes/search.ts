import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** Shorter texts have no trigram in the full-text index. */
const minPhraseLength = 3;

export function ftsPhrase(text: string): string | null {
  return Array.from(text).length < minPhraseLength ? null : `"${text.replaceAll('"', '""')}"`;
}

export function containsText(column: AnyColumn, text: string): SQL {
  return sql`${column} like ${`%${text.replace(/[\\%_]/g, "\\$&")}%`} escape '\\'`;
}

export const maxScannedRows = 5_000;
