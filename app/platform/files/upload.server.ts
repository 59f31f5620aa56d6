import type { WriteKind } from "#db/scopes/sessions.ts";
import { requireWriteAccess } from "../auth/guards.server.ts";
import type { Session } from "../auth/sessions.server.ts";
import { env } from "../env.server.ts";
import { HttpError } from "../http/problem.server.ts";
import { limitAction, RateLimit, refundLimit } from "../limits/rate-limit.server.ts";
import { normalizeLine } from "../schemas/fields.server.ts";
import {
  fileError,
  maxBodyBytes,
  type ReceivedBody,
  type ReceivedFile,
  readMultipart,
  removeFile,
  toHttpError,
  type UploadOptions,
} from "./multipart.server.ts";
import { isSum, takeParts } from "./parts.server.ts";
import { fileTexts, imageTexts } from "./rules.ts";
import { requireCleanFile } from "./scan.server.ts";
import { hasFreeSpace } from "./storage.server.ts";

const uploadTimeoutMs = 3 * 60 * 60 * 1000;
const accessCheckMs = 2_000;
const textFieldsTimeoutMs = 30_000;
/** Bytes that a member may store per day. */
const storedBytesLimit = new RateLimit(2 * 1024 ** 3, 24 * 60 * 60);
const maxConcurrentUploads = 100;
const maxConcurrentUploadsPerMember = 3;
let activeUploads = 0;
const activeUploadsByMember = new Map<number, number>();

export interface Upload {
  fields: Record<string, string>;
  file: ReceivedFile | null;
}

/** The result for one file. */
export type UploadOutcome<T> = { name: string } & ({ used: T } | { error: HttpError });

/**
 * Receives and scans a file within a member's limits, passes it to `use`, and removes it unless `use` moved it.
 * @throws HttpError with the texts that arrived: 400, 401 and 403 if the sender may no longer write, 408, 413, 415, 422,
 * 429, 500, 503. Leaves no file.
 */
export async function receiveUpload<T>(
  request: Request,
  session: Session,
  options: UploadOptions,
  use: (upload: Upload) => Promise<T>,
): Promise<T> {
  const { outcomes } = await receiveUploads(request, session, { ...options, maxFiles: 1 }, use);
  const [outcome] = outcomes;
  if (outcome && "used" in outcome) return outcome.used;
  throw outcome?.error ?? new HttpError(400, options.texts.interrupted);
}

/**
 * The same for several files, one after the other. A refused file does not affect the others.
 * @param use gets the number of files; it is called once without a file
 * @throws HttpError like `receiveUpload`, if the whole body is refused
 */
export async function receiveUploads<T>(
  request: Request,
  session: Session,
  options: UploadOptions,
  use: (upload: Upload, count: number) => Promise<T>,
): Promise<{ outcomes: UploadOutcome<T>[]; isCut: boolean }> {
  const { maxBytes, texts } = options;
  const { viewer } = session;
  const maxBody = maxBodyBytes(options);
  limitAction("upload", viewer.id, texts.tooMany);
  const ownUploads = activeUploadsByMember.get(viewer.id) ?? 0;
  if (ownUploads >= maxConcurrentUploadsPerMember && env.RATE_LIMITS !== "off") {
    throw new HttpError(429, texts.tooManyAtOnce, { retryAfter: 10 });
  }
  if (activeUploads >= maxConcurrentUploads) throw new HttpError(503, texts.noRoom);
  const declaredBytes = Number(request.headers.get("Content-Length") ?? 0);
  if (declaredBytes > maxBody) throw fileError(413, texts.tooLarge);
  const reservedBytes = Math.min(declaredBytes || maxBytes, (options.maxFiles ?? 1) * maxBytes);
  const retryAfter = storedBytesLimit.consume(String(viewer.id), reservedBytes);
  if (retryAfter > 0) throw new HttpError(429, fileTexts.tooManyBytes, { retryAfter });
  let storedBytes = 0;
  activeUploads += 1;
  activeUploadsByMember.set(viewer.id, ownUploads + 1);
  let body: ReceivedBody | undefined;
  const access = watchAccess(session, options);
  try {
    if (!(await hasFreeSpace(declaredBytes || maxBytes))) throw new HttpError(503, texts.noRoom);
    const signals = [request.signal, AbortSignal.timeout(uploadTimeoutMs), access.signal];
    body = await readMultipart(request, options, AbortSignal.any(signals));
    const { fields, files, isCut } = body;
    if (options.takesParts && files.length === 0 && isSum(fields.sha256))
      files.push(await takeParts(viewer.id, fields, options));
    if (options.isFileOptional && files.length === 0) refundLimit("upload", viewer.id);
    const outcomes: UploadOutcome<T>[] = [];
    for (const [index, file] of (files.length > 0 ? files : [null]).entries()) {
      const name = file?.name ?? "";
      try {
        if (file && "refusal" in file) throw file.refusal;
        if (index > 0) limitAction("upload", viewer.id, texts.tooMany);
        if (file) await requireCleanFile(file, viewer, request.signal);
        outcomes.push({ name, used: await use({ fields, file }, files.length) });
        storedBytes += file?.size ?? 0;
      } catch (error) {
        outcomes.push({ name, error: Object.assign(toHttpError(error, texts), { fields }) });
      }
    }
    return { outcomes, isCut };
  } catch (error) {
    const httpError = toHttpError(error, texts);
    if (body) httpError.fields = body.fields;
    throw httpError;
  } finally {
    access.stop();
    storedBytesLimit.refund(String(viewer.id), reservedBytes - storedBytes);
    activeUploads -= 1;
    const left = (activeUploadsByMember.get(viewer.id) ?? 1) - 1;
    if (left > 0) activeUploadsByMember.set(viewer.id, left);
    else activeUploadsByMember.delete(viewer.id);
    await Promise.all((body?.files ?? []).map(removeFile));
  }
}

function watchAccess(session: Session, kind: WriteKind) {
  const controller = new AbortController();
  const timer = setInterval(() => {
    requireWriteAccess(session, kind).catch((error: unknown) => {
      // If the store fails, the member may still have access.
      if (error instanceof HttpError) controller.abort(error);
    });
  }, accessCheckMs);
  return { signal: controller.signal, stop: () => clearInterval(timer) };
}

/** Reads the texts of a refused, unread body up to its first large file, so that the form can show them again. */
export async function readTextFields(request: Request, maxFields: number): Promise<Record<string, string>> {
  const options = { isPost: false, field: "", maxBytes: 0, maxFields, texts: imageTexts };
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(textFieldsTimeoutMs)]);
  try {
    return (await readMultipart(request, options, signal)).fields;
  } catch (error) {
    if (error instanceof HttpError) return error.fields;
    throw error;
  }
}

const maxNameLength = 150;
const maxSentNameLength = 1_000;

export function sanitizeFileName(name: string): string {
  const cleanName = normalizeLine(name.slice(-maxSentNameLength));
  const base = cleanName.slice(Math.max(cleanName.lastIndexOf("/"), cleanName.lastIndexOf("\\")) + 1).trim();
  const dot = base.lastIndexOf(".");
  if (dot < 0) return Array.from(base).slice(0, maxNameLength).join("");
  const stem = Array.from(base.slice(0, dot)).slice(0, maxNameLength).join("").trim();
  return `${stem.replace(/^\.+/, "") || "file"}${base.slice(dot).trimEnd().slice(0, 20)}`;
}
