import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import Client from "better-sqlite3";
import { is } from "drizzle-orm";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { ExecuteResultSync, SQLiteSelectBase } from "drizzle-orm/sqlite-core";
import type { Database, Results, Statement } from "./database.ts";
import { migrate } from "./migrate.ts";
import * as schema from "./schema/index.ts";
import { seedCategories } from "./seed.ts";
import { waitForLock, write } from "./write.ts";

export function openDatabase(folder: string): EmbeddedDatabase {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  closeToOthers(folder);
  const database = connectDatabase(folder, { fileMustExist: false });
  migrate(database.$client);
  execute(seedCategories(database));
  // From here on `write` waits for locks, because SQLite's waiting would block the event loop.
  database.$client.pragma("busy_timeout = 0");
  return database;
}

export function connectDatabase(folder: string, { fileMustExist = true } = {}): EmbeddedDatabase {
  const sqlite = new CachingClient(join(folder, "community.sqlite"), { timeout: 5_000, fileMustExist });
  sqlite.pragma("journal_mode = WAL");
  // Acknowledged writes survive a power cut.
  sqlite.pragma("synchronous = FULL");
  // Deleted rows are overwritten with zeros.
  sqlite.pragma("secure_delete = ON");
  sqlite.pragma("temp_store = MEMORY");
  sqlite.pragma("cache_size = -16000");
  const ownChanges = sqlite.prepare("select total_changes()").pluck();
  const otherCommits = sqlite.prepare("pragma data_version").pluck();
  let read: string | undefined;
  const database = Object.assign(drizzle({ client: sqlite, schema, casing: "snake_case" }), {
    batch,
    batches,
    version,
    onWrite: () => {},
    emptyJournal: () => void sqlite.pragma("wal_checkpoint(TRUNCATE)"),
    close,
  });
  return database;

  /** SQLite's own counts, read once per event-loop iteration: a client that has seen a write asks in a later one. */
  function version(): string {
    if (read === undefined) {
      read = `${ownChanges.get()} ${otherCommits.get()}`;
      setImmediate(() => {
        read = undefined;
      });
    }
    return read;
  }

  async function batch<const T extends readonly Statement[]>(statements: T): Promise<Results<T>> {
    const run = sqlite.transaction(() => statements.map(execute));
    // Reads must not queue for the write lock.
    const isReadOnly = statements.every((statement) => is(statement, SQLiteSelectBase));
    return isReadOnly
      ? waitForLock(() => run.deferred() as Results<T>)
      : write(() => run.immediate() as Results<T>);
  }

  async function batches<const T extends readonly Statement[]>(groups: readonly T[]): Promise<Results<T>[]> {
    const run = sqlite.transaction(() => groups.map((statements) => statements.map(execute)));
    return write(() => run.immediate() as Results<T>[]);
  }

  /** Litestream always has a read transaction open, so the checkpoint does what it can without waiting long. */
  function close(): void {
    sqlite.pragma("busy_timeout = 500");
    sqlite.pragma("wal_checkpoint(TRUNCATE)");
    sqlite.close();
  }
}

const maxStatements = 300;

/**
 * `+?` for each parameter. After `limit`, beside `order by` and where a partial index is possible, SQLite looks at the value
 * of a bare `?`, and compiles the whole statement again whenever one is bound. Write the values that a partial index needs
 * as literals.
 */
const hideValues = (source: string): string =>
  source.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\?/g, (part) => (part === "?" ? "+?" : part));

/**
 * Caches compiled statements, because compiling takes ten times as long as running. Callers with the same SQL share a
 * statement, so they must not iterate over it or call `pluck`.
 */
class CachingClient extends Client {
  #statements = new Map<string, Client.Statement>();

  override prepare: Client.Database["prepare"] = (source: string) => {
    const statement = this.#statements.get(source) ?? super.prepare(hideValues(source));
    this.#statements.delete(source);
    this.#statements.set(source, statement);
    const [oldest] = this.#statements.keys();
    if (oldest !== undefined && this.#statements.size > maxStatements) this.#statements.delete(oldest);
    return statement as never;
  };
}

export type EmbeddedDatabase = Database & { $client: Client.Database };

function execute(statement: Statement): unknown {
  const result = statement.prepare().execute();
  if (!is(result, ExecuteResultSync)) throw new TypeError("a statement of another engine");
  return result.sync();
}

function closeToOthers(folder: string): void {
  try {
    chmodSync(folder, 0o700);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") throw error;
  }
}
