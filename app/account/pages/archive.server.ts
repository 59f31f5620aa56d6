import { makeZip } from "client-zip";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { storedFiles } from "#app/platform/file-store/stored-files.server.ts";
import { cutText } from "#app/platform/schemas/fields.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { ownApplications, ownImages, ownMessages, ownResources, ownRows } from "./own-rows.server.ts";

const chunkBytes = 256 * 1024;

type Entry = {
  name: string;
  lastModified: Date;
  input: string | AsyncIterable<Uint8Array> | AsyncIterable<string>;
};

/**
 * Streams a ZIP archive of all of a member's data, with only one page of rows or one chunk of a file in memory at a
 * time. Messages are as the member sees them, so aliases are not resolved. Lines in the anonymous room are excluded
 * because they belong to nobody.
 */
export const createArchive = (viewer: Viewer): ReadableStream<Uint8Array> => makeZip(listEntries(viewer));

async function* listEntries({ id }: Viewer): AsyncGenerator<Entry> {
  const lastModified = new Date();
  yield { name: "README.txt", lastModified, input: describeArchive() };
  for (const [name, pages] of Object.entries(ownRows(id))) {
    yield { name: `${name}.json`, lastModified, input: writeArray(pages) };
  }
  for await (const page of ownResources(id)) {
    for (const { id: resourceId, fileName, fileSha256, createdAt } of page)
      yield* storedFile(archivePath("files", resourceId, fileName), fileSha256, createdAt);
  }
  for await (const page of ownApplications(id)) {
    for (const { id: applicationId, file, fileName, sentAt } of page)
      if (file) yield* storedFile(archivePath("applications", applicationId, fileName), file, sentAt);
  }
  for await (const page of ownImages(id)) {
    for (const { file, createdAt } of page) yield* storedFile(`images/${file}`, file, createdAt);
  }
  for await (const page of ownMessages(id)) {
    for (const { id: messageId, attachments, sentAt } of page)
      for (const [index, { file, name }] of (attachments ?? []).entries())
        yield* storedFile(archivePath("messages", `${messageId}-${index + 1}`, name), file, sentAt);
  }
}

const maxNameBytes = 255;

/**
 * The path of a member's file in the archive. Every system can unpack it: no reserved characters or device names, no
 * space or dot at the end, and at most 255 bytes. Its number makes it unique even on case-insensitive systems.
 */
export function archivePath(folder: string, number: number | string, name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are replaced
  const safe = name.normalize("NFC").replace(/[<>:"/\\|?*\u0000-\u001f\u007f]/g, "-");
  const dot = safe.lastIndexOf(".");
  const ending =
    dot > 0 && Buffer.byteLength(safe.slice(dot)) <= 20 ? safe.slice(dot).replace(/[. ]+$/, "") : "";
  let stem = ending === "" ? safe : safe.slice(0, dot);
  while (Buffer.byteLength(`${number}-${stem}${ending}`) > maxNameBytes)
    stem = cutText(stem, Array.from(stem).length - 1);
  return `${folder}/${`${number}-${stem}${ending}`.replace(/[. ]+$/, "")}`;
}

const describeArchive = () => `Your data on ${settings.siteName}.

The .json files hold what you wrote and what we keep about you, as text that programs read. Times are in UTC.
files/ holds the resources that you shared, applications/ the PDFs that you applied with, images/ the pictures that you
uploaded, messages/ the files of your conversations by the id of their message.
Messages show people as you see them: somebody who writes to you anonymously appears only as their alias.
What was written in the anonymous room is kept without its author, so it cannot be in this archive.
`;

/** Writes rows as a JSON array with one row per line. Times become ISO 8601. */
async function* writeArray(pages: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield separator + rows.map((row) => JSON.stringify(row, writeMoment)).join(",\n");
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

const writeMoment = (name: string, value: unknown) =>
  typeof value === "number" && name.endsWith("At") ? new Date(value).toISOString() : value;

/**
 * Reads a stored file, or nothing if it is missing. It is closed after each chunk because a download may stop at any
 * time.
 */
async function* storedFile(name: string, file: string, createdAt: number | null): AsyncGenerator<Entry> {
  const size = await storedFiles.size(file);
  if (size === null) return;
  yield { name, lastModified: new Date(createdAt ?? 0), input: readChunks(file, size) };
}

async function* readChunks(file: string, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < size; start += chunkBytes) {
    const chunk = await storedFiles.open(file, start, Math.min(size, start + chunkBytes));
    if (!chunk) return;
    yield Buffer.concat(await chunk.toArray());
  }
}
