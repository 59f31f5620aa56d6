import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import Client from "better-sqlite3";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { storageDir } from "#db/storage-dir.ts";
import { readDatabase } from "./backup.server.ts";

/** The database as it was before the last upgrade. `npm run restore -- --before-upgrade` puts it back. */
export const upgradeCopy = "before-upgrade.sqlite";
/** It holds what members have deleted since. */
const keptMs = 30 * 24 * 60 * 60_000;
const reservedBytes = 64 * 1024 * 1024;
const migrationsFolder = "db/migrations";

/** How a database's schema differs from this version's. */
export interface SchemaDifference {
  /** Whether a newer version has changed it. */
  isNewer: boolean;
  /** How many migrations it has. */
  applied: number;
  /** The names of those that this version would apply. */
  pending: string[];
}

export function compareSchema(file: string): SchemaDifference {
  const known = readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash);
  const journal = JSON.parse(readFileSync(join(migrationsFolder, "meta/_journal.json"), "utf8"));
  const names = (journal.entries as { tag: string }[]).map(({ tag }) => tag);
  const applied = readDatabase(file, (database) => {
    const hasTable = database.prepare("select 1 from sqlite_schema where name = 'migrations'").get();
    return hasTable ? (database.prepare("select hash from migrations").pluck().all() as string[]) : [];
  });
  return {
    isNewer: applied.some((hash) => !known.includes(hash)),
    applied: applied.length,
    pending: names.filter((_, index) => !applied.includes(known[index] ?? "")),
  };
}

/**
 * Copies the database before this version changes its schema.
 * @returns the names of the migrations that it was copied for
 * @throws an Error for one line when a newer version has changed it already, or the disk has no room for the copy
 */
export function prepareUpgrade(folder: string): string[] {
  const file = join(folder, "community.sqlite");
  if (!existsSync(file)) return [];
  const { isNewer, applied, pending } = compareSchema(file);
  if (isNewer) {
    throw new Error(
      `Store: a newer version has used ${file}. Start that version, or go back to the copy from before the upgrade with: npm run restore -- --before-upgrade`,
    );
  }
  if (applied === 0 || pending.length === 0) return [];
  // The copy, the journal of the migration, and tables that are rebuilt.
  const neededBytes = 3 * statSync(file).size + reservedBytes;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < neededBytes) {
    const megabytes = Math.ceil(neededBytes / 1024 ** 2);
    throw new Error(
      `Store: an upgrade needs ${megabytes} MB of free space in ${folder}. Nothing was changed.`,
    );
  }
  copyDatabase(file, join(folder, upgradeCopy));
  return pending;
}

function copyDatabase(file: string, target: string): void {
  const part = `${target}.part`;
  rmSync(part, { force: true });
  const database = new Client(file, { timeout: 5_000 });
  try {
    database.prepare("vacuum into ?").run(part);
  } finally {
    database.close();
  }
  const handle = openSync(part, "r+");
  fsyncSync(handle);
  closeSync(handle);
  renameSync(part, target);
}

/** Deletes the copy from before an upgrade once it is 30 days old. */
export async function deleteOldUpgradeCopy(now = Date.now()): Promise<void> {
  const file = join(storageDir, upgradeCopy);
  const { mtimeMs } = (await stat(file).catch(() => null)) ?? { mtimeMs: now };
  if (mtimeMs < now - keptMs) await rm(file, { force: true });
}
