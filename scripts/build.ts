/**
 * Builds the product for `scripts/build.sh`. Exits with 3 if one process has too little memory for everything. It is then
 * called for each part, `client` and `ssr`.
 */
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { compress, encodingEndings, minBytesToCompress } from "../app/platform/http/compression.server.ts";

const megabyte = 1024 ** 2;
/** The maximum that a build by parts has needed, and memory for the system. */
const neededMemory = 600 * megabyte;
/** The same for a build in one process. */
const ampleMemory = 1_500 * megabyte;

/** The memory of this machine or container in bytes, including swap. Infinity if unknown. */
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

const [part] = process.argv.slice(2);
if (part === undefined && memory < ampleMemory) process.exit(3);
const { createBuilder } = await import("vite");
const builder = await createBuilder({ mode: "production" });
if (part === undefined) await builder.buildApp();
else await buildPart(part);
if (part !== "client") await compressFiles();
// Vite's helpers keep the process alive.
process.exit(0);

async function buildPart(name: string): Promise<void> {
  const environment = builder.environments[name];
  if (!environment)
    throw new Error(`Usage: scripts/build.ts [${Object.keys(builder.environments).join(" | ")}]`);
  if (name === "client") rmSync("build", { recursive: true, force: true });
  await builder.build(environment);
  // The server's part needs the file names of the client's part.
  if (name === "ssr")
    for (const folder of ["build/client/.vite", "build/server/.vite"])
      rmSync(folder, { recursive: true, force: true });
}

/** Writes a compressed copy beside each text, so that the server need not make it. */
async function compressFiles(): Promise<void> {
  for (const path of globSync("build/client/**/*.{css,js,json,svg,txt,webmanifest}")) {
    const bytes = readFileSync(path);
    if (bytes.length < minBytesToCompress) continue;
    for (const [encoding, ending] of encodingEndings)
      writeFileSync(path + ending, await compress(bytes, encoding, "cached"));
  }
}
