import { existsSync, readFileSync } from "node:fs";

const { DATABASE_URL, DATABASE_URL_FILE } = process.env;

/** Where an rqlite cluster keeps the data, as `rqlite://user:secret@host:4001`. Null for a file in the store. */
export const databaseUrl: string | null =
  (DATABASE_URL_FILE && existsSync(DATABASE_URL_FILE)
    ? readFileSync(DATABASE_URL_FILE, "utf8").trim()
    : DATABASE_URL) || null;
