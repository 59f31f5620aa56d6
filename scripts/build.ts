/** Builds one part of the product, for `scripts/build.sh`: the pages' files (`client`), then the server (`ssr`). */
import { existsSync, readFileSync, rmSync } from "node:fs";

const megabyte = 1024 ** 2;
/** The most that a build has needed, and room for the system. */
const neededMemory = 600 * megabyte;

/** The memory of this machine or container in bytes, swap included. Infinite where the system does not say. */
function measureMemory(): number {
  if (!existsSync("/proc/meminfo")) return Number.POSITIVE_INFINITY;
  const told = readFileSync("/proc/meminfo", "utf8");
  const find = (name: string) => 1024 * Number(new RegExp(`^${name}: *(\\d+) kB`, "m").exec(told)?.[1] ?? 0);
  return (
    Math.min(find("MemTotal"), process.constrainedMemory() || Number.POSITIVE_INFINITY) + find("SwapTotal")
  );
}

const memory = measureMemory();
if (memory < neededMemory) {
  const [has, needs] = [memory, neededMemory].map((bytes) => Math.floor(bytes / megabyte));
  console.error(
    `This machine is too small for a build: it has ${has} MB of memory with its swap, and ${needs} MB are needed. Add swap, or copy the folder build/ from a machine with the same sources.`,
  );
  process.exit(1);
}

const [part = ""] = process.argv.slice(2);
const { createBuilder } = await import("vite");
const { environments, build } = await createBuilder({ mode: "production" });
const environment = environments[part];
if (!environment) throw new Error(`Usage: scripts/build.ts ${Object.keys(environments).join(" | ")}`);
if (part === "client") rmSync("build", { recursive: true, force: true });
await build(environment);
// The server's part reads how the files of the pages' part are called.
if (part === "ssr")
  for (const folder of ["build/client/.vite", "build/server/.vite"]) rmSync(folder, { recursive: true });
// Vite's helpers keep the process.
process.exit(0);
