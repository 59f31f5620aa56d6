import { existsSync, readFileSync } from "node:fs";

/** Reads a setting from the environment, or from the file in `NAME_FILE`. Null if neither is set. */
export function readSecret(name: string): string | null {
  const file = process.env[`${name}_FILE`];
  return (file && existsSync(file) ? readFileSync(file, "utf8").trim() : process.env[name]) || null;
}

/** The rqlite cluster with the data, as `rqlite://user:secret@host:4001`. Null for a file in the store. */
export const databaseUrl: string | null = readSecret("DATABASE_URL");
