/** More columns than any list of people has. */
const maxCells = 50;

/** One line of a file, cut into its cells: none for a blank line. */
export interface CsvRow {
  /** Counted from 1, as spreadsheets do. */
  line: number;
  cells: string[];
  /** Whether a quote of this line is never closed: the line then ends where it ends. */
  isQuoteOpen: boolean;
}

/**
 * Decodes a file as spreadsheets write it: UTF-8 or UTF-16 with its mark, UTF-8 without, or else Windows-1252.
 * @returns null when it is no text
 */
export function decodeText(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  // No text has a NUL byte in these encodings; a spreadsheet's own format does.
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The sign between cells: the one of comma, semicolon and tab that cuts the first row into most cells. */
function findSeparator(text: string): string {
  const signs = [",", ";", "\t"].map((sign) => ({ sign, count: readRow(text, 0, 1, sign).row.cells.length }));
  return signs.reduce((best, each) => (each.count > best.count ? each : best)).sign;
}

/**
 * Reads a CSV text (RFC 4180) a row at a time, in one pass: cells in quotes may hold separators, doubled quotes and
 * line breaks. Cells after the fiftieth are left out.
 */
export function* parseCsv(text: string): Generator<CsvRow> {
  // Excel's own first line, which names the separator.
  const [named, sign] = /^sep=([,;\t])(?:\r\n|\r|\n)/i.exec(text) ?? [];
  const separator = sign ?? findSeparator(text);
  let line = named ? 2 : 1;
  let at = named?.length ?? 0;
  while (at < text.length) {
    const { row, end, nextLine } = readRow(text, at, line, separator);
    at = end;
    line = nextLine;
    yield row.cells.some((value) => value.trim() !== "") ? row : { ...row, cells: [] };
  }
}

function readRow(text: string, start: number, line: number, separator: string) {
  const row: CsvRow = { line, cells: [], isQuoteOpen: false };
  let at = start;
  let nextLine = line;
  for (;;) {
    const cell = readCell(text, at, separator);
    if (row.cells.length < maxCells) row.cells.push(cell.value);
    row.isQuoteOpen ||= cell.isQuoteOpen;
    nextLine += cell.lineBreaks;
    at = cell.end;
    if (text[at] !== separator) break;
    at++;
  }
  if (text[at] === "\r" && text[at + 1] === "\n") at++;
  return { row, end: at + 1, nextLine: nextLine + 1 };
}

function readCell(text: string, start: number, separator: string) {
  const quoted = text[start] === '"' ? readQuoted(text, start + 1) : null;
  const after = quoted?.end ?? start;
  // What follows a quote after line breaks is the next lines' text: this quote was never closed.
  const isQuoteOpen =
    quoted !== null &&
    (!quoted.isClosed ||
      (quoted.lineBreaks > 0 && ![separator, "\r", "\n", undefined].includes(text[after])));
  const plainStart = isQuoteOpen ? start + 1 : after;
  let end = plainStart;
  while (end < text.length && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r") end++;
  const plain = text.slice(plainStart, end);
  if (quoted === null || isQuoteOpen) return { value: plain, end, lineBreaks: 0, isQuoteOpen };
  return { value: quoted.value + plain, end, lineBreaks: quoted.lineBreaks, isQuoteOpen };
}

/** Reads what is between quotes. @param start after the first one */
function readQuoted(text: string, start: number) {
  let value = "";
  let end = start;
  for (;;) {
    const quote = text.indexOf('"', end);
    if (quote < 0) return { value: "", end: text.length, lineBreaks: 0, isClosed: false };
    value += text.slice(end, quote);
    end = quote + 1;
    if (text[end] !== '"') break;
    value += '"';
    end++;
  }
  return { value, end, lineBreaks: value.split(/\r\n|\r|\n/).length - 1, isClosed: true };
}
