import { openDatabase } from "./client.ts";
import type { Database } from "./database.ts";
import { storageDir } from "./storage-dir.ts";

export * from "./schema/index.ts";
export { write } from "./write.ts";
export type { Database };

const globals = globalThis as { quadrantDatabase?: Database };
globals.quadrantDatabase ??= openDatabase(storageDir);

/** The community's database: one connection per process, which survives hot reloads. */
export const db: Database = globals.quadrantDatabase;
