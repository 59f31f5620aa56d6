import { randomUUID } from "node:crypto";
import { createWriteStream, mkdirSync } from "node:fs";
import { mkdir, rename, rm, statfs, utimes } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { storageDir, thumbnailName } from "#db/storage-dir.ts";
import { leases } from "../cluster/leases.server.ts";
import { storedFiles } from "../file-store/stored-files.server.ts";
import { HttpError } from "../http/problem.server.ts";
import { log } from "../process/log.server.ts";

/** Incoming files are `.part`, stored ones `<SHA-256>` or `<UUID>.webp`. */
export const uploadsDir = join(storageDir, "uploads");
mkdirSync(uploadsDir, { recursive: true });
/** Holds unused files for seven days. Their modification time is when they were moved here. */
export const sweptDir = join(storageDir, "swept");

const reservedBytes = 64 * 1024 * 1024;
const maxStoredBytes = 50 * 1024 * 1024;
/** Longer than the lease of a server that has died. */
const maxWaitMs = 20_000;
const pauseMs = 100;

export const createPartPath = (): string => join(uploadsDir, `${randomUUID()}.part`);

export async function hasFreeSpace(bytes: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(uploadsDir);
  return bavail * bsize > bytes + reservedBytes;
}

export const baseFileOf = (name: string): string =>
  name.replace(/^([0-9a-f]{64})\.webp$/, "$1").replace(/-small\.webp$/, ".webp");

/** Deletes a file that no row refers to. If the store fails, the sweep deletes it later. */
export async function deleteFile(name: string): Promise<void> {
  try {
    await storedFiles.remove(name);
    await storedFiles.remove(thumbnailName(name));
  } catch (err) {
    log.warn({ err, file: name }, "a file remains until the next sweep");
  }
}

/** Moves an unused file and its thumbnail to this machine's `swept/`. The next sweep retries what fails. */
export async function sweepFile(name: string): Promise<void> {
  try {
    if (storedFiles.isShared && !(await hasFreeSpace(maxStoredBytes))) return;
    for (const each of [name, thumbnailName(name)]) {
      await withLocalFile(each, (path) => moveToSwept(path, each));
      await storedFiles.remove(each);
    }
    log.info({ file: name }, "moved an unused file to swept/");
  } catch (err) {
    log.warn({ err, file: name }, "a file remains until the next sweep");
  }
}

export async function moveToSwept(path: string, name: string): Promise<void> {
  const now = new Date();
  await mkdir(sweptDir, { recursive: true, mode: 0o700 });
  await utimes(path, now, now);
  await rename(path, join(sweptDir, name));
}

/** Runs a task on a stored file or a local copy of it. Returns null if there is none. */
export async function withLocalFile<T>(name: string, task: (path: string) => Promise<T>): Promise<T | null> {
  const size = await storedFiles.size(name);
  const own = storedFiles.pathOf(name);
  if (own) return size === null ? null : task(own);
  const path = createPartPath();
  try {
    const source = size === null ? null : await storedFiles.open(name, 0, size);
    if (!source) return null;
    await pipeline(source, createWriteStream(path, { mode: 0o600 }));
    return await task(path);
  } finally {
    await rm(path, { force: true });
  }
}

const locks = new Map<string, Promise<unknown>>();

/** Runs one task at a time per name on this machine. */
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

/**
 * Runs one task at a time per stored file, across all servers of a cluster (docs/decisions/0016).
 * @throws HttpError 503 if another server's task takes too long
 */
export const withStoredFileLock = <T>(name: string, task: () => Promise<T>): Promise<T> =>
  withFileLock(name, async () => {
    const lease = `file ${name}`;
    const end = performance.now() + maxWaitMs;
    while (!(await leases.take(lease))) {
      if (performance.now() > end) throw new HttpError(503);
      await wait(pauseMs);
    }
    try {
      return await task();
    } finally {
      await leases.drop(lease);
    }
  });
