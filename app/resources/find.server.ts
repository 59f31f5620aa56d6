import { eq } from "drizzle-orm";
import { cutText } from "#app/platform/schemas/fields.server.ts";
import { db, fileTexts, resources } from "#db/index.ts";
import { maxCountedResults, type ResourceFilter } from "#db/scopes/resources.ts";
import { wordsInTexts } from "#db/scopes/search.ts";
import { type Count, type Found, findResources, findResourcesByText } from "#db/search.ts";
import { fold, isShortWord } from "#db/words.ts";
import { yieldToRequests } from "#db/yield-to-requests.ts";

const maxLine = 200;
/** Letters of a long line that are shown before the first word. */
const lettersBefore = 60;
const charactersPerBatch = 100_000;

/** Where the next page of a search begins: below this id, among the matches in fields or those in file texts only. */
export interface HitPosition {
  isInTexts: boolean;
  before: number;
}

/** The resources that a search finds: those with the words in their fields, then those with them only in their file. */
export async function findHits(search: string, filter: ResourceFilter) {
  const inFields = await findResources(search, filter, { limit: maxCountedResults + 1 });
  const inTexts = await findInTexts(search, filter, inFields.ids);
  const isWhole = inFields.stoppedAt === undefined;
  const ids = isWhole ? [...inFields.ids, ...inTexts.ids] : inFields.ids;
  const count: Count = {
    total: Math.min(ids.length, maxCountedResults),
    isCapped: ids.length > maxCountedResults || !isWhole || inTexts.isCut,
  };
  return { ids, count, stoppedAt: inFields.stoppedAt, inTexts, after };

  /** One page of the hits after a position. */
  async function after(position: HitPosition, limit: number): Promise<Found> {
    const { before } = position;
    if (position.isInTexts)
      return { ids: inTexts.ids.filter((id) => id < before).slice(0, limit), stoppedAt: undefined };
    const found = await findResources(search, filter, { before, limit });
    if (found.stoppedAt !== undefined) return found;
    return { ids: [...found.ids, ...inTexts.ids].slice(0, limit), stoppedAt: undefined };
  }
}

/** The resources, newest first, with the words in their file, but not among `known`. */
export async function findInTexts(search: string, filter: ResourceFilter, known: readonly number[]) {
  const { ids: all, stoppedAt } = await findResourcesByText(search, filter);
  const withWords = new Set(all);
  const elsewhere = new Set(known);
  const ids = all.filter((id) => !elsewhere.has(id));
  const isOnlyThere = (id: number) => withWords.has(id) && !elsewhere.has(id);
  return { ids, isCut: stoppedAt !== undefined, isOnlyThere, readLines };

  /** The lines of resources' file texts that contain the words, by the resource's id. */
  async function readLines(of: readonly number[]): Promise<Map<number, string>> {
    const words = wordsInTexts(search);
    const lines = new Map<number, string>();
    let read = 0;
    for (const id of of.filter((each) => withWords.has(each))) {
      const [row] = await db
        .select({ text: fileTexts.text })
        .from(resources)
        .innerJoin(fileTexts, eq(fileTexts.sha256, resources.fileSha256))
        .where(eq(resources.id, id));
      const line = row && findLine(row.text, words);
      if (line) lines.set(id, line);
      read += row?.text.length ?? 0;
      if (read < charactersPerBatch) continue;
      read = 0;
      await yieldToRequests();
    }
    return lines;
  }
}

/** Puts rows into the order of their ids. */
export function orderLike<Row>(
  rows: readonly Row[],
  ids: readonly number[],
  idOf: (row: Row) => number,
): Row[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = (row: Row) => places.get(idOf(row)) ?? 0;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}

const letter = "[\\p{L}\\p{M}\\p{N}]";

/** The first line with all words, or else the first of those with the most. */
function findLine(text: string, words: readonly string[]): string | null {
  const patterns = words.map(
    (word) => new RegExp(`(?<!${letter})${word}${isShortWord(word) ? `(?!${letter})` : ""}`, "u"),
  );
  let best = { line: "", folded: "", count: 0 };
  for (const line of text.split(/[\n\f]/)) {
    const folded = fold(line);
    const count = patterns.filter((pattern) => pattern.test(folded)).length;
    if (count > best.count) best = { line, folded, count };
    if (count === words.length) break;
  }
  if (best.count === 0) return null;
  const starts = patterns.map((pattern) => best.folded.search(pattern)).filter((start) => start >= 0);
  const start = Math.min(...starts);
  // Folding may have removed accents before the word, so that it is a little further on.
  if (start <= maxLine / 2) return cutText(best.line, maxLine);
  const from = best.line.indexOf(" ", start - lettersBefore);
  const rest = best.line.slice(from < 0 || from > start ? start - lettersBefore : from + 1);
  return `… ${cutText(rest.toWellFormed(), maxLine - 2)}`;
}
