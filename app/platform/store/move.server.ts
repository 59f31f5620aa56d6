import { randomUUID } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { countMembers, downloadCluster, loadCluster } from "#db/cluster/copy.ts";
import { takeSnapshot } from "#db/connect.ts";
import { databaseUrl } from "#db/database-url.ts";
import { thumbnailName } from "#db/storage-dir.ts";
import { findBackupDamage, haveSameRows, listFiles } from "#db/store-file.ts";
import { syncFolder } from "../file-store/disk.server.ts";
import type { FileStore } from "../file-store/file-store.server.ts";
import { filesUrl, openFiles } from "../file-store/stored-files.server.ts";
import { describe } from "./backup.server.ts";
import { requireStore } from "./existing.server.ts";
import { lockStore } from "./lock.server.ts";
import { giveToOwner } from "./owner.server.ts";

class MoveError extends Error {}

/** Values of `DATABASE_URL` and `FILES_URL`; null for the store's folder. */
export interface Place {
  database: string | null;
  files: string | null;
}

export interface Moved {
  rows: number;
  files: number;
  bytes: number;
  /** Files that rows refer to but no store has. */
  missing: string[];
  aside: string | null;
}

export const currentPlace: Place = { database: databaseUrl, files: filesUrl };

/** Copies files first, then the database, and compares. @throws MoveError, and leaves the source unchanged */
export async function moveCommunity(folder: string, to: Place): Promise<Moved> {
  const from = currentPlace;
  const [movesDatabase, movesFiles] = [to.database !== from.database, to.files !== from.files];
  if (!movesDatabase && !movesFiles) throw new MoveError("The community is there already.");
  requireStore(folder);
  const lock = lockStore(folder);
  if (!lock) throw new MoveError(`A server is using ${folder}. Stop it first.`);
  const scratch = join(folder, `move-${randomUUID()}.part`);
  const aside = join(folder, "before-move");
  try {
    if (existsSync(aside)) throw new MoveError(`${aside} has an older copy. Delete it first.`);
    const isTaken = movesDatabase && (await hasMembers(folder, to.database));
    // A database file arrives in the store by one rename, so it is never left by an unfinished move.
    if (isTaken && !to.database) throw alreadyHolds(folder);
    await mkdir(scratch, { mode: 0o700 });
    const snapshot = join(scratch, "snapshot.sqlite");
    await takeSnapshot(folder, snapshot);
    if (isTaken && to.database) await requireSameRows(snapshot, to.database, scratch);
    const damage = findBackupDamage(snapshot);
    if (damage) throw new MoveError(`The community cannot move: ${damage}.`);
    const copied = movesFiles
      ? await copyFiles(listFiles(snapshot), from.files, to.files, folder, scratch)
      : { files: 0, bytes: 0, missing: [] };
    if (movesDatabase) await copyDatabase(snapshot, to.database, folder, scratch);
    await requireStillness(snapshot, folder, scratch);
    const old = [
      ...(movesDatabase && from.database === null ? databaseFiles : []),
      ...(movesFiles && from.files === null ? ["uploads"] : []),
    ].filter((name) => existsSync(join(folder, name)));
    if (old.length > 0) await mkdir(aside, { mode: 0o700 });
    for (const name of old) await rename(join(folder, name), join(aside, name));
    if (movesDatabase && to.database === null)
      await rename(join(scratch, "copy.sqlite"), join(folder, "community.sqlite"));
    for (const name of ["before-move", "uploads", "community.sqlite"])
      if (existsSync(join(folder, name))) giveToOwner(folder, join(folder, name));
    await syncFolder(folder);
    const rows = Object.values(describe(snapshot).tables).reduce((sum, count) => sum + count, 0);
    return { ...copied, rows, aside: old.length > 0 ? aside : null };
  } finally {
    await rm(scratch, { recursive: true, force: true });
    lock.close();
  }
}

const databaseFiles = ["community.sqlite", "community.sqlite-wal", "community.sqlite-shm"];

const hasMembers = async (folder: string, url: string | null): Promise<boolean> =>
  url ? (await countMembers(url)) > 0 : existsSync(join(folder, "community.sqlite"));

const alreadyHolds = (place: string) => new MoveError(`${place} already holds a community.`);

/** Allows repeating a move that was killed after it had loaded the cluster. */
async function requireSameRows(snapshot: string, url: string, scratch: string): Promise<void> {
  const target = join(scratch, "target.sqlite");
  await downloadCluster(url, target);
  if (!haveSameRows(snapshot, target)) throw alreadyHolds(new URL(url).host);
}

async function copyFiles(
  stored: string[],
  fromUrl: string | null,
  toUrl: string | null,
  folder: string,
  scratch: string,
) {
  const names = stored.flatMap((name) => [name, thumbnailName(name)]);
  const [from, to] = await Promise.all([openFiles(fromUrl, folder), openFiles(toUrl, folder)]);
  if (toUrl === null) await mkdir(join(folder, "uploads"), { recursive: true, mode: 0o700 });
  const known = new Set(names);
  for await (const { name } of to.list())
    if (!known.has(name)) throw new MoveError("The target already holds files of another community.");
  const missing: string[] = [];
  let files = 0;
  let bytes = 0;
  for (const name of names) {
    const size = await copyFile(name, from, to, join(scratch, "file"));
    // Not every file has a thumbnail.
    if (size === null && stored.includes(name)) missing.push(name);
    if (size !== null && (await to.size(name)) !== size)
      throw new MoveError(`The copy of the file ${name} differs.`);
    if (size !== null && stored.includes(name)) files += 1;
    bytes += size ?? 0;
  }
  return { files, bytes, missing };
}

async function copyFile(name: string, from: FileStore, to: FileStore, part: string): Promise<number | null> {
  const size = await from.size(name);
  const source = size === null ? null : await from.open(name, 0, size);
  if (!source) return null;
  await pipeline(source, createWriteStream(part, { mode: 0o600, flush: true }));
  await to.put(name, part);
  return size;
}

async function copyDatabase(
  snapshot: string,
  url: string | null,
  folder: string,
  scratch: string,
): Promise<void> {
  const copy = join(scratch, "copy.sqlite");
  if (url) await loadCluster(url, snapshot, copy);
  else await takeSnapshot(folder, copy);
  const damage = findBackupDamage(copy);
  if (damage) throw new MoveError(`The copy is damaged: ${damage}.`);
  requireEqual(snapshot, copy, "The rows of the copy differ from the community's.");
}

/** Servers on other machines may use the same cluster, and our lock does not stop them. */
async function requireStillness(snapshot: string, folder: string, scratch: string): Promise<void> {
  if (databaseUrl === null) return;
  const later = join(scratch, "later.sqlite");
  await takeSnapshot(folder, later);
  requireEqual(
    snapshot,
    later,
    "A server still writes to the cluster. Stop them all, empty the target, and try again.",
  );
}

function requireEqual(one: string, other: string, problem: string): void {
  if (JSON.stringify(describe(one)) !== JSON.stringify(describe(other))) throw new MoveError(problem);
}
