export const toCsvLine = (cells: readonly string[]): string => `${cells.map(toCsvCell).join(",")}\r\n`;

/** A cell in quotes. A spreadsheet would run a text that begins like a formula, so that gets an apostrophe. */
function toCsvCell(text: string): string {
  const safe = /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
