import { openDatabase } from "./client.ts";
import type { Database } from "./database.ts";
import { databaseUrl } from "./database-url.ts";
import { storageDir } from "./storage-dir.ts";

export * from "./schema/index.ts";
export { write } from "./write.ts";
export type { Database };

const globals = globalThis as { quadrantDatabase?: Database };
globals.quadrantDatabase ??= databaseUrl
  ? await (await import("./cluster/rqlite-database.ts")).openCluster(databaseUrl)
  : openDatabase(storageDir);

export const db: Database = globals.quadrantDatabase;
