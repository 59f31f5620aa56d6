import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import type { Person } from "../people/person.tsx";

export interface SearchResult {
  id: string;
  title: string;
  text: string;
  url: string;
  /** The member found, the asker, or the partner of a message. `id` is null if anonymous, and for guests. */
  person: { id: string | null; name: string } | null;
  /** How a member appears; null for all other kinds. */
  member: Person | null;
  /** Ranked like a part of the title, but not shown. */
  code?: string | null;
}

const lettersBefore = 60;
const textLength = 200;

/** The part of a long text around the first word. */
export const excerpt = (text: AnyColumn | SQL, [word = ""]: readonly string[], before = lettersBefore) => {
  const place = sql`instr(lower(${text}), ${word.toLowerCase()}) - ${before}`;
  return sql<string>`coalesce(iif(${place} > 1, '…', '') || substr(${text}, max(1, ${place}), ${textLength})
    || iif(length(${text}) >= max(1, ${place}) + ${textLength}, '…', ''), '')`;
};

/** Joins the cells of a Markdown table with dots, without the line of dashes below its head. */
export const joinCells = (text: string) =>
  text.replace(/ ?\|(?:[\s:-]*\|)*\s*/g, " · ").replace(/^ · | · $/g, "");

/** Returns the table row that contains the first word, or the whole text if there is none. */
export const findRow = (text: string, [word = ""]: readonly string[]) =>
  text.split("\n").find((line) => line.includes("|") && line.toLowerCase().includes(word.toLowerCase())) ??
  text;

/** Removes cut words at both ends. */
export function trimExcerpt(text: string): string {
  const started = text.replace(/^…\S*\s+/, "… ");
  const end = started.endsWith("…") ? started.lastIndexOf(" ") : -1;
  return end > 1 ? `${started.slice(0, end)} …` : started;
}
