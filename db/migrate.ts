import type { Database } from "better-sqlite3";
import { listMigrations } from "./known-migrations.ts";
import { searchRebuilds, triggers } from "./triggers.ts";

/**
 * All or nothing. drizzle-kit rebuilds a table under another name: with foreign keys on, dropping the old one deletes
 * every row that references it, and the pragma has no effect inside a transaction.
 * @throws on a dangling reference
 */
export function migrate(sqlite: Database, migrationsFolder?: string): void {
  const migrations = listMigrations(migrationsFolder);
  sqlite.pragma("foreign_keys = OFF");
  try {
    sqlite
      .transaction(() => {
        sqlite.exec(
          "create table if not exists migrations (hash text primary key, applied_at integer not null)",
        );
        const applied = new Set(sqlite.prepare("select hash from migrations").pluck().all());
        const due = migrations.filter(({ hash }) => !applied.has(hash));
        if (due.length === 0 && hasTriggers(sqlite)) return;

        const existing = sqlite
          .prepare("select name from sqlite_schema where type = 'trigger'")
          .pluck()
          .all();
        for (const name of existing) sqlite.exec(`drop trigger "${name}"`);
        const record = sqlite.prepare("insert into migrations values (?, ?)");
        for (const migration of due) {
          for (const statement of migration.sql) sqlite.exec(statement);
          record.run(migration.hash, Date.now());
        }
        // Removes a deleted member's name from the index at once. Not for long texts, where it takes hundreds of milliseconds.
        sqlite.exec("insert into users_search(users_search, rank) values ('secure-delete', 1)");
        // A database with only some migrations does not have the newest tables.
        const tables = new Set(
          sqlite.prepare("select name from sqlite_schema where type = 'table'").pluck().all(),
        );
        for (const [search, command] of Object.entries(searchRebuilds)) {
          if (tables.has(search)) sqlite.exec(`insert into ${search}(${search}) values ('${command}')`);
        }
        for (const trigger of triggers) {
          if (tables.has(/ on (\w+)/.exec(trigger)?.[1])) sqlite.exec(trigger);
        }

        const dangling = sqlite.pragma("foreign_key_check") as unknown[];
        if (dangling.length > 0) {
          throw new Error(
            `migration leaves ${dangling.length} dangling references: ${JSON.stringify(dangling[0])}`,
          );
        }
      })
      .immediate();
  } finally {
    sqlite.pragma("foreign_keys = ON");
  }
}

function hasTriggers(sqlite: Database): boolean {
  const stored = sqlite.prepare("select sql from sqlite_schema where type = 'trigger'").pluck().all();
  return hasAllTriggers(stored as string[]);
}

export function hasAllTriggers(stored: string[]): boolean {
  const plain = (statement: string) => statement.replace(/^create trigger/i, "").trim();
  return stored.map(plain).sort().join("\n") === triggers.map(plain).sort().join("\n");
}
