import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { open, rename, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { storageDir, thumbnailName } from "#db/storage-dir.ts";

/**
 * Holds `<SHA-256>` for a resource's file, `<SHA-256>.webp` for its thumbnail, `<UUID>.webp` for re-encoded images,
 * `<UUID>-small.webp` for the smaller version of an image, and `.part` for files that are still arriving.
 */
export const uploadsDir = join(storageDir, "uploads");
mkdirSync(uploadsDir, { recursive: true });

/** Disk space that uploads leave to the database and the logs. */
const reservedBytes = 64 * 1024 * 1024;

/** Returns the path of a stored file. @throws for a name that we never give */
export function storedPath(name: string): string {
  if (!/^[\w-]+(\.webp)?$/.test(name)) throw new Error(`not a stored file: ${name}`);
  return join(uploadsDir, name);
}

/** Returns a new path for an arriving file, in the same folder, so that a rename completes it. */
export const createPartPath = (): string => join(uploadsDir, `${randomUUID()}.part`);

export async function hasFreeSpace(bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(uploadsDir);
  return bavail * bsize > bytes + reservedBytes;
}

/** Gives an arrived file its final name. After a power cut the file is complete or absent. */
export async function commitFile(part: string, name: string): Promise<void> {
  await rename(part, storedPath(name));
  // Windows cannot open a folder; there the rename alone has to do.
  const directory = await open(uploadsDir, "r").catch(() => null);
  try {
    await directory?.sync();
  } finally {
    await directory?.close();
  }
}

/** The name of the file that a stored file belongs to, which may be itself. */
export const baseFileOf = (name: string): string =>
  name.replace(/^([0-9a-f]{64})\.webp$/, "$1").replace(/-small\.webp$/, ".webp");

/** Removes a stored file and its smaller picture, if they exist. */
export async function deleteFile(name: string): Promise<void> {
  await rm(storedPath(name), { force: true });
  await rm(storedPath(thumbnailName(name)), { force: true });
}

const locks = new Map<string, Promise<unknown>>();

/**
 * Runs one task at a time for each file name. Storing the same bytes again between the batch that releases a file and
 * its removal from disk would lose the new resource's file (docs/decisions/0016).
 */
export async function withFileLock<T>(name: string, task: () => Promise<T>): Promise<T> {
  const previous = locks.get(name);
  const current = (async () => {
    await previous?.catch(() => {});
    return task();
  })();
  locks.set(name, current);
  try {
    return await current;
  } finally {
    if (locks.get(name) === current) locks.delete(name);
  }
}
