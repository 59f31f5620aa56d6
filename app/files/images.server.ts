import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { and, eq, lt, sql } from "drizzle-orm";
import { fileTypeFromFile } from "file-type";
import { db, events, images, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import type { Viewer } from "../auth/session.server.ts";
import { env } from "../env.server.ts";
import { HttpError } from "../http/problem.server.ts";
import { imageTexts, maxImageBytes, maxImagePixels } from "../schemas/resource.ts";
import type { RenderJob } from "./render-process.server.ts";
import { renderImage } from "./renderer.server.ts";
import { commitFile, createPartPath, deleteFile } from "./storage.server.ts";
import { fileError, type ReceivedFile, receiveUpload } from "./upload.server.ts";

const dayMs = 24 * 60 * 60 * 1000;
const maxImagesPerDay = 50;
const acceptedFormats = ["jpg", "png", "apng", "gif", "webp"];

/** How an image is re-encoded, and what is said when it has too many pixels. */
export interface ImageRules extends Pick<RenderJob, "width" | "height" | "fit" | "maxPixels"> {
  tooManyPixels: string;
}

/**
 * Re-encodes an uploaded image as WebP, upright and without its metadata.
 * @returns its temporary path
 * @throws HttpError 415 when it is not an image, 422 when it has too many pixels, 503 when too many are waiting
 */
export async function reencodeImage(
  file: ReceivedFile,
  { tooManyPixels, ...job }: ImageRules,
): Promise<string> {
  if (file.size === 0) throw fileError(422, imageTexts.empty);
  const detected = await fileTypeFromFile(file.path, { signal: AbortSignal.timeout(5_000) }).catch(
    () => undefined,
  );
  if (!detected || !acceptedFormats.includes(detected.ext)) throw fileError(415, imageTexts.wrongType);
  const target = createPartPath();
  const result = await renderImage({ kind: "image", source: file.path, target, ...job }, "foreground");
  if (result === "rendered") return target;
  await rm(target, { force: true });
  if (result === "too-many-pixels") throw fileError(422, tooManyPixels);
  if (result === "not-an-image") throw fileError(415, imageTexts.wrongType);
  throw new HttpError(503, imageTexts.busy, { retryAfter: 10 });
}

/**
 * Stores an image for an event from the field `file` of a multipart body.
 * @returns the name it is served under
 * @throws HttpError, among them 429 above the daily quota
 */
export async function storeImage(request: Request, viewer: Viewer): Promise<string> {
  const options = { field: "file", maxBytes: maxImageBytes, texts: imageTexts };
  return receiveUpload(request, viewer, options, async ({ file }) => {
    if (!file) throw fileError(422, imageTexts.missing);
    return storeReceivedImage(file, viewer);
  });
}

const eventImageRules = { maxPixels: maxImagePixels, tooManyPixels: imageTexts.tooManyPixels };
const whole: ImageRules = { ...eventImageRules, width: 1600, height: 1600, fit: "inside" };
/** What pages show at 600x300. */
const small: ImageRules = { ...eventImageRules, width: 800, height: 400, fit: "cover" };

/** Stores an image for an event that has arrived, and its smaller version. Returns and throws like `storeImage`. */
export async function storeReceivedImage(file: ReceivedFile, viewer: Viewer): Promise<string> {
  const path = await reencodeImage(file, whole);
  try {
    return await commitImage(viewer, file.size, {
      "": path,
      "-small": await reencodeImage({ ...file, path }, small),
    });
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * Gives an image its name and its row, within its owner's daily quota. Nothing unused stays longer than a day.
 * @param parts the temporary paths of the image and of its smaller versions, by what their names end in
 * @returns the name it is served under
 * @throws HttpError 429 above the daily quota; none of the files is left then
 */
export async function commitImage(
  viewer: Viewer,
  bytes: number,
  parts: Record<string, string>,
): Promise<string> {
  const id = randomUUID();
  const name = `${id}.webp`;
  try {
    for (const [ending, path] of Object.entries(parts)) await commitFile(path, `${id}${ending}.webp`);
    if (await insertWithinQuota({ file: name, bytes, userId: viewer.id })) return name;
    throw new HttpError(429, imageTexts.tooMany, { retryAfter: 3600 });
  } catch (error) {
    await deleteFile(name);
    throw error;
  } finally {
    for (const path of Object.values(parts)) await rm(path, { force: true });
  }
}

/** Inserts an image row unless its owner has reached the daily quota. Returns whether it did. */
async function insertWithinQuota(row: { file: string; bytes: number; userId: number }): Promise<boolean> {
  const now = Date.now();
  const imagesToday = sql`(select count(*) from ${images} where ${images.userId} = ${row.userId}
    and ${images.createdAt} > ${now - dayMs})`;
  const isAllowed = env.RATE_LIMITS === "off" ? sql`true` : sql`${imagesToday} < ${maxImagesPerDay}`;
  const inserted = await insertSelect(
    db,
    images,
    { ...row, createdAt: now },
    users,
    and(eq(users.id, row.userId), isAllowed),
  ).returning({ id: images.id });
  return inserted.length > 0;
}

const isUnused = () =>
  and(
    sql`not exists (select 1 from ${events} where image_id = ${images.id})`,
    sql`not exists (select 1 from ${users} where avatar_file = ${images.file})`,
  );

/**
 * The statement that deletes an image's row if nothing uses it any more. It returns the file to delete after it.
 * @param image its id, or its file's name
 */
export const releaseImage = (image: number | string | null) =>
  db
    .delete(images)
    .where(and(typeof image === "string" ? eq(images.file, image) : eq(images.id, image ?? 0), isUnused()))
    .returning({ file: images.file });

/** Deletes images older than a day that no event or member uses. */
export async function deleteUnusedImages(now = Date.now()): Promise<void> {
  const deleted = await db
    .delete(images)
    .where(and(lt(images.createdAt, now - dayMs), isUnused()))
    .returning({ file: images.file });
  for (const { file } of deleted) await deleteFile(file);
}
