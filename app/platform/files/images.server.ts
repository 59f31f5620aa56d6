import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { isUnsettled } from "#db/failures.ts";
import { db, images, users, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { isUnusedImage } from "#db/scopes/images.ts";
import { canStillWrite, type WriteKind } from "#db/scopes/sessions.ts";
import { thumbnailName } from "#db/storage-dir.ts";
import { requireWriteAccess } from "../auth/guards.server.ts";
import type { Session } from "../auth/sessions.server.ts";
import { env } from "../env.server.ts";
import { storedFiles } from "../file-store/stored-files.server.ts";
import { HttpError } from "../http/problem.server.ts";
import { batchOnce, type CallKey } from "../limits/call-key.server.ts";
import { RateLimit } from "../limits/rate-limit.server.ts";
import { fileError, type ReceivedFile } from "./multipart.server.ts";
import type { ImageSize, Picture, RenderJob } from "./render-process.server.ts";
import { renderImage } from "./renderer.server.ts";
import { imageTexts, logoTexts } from "./rules.ts";
import { createPartPath, deleteFile } from "./storage.server.ts";
import { deleteReleasedFiles } from "./sweep.server.ts";

const dayMs = 24 * 60 * 60 * 1000;
const maxImagesPerDay = 50;
/** Counts attempts, because an unreadable image costs as much. */
const attemptLimit = new RateLimit(maxImagesPerDay, 24 * 60 * 60);
const acceptedFormats = ["jpg", "png", "apng", "gif", "webp"];

export interface SizeRules {
  large: ImageSize;
  small: ImageSize;
  maxPixels: number;
  tooManyPixels: string;
}
export interface ImageRules extends SizeRules, WriteKind {}

/** Sizes of a picture that is shown as a square. */
export const squareSizes = {
  large: { width: 240, height: 240, fit: "cover" },
  small: { width: 112, height: 112, fit: "cover" },
} as const;

/** Stores WebP in two sizes, without metadata. @throws HttpError 401, 403, 415, 422, 429 above the quota, 503 */
export async function storeImage(
  file: ReceivedFile,
  session: Session,
  rules: ImageRules,
  callKey?: CallKey,
): Promise<string> {
  if (file.size === 0) throw fileError(422, imageTexts.empty);
  const retryAfter = attemptLimit.consume(String(session.viewer.id));
  if (retryAfter > 0) throw new HttpError(429, imageTexts.tooMany, { retryAfter });
  const name = `${randomUUID()}.webp`;
  let parts: RenderedSizes | undefined;
  try {
    parts = await renderSizes(file, session, rules);
    await storedFiles.put(name, parts.large);
    await storedFiles.put(thumbnailName(name), parts.small);
    if (await insertWithinQuota({ file: name, bytes: file.size }, session, rules, callKey)) return name;
    await requireWriteAccess(session, rules);
    throw new HttpError(429, imageTexts.tooMany, { retryAfter: 3600 });
  } catch (error) {
    if (!(error instanceof HttpError) || error.status >= 500) attemptLimit.refund(String(session.viewer.id));
    // If the row may still be committed, or the database is down, leave the file to the sweep.
    if (!isUnsettled(error)) await deleteReleasedFiles([name]).catch(() => {});
    throw error;
  } finally {
    await removeSizes(parts);
  }
}

const logoSize = { width: 512, height: 512, fit: "inside", maxPixels: 40_000_000 } as const;

/** Stores a PNG of at most 512 pixels and returns its name. The sweep deletes one that is never used. */
export async function storeLogo(file: ReceivedFile, session: Session): Promise<string> {
  if (file.size === 0) throw fileError(422, imageTexts.empty);
  const target = createPartPath();
  try {
    const job = { kind: "logo", source: file.path, target, ...logoSize } as const;
    const { width, height } = await renderOrThrow(job, session, logoTexts);
    const name = `${randomUUID()}-${width}x${height}`;
    await storedFiles.put(name, target);
    return name;
  } finally {
    await rm(target, { force: true });
  }
}

/** Temporary paths, and the size of the large picture. */
export interface RenderedSizes {
  large: string;
  small: string;
  picture: Picture;
}

/** Renders WebP without metadata. @throws HttpError 415, 422, 503, and leaves no file */
export async function renderSizes(
  file: ReceivedFile,
  session: Session,
  rules: SizeRules,
): Promise<RenderedSizes> {
  await requireImageFormat(file.path);
  const parts = { large: createPartPath(), small: createPartPath() };
  const { large, small, maxPixels } = rules;
  const job = {
    kind: "image",
    source: file.path,
    target: parts.large,
    ...large,
    maxPixels,
    small: { target: parts.small, ...small },
  } as const;
  try {
    return { ...parts, picture: await renderOrThrow(job, session, rules) };
  } catch (error) {
    await removeSizes(parts);
    throw error;
  }
}

export async function removeSizes(parts: Pick<RenderedSizes, "large" | "small"> | undefined): Promise<void> {
  if (!parts) return;
  for (const part of [parts.large, parts.small]) await rm(part, { force: true });
}

async function requireImageFormat(path: string): Promise<void> {
  const { fileTypeFromFile } = await import("file-type");
  const signal = AbortSignal.timeout(5_000);
  const detected = await fileTypeFromFile(path, { signal }).catch(() => undefined);
  if (!detected || !acceptedFormats.includes(detected.ext)) throw fileError(415, imageTexts.wrongType);
}

async function renderOrThrow(
  job: RenderJob,
  { viewer }: Session,
  { tooManyPixels, wrongType = imageTexts.wrongType }: { tooManyPixels: string; wrongType?: string },
): Promise<Picture> {
  const result = await renderImage(job, viewer.id);
  if (result === "too-many-pixels") throw fileError(422, tooManyPixels);
  if (result === "not-an-image") throw fileError(415, wrongType);
  if (result === "failed") throw new HttpError(503, imageTexts.busy, { retryAfter: 10 });
  return result;
}

async function insertWithinQuota(
  row: { file: string; bytes: number },
  { viewer, tokenHash }: Session,
  kind: WriteKind,
  callKey: CallKey | undefined,
): Promise<boolean> {
  const now = Date.now();
  const imagesToday = sql`(select count(*) from ${images} where ${images.userId} = ${viewer.id}
    and ${images.createdAt} > ${now - dayMs})`;
  const { inserted } = await batchOnce(
    callKey,
    {
      inserted: insertSelect(
        db,
        images,
        { ...row, userId: viewer.id, createdAt: now },
        users,
        and(
          eq(users.id, viewer.id),
          canStillWrite(tokenHash, kind),
          env.RATE_LIMITS === "off" ? undefined : sql`${imagesToday} < ${maxImagesPerDay}`,
        ),
      ).returning({ id: images.id }),
    },
    "inserted",
  );
  return inserted.length > 0;
}

export const releaseImage = (isImage: SQL) =>
  db.delete(images).where(and(isImage, isUnusedImage)).returning({ file: images.file });

/** Deletes a stored picture that is no longer used. */
export async function deleteUnusedImage(name: string): Promise<void> {
  for (const { file } of await write(() => releaseImage(eq(images.file, name)))) await deleteFile(file);
}
