/** More columns than any list of people has. */
const maxCells = 50;

/** One line of a file, cut into its cells: none for a blank line. */
export interface CsvRow {
  /** Counted from 1, as spreadsheets do. */
  line: number;
  cells: string[];
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

/** The sign between cells: the one of comma, semicolon and tab that the first line has most often. */
function findSeparator(text: string): string {
  const end = text.search(/[\r\n]|$/);
  const first = text.slice(0, end);
  const signs = [",", ";", "\t"].map((sign) => ({ sign, count: first.split(sign).length }));
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
    const row: CsvRow = { line, cells: [] };
    for (;;) {
      const cell = readCell(text, at, separator);
      if (row.cells.length < maxCells) row.cells.push(cell.value);
      line += cell.lineBreaks;
      at = cell.end;
      if (text[at] !== separator) break;
      at++;
    }
    if (text[at] === "\r" && text[at + 1] === "\n") at++;
    at++;
    line++;
    yield row.cells.some((value) => value.trim() !== "") ? row : { line: row.line, cells: [] };
  }
}

function readCell(text: string, start: number, separator: string) {
  let end = start;
  let value = "";
  let lineBreaks = 0;
  if (text[start] === '"') {
    // A quote that nobody closes ends with the text.
    for (end = start + 1; end < text.length; ) {
      const quote = text.indexOf('"', end);
      const stop = quote < 0 ? text.length : quote;
      value += text.slice(end, stop);
      end = stop + 1;
      if (text[end] !== '"') break;
      value += '"';
      end++;
    }
    lineBreaks = value.split(/\r\n|\r|\n/).length - 1;
    end = Math.min(end, text.length);
  }
  const plainStart = end;
  while (end < text.length && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r") end++;
  return { value: value + text.slice(plainStart, end), end, lineBreaks };
}
