/** Builds unless the build is newer than all of its sources. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const sources = [
  "app",
  "db",
  // Their texts stand on a page.
  "examples",
  "server.ts",
  "scripts/finish-build.ts",
  "public",
  "package-lock.json",
  "vite.config.ts",
  "react-router.config.ts",
];
const product = "build/server.js";

function newest(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

const current =
  existsSync(product) && statSync(product).mtimeMs > Math.max(...sources.filter(existsSync).map(newest));
if (!current) {
  const { status } = spawnSync("npm", ["run", "build", "--silent"], {
    stdio: ["ignore", "ignore", "inherit"],
    shell: true,
  });
  process.exit(status ?? 1);
}
