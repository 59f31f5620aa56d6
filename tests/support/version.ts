import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { addMigration } from "./cluster.ts";

const shared = ["app", "node_modules", "package.json", "package-lock.json", "scripts", "build/client"];

/** Makes a folder with this version of the project and its build, and one more migration in both. */
export function makeNextVersion(folder: string, statements: string[]): void {
  mkdirSync(join(folder, "build/server"), { recursive: true });
  const built = readdirSync("build/server").filter((name) => name !== "migrations");
  for (const name of [...shared, ...built.map((each) => join("build/server", each))])
    symlinkSync(resolve(name), join(folder, name));
  for (const migrations of ["db/migrations", "build/server/migrations"])
    addMigration(join(folder, migrations), statements);
}
