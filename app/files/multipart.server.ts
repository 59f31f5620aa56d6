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

export interface ReceivedFile {
  path: string;
  name: string;
  size: number;
  sha256: string;
}

export interface Upload {
  fields: Record<string, string>;
  file: ReceivedFile | null;
}

export interface UploadOptions extends WriteKind {
  field: string;
  maxBytes: number;
  texts: Record<
    "tooLarge" | "noRoom" | "interrupted" | "failed" | "tooMany" | "tooManyAtOnce" | "tooSlow",
    string
  >;
  /** Whether the file may have come before, in parts. */
  takesParts?: boolean;
  /** The most texts that its form has; 20 unless told. */
  maxFields?: number;
  /** Runs before the content is read. @throws HttpError */
  checkName?(name: string): void;
}

/** Streams a body's file to disk and its texts to memory. @throws HttpError with the texts that arrived, without a file left */
export async function readMultipart(
  request: Request,
  options: UploadOptions,
  signal: AbortSignal,
): Promise<Upload> {
  const { interrupted, tooSlow } = options.texts;
  const parser = createParser(request, options);
  if (!request.body) throw new HttpError(400, interrupted);

  const body = Readable.fromWeb(request.body as never, { signal });
  const fields = new Map<string, string>();
  const { promise: failure, reject: fail } = Promise.withResolvers<never>();
  failure.catch(() => {});
  signal.addEventListener("abort", () => fail(signal.reason), { once: true });
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

function createParser(request: Request, { maxBytes, maxFields = 20, texts }: UploadOptions) {
  const contentType = request.headers.get("Content-Type");
  if (!isMultipart(contentType)) throw new HttpError(415, "Send the file as multipart/form-data.");
  const boundary = readBoundary(contentType);
  if (boundary === null) throw new HttpError(400, texts.interrupted);
  try {
    const headers: BusboyHeaders = { "content-type": multipartType(boundary) };
    return new Busboy({
      headers,
      limits: {
        fileSize: maxBytes,
        files: 1,
        fields: maxFields,
        fieldSize: 32_768,
        parts: maxFields + 4,
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
