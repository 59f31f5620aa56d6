import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import Client from "better-sqlite3";
import { afterAll, test as base } from "vitest";
import { startServer, type TestServer } from "./server.ts";
import { clock, endLimits, runTimers } from "./time.ts";
import { Visitor } from "./visitor.ts";

/** The server settings of most test files. */
export const unlimited = { RATE_LIMITS: "off" };
/** The default settings, with rate limits. */
export const limited = {};

interface Shared {
  server: TestServer;
  empty: string;
}
/** The worker's servers, by settings, with a copy of their initial store. */
const shared = new Map<typeof unlimited | typeof limited, Promise<Shared>>();

async function startShared(settings: Record<string, string>): Promise<Shared> {
  const server = await startServer(settings, undefined, clock);
  const empty = join(server.storage, "empty.sqlite");
  await server.database().backup(empty);
  return { server, empty };
}

/** Restores a copy into the store of a running server. */
async function restore(copy: string, store: string): Promise<void> {
  const database = new Client(copy);
  // While the server writes, the backup copies no page but still reports success.
  while ((await database.backup(store)).totalPages === 0) await setTimeout(10);
  database.close();
}

function hasSettings(server: TestServer): boolean {
  try {
    return server.database().prepare("select 1 from site_settings").get() !== undefined;
  } catch {
    // A test that failed has left the table hidden.
    return true;
  }
}

/**
 * The files of a worker reuse its servers in sequence, each with an empty store. Other settings start new servers. A
 * server whose clock was moved is not reused, because its timers and caches follow that clock, nor one whose settings an
 * administrator has changed, because it applies no older ones.
 */
async function takeServer(settings: Record<string, string>, preload?: string): Promise<TestServer> {
  const isShared = (settings === unlimited || settings === limited) && (preload ?? clock) === clock;
  if (!isShared || process.env.SUITE === "engines") return startServer(settings, undefined, preload);
  const started = shared.get(settings) ?? startShared(settings);
  shared.set(settings, started);
  const { server, empty } = await started;
  const before = server.logged().length;
  const taken: TestServer = {
    ...server,
    logged: () => server.logged().slice(before),
    kill: () =>
      Promise.reject(new Error("other test files share this server: start one of your own with startServer")),
    async stop() {
      if (taken.wasClockMoved || hasSettings(taken)) {
        shared.delete(settings);
        return server.stop("SIGKILL");
      }
      if (settings === limited) await endLimits(taken);
      // Items of the next file have the same ids, so a late frame would look like one of its own.
      await runTimers(taken, 1_000);
      await restore(empty, join(server.storage, "community.sqlite"));
      for (const folder of [join(server.storage, "uploads"), join(server.storage, "outbox")])
        for (const name of existsSync(folder) ? readdirSync(folder) : [])
          rmSync(join(folder, name), { force: true });
      return null;
    },
  };
  return taken;
}

/**
 * Creates a file's `test`: its tests share one server with a fresh store, and each gets a guest. Call this or
 * `shareServer` only once per file with the same settings.
 * @param settings the server's environment
 * @param preload a module that runs in its process first
 */
export const createTest = (settings: Record<string, string> = limited, preload?: string) =>
  base
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of the fixtures from this pattern
    .extend("server", { scope: "file" }, async ({}, { onCleanup }) => {
      const server = await takeServer(settings, preload);
      onCleanup(async () => void (await server.stop()));
      return server;
    })
    .extend("guest", ({ server }) => new Visitor(server.url));

/**
 * Returns that server as a value, for files whose hooks and functions need it. It stops after the file's last test.
 * @param settings the server's environment
 * @param preload a module that runs in its process first
 */
export async function shareServer(
  settings: Record<string, string> = limited,
  preload?: string,
): Promise<TestServer> {
  const server = await takeServer(settings, preload);
  afterAll(async () => void (await server.stop()));
  return server;
}
