import { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { env } from "#app/platform/env.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { formatDay, formatExactTime, today } from "#app/platform/time/time.server.ts";
import { ownRows } from "./own-rows.server.ts";

/** All text in the archive as one page to read and print, with one page of rows in memory at a time. */
export const createDataPage = (viewer: Viewer): ReadableStream<Uint8Array> =>
  createReadableStreamFromReadable(Readable.from(writePage(viewer)));

async function* writePage({ id, name }: Viewer): AsyncGenerator<string> {
  const parts = Object.entries(ownRows(id));
  const title = `Your data on ${toHtml(settings.siteName)}`;
  const links = parts.map(([part]) => `<li><a href="#${part}">${nameOf(part)}</a></li>`);
  yield `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${style}</style></head><body><h1>${title}</h1>
<p>Of ${toHtml(name)}, on ${formatDay(today())}. Times are those of ${toHtml(env.TIME_ZONE)}. Files and pictures are in the archive.</p>
<p>Messages show people as you see them. What was written in the anonymous room is kept without its author, so it is not here.</p>
<nav><ul>${links.join("")}</ul></nav>\n`;
  for (const [part, pages] of parts) {
    yield `<section id="${part}"><h2>${nameOf(part)}</h2>\n`;
    let isEmpty = true;
    for await (const rows of pages) {
      if (rows.length === 0) continue;
      isEmpty = false;
      yield rows.map(writeRow).join("");
    }
    yield isEmpty ? "<p>Nothing.</p></section>\n" : "</section>\n";
  }
  yield "</body></html>\n";
}

const style = `body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
nav ul{columns:2;padding-left:1.2rem}section{margin-top:2.5rem}dl{display:grid;grid-template-columns:minmax(6rem,10rem) minmax(0,1fr);
gap:.2rem 1rem;margin:0;padding:.8rem 0;border-top:1px solid #8888}dt{opacity:.75}dd{margin:0;white-space:pre-line}
:root{color-scheme:light dark}`;

function writeRow(row: unknown): string {
  const fields = Object.entries(row as Record<string, unknown>).flatMap(([name, value]) => {
    const text = writeValue(name, value);
    return text === "" ? [] : [`<dt>${nameOf(name)}</dt><dd dir="auto">${toHtml(text)}</dd>`];
  });
  return `<dl>${fields.join("")}</dl>\n`;
}

function writeValue(name: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number" && /(^|[a-z])(At|Until)$|^at$/.test(name)) return formatExactTime(value);
  if (Array.isArray(value)) return value.map((each) => writeValue("", each)).join("\n");
  if (typeof value !== "object") return String(value);
  return Object.entries(value)
    .map(([key, each]) => `${nameOf(key)}: ${writeValue(key, each)}`)
    .join("\n");
}

/** Turns "saved-jobs" and "postedAt" into ordinary words. */
function nameOf(name: string): string {
  const words = name.replaceAll("-", " ").replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return toHtml(words.charAt(0).toUpperCase() + words.slice(1));
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const toHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? "");
