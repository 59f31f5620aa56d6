import { join } from "node:path";
import { connectDatabase } from "./client.ts";
import type { Database } from "./database.ts";
import { databaseUrl } from "./database-url.ts";
import { Cluster } from "./rqlite.ts";
import { connectCluster } from "./rqlite-database.ts";
import { copyDatabase } from "./store-file.ts";

export const connectStore = (folder: string): Database =>
  databaseUrl ? connectCluster(databaseUrl) : connectDatabase(folder);

export async function countMembers(url: string): Promise<number> {
  const cluster = new Cluster(url);
  const count = async (sql: string) => Number((await cluster.run([{ sql, params: [] }]))[0]?.rows?.[0]?.[0]);
  try {
    const hasTable = await count("select count(*) from sqlite_schema where name = 'users'");
    return hasTable ? await count("select count(*) from users") : 0;
  } finally {
    cluster.close();
  }
}

/** Replaces what an rqlite cluster holds by a database file, and writes what it then holds into a new one. */
export async function loadCluster(url: string, file: string, target: string): Promise<void> {
  const cluster = new Cluster(url);
  try {
    await cluster.load(file);
    await cluster.download(target);
  } finally {
    cluster.close();
  }
}

export const takeSnapshot = async (folder: string, target: string): Promise<void> =>
  databaseUrl
    ? downloadCluster(databaseUrl, target)
    : copyDatabase(join(folder, "community.sqlite"), target, 30_000);

export async function downloadCluster(url: string, target: string): Promise<void> {
  const cluster = new Cluster(url);
  try {
    await cluster.download(target);
  } finally {
    cluster.close();
  }
}
