import { rm } from "node:fs/promises";
import type { WriteKind } from "#db/scopes/sessions.ts";
import type { Session } from "../auth/session.server.ts";
import { requireWriteAccess } from "../auth/write-access.server.ts";
import { env } from "../env.server.ts";
import { HttpError } from "../http/problem.server.ts";
import { limitAct } from "../http/rate-limit.server.ts";
import { normalizeLine } from "../schemas/fields.ts";
import {
  fileError,
  readMultipart,
  toHttpError,
  type Upload,
  type UploadOptions,
} from "./multipart.server.ts";
import { requireCleanFile } from "./scan.server.ts";
import { hasFreeSpace } from "./storage.server.ts";

/** What the text fields and the boundaries of a multipart body may add to its file. */
const multipartOverheadBytes = 128 * 1024;
/** Enough for 50 MB over a very slow connection. */
const uploadTimeoutMs = 3 * 60 * 60 * 1000;
/** How soon an upload ends after its sender may no longer write. */
const accessCheckMs = 2_000;
const textFieldsTimeoutMs = 30_000;
const maxConcurrentUploads = 100;
const maxConcurrentUploadsPerMember = 3;
let activeUploads = 0;
const activeUploadsByMember = new Map<number, number>();

/**
 * Receives a multipart body (`readMultipart`) within a member's limits, asks `SCAN_COMMAND` about its file, passes both to
 * `use`, and removes the file afterwards unless `use` moved it.
 * @throws HttpError with the text fields that arrived: 413 as early as `Content-Length` shows it, else in mid-stream;
 * 400 when the body is cut off or malformed, 415 when it is not multipart, 503 when the store is full or fails, 500 with
 * a cause when anything else does; 429 above a member's limits, 408 when it arrives too slowly; 422 when the scan
 * finds something, 503 when it fails; 401 or 403 soon after its sender may no longer write; and what `checkName`
 * throws. Nothing is left behind then.
 */
export async function receiveUpload<T>(
  request: Request,
  session: Session,
  options: UploadOptions,
  use: (upload: Upload) => Promise<T>,
): Promise<T> {
  const { maxBytes, texts } = options;
  const { viewer } = session;
  limitAct("upload", viewer.id, texts.tooMany);
  const ownUploads = activeUploadsByMember.get(viewer.id) ?? 0;
  if (ownUploads >= maxConcurrentUploadsPerMember && env.RATE_LIMITS !== "off") {
    throw new HttpError(429, texts.tooManyAtOnce, { retryAfter: 10 });
  }
  if (activeUploads >= maxConcurrentUploads) throw new HttpError(503, texts.noRoom);
  activeUploads += 1;
  activeUploadsByMember.set(viewer.id, ownUploads + 1);
  let upload: Upload | undefined;
  const access = watchAccess(session, options);
  try {
    const declaredBytes = Number(request.headers.get("Content-Length") ?? 0);
    if (declaredBytes > maxBytes + multipartOverheadBytes) throw fileError(413, texts.tooLarge);
    if (!(await hasFreeSpace(declaredBytes || maxBytes))) throw new HttpError(503, texts.noRoom);
    const signals = [request.signal, AbortSignal.timeout(uploadTimeoutMs), access.signal];
    upload = await readMultipart(request, options, AbortSignal.any(signals));
    if (upload.file) await requireCleanFile(upload.file, viewer, request.signal);
    return await use(upload);
  } catch (error) {
    const httpError = toHttpError(error, texts);
    if (upload) httpError.fields = upload.fields;
    throw httpError;
  } finally {
    access.stop();
    activeUploads -= 1;
    const left = (activeUploadsByMember.get(viewer.id) ?? 1) - 1;
    if (left > 0) activeUploadsByMember.set(viewer.id, left);
    else activeUploadsByMember.delete(viewer.id);
    if (upload?.file) await rm(upload.file.path, { force: true });
  }
}

/** Ends an upload whose sender has logged out, or was muted, suspended or deleted since it began. */
function watchAccess(session: Session, kind: WriteKind) {
  const controller = new AbortController();
  const timer = setInterval(() => {
    requireWriteAccess(session, kind).catch((error: unknown) => {
      // A store that fails says nothing about the member.
      if (error instanceof HttpError) controller.abort(error);
    });
  }, accessCheckMs);
  return { signal: controller.signal, stop: () => clearInterval(timer) };
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
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(textFieldsTimeoutMs)]);
  try {
    return (await readMultipart(request, { ...options, checkName: stopAtFile }, signal)).fields;
  } catch (error) {
    if (error instanceof HttpError) return error.fields;
    throw error;
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
