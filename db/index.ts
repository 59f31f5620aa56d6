import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import Client from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { migrate } from "./migrate.ts";
import * as schema from "./schema/index.ts";
import { seedCategories } from "./scopes/resources.ts";

export * from "./schema/index.ts";

/** Where everything lives that the running server writes. */
export const storageDir = resolve(process.env.STORAGE_DIR || "storage");

/** Opens (or makes) the community's database in a folder and brings it up to date. */
export function openDatabase(folder: string) {
  mkdirSync(folder, { recursive: true });
  const sqlite = new Client(join(folder, "community.sqlite"), { timeout: 5_000 });
  sqlite.pragma("journal_mode = WAL");
  // An acknowledged write survives a power cut.
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("temp_store = MEMORY");
  sqlite.pragma("cache_size = -16000");
  migrate(sqlite);
  cachePreparedStatements(sqlite);
  const database = Object.assign(drizzle({ client: sqlite, schema, casing: "snake_case" }), { batch });
  seedCategories(database).run();
  return database;

  /**
   * Runs statements in one transaction, all or nothing, and answers with their results in order: the same call as
   * the libSQL driver's. Conditions belong inside the statements; there is no reading in between.
   */
  async function batch<const T extends readonly Statement[]>(statements: T): Promise<Results<T>> {
    const run = sqlite.transaction(() => statements.map((statement) => statement.prepare().execute().sync()));
    return run.immediate() as Results<T>;
  }
}

/** How many statements a connection keeps. */
const maxStatements = 300;

/**
 * Keeps the statements that were prepared last: preparing costs more than most of them take to run, and they come
 * again and again with other values.
 */
function cachePreparedStatements(sqlite: Client.Database): void {
  const prepared = new Map<string, Client.Statement>();
  const prepare = sqlite.prepare.bind(sqlite);
  sqlite.prepare = ((source: string) => {
    const statement = prepared.get(source) ?? prepare(source);
    // The last one asked for is the last to be given up.
    prepared.delete(source);
    prepared.set(source, statement);
    const [oldest] = prepared.keys();
    if (prepared.size > maxStatements && oldest !== undefined) prepared.delete(oldest);
    // As if it were new: who used it before may have wanted its rows in another form.
    return statement.reader ? statement.raw(false).pluck(false) : statement;
  }) as typeof sqlite.prepare;
}

/** A query as Drizzle builds it, not yet run. */
interface Statement {
  execute(): Promise<unknown>;
  prepare(): { execute(): { sync(): unknown } };
}
type Results<T extends readonly Statement[]> = { [K in keyof T]: Awaited<ReturnType<T[K]["execute"]>> };

export type Database = ReturnType<typeof openDatabase>;

const globals = globalThis as { quadrantDatabase?: Database };
globals.quadrantDatabase ??= openDatabase(storageDir);

/** The community's database: one connection a process, which a hot reload keeps. */
export const db: Database = globals.quadrantDatabase;
