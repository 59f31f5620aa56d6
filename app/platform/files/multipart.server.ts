import { createHash } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { Busboy, type BusboyFileStream, type BusboyHeaders } from "@fastify/busboy";
import { isDiskFull, isStoreFailure } from "#db/failures.ts";
import type { WriteKind } from "#db/scopes/sessions.ts";
import { isMultipart, multipartType, readBoundary } from "../http/media-type.server.ts";
import { HttpError } from "../http/problem.server.ts";
import { createPartPath } from "./storage.server.ts";

const periodMs = 30_000;
const minBytesPerPeriod = (8_192 * periodMs) / 1_000;

export const fileError = (status: number, message: string) =>
  new HttpError(status, message, { errors: { file: [message] } });

/** Runs an upload, and renames its file error to the field that the form uses. */
export async function withFileField<T>(field: string, upload: () => Promise<T>): Promise<T> {
  try {
    return await upload();
  } catch (error) {
    const errors = error instanceof HttpError && error.errors.file;
    if (!errors) throw error;
    const { status, message, retryAfter, fields } = error;
    const renamed = new HttpError(status, message, { errors: { [field]: errors }, retryAfter });
    renamed.fields = fields;
    throw renamed;
  }
}

export interface ReceivedFile {
  path: string;
  name: string;
  size: number;
  sha256: string;
}

/** One of several files that is refused while the others continue. */
export interface RefusedFile {
  name: string;
  refusal: HttpError;
}

export interface ReceivedBody {
  fields: Record<string, string>;
  files: (ReceivedFile | RefusedFile)[];
  /** Whether there were more than `maxFiles`. The others are not read. */
  isCut: boolean;
}

export interface UploadOptions extends WriteKind {
  field: string;
  /** Maximum size of one file. */
  maxBytes: number;
  /** Defaults to 1. */
  maxFiles?: number;
  texts: Record<
    "tooLarge" | "noRoom" | "interrupted" | "failed" | "tooMany" | "tooManyAtOnce" | "tooSlow",
    string
  >;
  /** If true, a body without a file does not count as an upload. */
  isFileOptional?: boolean;
  /** Whether the file may have been sent before, in parts. */
  takesParts?: boolean;
  /** Maximum number of text fields. Defaults to 20. */
  maxFields?: number;
  /** Checks a file's name before its content is read. */
  checkName?(name: string): HttpError | null;
}

/** What a body may contain besides its files. */
const overheadBytes = 128 * 1024;

export const maxBodyBytes = ({ maxBytes, maxFiles = 1 }: UploadOptions): number =>
  maxFiles * (maxBytes + overheadBytes);

/** Streams files to disk and texts to memory. @throws HttpError with the texts that arrived, and leaves no file */
export async function readMultipart(
  request: Request,
  options: UploadOptions,
  signal: AbortSignal,
): Promise<ReceivedBody> {
  const { maxFiles = 1, texts } = options;
  const { interrupted, tooSlow } = texts;
  const parser = createParser(request, options);
  if (!request.body) throw new HttpError(400, interrupted);

  const body = Readable.fromWeb(request.body as never, { signal });
  const fields = new Map<string, string>();
  const { promise: failure, reject: fail } = Promise.withResolvers<never>();
  failure.catch(() => {});
  signal.addEventListener("abort", () => fail(signal.reason), { once: true });
  const files: Promise<ReceivedFile | RefusedFile>[] = [];
  let isCut = false;
  let fileStream: BusboyFileStream | undefined;

  parser.on("error", () => {});
  parser.on("field", (name: string, value: string) => fields.set(name, value));
  parser.on("file", (field, stream, name: string | undefined) => {
    // Every part fails with its body, even an unread one, and without a listener that would end the process.
    stream.on("error", () => {});
    // Browsers send an unnamed file if none was chosen.
    if (field !== options.field || !name) return stream.resume();
    fileStream = stream;
    const file = writeFile(stream, name, options);
    files.push(file);
    file.catch(fail);
  });
  parser.on("filesLimit", () => {
    isCut = maxFiles > 1;
  });
  let bytes = 0;
  let periodBytes = 0;
  const rateTimer = setInterval(() => {
    if (periodBytes < minBytesPerPeriod) fail(new HttpError(408, tooSlow));
    periodBytes = 0;
  }, periodMs);
  try {
    body.on("error", fail);
    body.on("data", (chunk: Uint8Array) => {
      periodBytes += chunk.length;
      bytes += chunk.length;
      if (bytes > maxBodyBytes(options)) fail(fileError(413, texts.tooLarge));
    });
    body.pipe(parser);
    await Promise.race([finished(parser), failure]);
    return { fields: Object.fromEntries(fields), files: await Promise.all(files), isCut };
  } catch (error) {
    body.unpipe(parser);
    body.destroy();
    parser.destroy();
    fileStream?.destroy(error instanceof Error ? error : undefined);
    const settled = await Promise.allSettled(files);
    await Promise.all(settled.map((each) => each.status === "fulfilled" && removeFile(each.value)));
    const reasons = settled.map((each) => each.status === "rejected" && each.reason);
    const cause = [error, ...reasons].find((each) => each instanceof HttpError || isStoreFailure(each));
    const httpError = cause ? toHttpError(cause, options.texts) : new HttpError(400, interrupted);
    httpError.fields = Object.fromEntries(fields);
    throw httpError;
  } finally {
    clearInterval(rateTimer);
  }
}

export const removeFile = async (file: ReceivedFile | RefusedFile): Promise<void> => {
  if ("path" in file) await rm(file.path, { force: true });
};

function createParser(request: Request, { maxFiles = 1, maxFields = 20, texts }: UploadOptions) {
  const contentType = request.headers.get("Content-Type");
  if (!isMultipart(contentType)) throw new HttpError(415, "Send the file as multipart/form-data.");
  const boundary = readBoundary(contentType);
  if (boundary === null) throw new HttpError(400, texts.interrupted);
  try {
    const headers: BusboyHeaders = { "content-type": multipartType(boundary) };
    return new Busboy({
      headers,
      limits: {
        files: maxFiles,
        fields: maxFields,
        fieldSize: 32_768,
        parts: maxFields + maxFiles + 3,
        headerPairs: 20,
      },
      isPartAFile: (_field, _type, name) => name !== undefined,
    });
  } catch {
    throw new HttpError(400, texts.interrupted);
  }
}

async function writeFile(
  stream: BusboyFileStream,
  name: string,
  { checkName, maxBytes, maxFiles = 1, texts }: UploadOptions,
): Promise<ReceivedFile | RefusedFile> {
  const refuse = (refusal: HttpError): RefusedFile => {
    if (maxFiles === 1) throw refusal;
    stream.resume();
    return { name, refusal };
  };
  const wrongName = checkName?.(name);
  if (wrongName) return refuse(wrongName);
  const path = createPartPath();
  const hash = createHash("sha256");
  let size = 0;
  const handle = await open(path, "wx", 0o600);
  try {
    const chunks: AsyncIterable<Buffer> = stream.iterator({ destroyOnReturn: false });
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > maxBytes) break;
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
    if (size > maxBytes) {
      await rm(path, { force: true });
      return refuse(fileError(413, texts.tooLarge));
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

export function toHttpError(error: unknown, texts: UploadOptions["texts"]): HttpError {
  if (error instanceof HttpError) return error;
  if (isDiskFull(error)) return new HttpError(503, texts.noRoom);
  const failure = new HttpError(isStoreFailure(error) ? 503 : 500, texts.failed);
  failure.cause = error;
  return failure;
}
