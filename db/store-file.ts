import { existsSync, statSync } from "node:fs";
import Client, { type Database } from "better-sqlite3";
import { migrate } from "./migrate.ts";
import { listSources, selectColumns, selectFileNames } from "./scopes/stored-files.ts";

export function lockFile(file: string): { close(): void } | null {
  const lock = new Client(file, { timeout: 0 });
  try {
    // Otherwise a killed process would leave a journal beside it.
    lock.pragma("journal_mode = memory");
    lock.exec("begin exclusive");
    return lock;
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code === "SQLITE_BUSY") return null;
    throw error;
  }
}

/** Whether the database is missing or has no tables. A damaged one, or another program's, is not empty. */
export function isEmptyDatabase(file: string): boolean {
  // SQLite would delete the journal of an empty file.
  if (!existsSync(file) || statSync(file).size === 0) return true;
  try {
    return read(file, (database) => {
      const tables = "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'";
      return database.prepare(`${tables} and name <> 'migrations'`).all().length === 0;
    });
  } catch (error) {
    if (isDamage(error)) return false;
    throw error;
  }
}

const isDamage = (error: unknown) => /^SQLITE_(CORRUPT|NOTADB)/.test((error as { code?: string }).code ?? "");

/** Returns what is wrong with a database, or null. @throws if it cannot be opened or written */
export function findDamage(file: string): string | null {
  let database: Database | undefined;
  try {
    database = new Client(file, { timeout: 5_000 });
    const result = String(database.pragma("quick_check(1)", { simple: true }));
    // Detects a read-only or locked database here, not in the middle of the start.
    database.exec("begin immediate; rollback");
    return result === "ok" ? null : result.replaceAll("\n", " ");
  } catch (error) {
    if (isDamage(error)) return (error as Error).message;
    throw error;
  } finally {
    database?.close();
  }
}

export const findBackupDamage = (file: string): string | null =>
  read(file, (database) => {
    const integrity = database.pragma("integrity_check(1)", { simple: true });
    if (integrity !== "ok") return `its database fails the integrity check (${integrity})`;
    const dangling = database.pragma("foreign_key_check") as unknown[];
    return dangling.length > 0 ? "its database has dangling references" : null;
  });

export function copyDatabase(file: string, target: string, timeoutMs: number): void {
  const database = new Client(file, { fileMustExist: true, timeout: timeoutMs });
  try {
    // Unlike the backup API, a single read transaction never restarts because of a write.
    database.prepare("vacuum into ?").run(target);
  } finally {
    database.close();
  }
}

export const readMigrations = (file: string): string[] =>
  read(file, (database) => {
    // Other programs may also have a table with this name.
    const hasTable = database
      .prepare("select 1 from pragma_table_info('migrations') where name = 'hash'")
      .get();
    return hasTable
      ? (database.prepare("select hash from migrations order by rowid").pluck().all() as string[])
      : [];
  });

export const countTables = (file: string): Record<string, number> =>
  read(file, (database) => {
    const names = database
      .prepare(
        "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
      )
      .pluck()
      .all() as string[];
    const count = (name: string) =>
      database.prepare(`select count(*) from "${name}"`).pluck().get() as number;
    return Object.fromEntries(names.map((name) => [name, count(name)]));
  });

/** Whether two databases have the same tables with the same rows, in any order. */
export const haveSameRows = (one: string, other: string): boolean =>
  read(one, (database) => {
    database.prepare("attach ? as other").run(other);
    const list = (schema: string) =>
      database
        .prepare(
          "select name from pragma_table_list where schema = ? and type in ('table', 'shadow') and name not like 'sqlite_%' order by name",
        )
        .pluck()
        .all(schema) as string[];
    const tables = list("main");
    const lacks = (name: string, from: string, to: string) =>
      database
        .prepare(`select exists (select * from ${from}."${name}" except select * from ${to}."${name}")`)
        .pluck()
        .get() === 1;
    const differs = (name: string) => lacks(name, "main", "other") || lacks(name, "other", "main");
    return tables.join() === list("other").join() && !tables.some(differs);
  });

export const listFiles = (file: string): string[] =>
  read(file, (database) => {
    // An older database has fewer columns.
    const sources = listSources(database.prepare(selectColumns).pluck().all() as string[]);
    const names = sources.map(selectFileNames);
    if (names.length === 0) return [];
    return database
      .prepare(`select name from (${names.join(" union ")}) where name <> ''`)
      .pluck()
      .all() as string[];
  });

/** @throws an Error, and leaves the file unchanged */
export function upgradeDatabase(file: string): void {
  const database = new Client(file, { fileMustExist: true });
  try {
    migrate(database);
  } finally {
    database.close();
  }
}

/** Mails that were waiting may have been sent since: better lost than sent twice (docs/decisions/0007). */
export function endPendingWork(file: string, keepLogins: boolean): void {
  const database = new Client(file);
  try {
    database.exec("update mails set next_attempt_at = null where sent_at is null");
    // A copy from before an upgrade may not have this table.
    if (database.pragma("table_list(notices)", { simple: true }))
      database.exec("update notices set mail_at = null where mail_at is not null");
    if (keepLogins) return;
    database.exec("delete from sessions; delete from mail_links");
    if (database.pragma("table_list(calendars)", { simple: true }))
      database.exec("delete from calendars where user_id is not null");
  } finally {
    database.close();
  }
}

function read<T>(file: string, query: (database: Database) => T): T {
  const database = new Client(file, { readonly: true, fileMustExist: true });
  try {
    return query(database);
  } finally {
    database.close();
  }
}
