/** Cuts rows, one more than the page if there are more, to a page. The next page, if any, starts after `last`. */
export function cutPage<Row>(rows: Row[], pageSize: number): { page: Row[]; last: Row | undefined } {
  const page = rows.slice(0, pageSize);
  return { page, last: rows.length > pageSize ? page.at(-1) : undefined };
}

/**
 * @param maxLength the most characters of texts in a page. Larger responses hold the event loop
 * @returns how many of the first rows fit, at least one
 */
export function countFitting<Row>(
  rows: readonly Row[],
  maxLength: number,
  lengthOf: (row: Row) => number,
): number {
  let length = 0;
  for (const [index, row] of rows.entries()) {
    length += lengthOf(row);
    if (length > maxLength) return Math.max(1, index);
  }
  return rows.length;
}

/** The most characters of texts in a page of a call: fifty of the longest questions. */
export const maxListLength = 2_100_000;

export interface ListPosition {
  moment: number;
  id: number;
}

export function readPosition(text: string | null): ListPosition | undefined {
  const [, moment, id] = /^(\d{1,15})-(\d{1,15})$/.exec(text ?? "") ?? [];
  return id === undefined ? undefined : { moment: Number(moment), id: Number(id) };
}

/** Former names of the cursor in addresses. */
const oldNames = ["before", "after", "inbox"];

/** Reads the cursor of a list's page from its address. Null for the first page. */
export function readCursor({ searchParams }: { searchParams: URLSearchParams }): string | null {
  const name = ["cursor", ...oldNames].find((name) => searchParams.has(name));
  return name === undefined ? null : searchParams.get(name);
}

/** For a list by id, newest first: the page's rows have a lower id. */
export function readIdCursor(url: { searchParams: URLSearchParams }): number {
  const cursor = readCursor(url) ?? "";
  return /^[1-9]\d{0,14}$/.test(cursor) ? Number(cursor) : Number.MAX_SAFE_INTEGER;
}

/** For a list by time: the page's rows come after this position. */
export const readTimeCursor = (url: { searchParams: URLSearchParams }): ListPosition | undefined =>
  readPosition(readCursor(url));

/** One page of a list for `List`. `next` is the cursor of the page after it. */
export interface ListPage<Row> {
  rows: Row[];
  next: string | null;
}

/**
 * @param rows one more than the page shows, if there are more
 * @param show maps a row to what the page needs
 * @param momentOf for a list by time: the row's moment
 * @param stoppedAt where a search continues if its page is not full
 */
export function pageOf<Row extends { id: number }, Shown = Row>(
  rows: Row[],
  pageSize: number,
  show: (row: Row) => Shown,
  momentOf?: (row: Row) => number,
  stoppedAt?: number | ListPosition,
): ListPage<Shown> {
  const { page, last } = cutPage(rows, pageSize);
  const position = last && momentOf ? { moment: momentOf(last), id: last.id } : (last?.id ?? stoppedAt);
  const next = typeof position === "object" ? positionOf(position) : position?.toString();
  return { rows: page.map(show), next: next ?? null };
}

export const positionOf = ({ moment, id }: ListPosition): string => `${moment}-${id}`;
