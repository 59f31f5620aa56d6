import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import type { Person } from "../people/person.tsx";

export interface SearchResult {
  id: string;
  title: string;
  text: string;
  url: string;
  /** Who it is, who asked, or with whom a message is. An id is null for the anonymous and for guests. */
  person: { id: string | null; name: string } | null;
  /** How a member appears; null for all other kinds. */
  member: Person | null;
}

/** Before the first word, so many letters of a long text. */
const lettersBefore = 60;
const textLength = 200;

/** The part of a long text where the first word stands. */
export const excerpt = (text: AnyColumn | SQL, [word = ""]: readonly string[], before = lettersBefore) => {
  const place = sql`instr(lower(${text}), ${word.toLowerCase()}) - ${before}`;
  return sql<string>`coalesce(iif(${place} > 1, '…', '') || substr(${text}, max(1, ${place}), ${textLength}), '')`;
};

/** It begins with a whole word. */
export const trimExcerpt = (text: string) => text.replace(/^…\S*\s+/, "… ");
