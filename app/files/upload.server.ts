import { createHash } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { Busboy, type BusboyFileStream, type BusboyHeaders } from "@fastify/busboy";
import { HttpError } from "../http/problem.server.ts";
import { normalizeText } from "../schemas/fields.ts";
import { countStreamedBytes } from "./garbage-collection.server.ts";
import { createPartPath, hasFreeSpace, isDiskFullError } from "./storage.server.ts";

/** What the text fields and the wrapping of a multipart body may add to its file, in bytes. */
const multipartOverheadBytes = 128 * 1024;
/** How long one upload may take, in milliseconds: 50 MB over the slowest connection that still is one. */
const timeoutMs = 3 * 60 * 60 * 1000;
/** So many uploads may be on their way at once. */
const maxConcurrentUploads = 100;
let activeUploads = 0;

/** What is wrong with the file itself. */
export const fileError = (status: number, message: string) =>
  new HttpError(status, message, { errors: { file: [message] } });

/** A file that arrived whole, under a name of its own in the store. Whoever asked for it keeps or removes it. */
export interface ReceivedFile {
  path: string;
  /** As it was called where it came from, without any path. */
  name: string;
  size: number;
  sha256: string;
}

export interface Upload {
  fields: Record<string, string>;
  /** Null when none was chosen. */
  file: ReceivedFile | null;
}

export interface UploadOptions {
  /** The field that holds the file. */
  field: string;
  /** The most it may weigh, in bytes, and what is said when it weighs more. */
  limit: number;
  tooLarge: string;
  /** Said when the disk takes no more. */
  noRoom: string;
  brokeOff: string;
  /** Looks at the file's name before its content is read. @throws HttpError */
  checkName?(name: string): void;
}

/**
 * Receives a multipart body: its file goes to disk as it comes, hashed on the way, its text fields to memory. Hands
 * them to `use` and removes the file afterwards unless `use` moved it away.
 * @throws HttpError 413 as early as `Content-Length` tells, else in mid-stream; 400 when the body is broken multipart, 415 when it is none,
 * or breaks off; 503 when the disk takes no more; and what `checkName` throws. Nothing is left behind then.
 */
export async function receiveUpload<T>(
  request: Request,
  terms: UploadOptions,
  use: (upload: Upload) => Promise<T>,
): Promise<T> {
  if (activeUploads >= maxConcurrentUploads) throw new HttpError(503, terms.noRoom);
  activeUploads += 1;
  let upload: Upload | undefined;
  try {
    upload = await readMultipart(request, terms);
    return await use(upload);
  } catch (error) {
    const refusal = isDiskFullError(error) ? new HttpError(503, terms.noRoom) : error;
    if (refusal instanceof HttpError && upload) refusal.fields = upload.fields;
    throw refusal;
  } finally {
    activeUploads -= 1;
    if (upload?.file) await rm(upload.file.path, { force: true });
  }
}

async function readMultipart(request: Request, terms: UploadOptions): Promise<Upload> {
  const declared = Number(request.headers.get("Content-Length") ?? 0);
  if (declared > terms.limit + multipartOverheadBytes) throw fileError(413, terms.tooLarge);
  if (!(await hasFreeSpace(declared || terms.limit))) throw new HttpError(503, terms.noRoom);
  const parser = createParser(request, terms);
  if (!request.body) throw new HttpError(400, terms.brokeOff);

  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
  const body = Readable.fromWeb(request.body as never, { signal });
  const fields = new Map<string, string>();
  const { promise: failing, reject: fail } = Promise.withResolvers<never>();
  failing.catch(() => {});
  let file: Promise<ReceivedFile> | undefined;
  let reading: BusboyFileStream | undefined;

  parser.on("error", () => {});
  parser.on("field", (name: string, value: string) => fields.set(name, value));
  parser.on("file", (field, stream, name: string | undefined) => {
    // A browser sends a file without a name where none was chosen.
    if (field !== terms.field || file || !name) return stream.resume();
    reading = stream;
    // Who reads it hears of the error; who does not must not end the process.
    stream.on("error", () => {});
    file = writeFile(stream, name, terms);
    // Refused in mid-stream: the rest is not read.
    file.catch(fail);
  });
  try {
    body.on("error", fail);
    body.pipe(parser);
    await Promise.race([finished(parser), failing]);
    return { fields: Object.fromEntries(fields), file: (await file) ?? null };
  } catch (error) {
    body.unpipe(parser);
    body.destroy();
    parser.destroy();
    reading?.destroy(error as Error);
    const cause = await file?.then(
      ({ path }) => rm(path, { force: true }),
      (reason: unknown) => reason,
    );
    const known = [error, cause].find((each) => each instanceof HttpError || isDiskFullError(each));
    const refusal = known === undefined ? new HttpError(400, terms.brokeOff) : (known as Error);
    if (refusal instanceof HttpError) refusal.fields = Object.fromEntries(fields);
    throw refusal;
  }
}

function createParser(request: Request, terms: UploadOptions) {
  if (!/^multipart\/form-data\b/i.test(request.headers.get("Content-Type") ?? "")) {
    throw new HttpError(415, "Send the file as multipart/form-data.");
  }
  try {
    return new Busboy({
      headers: { "content-type": request.headers.get("Content-Type") ?? "" } as BusboyHeaders,
      limits: { fileSize: terms.limit, files: 1, fields: 20, fieldSize: 32_768, parts: 24, headerPairs: 20 },
      isPartAFile: (_field, _type, name) => name !== undefined,
    });
  } catch {
    throw new HttpError(400, terms.brokeOff);
  }
}

async function writeFile(
  stream: BusboyFileStream,
  name: string,
  terms: UploadOptions,
): Promise<ReceivedFile> {
  terms.checkName?.(name);
  // At its limit the parser says so once and hands on nothing more, not even an end.
  stream.once("limit", () => stream.destroy(fileError(413, terms.tooLarge)));
  const path = createPartPath();
  const hash = createHash("sha256");
  let size = 0;
  const handle = await open(path, "wx", 0o600);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      hash.update(chunk);
      await handle.writeFile(chunk);
      countStreamedBytes(chunk.length);
    }
    await handle.sync();
    return { path, name, size, sha256: hash.digest("hex") };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

/** Turns the direction of writing around, and so makes a name look like another. */
const directionMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const maxNameLength = 150;

/** A file's name as it is kept: without a path, control characters and excess, with its extension. */
export function sanitizeFileName(name: string): string {
  const plain = normalizeText(name)
    .replace(directionMarks, "")
    .replace(/[\n\t]+/g, " ");
  const base = plain.slice(Math.max(plain.lastIndexOf("/"), plain.lastIndexOf("\\")) + 1).trim();
  const dot = base.lastIndexOf(".");
  if (dot < 0) return Array.from(base).slice(0, maxNameLength).join("");
  const stem = Array.from(base.slice(0, dot)).slice(0, maxNameLength).join("").trim();
  return `${stem.replace(/^\.+/, "") || "file"}${base.slice(dot).trimEnd().slice(0, 20)}`;
}
