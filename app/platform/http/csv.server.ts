export const toCsvLine = (cells: readonly string[]): string => `${cells.map(toCsvCell).join(",")}\r\n`;

/** Quotes a cell. An apostrophe keeps spreadsheets from running text that begins like a formula. */
function toCsvCell(text: string): string {
  const safe = /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
