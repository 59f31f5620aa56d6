import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";

export interface Migration {
  name: string;
  hash: string;
  sql: string[];
}

export const treeMigrations = "db/migrations";
export const builtMigrations = "build/server/migrations";
/** A build uses the migrations it was built with, even if the tree has changed since. */
const ownMigrations = process.env.IS_BUILD ? builtMigrations : treeMigrations;

/** Returns the migrations of this program, or of a folder, in the order of their application. */
export function listMigrations(migrationsFolder = ownMigrations): Migration[] {
  const { entries } = JSON.parse(readFileSync(join(migrationsFolder, "meta/_journal.json"), "utf8"));
  return readMigrationFiles({ migrationsFolder }).map(({ hash, sql }, index) => ({
    name: entries[index].tag,
    hash,
    sql,
  }));
}
