import { rm } from "node:fs/promises";
import { and, desc, eq, gt, sql } from "drizzle-orm";
import { storedFiles } from "#app/platform/file-store/stored-files.server.ts";
import { fileError } from "#app/platform/files/multipart.server.ts";
import { renderImage } from "#app/platform/files/renderer.server.ts";
import { type FileType, maxImagePixels } from "#app/platform/files/rules.ts";
import { createPartPath, withLocalFile, withStoredFileLock } from "#app/platform/files/storage.server.ts";
import { log } from "#app/platform/process/log.server.ts";
import { db, resources, write } from "#db/index.ts";
import { thumbnailName } from "#db/storage-dir.ts";
import { resourceTexts } from "./input.server.ts";

const thumbnail = { width: 320, height: 200, fit: "cover", maxPixels: maxImagePixels } as const;
const imageTypes: readonly FileType[] = ["jpg", "jpeg", "png", "gif"];
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns a temporary path, or null without a thumbnail. @throws HttpError 415 for a damaged image, 422 for too many
 * pixels
 */
export async function renderThumbnail(
  source: string,
  type: FileType,
  memberId: number,
): Promise<string | null> {
  if (!imageTypes.includes(type)) return null;
  const target = createPartPath();
  const result = await renderImage({ kind: "image", source, target, ...thumbnail }, memberId);
  if (typeof result !== "string") return target;
  await rm(target, { force: true });
  if (result === "not-an-image") throw fileError(415, resourceTexts.wrongContent);
  if (result === "too-many-pixels") throw fileError(422, resourceTexts.tooManyPixels);
  return null;
}

/** Renders the thumbnail of all resources with this file. */
export async function renderPdfThumbnail(sha256: string, memberId: number): Promise<void> {
  const target = createPartPath();
  const name = thumbnailName(sha256);
  try {
    const exists = (await storedFiles.size(name)) !== null;
    const render = (source: string) =>
      renderImage({ kind: "pdf", source, target, ...thumbnail }, memberId, "background");
    if (!exists && typeof (await withLocalFile(sha256, render)) === "string") return;
    await withStoredFileLock(sha256, async () => {
      const updated = await write(() =>
        db
          .update(resources)
          .set({ hasThumbnail: true })
          .where(eq(resources.fileSha256, sha256))
          .returning({ id: resources.id }),
      );
      // The file may have been deleted while its page was rendered.
      if (updated.length > 0 && !exists) await storedFiles.put(name, target);
    });
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    log.warn({ reason }, "rendering a thumbnail failed");
  } finally {
    await rm(target, { force: true });
  }
}

/** Renders the thumbnails that were still queued when the server stopped. */
export async function renderMissingThumbnails(): Promise<void> {
  const missing = await db
    .select({ sha256: resources.fileSha256, memberId: sql<number>`min(${resources.userId})` })
    .from(resources)
    .where(
      and(
        eq(resources.fileType, "pdf"),
        eq(resources.hasThumbnail, false),
        gt(resources.createdAt, Date.now() - dayMs),
        gt(resources.id, sql`(select coalesce(max(id), 0) - 1000 from resources)`),
      ),
    )
    // The plus keeps SQLite from reading the whole index of hashes.
    .groupBy(sql`+${resources.fileSha256}`)
    .orderBy(desc(sql`max(${resources.id})`))
    .limit(200);
  for (const { sha256, memberId } of missing) await renderPdfThumbnail(sha256, memberId);
}
