import { existsSync, readFileSync } from "node:fs";
import { builtMigrations, listMigrations, treeMigrations } from "#db/known-migrations.ts";
import { hashFile, readBuild } from "../process/version.server.ts";

/**
 * Says in one sentence that the build in this folder was made from other sources; null when it was not, and in a container,
 * which has no sources.
 */
export function findForeignBuild(): string | null {
  const build = readBuild();
  if (!build || !existsSync(`build/client/assets/${build.manifest}`))
    return `build/ is not complete. ${advice}`;
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  if (build.version !== version) return differs(`it is of ${build.version}, and this folder has ${version}`);
  if (existsSync("package-lock.json") && hashFile("package-lock.json") !== build.lock)
    return differs("it was made with another package-lock.json");
  if (!existsSync(treeMigrations)) return null;
  const [built, tree] = [builtMigrations, treeMigrations].map(describeMigrations);
  return built === tree ? null : differs("it has other migrations");
}

const advice = "Run: npm run build";
const differs = (how: string) => `build/ is not of the sources in this folder: ${how}. ${advice}`;

const describeMigrations = (folder: string): string =>
  listMigrations(folder)
    .map(({ name, hash }) => `${name} ${hash}`)
    .join("\n");
