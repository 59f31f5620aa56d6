import { mkdirSync } from "node:fs";
import { join } from "node:path";
import Client, { type Database } from "better-sqlite3";

/**
 * Takes the lock that a server or a restore holds on a store. The system itself releases it with the process, also
 * after SIGKILL, and it counts between containers that share a volume: it is SQLite's own lock on an empty file.
 * @returns what holds the lock until it is closed, or null when another process has it
 */
export function lockStore(folder: string): Database | null {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = new Client(join(folder, "lock"), { timeout: 0 });
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
