import { createHash } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { Busboy, type BusboyFileStream, type BusboyHeaders } from "@fastify/busboy";
import { isDiskFull, isStoreFailure } from "#db/failures.ts";
import type { Viewer } from "../auth/session.server.ts";
import { env } from "../env.server.ts";
import { HttpError } from "../http/problem.server.ts";
import { limitAct } from "../http/rate-limit.server.ts";
import { normalizeLine } from "../schemas/fields.ts";
import { countStreamedBytes } from "./garbage-collection.server.ts";
import { requireCleanFile } from "./scan.server.ts";
import { createPartPath, hasFreeSpace } from "./storage.server.ts";

/** What the text fields and the boundaries of a multipart body may add to its file. */
const multipartOverheadBytes = 128 * 1024;
/** Enough for 50 MB over a very slow connection. */
const uploadTimeoutMs = 3 * 60 * 60 * 1000;
const textFieldsTimeoutMs = 30_000;
const maxConcurrentUploads = 100;
const maxConcurrentUploadsPerMember = 3;
/** The least that must arrive in each period: 8 KB a second. */
const periodMs = 30_000;
const minBytesPerPeriod = (8_192 * periodMs) / 1_000;

let activeUploads = 0;
const activeUploadsByMember = new Map<number, number>();

/** What is wrong with the file itself. */
export const fileError = (status: number, message: string) =>
  new HttpError(status, message, { errors: { file: [message] } });

/** A file that arrived whole, at a temporary path. */
export interface ReceivedFile {
  path: string;
  /** As the sender named it. */
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
  maxBytes: number;
  /** What is said when the file is too large, the disk is full, the body is cut off, and anything else fails. */
  texts: Record<
    "tooLarge" | "noRoom" | "interrupted" | "failed" | "tooMany" | "tooManyAtOnce" | "tooSlow",
    string
  >;
  /** Checks the file's name before its content is read. @throws HttpError */
  checkName?(name: string): void;
}

/**
 * Receives a multipart body: streams its file to disk, hashing it on the way, and its text fields to memory. Asks
 * `SCAN_COMMAND` about the file, passes both to `use`, and removes the file afterwards unless `use` moved it.
 * @throws HttpError with the text fields that arrived: 413 as early as `Content-Length` shows it, else in mid-stream;
 * 400 when the body is cut off or malformed, 415 when it is not multipart, 503 when the store is full or fails, 500 with
 * a cause when anything else does; 429 above a member's limits, 408 when it arrives too slowly; 422 when the scan
 * finds something, 503 when it fails; and what `checkName` throws. Nothing is left behind then.
 */
export async function receiveUpload<T>(
  request: Request,
  viewer: Viewer,
  options: UploadOptions,
  use: (upload: Upload) => Promise<T>,
): Promise<T> {
  const { maxBytes, texts } = options;
  limitAct("upload", viewer.id, texts.tooMany);
  const ownUploads = activeUploadsByMember.get(viewer.id) ?? 0;
  if (ownUploads >= maxConcurrentUploadsPerMember && env.RATE_LIMITS !== "off") {
    throw new HttpError(429, texts.tooManyAtOnce, { retryAfter: 10 });
  }
  if (activeUploads >= maxConcurrentUploads) throw new HttpError(503, texts.noRoom);
  activeUploads += 1;
  activeUploadsByMember.set(viewer.id, ownUploads + 1);
  let upload: Upload | undefined;
  try {
    const declaredBytes = Number(request.headers.get("Content-Length") ?? 0);
    if (declaredBytes > maxBytes + multipartOverheadBytes) throw fileError(413, texts.tooLarge);
    if (!(await hasFreeSpace(declaredBytes || maxBytes))) throw new HttpError(503, texts.noRoom);
    upload = await readMultipart(request, options, uploadTimeoutMs);
    if (upload.file) await requireCleanFile(upload.file, viewer, request.signal);
    return await use(upload);
  } catch (error) {
    const httpError = toHttpError(error, texts);
    if (upload) httpError.fields = upload.fields;
    throw httpError;
  } finally {
    activeUploads -= 1;
    const left = (activeUploadsByMember.get(viewer.id) ?? 1) - 1;
    if (left > 0) activeUploadsByMember.set(viewer.id, left);
    else activeUploadsByMember.delete(viewer.id);
    if (upload?.file) await rm(upload.file.path, { force: true });
  }
}

function toHttpError(error: unknown, texts: UploadOptions["texts"]): HttpError {
  if (error instanceof HttpError) return error;
  if (isDiskFull(error)) return new HttpError(503, texts.noRoom);
  const failure = new HttpError(isStoreFailure(error) ? 503 : 500, texts.failed);
  failure.cause = error;
  return failure;
}

/**
 * Reads the text fields that precede the file of a body that was refused unread, so that a form can show them again.
 * Returns none for a body that is not multipart.
 */
export async function readTextFields(
  request: Request,
  options: UploadOptions,
): Promise<Record<string, string>> {
  const stopAtFile = () => {
    throw new HttpError(413);
  };
  try {
    return (await readMultipart(request, { ...options, checkName: stopAtFile }, textFieldsTimeoutMs)).fields;
  } catch (error) {
    if (error instanceof HttpError) return error.fields;
    throw error;
  }
}

async function readMultipart(request: Request, options: UploadOptions, timeoutMs: number): Promise<Upload> {
  const { interrupted, tooSlow } = options.texts;
  const parser = createParser(request, options);
  if (!request.body) throw new HttpError(400, interrupted);

  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
  const body = Readable.fromWeb(request.body as never, { signal });
  const fields = new Map<string, string>();
  const { promise: failure, reject: fail } = Promise.withResolvers<never>();
  failure.catch(() => {});
  let file: Promise<ReceivedFile> | undefined;
  let fileStream: BusboyFileStream | undefined;

  parser.on("error", () => {});
  parser.on("field", (name: string, value: string) => fields.set(name, value));
  parser.on("file", (field, stream, name: string | undefined) => {
    // Every part fails with its body, also one that nobody reads. Without a listener that would end the process.
    stream.on("error", () => {});
    // A browser sends a file without a name where none was chosen.
    if (field !== options.field || file || !name) return stream.resume();
    fileStream = stream;
    file = writeFile(stream, name, options);
    // A file that is refused in mid-stream stops the whole body.
    file.catch(fail);
  });
  let periodBytes = 0;
  const rateTimer = setInterval(() => {
    if (periodBytes < minBytesPerPeriod) fail(new HttpError(408, tooSlow));
    periodBytes = 0;
  }, periodMs);
  try {
    body.on("error", fail);
    body.on("data", (chunk: Uint8Array) => {
      periodBytes += chunk.length;
    });
    body.pipe(parser);
    await Promise.race([finished(parser), failure]);
    return { fields: Object.fromEntries(fields), file: (await file) ?? null };
  } catch (error) {
    body.unpipe(parser);
    body.destroy();
    parser.destroy();
    fileStream?.destroy(error instanceof Error ? error : undefined);
    const fileFailure = await file?.then(
      ({ path }) => rm(path, { force: true }),
      (reason: unknown) => reason,
    );
    const cause = [error, fileFailure].find((each) => each instanceof HttpError || isStoreFailure(each));
    const httpError = cause ? toHttpError(cause, options.texts) : new HttpError(400, interrupted);
    httpError.fields = Object.fromEntries(fields);
    throw httpError;
  } finally {
    clearInterval(rateTimer);
  }
}

function createParser(request: Request, { maxBytes, texts }: UploadOptions) {
  const contentType = request.headers.get("Content-Type") ?? "";
  if (!/^multipart\/form-data\b/i.test(contentType)) {
    throw new HttpError(415, "Send the file as multipart/form-data.");
  }
  try {
    const headers: BusboyHeaders = { "content-type": contentType };
    return new Busboy({
      headers,
      limits: { fileSize: maxBytes, files: 1, fields: 20, fieldSize: 32_768, parts: 24, headerPairs: 20 },
      isPartAFile: (_field, _type, name) => name !== undefined,
    });
  } catch {
    throw new HttpError(400, texts.interrupted);
  }
}

async function writeFile(
  stream: BusboyFileStream,
  name: string,
  { checkName, texts }: UploadOptions,
): Promise<ReceivedFile> {
  checkName?.(name);
  // At its limit the parser emits this once and then nothing more, not even an end.
  stream.once("limit", () => stream.destroy(fileError(413, texts.tooLarge)));
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

const maxNameLength = 150;
/** What is looked at of a name, from its end: the extension and more than is kept. */
const maxSentNameLength = 1_000;

/** Removes the path, control characters and excess length from a file's name, and keeps its extension. */
export function sanitizeFileName(name: string): string {
  const cleanName = normalizeLine(name.slice(-maxSentNameLength));
  const base = cleanName.slice(Math.max(cleanName.lastIndexOf("/"), cleanName.lastIndexOf("\\")) + 1).trim();
  const dot = base.lastIndexOf(".");
  if (dot < 0) return Array.from(base).slice(0, maxNameLength).join("");
  const stem = Array.from(base.slice(0, dot)).slice(0, maxNameLength).join("").trim();
  return `${stem.replace(/^\.+/, "") || "file"}${base.slice(dot).trimEnd().slice(0, 20)}`;
}
