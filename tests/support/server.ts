import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Client, { type Database } from "better-sqlite3";
import { type Engines, startEngines } from "./engines.ts";
import { keepLogged } from "./logged.ts";

/** The real server, as `npm start` runs it, on a free port with a store of its own. */
export interface TestServer {
  url: string;
  port: number;
  storage: string;
  process: ChildProcess;
  /** How far its clock is ahead of ours: `time.ts`. */
  clockOffsetMs: number;
  wasClockMoved: boolean;
  /** Everything it has logged so far. */
  logged(): string;
  /** A connection to its database, for states that no page or call can produce. */
  database(): Database;
  /** Its bucket, while the suite runs on engines. */
  bucket: Engines["bucket"] | undefined;
  /** Ends it at once and keeps its store, for a second server on it. */
  kill(): Promise<void>;
  /** Stops it as a service manager would. Returns its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const dates = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^(LD_PRELOAD$|FAKETIME|NO_FAKE_STAT$)/.test(name)),
);

/** How much memory must be free for tests to keep their stores there. */
const enoughBytes = 4 * 1024 ** 3;

/** In memory where there is room: every write waits for its disk, and no test cuts the power. */
function storesFolder(): string {
  const inMemory = "/dev/shm";
  if (!existsSync(inMemory)) return tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize > enoughBytes ? inMemory : tmpdir();
}

/** Made once after each build. A server that copies it has no migration to run, a quarter of its start. */
const migrated = "build/server/migrated.sqlite";
if (!existsSync(migrated)) {
  // Drizzle takes half a second to load, which each worker of a browser test would spend.
  const { openDatabase } = await import("../../db/client.ts");
  const made = mkdtempSync("build/server/migrated-");
  openDatabase(made).close();
  renameSync(join(made, "community.sqlite"), migrated);
  rmSync(made, { recursive: true });
}

const putMigratedDatabase = (folder: string) => copyFileSync(migrated, join(folder, "community.sqlite"));

/** A fresh store for more than one server. Whoever makes it removes it. */
export function newStore(): string {
  const folder = mkdtempSync(join(storesFolder(), "quadrant-"));
  if (process.env.SUITE !== "engines") putMigratedDatabase(folder);
  return folder;
}

/**
 * Starts the built server.
 * @param settings its environment, over the tests' own
 * @param storage an existing store; without one it is fresh but migrated, and deleted at the end
 * @param preload a module that runs in its process first
 * @param via a command that starts it and becomes it, such as `taskset -c 0`
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
  const child = fork("build/server/index.js", {
    cwd,
    execPath: command,
    execArgv: [...before, "--max-semi-space-size=4", ...(preload ? ["--import", preload] : [])],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      PATH: process.env.PATH,
      // What the program `faketime` sets: a test and its server have the same date.
      ...dates,
      NODE_ENV: "production",
      // A preload in TypeScript is stripped of its types once, which takes as long as starting Node.
      NODE_COMPILE_CACHE: "build/compile-cache",
      MALLOC_ARENA_MAX: "2",
      PORT: "0",
      HOST: "127.0.0.1",
      STORAGE_DIR: folder,
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
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve((message as { port: number }).port));
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${lines.join("")}`)));
  });
  let connection: Database | undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    storage: folder,
    process: child,
    clockOffsetMs: settings.CLOCK ? Number(settings.CLOCK) - Date.now() : 0,
    wasClockMoved: settings.CLOCK !== undefined,
    logged: () => lines.join(""),
    bucket: engines?.bucket,
    database() {
      if (engines) return engines.database as unknown as Database;
      // One for all: each new one reads the whole schema first.
      if (connection?.open) return connection;
      connection = new Client(join(folder, "community.sqlite"), { timeout: 60_000 });
      connection.pragma("foreign_keys = ON");
      return connection;
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
      // The next one would wait for the end of its lease, for up to 20 seconds.
      engines?.database.exec("delete from leases");
    },
    async stop(signal = "SIGTERM") {
      connection?.close();
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal);
        await once(child, "exit");
      }
      if (storage === undefined) {
        await engines?.stop();
        rmSync(folder, { recursive: true, force: true });
      }
      return child.exitCode;
    },
  };
}
