import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { mkdir, opendir, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { join } from "node:path";
import { storageDir } from "#db/storage-dir.ts";
import { env } from "../env.server.ts";
import { log } from "../process/log.server.ts";
import { programPath } from "../process/program.server.ts";
import { dayMs, hourMs, minuteMs } from "../time/durations.ts";
import { describeLostFiles } from "./lost-files.server.ts";

const folder = join(storageDir, "backups");
/** Runs in its own process, because reading the whole database would block the server's event loop. */
const command = programPath("backup");
const retryAfterMs = 10 * minuteMs;

export const backupPeriodMs = env.BACKUP_EVERY
  ? Number.parseInt(env.BACKUP_EVERY, 10) * (env.BACKUP_EVERY.endsWith("d") ? dayMs : hourMs)
  : null;

let child: { kill(): void } | undefined;
/** A backup or a drill. They never overlap. */
let running: Promise<unknown> | undefined;
let retryAt = 0;
let unsent: string | null = null;

/** Keeps the failure for the doctor's process and the next start. On a full disk it is in memory only. */
const failureFile = join(storageDir, "backup-failure");
let failure = existsSync(failureFile) && backupPeriodMs !== null ? readFileSync(failureFile, "utf8") : null;

/** Exists once `BACKUP_COMMAND` has succeeded. */
const sentFile = join(storageDir, "backup-sent");
let hasSent = existsSync(sentFile);

/** Whether a backup has ever left the machine, while `BACKUP_COMMAND` is set. */
export const hasSentBackup = (): boolean => hasSent && env.BACKUP_COMMAND !== undefined;

/** Why the last backup or sending it away failed, or null. */
export const backupFailure = (): string | null => failure;

/** Runs a task, or returns null if another is running. */
function runAlone<T>(task: () => Promise<T>): Promise<T> | null {
  if (running) return null;
  const run = task().finally(() => {
    running = undefined;
  });
  running = run;
  return run;
}

/** Keeps the newest `BACKUP_KEEP` and waits ten minutes after a failure. @throws if the backup or sending it fails */
export async function makeDueBackup(now = Date.now()): Promise<void> {
  if (backupPeriodMs === null || now < retryAt) return;
  await runAlone(() => backUp(backupPeriodMs, now));
}

async function backUp(periodMs: number, now: number): Promise<void> {
  const { last } = await findLastBackups();
  const isDue = now - (last?.madeAt ?? 0) >= periodMs;
  if (!isDue && unsent === null) return;
  retryAt = now + retryAfterMs;
  try {
    if (isDue) await makeBackup();
    await sendAway();
    failure = null;
    await rm(failureFile, { force: true });
  } catch (error) {
    failure = (error as Error).message.replace(/\s+/g, " ").slice(0, 300);
    await writeFile(failureFile, failure).catch(() => {});
    throw error;
  }
}

/** Ends a running backup or drill, and waits until a drill has deleted its folder. */
export async function stopBackup(): Promise<void> {
  child?.kill();
  await drilling?.catch(() => {});
}

interface Drill {
  at: number;
  /** What was found, or why the newest backup cannot be read. */
  text: string;
  isGood: boolean;
}

let drilling: Promise<Drill> | undefined;
let drill: Drill | null = null;
export const lastDrill = (): Drill | null => drill;
export const isBackupRunning = (): boolean => running !== undefined;

const drillFolder = join(folder, "drill");

/**
 * Checks and counts the newest backup as `npm run backup -- FILE --verify` does, in a folder of its own. Returns null while
 * a backup or another drill is running.
 */
export function startDrill(now = Date.now()): Promise<Drill> | null {
  const started = runAlone(async () => {
    try {
      drill = { at: now, ...(await checkNewestBackup()) };
    } finally {
      await deleteDrill();
    }
    return drill;
  });
  drilling = started ?? drilling;
  return started;
}

/** Also called when the server starts, because a crash may have left the folder. */
export const deleteDrill = (): Promise<void> => rm(drillFolder, { recursive: true, force: true });

async function checkNewestBackup(): Promise<Omit<Drill, "at">> {
  const newest = (await listBackups()).at(-1);
  if (!newest) return { text: "There is no backup in backups/ to check.", isGood: false };
  const clean = (said: string) => said.replaceAll(`${drillFolder}/`, "").replace(/\s+/g, " ").trim();
  try {
    await deleteDrill();
    await mkdir(drillFolder, { mode: 0o700 });
    // The check writes its files beside the backup.
    const path = join(drillFolder, newest.file);
    await symlink(join("..", newest.file), path);
    return { text: clean(await runBackup(path)), isGood: true };
  } catch (error) {
    const why = clean((error as Error).message).replace("The backup failed. ", "");
    return { text: `The newest backup, ${newest.file}, can't be read: ${why}`, isGood: false };
  }
}

export interface StoredBackup {
  file: string;
  madeAt: number;
  /** Number of missing uploads. */
  lost: number;
}

/** The newest backup and the newest complete one, each null if there is none. */
export async function findLastBackups(): Promise<{
  last: StoredBackup | null;
  complete: StoredBackup | null;
}> {
  const backups = (await listBackups()).filter(({ madeAt }) => madeAt <= Date.now());
  return { last: backups.at(-1) ?? null, complete: backups.findLast(({ lost }) => lost === 0) ?? null };
}

/** Oldest first. One dated in the future counts as oldest: the clock was wrong, so its age is unknown. */
async function listBackups(): Promise<StoredBackup[]> {
  const backups: StoredBackup[] = [];
  for (const file of await listFolder()) {
    const [name, lost = "0"] = /^quadrant-[\dTZ-]+?(?:-lacks-(\d+))?\.tar$/.exec(file) ?? [];
    const found = name && (await stat(join(folder, file)).catch(() => null));
    if (found) backups.push({ file, madeAt: found.mtimeMs, lost: Number(lost) });
  }
  const order = ({ madeAt }: StoredBackup) => (madeAt > Date.now() ? 0 : madeAt);
  return backups.sort((a, b) => order(a) - order(b) || a.file.localeCompare(b.file));
}

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
  const name = `quadrant-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
  const path = join(folder, `${name}.tar`);
  let file = `${name}.tar`;
  let lost = 0;
  try {
    const said = await runBackup(path);
    lost = Number(/ lacks (\d+) upload/.exec(said)?.[1] ?? 0);
    if (lost > 0) {
      file = `${name}-lacks-${lost}.tar`;
      await rename(path, join(folder, file));
    }
  } catch (error) {
    // An unverified backup must not count as the last one.
    await rm(path, { force: true });
    throw error;
  }
  const ms = Math.round(performance.now() - started);
  if (lost > 0) log.error({ file, ms, lost }, `made a backup. ${describeLostFiles(lost)}`);
  else log.info({ file, ms }, "made a backup");
  unsent = env.BACKUP_COMMAND ? file : null;
  await removeOldBackups();
}

/** Never removes the newest complete backup, however many newer ones there are. */
async function removeOldBackups(): Promise<void> {
  const backups = await listBackups();
  const complete = backups.findLast(({ lost }) => lost === 0);
  for (const backup of backups.slice(0, -env.BACKUP_KEEP)) {
    if (backup === complete) continue;
    await rm(join(folder, backup.file), { force: true });
    log.info({ file: backup.file }, "removed an old backup");
  }
}

async function sendAway(): Promise<void> {
  const [name, ...args] = env.BACKUP_COMMAND ?? [];
  if (unsent === null || name === undefined) return;
  const file = join(folder, unsent);
  const leaving = env.BACKUP_RECIPIENT ? `${file}.age` : file;
  const started = performance.now();
  try {
    if (leaving !== file) await runBackup(file, "--encrypt-to", env.BACKUP_RECIPIENT ?? "");
    const parts = args.map((part) => part.replaceAll("{file}", leaving));
    await runProgram(name, parts, { PATH: process.env.PATH, HOME: process.env.HOME });
  } finally {
    if (leaving !== file) await rm(leaving, { force: true });
  }
  log.info({ file: unsent, ms: Math.round(performance.now() - started) }, "sent a backup away");
  hasSent = true;
  await writeFile(sentFile, unsent).catch(() => {});
  unsent = null;
}

/** The settings that locate the community. A backup gets no others, because they include secrets. */
const placeSettings =
  /^(STORAGE_DIR|PATH|(DATABASE|FILES)_URL(_FILE)?|AWS_(REGION|(ACCESS_KEY_ID|SECRET_ACCESS_KEY)(_FILE)?)|NODE_EXTRA_CA_CERTS)$/;
const place = () => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => placeSettings.test(name))),
  STORAGE_DIR: storageDir,
});

const runBackup = (file: string, ...options: string[]) =>
  runProgram(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", command, file, "--verify", ...options],
    place(),
  );

/** Returns what it prints on standard output. */
function runProgram(name: string, args: string[], variables: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((settle, reject) => {
    const started = execFile(name, args, { env: variables, timeout: hourMs }, (error, stdout, stderr) =>
      // The error's own message contains the arguments, which may include a password.
      error
        ? reject(new Error(stderr.slice(-500) || `${name} ended with ${error.code ?? error.signal}`))
        : settle(stdout),
    );
    try {
      if (started.pid) setPriority(started.pid, 10);
    } catch {
      // It has already ended, or the system has no priorities.
    }
    child = started;
  });
}
