import { join } from "node:path";
import { connectDatabase } from "./client.ts";
import type { Database } from "./database.ts";
import { databaseUrl } from "./database-url.ts";
import { Cluster } from "./rqlite.ts";
import { connectCluster } from "./rqlite-database.ts";
import { copyDatabase } from "./store-file.ts";

/** Opens the community's database as it is, for a command beside the server. */
export const connectStore = (folder: string): Database =>
  databaseUrl ? connectCluster(databaseUrl) : connectDatabase(folder);

/** Writes a copy of the community's database into a new file, while the server runs. */
export async function takeSnapshot(folder: string, target: string): Promise<void> {
  if (!databaseUrl) return copyDatabase(join(folder, "community.sqlite"), target, 30_000);
  const cluster = new Cluster(databaseUrl);
  try {
    await cluster.download(target);
  } finally {
    cluster.close();
  }
}
