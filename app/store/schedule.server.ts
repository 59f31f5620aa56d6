import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { opendir, rm, stat } from "node:fs/promises";
import { setPriority } from "node:os";
import { join, resolve } from "node:path";
import { storageDir } from "#db/storage-dir.ts";
import { env } from "../env.server.ts";
import { log } from "../log.server.ts";

const folder = join(storageDir, "backups");
/** `npm run backup`, started by its path: reading the whole database would stop the server's event loop. */
const command = resolve("scripts/backup.ts");
const hourMs = 60 * 60_000;
const checkEveryMs = 60_000;
const retryAfterMs = 10 * 60_000;

/** `BACKUP_EVERY` in milliseconds; null without it. */
export const backupPeriodMs = env.BACKUP_EVERY
  ? Number.parseInt(env.BACKUP_EVERY, 10) * (env.BACKUP_EVERY.endsWith("d") ? 24 * hourMs : hourMs)
  : null;

/** Makes a backup in `backups/` of the store each `BACKUP_EVERY`, and keeps the newest `BACKUP_KEEP`. Returns what stops it. */
export function startBackups(): () => void {
  // A hot reload must not leave the previous timer running.
  const globals = globalThis as { quadrantBackups?: NodeJS.Timeout };
  clearTimeout(globals.quadrantBackups);
  if (backupPeriodMs === null) return () => {};
  let child: { kill(): void } | undefined;
  const isDue = async () => Date.now() - ((await findLastBackup()) ?? 0) >= backupPeriodMs;
  const run = async () => {
    let waitMs = checkEveryMs;
    try {
      if (await isDue()) await makeBackup((started) => (child = started));
    } catch (error) {
      log.error({ err: error }, "the backup failed");
      waitMs = retryAfterMs;
    }
    child = undefined;
    // The next check is planned after this backup, so there are never two at once.
    globals.quadrantBackups = setTimeout(run, waitMs).unref();
  };
  globals.quadrantBackups = setTimeout(run, 0).unref();
  return () => {
    clearTimeout(globals.quadrantBackups);
    child?.kill();
  };
}

/** When the newest backup in `backups/` of the store was made, in milliseconds; null without one. */
export async function findLastBackup(): Promise<number | null> {
  const times = await Promise.all(
    (await listBackups()).map(
      async (name) => (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0,
    ),
  );
  return times.length > 0 ? Math.max(...times) : null;
}

/** Backups by the schedule, oldest first. */
const listBackups = async () =>
  (await listFolder()).filter((name) => /^quadrant-[\dTZ-]+\.tar$/.test(name)).sort();

async function listFolder(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of (await opendir(folder).catch(() => null)) ?? []) names.push(name);
  return names;
}

async function makeBackup(onStart: (child: { kill(): void }) => void): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // What an interrupted backup left behind.
  for (const name of await listFolder()) {
    if (name.endsWith(".part")) await rm(join(folder, name), { recursive: true, force: true });
  }
  const started = performance.now();
  const file = `quadrant-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar`;
  try {
    await runCommand(join(folder, file), onStart);
  } catch (error) {
    // One that could not be verified must not count as the last.
    await rm(join(folder, file), { force: true });
    throw error;
  }
  log.info({ file, ms: Math.round(performance.now() - started) }, "made a backup");
  for (const name of (await listBackups()).slice(0, -env.BACKUP_KEEP)) {
    await rm(join(folder, name), { force: true });
    log.info({ file: name }, "removed an old backup");
  }
}

/** @throws when the command fails, with the end of what it says */
function runCommand(file: string, onStart: (child: { kill(): void }) => void): Promise<void> {
  return new Promise((settle, reject) => {
    const child = execFile(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", command, file, "--verify"],
      // It gets none of our settings, which include secrets.
      { env: { PATH: process.env.PATH, STORAGE_DIR: storageDir } },
      (error, _stdout, stderr) => (error ? reject(new Error(stderr.slice(-500) || error.message)) : settle()),
    );
    try {
      if (child.pid) setPriority(child.pid, 10);
    } catch {
      // It has already ended, or the system has no priorities.
    }
    onStart(child);
  });
}
