import { listMigrations } from "../known-migrations.ts";
import { hasAllTriggers } from "../migrate.ts";
import { searchRebuilds, triggers } from "../triggers.ts";
import type { Cluster } from "./rqlite.ts";

/**
 * All or nothing. If two servers start at once, the second one's transaction fails on the first row of `migrations`.
 * `/db/request` reaches only one connection of one node, so a log entry turns foreign keys off, and the transaction checks
 * on every node that they are off and that no reference dangles. @throws on failure, and for a newer version's data
 */
export async function migrateCluster(cluster: Cluster, migrationsFolder?: string): Promise<void> {
  const sql = "create table if not exists migrations (hash text primary key, applied_at integer not null)";
  await cluster.run([{ sql, params: [] }]);
  const change = await planChange(cluster, migrationsFolder);
  // A start that was killed during a migration may have left them off.
  if (!change) return cluster.execute(["pragma foreign_keys = on"]);
  await cluster.execute(["pragma foreign_keys = off"]);
  try {
    await cluster.execute(change, true);
  } catch (error) {
    if (await planChange(cluster, migrationsFolder)) throw error;
  } finally {
    await cluster.execute(["pragma foreign_keys = on"]);
  }
}

async function planChange(
  cluster: Cluster,
  migrationsFolder?: string,
): Promise<(string | unknown[])[] | null> {
  const migrations = listMigrations(migrationsFolder);
  const [applied, stored] = await cluster.run([
    { sql: "select hash from migrations", params: [] },
    { sql: "select name, sql from sqlite_schema where type = 'trigger'", params: [] },
  ]);
  const hashes = new Set(applied?.rows?.map(([hash]) => hash));
  const known = new Set<unknown>(migrations.map(({ hash }) => hash));
  if ([...hashes].some((hash) => !known.has(hash)))
    throw new Error("Store: a newer version has used this database. Start that version.");
  const due = migrations.filter(({ hash }) => !hashes.has(hash));
  const existing = stored?.rows ?? [];
  if (due.length === 0 && hasAllTriggers(existing.map(([, sql]) => String(sql)))) return null;
  return [
    "create table migration_check (is_right integer check (is_right))",
    "insert into migration_check select not foreign_keys from pragma_foreign_keys",
    ...due.map(({ hash }) => ["insert into migrations values (?, ?)", hash, Date.now()]),
    ...existing.map(([name]) => `drop trigger "${name}"`),
    ...due.flatMap(({ sql }) => sql),
    "insert into users_search(users_search, rank) values ('secure-delete', 1)",
    ...Object.entries(searchRebuilds).map(
      ([search, command]) => `insert into ${search}(${search}) values ('${command}')`,
    ),
    ...triggers,
    "insert into migration_check select not exists (select 1 from pragma_foreign_key_check)",
    "drop table migration_check",
  ];
}
