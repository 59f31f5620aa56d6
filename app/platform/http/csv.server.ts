import { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { yieldToRequests } from "#db/yield-to-requests.ts";

/** Streams a file of lines, and yields to other requests between its parts. @param parts read once, as they are sent */
export const respondWithCsv = (fileName: string, parts: AsyncIterable<string>) =>
  new Response(createReadableStreamFromReadable(Readable.from(takeTurns(parts))), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "private, no-store",
    },
  });

async function* takeTurns(parts: AsyncIterable<string>): AsyncGenerator<string> {
  // The byte order mark makes spreadsheets read the file as UTF-8.
  yield "\ufeff";
  for await (const part of parts) {
    if (part !== "") yield part;
    await yieldToRequests();
  }
}

export const toCsvLine = (cells: readonly string[]): string => `${cells.map(toCsvCell).join(",")}\r\n`;

/** Quotes a cell. An apostrophe keeps spreadsheets from running text that begins like a formula. */
function toCsvCell(text: string): string {
  const safe = /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
