import { createHash, randomUUID } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createTarDecoder } from "modern-tar";
import { z } from "zod";
import { databaseUrl } from "#db/database-url.ts";
import {
  copyDatabase,
  countTables,
  endPendingWork,
  findBackupDamage,
  listFiles,
  upgradeDatabase,
} from "#db/store-file.ts";
import { syncFolder } from "../file-store/disk.server.ts";
import { filesUrl, openFiles, storedFiles } from "../file-store/stored-files.server.ts";
import { openBackup } from "./age.server.ts";
import { describe, type Manifest } from "./backup.server.ts";
import { lockStore } from "./lock.server.ts";
import { giveToOwner, requireOwner } from "./owner.server.ts";
import { compareSchema, replacedDatabase, upgradeCopy } from "./upgrade.server.ts";

/** Marks a store while its parts are being replaced. A server refuses to start on it. */
export const unfinishedRestore = "restoring";

class BackupError extends Error {}

/** @param keyFile for a backup that is encrypted */
export async function verifyBackup(file: string, keyFile?: string): Promise<Manifest> {
  const scratch = `${file}.${randomUUID()}.part`;
  try {
    return await unpack(file, scratch, { includeUploads: false, keyFile });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

interface RestoreOptions {
  force?: boolean;
  keepLogins?: boolean;
  keyFile?: string | undefined;
}

/**
 * Migrates a backup of an older version before it is used.
 * @param keepLogins whether the backup's sessions and links work again
 * @throws BackupError also without `force` over data
 */
export function restoreBackup(
  file: string,
  folder: string,
  { force = false, keepLogins = false, keyFile }: RestoreOptions = {},
): Promise<Manifest> {
  return changeStore(folder, async (scratch) => {
    if (!force && (await hasData(folder))) {
      throw new BackupError(`${folder} already holds a community. Add --force to replace it.`);
    }
    const manifest = await unpack(file, scratch, { includeUploads: true, keyFile });
    const database = join(scratch, "community.sqlite");
    requireKnownSchema(database);
    upgradeDatabase(database);
    endPendingWork(database, keepLogins);
    await keepStoredFiles(folder, scratch, [...manifest.missing, ...manifest.damaged]);
    if (filesUrl) await putUploads(join(scratch, "uploads"));
    await exchange(folder, scratch);
    return manifest;
  });
}

export interface UndoneUpgrade {
  /** When the copy was made. */
  madeAt: Date;
  /** How many more rows the replaced database had. */
  lostRows: number;
}

/**
 * Restores the database from before the last upgrade, and keeps the current one as `before-restore.sqlite`. Uploads are
 * unchanged. `keepLogins` as above. @throws BackupError also without `force`, with the number of rows that would be lost
 */
export function restoreUpgradeCopy(
  folder: string,
  { force = false, keepLogins = false } = {},
): Promise<UndoneUpgrade> {
  return changeStore(folder, async (scratch) => {
    const copy = join(folder, upgradeCopy);
    const database = join(scratch, "community.sqlite");
    if (!existsSync(copy)) throw new BackupError(`${folder} holds no copy from before an upgrade.`);
    const madeAt = (await stat(copy)).mtime;
    const present = join(folder, "community.sqlite");
    const lostRows = existsSync(present) ? countMoreRows(present, copy) : 0;
    if (!force) {
      const amount = lostRows === 1 ? "1 row" : `${lostRows.toLocaleString("en")} rows`;
      throw new BackupError(
        `${amount} written since ${madeAt.toISOString()} would be lost. Add --force to go back; the present database is then kept as ${replacedDatabase}.`,
      );
    }
    await mkdir(scratch, { mode: 0o700 });
    await copyFile(copy, database);
    requireKnownSchema(database);
    endPendingWork(database, keepLogins);
    const kept = join(scratch, replacedDatabase);
    if (existsSync(present)) copyDatabase(present, kept, 5_000);
    await exchange(folder, scratch);
    if (existsSync(kept)) await rename(kept, join(folder, replacedDatabase));
    return { madeAt, lostRows };
  });
}

function countMoreRows(present: string, copy: string): number {
  const before = countTables(copy);
  const tables = Object.entries(countTables(present));
  return tables.reduce((sum, [name, count]) => sum + Math.max(0, count - (before[name] ?? 0)), 0);
}

/** Locks the store and runs a task with a scratch folder. If the task fails, a newly created store is deleted again. */
async function changeStore<T>(folder: string, task: (scratch: string) => Promise<T>): Promise<T> {
  let isNew = !existsSync(folder);
  const lock = requireLock(folder);
  const scratch = join(folder, `restore-${randomUUID()}.part`);
  try {
    const result = await task(scratch);
    isNew = false;
    return result;
  } finally {
    await rm(isNew ? folder : scratch, { recursive: true, force: true });
    lock.close();
  }
}

function requireLock(folder: string) {
  if (databaseUrl)
    throw new BackupError("DATABASE_URL is set: docs/cluster.md says how a cluster is restored.");
  requireOwner(folder);
  const lock = lockStore(folder);
  if (!lock) throw new BackupError(`A server is using ${folder}. Stop it first.`);
  return lock;
}

function requireKnownSchema(file: string): void {
  const { isForeign, isNewer } = compareSchema(file);
  if (isForeign) throw new BackupError("This is a database of another program.");
  if (!isNewer) return;
  throw new BackupError("This database comes from a newer version. Upgrade first, then restore it.");
}

async function hasData(folder: string): Promise<boolean> {
  if (existsSync(join(folder, "community.sqlite"))) return true;
  for await (const _ of (await openFiles(filesUrl, folder)).list()) return true;
  return false;
}

/** Files missing from a backup may still be in the store that it replaces. */
async function keepStoredFiles(folder: string, scratch: string, names: string[]): Promise<void> {
  const files = await openFiles(filesUrl, folder);
  for (const name of names) {
    const size = await files.size(name);
    const source = size ? await files.open(name, 0, size) : null;
    if (!source) continue;
    const target = join(scratch, "uploads", name);
    await pipeline(source, createWriteStream(target, { mode: 0o600, flush: true }));
  }
}

async function putUploads(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await storedFiles.put(name, join(folder, name));
  await rm(folder, { recursive: true });
}

async function exchange(folder: string, scratch: string): Promise<void> {
  giveToOwner(folder, scratch);
  const marker = join(folder, unfinishedRestore);
  await writeFile(marker, "", { mode: 0o600, flush: true });
  giveToOwner(folder, marker);
  await syncFolder(folder);
  // SQLite would apply the old database's journal to the new one.
  for (const ending of ["-wal", "-shm"]) await rm(join(folder, `community.sqlite${ending}`), { force: true });
  const uploads = join(folder, "uploads");
  if (existsSync(join(scratch, "uploads"))) {
    if (existsSync(uploads)) await rename(uploads, join(scratch, "old-uploads"));
    await rename(join(scratch, "uploads"), uploads);
  }
  await rename(join(scratch, "community.sqlite"), join(folder, "community.sqlite"));
  await syncFolder(folder);
  await rm(marker);
  await syncFolder(folder);
}

async function unpack(
  file: string,
  folder: string,
  { includeUploads, keyFile }: { includeUploads: boolean; keyFile: string | undefined },
) {
  const source = await openBackup(file, keyFile).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") throw new BackupError(`There is no file ${error.path}.`);
    throw error.code ? error : new BackupError(error.message);
  });
  await mkdir(join(folder, "uploads"), { recursive: true, mode: 0o700 });
  const found: Record<string, string> = {};
  let isComplete = false;
  try {
    const decoder = createTarDecoder({ strict: true });
    for await (const { header, body } of source.pipeThrough(decoder)) {
      const { name } = header;
      if (
        header.type !== "file" ||
        !/^(community\.sqlite|manifest\.json|uploads\/[\w-]+(\.webp)?)$/.test(name)
      ) {
        throw new BackupError(`The file is not a backup: it contains "${name}".`);
      }
      isComplete = name === "manifest.json";
      const hash = createHash("sha256");
      await pipeline(
        Readable.fromWeb(body as never),
        async function* (chunks: AsyncIterable<Uint8Array>) {
          for await (const chunk of chunks) {
            hash.update(chunk);
            yield chunk;
          }
        },
        name.startsWith("uploads/") && !includeUploads
          ? new Writable({ write: (_chunk, _encoding, done) => done() })
          : createWriteStream(join(folder, name), { mode: 0o600, flags: "wx", flush: true }),
      );
      found[name] = hash.digest("hex");
    }
    if (!isComplete) throw new BackupError("The backup is not complete.");
    return await check(folder, found);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof BackupError || code) throw error;
    throw new BackupError("The backup is damaged: it ends too early, or is not a tar file.", {
      cause: error,
    });
  }
}

async function check(folder: string, found: Record<string, string>): Promise<Manifest> {
  const manifest = await readManifest(join(folder, "manifest.json"));
  const wrong = Object.entries(manifest.entries).filter(([name, hash]) => found[name] !== hash);
  if (wrong[0])
    throw new BackupError(`The backup is damaged: ${wrong.length} files differ, such as ${wrong[0][0]}.`);
  const database = join(folder, "community.sqlite");
  const problem = findBackupDamage(database);
  if (problem) throw new BackupError(`The backup is damaged: ${problem}.`);
  const absent = listFiles(database).filter(
    (name) => !found[`uploads/${name}`] && !manifest.missing.includes(name),
  );
  if (absent[0])
    throw new BackupError(`The backup is damaged: ${absent.length} files are missing, such as ${absent[0]}.`);
  const { schema, tables } = describe(database);
  if (
    JSON.stringify({ schema, tables }) !==
    JSON.stringify({ schema: manifest.schema, tables: manifest.tables })
  ) {
    throw new BackupError("The backup is damaged: the row counts in its manifest do not match its database.");
  }
  return manifest;
}

const manifestSchema = z.object({
  // Backups of version 1.0 have neither version nor commit.
  version: z.string().default("1.0.0"),
  commit: z.string().default("unknown"),
  createdAt: z.iso.datetime(),
  schema: z.array(z.string()),
  tables: z.record(z.string(), z.number()),
  entries: z.record(z.string(), z.string()),
  missing: z.array(z.string()),
  damaged: z.array(z.string()).default([]),
}) satisfies z.ZodType<Manifest>;

async function readManifest(file: string): Promise<Manifest> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    throw new BackupError("The backup is damaged: its manifest.json is not one of ours.");
  }
}
