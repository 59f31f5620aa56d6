import { opendir, rm } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, inArray, isNotNull, lt, or } from "drizzle-orm";
import { db, files, images, users } from "#db/index.ts";
import { isOfDeletedMember, isUnusedImage } from "#db/scopes/images.ts";
import { dayMs, hourMs } from "../durations.ts";
import { storedFiles } from "../file-store/stored-files.server.ts";
import { log } from "../log.server.ts";
import { waitingPattern } from "./parts.server.ts";
import { baseFileOf, deleteFile, uploadsDir, withStoredFileLock } from "./storage.server.ts";

/** Deletes images without a use: after a day, those of deleted members at once. */
export async function deleteUnusedImages(now = Date.now()): Promise<void> {
  const [, deleted] = await db.batch([
    db
      .update(users)
      .set({ avatarFile: null })
      .where(and(eq(users.status, "deleted"), isNotNull(users.avatarFile))),
    db
      .delete(images)
      .where(and(or(lt(images.createdAt, now - dayMs), isOfDeletedMember), isUnusedImage))
      .returning({ file: images.file }),
  ]);
  for (const { file } of deleted) await deleteFile(file);
}

/** Deletes what arrived halfway when the process ended. A restart interrupts nobody who sends a file in parts. */
export async function deleteHalfFiles(): Promise<void> {
  for await (const { name } of await opendir(uploadsDir)) {
    if (name.endsWith(".part") && !waitingPattern.test(name))
      await rm(join(uploadsDir, name), { force: true });
  }
}

/** Deletes files without a row that were stored before this process began, or an hour ago: a newer one may get its row. */
export async function deleteOrphanedFiles(): Promise<void> {
  const anHourAgo = Date.now() - hourMs;
  const before = storedFiles.isShared ? anHourAgo : Math.max(performance.timeOrigin, anHourAgo);
  let names: string[] = [];
  for await (const { name, changedAt } of storedFiles.list()) {
    if (changedAt < before) names.push(baseFileOf(name));
    if (names.length < 500) continue;
    await deleteUnlisted(names);
    names = [];
  }
  await deleteUnlisted(names);
}

export async function deleteReleasedFiles(names: string[]): Promise<void> {
  for (let start = 0; start < names.length; start += 500)
    await deleteUnlisted(names.slice(start, start + 500));
}

async function deleteUnlisted(names: string[]): Promise<void> {
  const listed = await findListed(names);
  for (const name of names.filter((each) => !listed.has(each))) {
    await withStoredFileLock(name, async () => {
      // The same bytes may have been stored since the list was read.
      if ((await findListed([name])).size > 0) return;
      await deleteFile(name);
      log.info({ file: name }, "removed a file that nothing uses");
    });
  }
}

async function findListed(names: string[]): Promise<Set<string>> {
  const [resourceFiles, eventImages, avatars] = await db.batch([
    db.select({ name: files.sha256 }).from(files).where(inArray(files.sha256, names)),
    db.select({ name: images.file }).from(images).where(inArray(images.file, names)),
    db.select({ name: users.avatarFile }).from(users).where(inArray(users.avatarFile, names)),
  ]);
  return new Set([...resourceFiles, ...eventImages, ...avatars].flatMap(({ name }) => name ?? []));
}
