import { drizzle } from "drizzle-orm/sqlite-proxy";
import type { Database, Results, Statement } from "../database.ts";
import * as schema from "../schema/index.ts";
import { seedCategories } from "../seed.ts";
import { trackRefusedWrites } from "../write.ts";
import { migrateCluster } from "./migrate.ts";
import { Cluster, isRead } from "./rqlite.ts";
import type { Query, Result } from "./rqlite-wire.ts";

declare module "drizzle-orm/sqlite-proxy/driver" {
  /** `run` returns what our callback returns: `answerOf`. */
  interface SqliteRemoteResult<T = unknown> {
    changes: number;
  }
}

const oldestVersion = [9, 4, 2];

/** Applies migrations and seeds the categories. Only for the server. @throws a one-line Error */
export async function openCluster(url: string): Promise<Database> {
  const cluster = new Cluster(url);
  try {
    await cluster.learn();
    for (const { version, enforcesForeignKeys } of await cluster.inspect()) {
      requireVersion(version);
      if (!enforcesForeignKeys) throw new Error("Store: start each rqlited with -fk=true.");
    }
    await migrateCluster(cluster);
    const database = createDatabase(cluster);
    await seedCategories(database);
    return database;
  } catch (error) {
    cluster.close();
    const { message } = error as Error;
    throw new Error(/^Store:/.test(message) ? message : `Store: rqlite at ${new URL(url).host}: ${message}`);
  }
}

export const connectCluster = (url: string): Database => createDatabase(new Cluster(url));

function createDatabase(cluster: Cluster): Database {
  const run = (queries: readonly Query[]) =>
    isRead(queries) ? cluster.run(queries) : trackRefusedWrites(() => cluster.run(queries));
  const remote = drizzle(
    async (sql, params, method) => {
      const [result] = await run([{ sql, params, method }]);
      return answerOf(result, method);
    },
    async (queries) => {
      const results = await run(queries);
      return queries.map(({ method }, index) => answerOf(results[index], method));
    },
    { schema, casing: "snake_case" },
  );
  const sendBatch = remote.batch.bind(remote);
  return Object.assign(remote, {
    batch,
    async batches<const T extends readonly Statement[]>(groups: readonly T[]) {
      const results: unknown[] = await batch(groups.flat());
      return groups.map(({ length }) => results.splice(0, length) as Results<T>);
    },
    // Other servers also write, so cached data expires after a second.
    version: () => `${cluster.writes} ${Math.floor(Date.now() / 1_000)}`,
    onWrite: (listener: () => void) => void cluster.writeListeners.push(listener),
    // Each node has its own journal and empties it with every snapshot.
    emptyJournal() {},
    close: () => cluster.close(),
  });

  async function batch<const T extends readonly Statement[]>(statements: T): Promise<Results<T>> {
    const [first, ...others] = statements;
    return (first ? await sendBatch([first, ...others]) : []) as Results<T>;
  }
}

function answerOf({ rows, changes }: Result = { rows: null, changes: 0 }, method: string) {
  return { rows: (method === "get" ? rows?.[0] : (rows ?? [])) as unknown[], changes };
}

function requireVersion(version: string): void {
  const parts = version.split(".").map(Number);
  const differing = oldestVersion.findIndex((least, index) => (parts[index] ?? 0) !== least);
  const isOlder = differing >= 0 && (parts[differing] ?? 0) < (oldestVersion[differing] ?? 0);
  if (!isOlder || process.env.RQLITE_OLD === "yes") return;
  throw new Error(
    `Store: rqlite ${version} can store half of a change. Use ${oldestVersion.join(".")} or newer (docs/cluster.md).`,
  );
}
