import { mkdirSync } from "node:fs";
import { join } from "node:path";
import Client, { type Database } from "better-sqlite3";
import { giveToOwner } from "./owner.server.ts";

/** SQLite's own lock on an empty file: it ends with the process and counts between containers. Null when it is taken. */
export function lockStore(folder: string): Database | null {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, "lock");
  const lock = new Client(file, { timeout: 0 });
  giveToOwner(folder, file);
  try {
    // Otherwise a killed process leaves a journal beside it.
    lock.pragma("journal_mode = memory");
    lock.exec("begin exclusive");
    return lock;
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code === "SQLITE_BUSY") return null;
    throw error;
  }
}
