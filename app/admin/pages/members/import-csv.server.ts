/** More columns than any member list has. */
const maxCells = 50;

/** One line of a file, split into cells. A blank line has none. */
export interface CsvRow {
  /** Counted from 1, as in spreadsheets. */
  line: number;
  cells: string[];
  /** Whether this line has an unclosed quote, in which case the row ends at the line's end. */
  isQuoteOpen: boolean;
}

/**
 * Decodes a spreadsheet's CSV export: UTF-8 or UTF-16 with a byte order mark, UTF-8 without one, or else Windows-1252.
 * @returns null for a file that is not text
 */
export function decodeText(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  // Text in the remaining encodings never contains a NUL byte. Spreadsheets' binary formats do.
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Detects the separator: comma, semicolon or tab, whichever splits the first row into most cells. */
function findSeparator(text: string): string {
  const signs = [",", ";", "\t"].map((sign) => ({ sign, count: readRow(text, 0, 1, sign).row.cells.length }));
  return signs.reduce((best, each) => (each.count > best.count ? each : best)).sign;
}

/**
 * Parses CSV (RFC 4180) one row at a time, in a single pass. Quoted cells may contain separators, doubled quotes and
 * line breaks. Cells after the fiftieth are dropped.
 */
export function* parseCsv(text: string): Generator<CsvRow> {
  // The line that Excel adds on top to name the separator.
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
  // Text after a closing quote on a later line belongs to that line: this quote was never closed.
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

/** Reads quoted text. @param start the index after the opening quote */
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
