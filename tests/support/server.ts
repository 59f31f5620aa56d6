import { type ChildProcess, fork } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, statfsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import Client, { type Database } from "better-sqlite3";
import { baseSettings, exitOf } from "./commands.ts";
import { type Engines, startEngines } from "./engines.ts";
import { keepLogged } from "./logged.ts";
import { within } from "./wait-until.ts";

/** The real server, as `npm start` runs it, on a free port with its own store. */
export interface TestServer {
  url: string;
  port: number;
  storage: string;
  process: ChildProcess;
  /** How far `time.ts` has moved its clock ahead of ours. */
  clockOffsetMs: number;
  wasClockMoved: boolean;
  /** Everything it has logged so far. */
  logged(): string;
  /** A connection to its database, for states that no page or call can produce. */
  database(): Database;
  /** Its bucket, if the suite runs on engines. */
  bucket: Engines["bucket"] | undefined;
  /** Kills it and keeps its store for another server. */
  kill(): Promise<void>;
  /** Stops it as a service manager would. @returns its exit code */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const testPreload = resolve("tests/support/preload.ts");

/** The free memory required to put the tests' stores there. */
const enoughBytes = 4 * 1024 ** 3;

/** In memory if there is space, because every write waits for the disk, and no test cuts the power. */
function storesFolder(): string {
  const inMemory = "/dev/shm";
  if (!existsSync(inMemory)) return tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize > enoughBytes ? inMemory : tmpdir();
}

/** Made once after each build. Starting from a copy saves the migrations, a quarter of the start. */
const migrated = "build/server/migrated.sqlite";
if (!existsSync(migrated)) {
  // Imported only here, because loading Drizzle takes each worker half a second.
  const { openDatabase } = await import("../../db/client.ts");
  const made = mkdtempSync("build/server/migrated-");
  openDatabase(made).close();
  renameSync(join(made, "community.sqlite"), migrated);
  rmSync(made, { recursive: true });
}

const putMigratedDatabase = (folder: string) => copyFileSync(migrated, join(folder, "community.sqlite"));

/** @returns a fresh store for more than one server, which the caller removes */
export function newStore(): string {
  const folder = mkdtempSync(join(storesFolder(), "quadrant-"));
  if (process.env.SUITE !== "engines") putMigratedDatabase(folder);
  return folder;
}

/**
 * Starts the built server.
 * @param settings environment variables that override the tests' own
 * @param storage an existing store. The default is a fresh migrated one, deleted at the end
 * @param preload a module that runs in its process first
 * @param via a command that starts the server and executes it in its place, such as `taskset -c 0`
 * @param cwd the folder of the project, or of another version
 */
export async function startServer(
  settings: Record<string, string> = {},
  storage?: string,
  preload?: string,
  via: string[] = [],
  cwd = process.cwd(),
): Promise<TestServer> {
  const folder = storage ?? mkdtempSync(join(storesFolder(), "quadrant-"));
  const engines = await startEngines(folder);
  if (storage === undefined && !engines && !settings.DATABASE_URL) putMigratedDatabase(folder);
  const [command = process.execPath, ...before] = [...via, process.execPath];
  const preloads = preload ? [testPreload, preload] : [testPreload];
  const child = fork("build/server/index.js", {
    cwd,
    execPath: command,
    execArgv: [...before, "--max-semi-space-size=4", ...preloads.flatMap((path) => ["--import", path])],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      ...baseSettings,
      NODE_ENV: "production",
      // Strips the preload's types only once, which takes as long as starting Node.
      NODE_COMPILE_CACHE: "build/compile-cache",
      MALLOC_ARENA_MAX: "2",
      PORT: "0",
      HOST: "127.0.0.1",
      STORAGE_DIR: folder,
      ...(storage === undefined && { OWN_STORE: folder }),
      ...engines?.settings,
      ...settings,
    },
  });
  const lines: string[] = [];
  for (const output of [child.stdout, child.stderr])
    output?.on("data", (chunk) => {
      lines.push(String(chunk));
      keepLogged(String(chunk));
    });
  const logged = () => lines.join("");
  const listening = new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve((message as { port: number }).port));
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${logged()}`)));
  });
  const port = await within("the server listens", listening, logged);
  let connection: Database | undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    storage: folder,
    process: child,
    clockOffsetMs: settings.CLOCK ? Number(settings.CLOCK) - Date.now() : 0,
    wasClockMoved: settings.CLOCK !== undefined,
    logged,
    bucket: engines?.bucket,
    database() {
      if (engines) return engines.database as unknown as Database;
      // One connection for all calls, because each new one first reads the whole schema.
      if (connection?.open) return connection;
      connection = new Client(join(folder, "community.sqlite"), { timeout: 60_000 });
      connection.pragma("foreign_keys = ON");
      return connection;
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await exitOf(child, logged);
      // Otherwise the next server would wait up to 20 seconds for the lease to end.
      engines?.database.exec("delete from leases");
    },
    async stop(signal = "SIGTERM") {
      connection?.close();
      child.kill(signal);
      await exitOf(child, logged);
      if (storage === undefined) {
        await engines?.stop();
        // Again if a picture's process, which outlives a killed server for a moment, writes its file meanwhile. `rmSync`
        // of this Node ignores `maxRetries`.
        await rm(folder, { recursive: true, force: true, maxRetries: 10 });
      }
      return child.exitCode;
    },
  };
}
