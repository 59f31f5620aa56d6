/**
 * `node scripts/image.ts FOLDER` copies what a built server needs, for the container: the build, and the packages outside
 * of it with their dependencies.
 */
import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { outsideTheBuild } from "../vite.config.ts";

const [target] = process.argv.slice(2);
if (!target) {
  console.error("Usage: node scripts/image.ts FOLDER");
  process.exit(2);
}
/** Sources, types and files for a package's authors. */
const isSpare = (path: string) =>
  /\.(m?ts|map|md|c|cc|cpp|h|hpp|gypi?)$|\/(deps|test|docs|benchmarks|examples)$/.test(path);
const copy = (path: string) =>
  cpSync(path, join(target, path), { recursive: true, filter: (source) => !isSpare(source) });

const packages = new Set<string>(outsideTheBuild);
// Iterating a set includes items that are added meanwhile.
for (const name of packages) {
  const folder = join("node_modules", name);
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
    if (existsSync(join("node_modules", needed))) packages.add(needed);
  }
  copy(folder);
}
for (const path of ["build/client", "build/server", "package.json", "LICENSE"]) copy(path);
