import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { open, rename, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { storageDir, thumbnailName } from "#db/storage-dir.ts";

/** Files are `<SHA-256>` or `<UUID>.webp`, their small pictures as `thumbnailName` says; `.part` while they arrive. */
export const uploadsDir = join(storageDir, "uploads");
mkdirSync(uploadsDir, { recursive: true });

const reservedBytes = 64 * 1024 * 1024;

/** @throws for a name that we never give */
export function storedPath(name: string): string {
  if (!/^[\w-]+(\.webp)?$/.test(name)) throw new Error(`not a stored file: ${name}`);
  return join(uploadsDir, name);
}

export const createPartPath = (): string => join(uploadsDir, `${randomUUID()}.part`);

export async function hasFreeSpace(bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(uploadsDir);
  return bavail * bsize > bytes + reservedBytes;
}

/** After a power cut the file is complete or absent. */
export async function commitFile(part: string, name: string): Promise<void> {
  await rename(part, storedPath(name));
  // Windows cannot open a folder.
  const directory = await open(uploadsDir, "r").catch(() => null);
  try {
    await directory?.sync();
  } finally {
    await directory?.close();
  }
}

export const baseFileOf = (name: string): string =>
  name.replace(/^([0-9a-f]{64})\.webp$/, "$1").replace(/-small\.webp$/, ".webp");

export async function deleteFile(name: string): Promise<void> {
  await rm(storedPath(name), { force: true });
  await rm(storedPath(thumbnailName(name)), { force: true });
}

const locks = new Map<string, Promise<unknown>>();

/** Runs one task at a time for each name (docs/decisions/0016). */
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
