import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { opendir, rm, stat } from "node:fs/promises";
import { setPriority } from "node:os";
import { join, resolve } from "node:path";
import { storageDir } from "#db/storage-dir.ts";
import { dayMs, hourMs, minuteMs } from "../durations.ts";
import { env } from "../env.server.ts";
import { log } from "../log.server.ts";

const folder = join(storageDir, "backups");
/** Started by its path: reading the whole database would stop the server's event loop. */
const command = resolve("scripts/backup.ts");
const retryAfterMs = 10 * minuteMs;

export const backupPeriodMs = env.BACKUP_EVERY
  ? Number.parseInt(env.BACKUP_EVERY, 10) * (env.BACKUP_EVERY.endsWith("d") ? dayMs : hourMs)
  : null;

let child: { kill(): void } | undefined;
let retryAt = 0;

/** Keeps the newest `BACKUP_KEEP`, and waits ten minutes after a failure. @throws when the backup fails */
export async function makeDueBackup(now = Date.now()): Promise<void> {
  if (backupPeriodMs === null || now < retryAt) return;
  if (now - ((await findLastBackup()) ?? 0) < backupPeriodMs) return;
  retryAt = now + retryAfterMs;
  await makeBackup();
}

export const stopBackup = (): void => child?.kill();

export async function findLastBackup(): Promise<number | null> {
  const times = await Promise.all(
    (await listBackups()).map(
      async (name) => (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0,
    ),
  );
  return times.length > 0 ? Math.max(...times) : null;
}

const listBackups = async () =>
  (await listFolder()).filter((name) => /^quadrant-[\dTZ-]+\.tar$/.test(name)).sort();

async function listFolder(): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of (await opendir(folder).catch(() => null)) ?? []) names.push(name);
  return names;
}

async function makeBackup(): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of await listFolder()) {
    if (name.endsWith(".part")) await rm(join(folder, name), { recursive: true, force: true });
  }
  const started = performance.now();
  const file = `quadrant-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar`;
  try {
    await runCommand(join(folder, file));
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

function runCommand(file: string): Promise<void> {
  return new Promise((settle, reject) => {
    const started = execFile(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", command, file, "--verify"],
      // It gets none of our settings, which include secrets.
      { env: { PATH: process.env.PATH, STORAGE_DIR: storageDir } },
      (error, _stdout, stderr) => (error ? reject(new Error(stderr.slice(-500) || error.message)) : settle()),
    );
    try {
      if (started.pid) setPriority(started.pid, 10);
    } catch {
      // It has already ended, or the system has no priorities.
    }
    child = started;
  });
}
