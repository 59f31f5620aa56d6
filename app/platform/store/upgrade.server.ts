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
import { builtMigrations, listMigrations, treeMigrations } from "#db/known-migrations.ts";
import { storageDir } from "#db/storage-dir.ts";
import { copyDatabase, isEmptyDatabase, readMigrations } from "#db/store-file.ts";
import { hashFile, readBuild } from "../process/version.server.ts";
import { dayMs } from "../time/durations.ts";

/** The database from before the last upgrade. `npm run restore -- --before-upgrade --force` restores it. */
export const upgradeCopy = "before-upgrade.sqlite";
/** The database that was replaced by that restore. */
export const replacedDatabase = "before-restore.sqlite";
/** Limited, because both contain what members have deleted since. */
const retentionMs = 30 * dayMs;
const reservedBytes = 64 * 1024 * 1024;

export interface SchemaDifference {
  /** Whether the database is another program's. */
  isForeign: boolean;
  isNewer: boolean;
  applied: number;
  pending: string[];
}

export const compareSchema = (file: string): SchemaDifference => compareMigrations(readMigrations(file));

/** @param applied the hashes of a database's migrations */
export function compareMigrations(applied: string[]): SchemaDifference {
  const known = listMigrations();
  return {
    isForeign: !applied.some((each) => known.some(({ hash }) => hash === each)),
    isNewer: applied.some((each) => !known.some(({ hash }) => hash === each)),
    applied: applied.length,
    pending: known.flatMap(({ name, hash }) => (applied.includes(hash) ? [] : name)),
  };
}

export const describeForeign = (file: string): string =>
  `${file} is a database of another program. Move it away and put ours back, or set STORAGE_DIR to another folder.`;

/** Returns the pending migrations. @throws a one-line Error if a newer version was used, or the disk is full */
export function prepareUpgrade(folder: string): string[] {
  const file = join(folder, "community.sqlite");
  if (!existsSync(file) || isEmptyDatabase(file)) return [];
  const { isForeign, isNewer, applied, pending } = compareSchema(file);
  if (isForeign) throw new Error(`Store: ${describeForeign(file)}`);
  if (isNewer) {
    throw new Error(
      `Store: a newer version has used ${file}. Start that version, or go back to the copy from before the upgrade with: npm run restore -- --before-upgrade --force`,
    );
  }
  if (applied === 0 || pending.length === 0) return [];
  // Space for the copy, the migration's journal and rebuilt tables.
  const neededBytes = 3 * statSync(file).size + reservedBytes;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < neededBytes) {
    const megabytes = Math.ceil(neededBytes / 1024 ** 2);
    throw new Error(
      `Store: an upgrade needs ${megabytes} MB of free space in ${folder}. Nothing was changed.`,
    );
  }
  writeCopy(file, join(folder, upgradeCopy));
  return pending;
}

function writeCopy(file: string, target: string): void {
  const part = `${target}.part`;
  rmSync(part, { force: true });
  copyDatabase(file, part, 5_000);
  const handle = openSync(part, "r+");
  fsyncSync(handle);
  closeSync(handle);
  renameSync(part, target);
}

export async function deleteOldUpgradeCopy(now = Date.now()): Promise<void> {
  for (const name of [upgradeCopy, replacedDatabase]) {
    const file = join(storageDir, name);
    const { mtimeMs } = (await stat(file).catch(() => null)) ?? { mtimeMs: now };
    if (mtimeMs < now - retentionMs) await rm(file, { force: true });
  }
}

/**
 * Returns a sentence if the build in this folder was made from different sources. Null otherwise, and in a container,
 * which has no sources.
 */
export function findForeignBuild(): string | null {
  const build = readBuild();
  if (!build || !existsSync(`build/client/assets/${build.manifest}`))
    return `build/ is not complete. ${advice}`;
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  if (build.version !== version) return differs(`it is of ${build.version}, and this folder has ${version}`);
  if (existsSync("package-lock.json") && hashFile("package-lock.json") !== build.lock)
    return differs("it was made with another package-lock.json");
  if (!existsSync(treeMigrations)) return null;
  const [built, tree] = [builtMigrations, treeMigrations].map(describeMigrations);
  return built === tree ? null : differs("it has other migrations");
}

const advice = "Run: npm run build";
const differs = (how: string) => `build/ was not made from the sources in this folder: ${how}. ${advice}`;

const describeMigrations = (folder: string): string =>
  listMigrations(folder)
    .map(({ name, hash }) => `${name} ${hash}`)
    .join("\n");
