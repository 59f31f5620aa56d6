import { opendir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { attachments, db, images, jobApplications, memberImports, reports, users } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { isFileDue } from "#db/scopes/applications.ts";
import { isOfErasedReport } from "#db/scopes/attachments.ts";
import { isOfDeletedMember, isUnusedImage } from "#db/scopes/images.ts";
import { findNamed } from "#db/stored-files.ts";
import { DiskFiles } from "../file-store/disk.server.ts";
import { storedFiles } from "../file-store/stored-files.server.ts";
import { dayMs, hourMs } from "../time/durations.ts";
import { addDays, today } from "../time/time.server.ts";
import { partPattern } from "./parts.server.ts";
import {
  baseFileOf,
  deleteFile,
  moveToSwept,
  sweepFile,
  sweptDir,
  uploadsDir,
  withStoredFileLock,
} from "./storage.server.ts";

// Files that no row refers to are kept in `swept/` for seven days. Files older than the database's first row are not
// touched: they belong to another database, which may only be missing temporarily.

const retentionMs = 7 * dayMs;

/** Deletes the images of deleted members, and sweeps those that nothing has used for a day. */
export async function deleteUnusedImages(now = Date.now()): Promise<void> {
  const { erased, unused } = await namedBatch({
    avatars: db
      .update(users)
      .set({ avatarFile: null })
      .where(and(eq(users.status, "deleted"), isNotNull(users.avatarFile))),
    erased: db.delete(images).where(and(isOfDeletedMember, isUnusedImage)).returning({ file: images.file }),
    unused: db
      .delete(images)
      .where(and(lt(images.createdAt, now - dayMs), isUnusedImage))
      .returning({ file: images.file }),
  });
  for (const { file } of erased) await deleteFile(file);
  for (const { file } of unused) await sweepFile(file);
}

/** Deletes uploads that were interrupted when the process ended, but not files that are sent in parts. */
export async function deleteHalfFiles(): Promise<void> {
  for await (const { name, path } of listParts(Date.now()))
    if (!partPattern.test(name)) await rm(path, { force: true });
}

/** Sweeps the parts of files that nobody has continued for a day. */
export async function sweepOldParts(now = Date.now()): Promise<void> {
  for await (const { name, path } of listParts(now - dayMs))
    if (partPattern.test(name)) await moveToSwept(path, name.replace(".part", ""));
}

async function* listParts(before: number) {
  const firstRowAt = await findFirstRow();
  for await (const { name } of await opendir(uploadsDir)) {
    const path = join(uploadsDir, name);
    const found = name.endsWith(".part") && (await stat(path).catch(() => null));
    if (found && found.mtimeMs < before && found.mtimeMs > firstRowAt) yield { name, path };
  }
}

/** When the database got its first row, in Unix milliseconds. Infinity without one. */
async function findFirstRow(): Promise<number> {
  const [first] = await db
    .select({ at: sql<number | null>`min(applied_at)`.mapWith(Number) })
    .from(sql`migrations`);
  return first?.at ?? Number.POSITIVE_INFINITY;
}

/**
 * Sweeps files without a row, unless a row may still follow: if servers share the files, those stored within the last
 * hour, otherwise only those that this process stored within it.
 */
export async function sweepOrphanedFiles(): Promise<void> {
  const firstRowAt = await findFirstRow();
  const anHourAgo = Date.now() - hourMs;
  const before = storedFiles.isShared ? anHourAgo : Math.max(performance.timeOrigin, anHourAgo);
  let names: string[] = [];
  for await (const { name, changedAt } of storedFiles.list()) {
    if (changedAt < before && changedAt > firstRowAt) names.push(baseFileOf(name));
    if (names.length < 500) continue;
    await removeUnlisted(names, sweepFile);
    names = [];
  }
  await removeUnlisted(names, sweepFile);
}

/** Deletes files that have been in `swept/` for seven days. */
export async function deleteOldSwept(now = Date.now()): Promise<void> {
  const swept = new DiskFiles(sweptDir);
  for await (const { name, changedAt } of swept.list())
    if (changedAt < now - retentionMs) await swept.remove(name);
}

/** After a deletion, deletes at once those of its files that no other row refers to. */
export async function deleteReleasedFiles(names: string[]): Promise<void> {
  for (let start = 0; start < names.length; start += 500)
    await removeUnlisted(names.slice(start, start + 500), deleteFile);
}

async function removeUnlisted(names: string[], remove: (name: string) => Promise<void>): Promise<void> {
  const listed = await findNamed(db, names);
  for (const name of names.filter((each) => !listed.has(each))) {
    await withStoredFileLock(name, async () => {
      // The same bytes may have been stored since the list was read.
      if ((await findNamed(db, [name])).size === 0) await remove(name);
    });
  }
}

/** Deletes attachments not sent within a day, and erased members' attachments once their reports are decided. */
export async function deleteUnusedAttachments(now = Date.now()): Promise<void> {
  const isUnsent = and(isNull(attachments.messageId), lt(attachments.createdAt, now - dayMs));
  const [unsent, released] = await db.batch([
    db.delete(attachments).where(isUnsent).returning({ file: attachments.file }),
    db.delete(attachments).where(isOfErasedReport).returning({ file: attachments.file }),
  ]);
  for (const { file } of [...unsent, ...released]) await deleteFile(file);
}

/** A list of people that was checked but not imported is kept for a day. */
export const deleteOldImports = (now = Date.now()) =>
  db.delete(memberImports).where(lt(memberImports.createdAt, now - dayMs));

const perRound = 500;

/** Deletes the PDFs of applications 60 days after their job closed, and those of decided reports. */
export async function deleteOldApplicationFiles(now = Date.now()): Promise<void> {
  const isDue = isFileDue(now - 60 * dayMs, addDays(today(now), -60));
  const due = await db
    .select({ id: jobApplications.id, file: jobApplications.file })
    .from(jobApplications)
    .where(isDue)
    .limit(perRound);
  const isDecided = and(isNotNull(reports.file), isNotNull(reports.resolvedAt));
  const decided = await db.select({ file: reports.file }).from(reports).where(isDecided).limit(perRound);
  const names = [...due, ...decided].flatMap(({ file }) => file ?? []);
  if (names.length === 0) return;
  await db.batch([
    db
      .update(jobApplications)
      .set({ file: null })
      .where(and(inArray(jobApplications.file, names), isDue)),
    db
      .update(reports)
      .set({ file: null })
      .where(and(isDecided, inArray(reports.file, names))),
  ]);
  await deleteReleasedFiles(names);
}
