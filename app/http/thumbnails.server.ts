import { access, rm } from "node:fs/promises";
import { and, desc, eq, gt, sql } from "drizzle-orm";
import { db, resources } from "#db/index.ts";
import { type FileType, resourceWords } from "../schemas/resource.ts";
import { log } from "./log.server.ts";
import { draw } from "./pictures.server.ts";
import { alone, arriving, keep, stored } from "./store.server.ts";
import { fileRefused } from "./upload.server.ts";

/** A thumbnail's size in pixels: as large as a card or a page shows it. */
export const thumbnailSize = { width: 320, height: 200 };
const pictureTypes: readonly FileType[] = ["jpg", "jpeg", "png", "gif"];
/** Thumbnails that a restart came between are made up for, if they are of the last day. */
const day = 24 * 60 * 60 * 1000;

/**
 * Draws the thumbnail of a picture that has arrived, while its sender waits: one that can not be drawn is no picture.
 * @returns where it lies for now, or null when there is none
 * @throws UploadRefused 415, and 422 for a picture of more than 100 million pixels
 */
export async function drawArrived(source: string, type: FileType): Promise<string | null> {
  if (!pictureTypes.includes(type)) return null;
  const target = arriving();
  const drawn = await draw({ kind: "image", source, target, fit: "cover", ...thumbnailSize }, "awaited");
  if (drawn === "drawn") return target;
  await rm(target, { force: true });
  if (drawn === "no picture") throw fileRefused(415, resourceWords.notWhatItSays);
  if (drawn === "too many pixels") throw fileRefused(422, resourceWords.tooManyPixels);
  return null;
}

/** Draws the first page of a stored PDF for all resources with that file. A broken PDF has no thumbnail. */
export async function drawFirstPage(sha256: string): Promise<void> {
  const target = arriving();
  const name = `${sha256}.webp`;
  try {
    const exists = await access(stored(name)).then(
      () => true,
      () => false,
    );
    const picture = { kind: "pdf", source: stored(sha256), target, fit: "cover", ...thumbnailSize } as const;
    if (!exists && (await draw(picture, "later")) !== "drawn") return;
    await alone(sha256, async () => {
      const shown = await db
        .update(resources)
        .set({ hasThumbnail: true })
        .where(eq(resources.fileSha256, sha256))
        .returning({ id: resources.id });
      // Deleted while it was drawn: then nothing may stay of it.
      if (shown.length > 0 && !exists) await keep(target, name);
    });
  } catch (error) {
    log.warn({ err: error }, "no thumbnail");
  } finally {
    await rm(target, { force: true });
  }
}

/** Draws the first pages that were still waiting when the server was stopped. */
export async function drawMissing(): Promise<void> {
  const missing = await db
    .select({ sha256: resources.fileSha256 })
    .from(resources)
    .where(
      and(
        eq(resources.fileType, "pdf"),
        eq(resources.hasThumbnail, false),
        gt(resources.createdAt, Date.now() - day),
        gt(resources.id, sql`(select coalesce(max(id), 0) - 1000 from resources)`),
      ),
    )
    .orderBy(desc(resources.id))
    .limit(200);
  for (const sha256 of new Set(missing.map((row) => row.sha256))) await drawFirstPage(sha256);
}
