import { access, rm } from "node:fs/promises";
import { and, desc, eq, gt, sql } from "drizzle-orm";
import { db, resources } from "#db/index.ts";
import { log } from "../log.server.ts";
import { type FileType, resourceTexts } from "../schemas/resource.ts";
import { renderImage } from "./renderer.server.ts";
import { commitFile, createPartPath, storedPath, withFileLock } from "./storage.server.ts";
import { fileError } from "./upload.server.ts";

/** A thumbnail's size in pixels: as large as a card or a page shows it. */
export const thumbnailSize = { width: 320, height: 200 };
const imageTypes: readonly FileType[] = ["jpg", "jpeg", "png", "gif"];
/** Thumbnails that a restart came between are made up for, if they are of the last day. */
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Draws the thumbnail of a picture that has arrived, while its sender waits: one that can not be drawn is no picture.
 * @returns where it lies for now, or null when there is none
 * @throws HttpError 415, and 422 for a picture of more than 100 million pixels
 */
export async function renderThumbnail(source: string, type: FileType): Promise<string | null> {
  if (!imageTypes.includes(type)) return null;
  const target = createPartPath();
  const drawn = await renderImage(
    { kind: "image", source, target, fit: "cover", ...thumbnailSize },
    "awaited",
  );
  if (drawn === "drawn") return target;
  await rm(target, { force: true });
  if (drawn === "no picture") throw fileError(415, resourceTexts.notWhatItSays);
  if (drawn === "too many pixels") throw fileError(422, resourceTexts.tooManyPixels);
  return null;
}

/** Draws the first page of a stored PDF for all resources with that file. A broken PDF has no thumbnail. */
export async function renderPdfThumbnail(sha256: string): Promise<void> {
  const target = createPartPath();
  const name = `${sha256}.webp`;
  try {
    const exists = await access(storedPath(name)).then(
      () => true,
      () => false,
    );
    const picture = {
      kind: "pdf",
      source: storedPath(sha256),
      target,
      fit: "cover",
      ...thumbnailSize,
    } as const;
    if (!exists && (await renderImage(picture, "later")) !== "drawn") return;
    await withFileLock(sha256, async () => {
      const shown = await db
        .update(resources)
        .set({ hasThumbnail: true })
        .where(eq(resources.fileSha256, sha256))
        .returning({ id: resources.id });
      // Deleted while it was drawn: then nothing may stay of it.
      if (shown.length > 0 && !exists) await commitFile(target, name);
    });
  } catch (error) {
    log.warn({ err: error }, "no thumbnail");
  } finally {
    await rm(target, { force: true });
  }
}

/** Draws the first pages that were still waiting when the server was stopped. */
export async function renderMissingThumbnails(): Promise<void> {
  const missing = await db
    .select({ sha256: resources.fileSha256 })
    .from(resources)
    .where(
      and(
        eq(resources.fileType, "pdf"),
        eq(resources.hasThumbnail, false),
        gt(resources.createdAt, Date.now() - dayMs),
        gt(resources.id, sql`(select coalesce(max(id), 0) - 1000 from resources)`),
      ),
    )
    .orderBy(desc(resources.id))
    .limit(200);
  for (const sha256 of new Set(missing.map((row) => row.sha256))) await renderPdfThumbnail(sha256);
}
