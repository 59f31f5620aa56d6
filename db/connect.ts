import { join } from "node:path";
import { connectDatabase } from "./client.ts";
import type { Database } from "./database.ts";
import { databaseUrl } from "./database-url.ts";
import { copyDatabase } from "./store-file.ts";

export const connectStore = async (folder: string): Promise<Database> =>
  databaseUrl
    ? (await import("./cluster/rqlite-database.ts")).connectCluster(databaseUrl)
    : connectDatabase(folder);

export const takeSnapshot = async (folder: string, target: string): Promise<void> =>
  databaseUrl
    ? (await import("./cluster/copy.ts")).downloadCluster(databaseUrl, target)
    : copyDatabase(join(folder, "community.sqlite"), target, 30_000);
