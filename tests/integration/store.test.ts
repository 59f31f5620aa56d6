import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import Client from "better-sqlite3";
import { expect, test } from "vitest";
import { join } from "../support/people.ts";
import { startServer } from "../support/server.ts";

test("a program that reads the database all the time does not delay the shutdown, and loses nothing", async () => {
  const store = mkdtempSync(joinPath(tmpdir(), "quadrant-store-"));
  const server = await startServer({ RATE_LIMITS: "off" }, store);
  const reader = new Client(joinPath(store, "community.sqlite"));
  reader.exec("begin");
  reader.prepare("select count(*) from users").get();
  await join(server, "asha");
  expect(await server.stop()).toBe(0);
  // A shutdown that waits for the reader is cut off after ten seconds, and exits with 1.
  expect(reader.prepare("select count(*) from users").pluck().get()).toBe(0);
  reader.exec("commit");
  expect(reader.prepare("select count(*) from users").pluck().get()).toBe(1);
  reader.close();
  rmSync(store, { recursive: true });
});
