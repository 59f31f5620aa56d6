import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { open, opendir, rename, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { inArray } from "drizzle-orm";
import { db, files, images, users } from "#db/index.ts";
import { storageDir } from "#db/storage-dir.ts";
import { log } from "../log.server.ts";

/**
 * The folder of stored files: `<SHA-256>` for what members shared, `<SHA-256>.webp` for its thumbnail, other
 * `.webp` names for pictures that were made anew, `.part` for what is still arriving.
 */
const uploadsDir = join(storageDir, "uploads");
mkdirSync(uploadsDir, { recursive: true });

/** Uploads leave this much of the disk to the database and the logs, in bytes. */
const reservedBytes = 64 * 1024 * 1024;

/** Where a stored file lies. @throws when the name is none that we gave */
export function storedPath(name: string): string {
  if (!/^[\w-]+(\.webp)?$/.test(name)) throw new Error(`not a stored file: ${name}`);
  return join(uploadsDir, name);
}

/** A place for a file that is still arriving: in the same folder, so that a rename is all that is left to do. */
export const createPartPath = (): string => join(uploadsDir, `${randomUUID()}.part`);

/** Whether so many bytes more fit on the disk with some left for everything else. */
export async function hasFreeSpace(bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(uploadsDir);
  return bavail * bsize > bytes + reservedBytes;
}

/** The errors of a disk that takes no more. */
export const isDiskFullError = (error: unknown): boolean =>
  ["ENOSPC", "EDQUOT", "EFBIG", "EROFS", "EIO"].includes((error as NodeJS.ErrnoException)?.code ?? "");

/** Gives an arrived file its name for good: it is there whole after a power cut, or not at all. */
export async function commitFile(part: string, name: string): Promise<void> {
  await rename(part, storedPath(name));
  // A folder can not be opened everywhere (Windows); there the rename alone has to do.
  const directory = await open(uploadsDir, "r").catch(() => null);
  try {
    await directory?.sync();
  } finally {
    await directory?.close();
  }
}

/** Removes a stored file and its thumbnail, if they are there. */
export async function deleteFile(name: string): Promise<void> {
  await rm(storedPath(name), { force: true });
  if (!name.endsWith(".webp")) await rm(storedPath(`${name}.webp`), { force: true });
}

const locks = new Map<string, Promise<unknown>>();

/**
 * Does one thing at a time about one file. Between the batch that lets a file go and its removal from disk nobody may
 * store the same bytes again, or the new resource would lose its file: docs/decisions/0016.
 */
export async function withFileLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = locks.get(name);
  const turn = (async () => {
    await before?.catch(() => {});
    return work();
  })();
  locks.set(name, turn);
  try {
    return await turn;
  } finally {
    if (locks.get(name) === turn) locks.delete(name);
  }
}

/** Removes what a crash left behind: half files, and whole ones that no row knows. One process uses a store. */
export async function deleteOrphanedFiles(): Promise<void> {
  let names: string[] = [];
  for await (const { name } of await opendir(uploadsDir)) {
    if (name.endsWith(".part")) await rm(join(uploadsDir, name), { force: true });
    // A thumbnail goes with the file it shows.
    else names.push(name.replace(/^([0-9a-f]{64})\.webp$/, "$1"));
    if (names.length === 500) {
      await deleteUnlisted(names);
      names = [];
    }
  }
  await deleteUnlisted(names);
}

async function deleteUnlisted(names: string[]): Promise<void> {
  const listed = await findListed(names);
  for (const name of names.filter((each) => !listed.has(each))) {
    await withFileLock(name, async () => {
      // Asked again: it may have been stored anew since the list was read.
      if ((await findListed([name])).size > 0) return;
      await deleteFile(name);
      log.info({ file: name }, "removed a file that nothing uses");
    });
  }
}

async function findListed(names: string[]): Promise<Set<string>> {
  const [shared, pictures, avatars] = await db.batch([
    db.select({ name: files.sha256 }).from(files).where(inArray(files.sha256, names)),
    db.select({ name: images.file }).from(images).where(inArray(images.file, names)),
    db.select({ name: users.avatarFile }).from(users).where(inArray(users.avatarFile, names)),
  ]);
  return new Set([...shared, ...pictures, ...avatars].flatMap(({ name }) => name ?? []));
}
