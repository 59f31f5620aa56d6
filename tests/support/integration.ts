import { readdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import Client from "better-sqlite3";
import { afterAll, test as base } from "vitest";
import { startServer, type TestServer } from "./server.ts";
import { Visitor } from "./visitor.ts";

/** The settings of most files' servers. */
export const unlimited = { RATE_LIMITS: "off" };

/** A worker's server with these settings and its store as it began. */
let common: Promise<{ server: TestServer; empty: string }> | undefined;

async function startCommon(): Promise<{ server: TestServer; empty: string }> {
  const server = await startServer(unlimited, undefined, resolve("tests/support/end-with-worker.ts"));
  const empty = join(server.storage, "empty.sqlite");
  await server.database().backup(empty);
  return { server, empty };
}

/** Puts a copy back into the store of a running server. */
async function restore(copy: string, store: string): Promise<void> {
  const database = new Client(copy);
  // While the server writes, the library copies nothing and still says that it is done.
  while ((await database.backup(store)).totalPages === 0) await setTimeout(10);
  database.close();
}

/** A worker's files take the server of most one after the other, each with an empty store. Others start their own. */
async function takeServer(settings: Record<string, string>, preload?: string): Promise<TestServer> {
  if (settings !== unlimited || preload || process.env.SUITE === "engines")
    return startServer(settings, undefined, preload);
  common ??= startCommon();
  const { server, empty } = await common;
  const before = server.logged().length;
  return {
    ...server,
    logged: () => server.logged().slice(before),
    async stop() {
      await restore(empty, join(server.storage, "community.sqlite"));
      const uploads = join(server.storage, "uploads");
      for (const name of readdirSync(uploads)) rmSync(join(uploads, name));
      return null;
    },
  };
}

/**
 * A test file's `test`: its tests share one server with a fresh store, and each gets a guest.
 * @param settings the server's environment
 * @param preload a module that runs in its process first
 */
export const createTest = (settings: Record<string, string> = {}, preload?: string) =>
  base
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of the fixtures from this pattern
    .extend("server", { scope: "file" }, async ({}, { onCleanup }) => {
      const server = await takeServer(settings, preload);
      onCleanup(async () => void (await server.stop()));
      return server;
    })
    .extend("guest", ({ server }) => new Visitor(server.url));

/**
 * The same server as a value, for a file whose hooks and functions need it too. It stops after the file's last test.
 * @param settings the server's environment
 * @param preload a module that runs in its process first
 */
export async function shareServer(
  settings: Record<string, string> = {},
  preload?: string,
): Promise<TestServer> {
  const server = await takeServer(settings, preload);
  afterAll(async () => void (await server.stop()));
  return server;
}
