import { randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { open, opendir, rename, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { inArray } from "drizzle-orm";
import { db, files, images, users } from "#db/index.ts";
import { smallerName, storageDir } from "#db/storage-dir.ts";
import { log } from "../log.server.ts";

/**
 * Holds `<SHA-256>` for a resource's file, `<SHA-256>.webp` for its thumbnail, `<UUID>.webp` for re-encoded images,
 * `<UUID>-small.webp` for the smaller version of an image, and `.part` for files that are still arriving.
 */
const uploadsDir = join(storageDir, "uploads");
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
const ownerName = (name: string): string =>
  name.replace(/^([0-9a-f]{64})\.webp$/, "$1").replace(/-small\.webp$/, ".webp");

/** Removes a stored file and its smaller picture, if they exist. */
export async function deleteFile(name: string): Promise<void> {
  await rm(storedPath(name), { force: true });
  await rm(storedPath(smallerName(name)), { force: true });
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

/** Removes what a crash left behind: partial files, and complete ones without a row. One process uses a store. */
export async function deleteOrphanedFiles(): Promise<void> {
  let names: string[] = [];
  for await (const { name } of await opendir(uploadsDir)) {
    if (name.endsWith(".part")) await rm(join(uploadsDir, name), { force: true });
    else names.push(ownerName(name));
    if (names.length === 500) {
      await deleteUnlisted(names);
      names = [];
    }
  }
  await deleteUnlisted(names);
}

/** Removes stored files that no row uses, after a commit that released some of these. */
export async function deleteReleasedFiles(names: string[]): Promise<void> {
  for (let start = 0; start < names.length; start += 500)
    await deleteUnlisted(names.slice(start, start + 500));
}

async function deleteUnlisted(names: string[]): Promise<void> {
  const listed = await findListed(names);
  for (const name of names.filter((each) => !listed.has(each))) {
    await withFileLock(name, async () => {
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
