import { existsSync, readFileSync } from "node:fs";

/** A setting from the environment, or from the file that `NAME_FILE` names. Null when nothing is set. */
export function readSecret(name: string): string | null {
  const file = process.env[`${name}_FILE`];
  return (file && existsSync(file) ? readFileSync(file, "utf8").trim() : process.env[name]) || null;
}

/** Where an rqlite cluster keeps the data, as `rqlite://user:secret@host:4001`. Null for a file in the store. */
export const databaseUrl: string | null = readSecret("DATABASE_URL");
