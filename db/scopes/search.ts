import { type AnyColumn, type SQL, sql } from "drizzle-orm";

/** Shorter texts have no trigram in the full-text index. */
const minPhraseLength = 3;

export function ftsPhrase(text: string): string | null {
  return Array.from(text).length < minPhraseLength ? null : `"${text.replaceAll('"', '""')}"`;
}

/** Every word as a phrase, in any order. One of one or two letters stands with its neighbour. Null where all is too short. */
export function ftsWords(text: string): string | null {
  const phrases: string[] = [];
  let short = "";
  for (const word of text.split(/\s+/)) {
    const part = short ? `${short} ${word}` : word;
    const isLong = Array.from(part).length >= minPhraseLength;
    if (isLong) phrases.push(part);
    short = isLong ? "" : part;
  }
  if (phrases.length === 0) return null;
  if (short) phrases.push(`${phrases.pop()} ${short}`);
  return `(${phrases.map(ftsPhrase).join(" AND ")})`;
}

export function containsText(column: AnyColumn, text: string): SQL {
  return sql`${column} like ${`%${text.replace(/[\\%_]/g, "\\$&")}%`} escape '\\'`;
}

export const maxScannedRows = 5_000;
