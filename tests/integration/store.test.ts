import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import Client from "better-sqlite3";
import { afterAll, expect, test } from "vitest";
import { join } from "../support/people.ts";
import { startServer } from "../support/server.ts";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
function newStore(): string {
  const folder = mkdtempSync(joinPath(tmpdir(), "quadrant-store-"));
  folders.push(folder);
  return folder;
}
const startError = async (storage: string): Promise<string> => {
  try {
    await (await startServer({}, storage)).stop();
    return "";
  } catch (error) {
    return (error as Error).message;
  }
};

test("a second server on a store refuses to start with one line, and a killed one leaves no lock", async () => {
  const store = newStore();
  const first = await startServer({}, store);
  expect(await startError(store)).toMatch(
    /^the server ended with 1: Store: another server or a restore is using .*\. Stop it first\.\n$/,
  );
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
  await first.stop("SIGKILL");
  expect(await startError(store)).toBe("");
});

test.each([
  ["is not a database", () => Buffer.from("This is not a database. ".repeat(400))],
  [
    "has wrong pages",
    (bytes: Buffer) => {
      for (let at = 4096 * 3; at < bytes.length; at += 4096 * 2) bytes.fill(0x5a, at, at + 2_000);
      return bytes;
    },
  ],
])("a database that %s stops the start with one line that says what to do", async (_, damage) => {
  const store = newStore();
  const server = await startServer({ RATE_LIMITS: "off" }, store);
  await join(server, "asha");
  await server.stop();
  const file = joinPath(store, "community.sqlite");
  writeFileSync(file, damage(readFileSync(file)));
  const { size } = statSync(file);
  expect(await startError(store)).toMatch(
    /^the server ended with 1: Store: .* is damaged \(.*\)\. Keep a copy of it\. Restore a backup with: npm run restore -- FILE --force\n$/,
  );
  expect(statSync(file).size).toBe(size);
});

test("a program that reads the database all the time does not delay the shutdown, and loses nothing", async () => {
  const store = newStore();
  const server = await startServer({ RATE_LIMITS: "off" }, store);
  const reader = new Client(joinPath(store, "community.sqlite"));
  reader.exec("begin");
  reader.prepare("select count(*) from users").get();
  await join(server, "asha");
  const started = performance.now();
  expect(await server.stop()).toBe(0);
  expect(performance.now() - started).toBeLessThan(4_000);
  expect(reader.prepare("select count(*) from users").pluck().get()).toBe(0);
  reader.exec("commit");
  expect(reader.prepare("select count(*) from users").pluck().get()).toBe(1);
  reader.close();
});
