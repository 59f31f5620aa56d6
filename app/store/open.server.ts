import { existsSync } from "node:fs";
import { join } from "node:path";
import Client, { type Database } from "better-sqlite3";
import { isLocked, isStoreFailure } from "#db/failures.ts";
import { storageDir } from "#db/storage-dir.ts";
import { log } from "../log.server.ts";
import { lockStore } from "./lock.server.ts";
import { unfinishedRestore } from "./restore.server.ts";
import { prepareUpgrade, upgradeCopy } from "./upgrade.server.ts";

// Importing this module locks and checks the store before the database is opened.
const globals = globalThis as { quadrantStoreLock?: Database };
globals.quadrantStoreLock ??= openStore(storageDir);

/** @throws an Error whose message says in one line what to do */
function openStore(folder: string): Database {
  try {
    return lockAndCheck(folder);
  } catch (error) {
    if (!isStoreFailure(error)) throw error;
    const { message } = error as Error;
    throw new Error(
      isLocked(error)
        ? `Store: another program is writing to the database in ${folder}. Stop it first.`
        : `Store: ${folder} cannot be written (${message}). Check its disk, its owner and its mode.`,
    );
  }
}

function lockAndCheck(folder: string): Database {
  const lock = lockStore(folder);
  if (!lock) throw new Error(`Store: another server or a restore is using ${folder}. Stop it first.`);
  const restore = "Restore a backup with: npm run restore -- FILE --force";
  if (existsSync(join(folder, unfinishedRestore))) {
    throw new Error(`Store: a restore into ${folder} did not finish. ${restore}`);
  }
  const file = join(folder, "community.sqlite");
  const damage = existsSync(file) && findDamage(file);
  if (damage) throw new Error(`Store: ${file} is damaged (${damage}). Keep a copy of it. ${restore}`);
  const pending = prepareUpgrade(folder);
  if (pending.length > 0) log.info({ file: upgradeCopy, pending }, "copied the database before an upgrade");
  return lock;
}

/** Returns what is wrong with a database file, or null. */
function findDamage(file: string): string | null {
  let database: Database | undefined;
  try {
    database = new Client(file, { timeout: 5_000 });
    const result = String(database.pragma("quick_check(1)", { simple: true }));
    // A read-only or locked database is noticed here and not in the middle of the start.
    database.exec("begin immediate; rollback");
    return result === "ok" ? null : result.replaceAll("\n", " ");
  } catch (error) {
    const { code = "", message } = error as { code?: string; message: string };
    if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return message;
    throw error;
  } finally {
    database?.close();
  }
}
