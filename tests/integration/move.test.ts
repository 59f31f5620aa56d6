import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import Client from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countTables } from "#db/store-file.ts";
import { pdf } from "../../scripts/demo/sample-files.ts";
import { runCommand } from "../support/commands.ts";
import { browse, job, type Member, register } from "../support/people.ts";
import { type RqliteCluster, rqlited, startRqlite } from "../support/rqlite.ts";
import { type S3, startS3 } from "../support/s3.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { share } from "../support/upload.ts";
import { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const folder = mkdtempSync(joinPath(tmpdir(), "quadrant-move-"));
const storage = joinPath(folder, "files");
let cookies: Map<string, string>;
const notes = Buffer.from("What I know of turbines.");
let s3: S3;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(async () => {
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Asha shares two files and posts a job in a new store. Then the server is stopped. */
async function found(storage: string): Promise<{ asha: Member; cookies: Map<string, string> }> {
  const server = await startServer({ RATE_LIMITS: "off" }, storage);
  const asha = await register(server.url, "asha");
  expect((await share(asha, { name: "turbines.txt", bytes: notes })).status).toBe(201);
  const { body } = await share(asha, { name: "paper.pdf", bytes: pdf("Paper") });
  const { id } = body.data;
  await waitUntil(
    "its first page is drawn",
    async () => (await fetch(`${server.url}/files/thumbnails/${id}`)).ok,
  );
  expect((await asha.call("POST", "/api/jobs", job)).status).toBe(201);
  const browser = browse(server, asha);
  await server.stop();
  return { asha, cookies: browser.cookies };
}

/** Expects the community to work at its current location, with its session, rows and files. */
async function visit(server: TestServer, cookies: Map<string, string>): Promise<void> {
  const browser = Object.assign(new Visitor(server.url), { cookies });
  expect((await browser.get("/profile")).text).toContain("Asha Verma");
  expect((await browser.get("/jobs")).text).toContain(job.title);
  const { data } = (await browser.get("/api/resources")).body;
  const bytes = await Promise.all(data.map(async ({ fileUrl }) => (await browser.get(fileUrl)).text));
  expect(bytes).toContain(String(notes));
  expect(bytes).toHaveLength(2);
}

const uploads = (storage: string) =>
  readdirSync(joinPath(storage, "uploads")).map((name) => [
    name,
    readFileSync(joinPath(storage, "uploads", name), "base64"),
  ]);
const inBucket = () => [...s3.objects].map(([name, { bytes }]) => [name, bytes.toString("base64")]);

test("files move into a bucket and back", async () => {
  ({ cookies } = await found(storage));
  const before = uploads(storage).sort();
  expect(before).toHaveLength(3);
  const { FILES_URL = "", ...key } = s3.settings;
  const moved = await runCommand("move", storage, ["--to", FILES_URL], key);
  expect(moved).toMatchObject({ status: 0, stderr: "" });
  expect(moved.stdout).toMatch(/^Moved \d+ rows and 2 files of [\d,]+ bytes\./);
  expect(moved.stdout).toContain(`leave out DATABASE_URL, set FILES_URL to ${FILES_URL} with its key`);
  expect(inBucket().sort()).toEqual(before);
  expect(existsSync(joinPath(storage, "uploads"))).toBe(false);
  expect(uploads(joinPath(storage, "before-move")).sort()).toEqual(before);
  const clustered = await startServer({ RATE_LIMITS: "off", ...s3.settings }, storage);
  await visit(clustered, cookies);
  await clustered.stop();

  rmSync(joinPath(storage, "before-move"), { recursive: true });
  const back = await runCommand("move", storage, ["--to", "file"], s3.settings);
  expect(back).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("The old place still has its copy."),
  });
  expect(uploads(storage).sort()).toEqual(before);
  s3.objects.clear();
});

test("a refused move is explained in one line, and nothing was moved", async () => {
  const { FILES_URL = "", ...key } = s3.settings;
  const refusal = async (to: string, settings: Record<string, string> = key, at = storage) =>
    (await runCommand("move", at, ["--to", to], settings)).stderr;
  const running = await startServer({ RATE_LIMITS: "off" }, storage);
  await visit(running, cookies);
  const before = uploads(storage).sort();
  expect(await refusal(FILES_URL)).toMatch(/^The move failed\. A server is using .+\. Stop it first\.\n$/);
  await running.stop();
  s3.objects.set("f".repeat(64), { bytes: Buffer.from("theirs"), changedAt: new Date() });
  expect(await refusal(FILES_URL)).toContain("The target already holds files of another community.");
  s3.objects.clear();
  expect(await refusal("file")).toContain("The community is there already.");
  expect(await refusal("nowhere")).toMatch(/^Usage: npm run move/);
  expect(await refusal(FILES_URL, key, joinPath(folder, "nothing"))).toContain("holds no community");
  expect(await refusal(FILES_URL, { ...key, AWS_SECRET_ACCESS_KEY: "wrong" })).toContain(
    "The move failed. the bucket answers GET with 403 SignatureDoesNotMatch",
  );
  await s3.become("away");
  expect(await refusal(FILES_URL)).toContain("The move failed.");
  await s3.become("there");
  expect(await refusal("rqlite://127.0.0.1:1")).toContain("The move failed.");
  expect(s3.objects.size).toBe(0);
  expect(readdirSync(storage).filter((name) => /move/.test(name))).toEqual([]);
  expect(uploads(storage).sort()).toEqual(before);
});

describe.skipIf(rqlited === null)("with rqlite, skipped where there is no rqlited (docs/cluster.md)", () => {
  let rqlite: RqliteCluster;
  afterAll(() => rqlite?.stop());

  test("a community moves to a cluster and a bucket completely, and back into a file", async () => {
    rqlite = await startRqlite(3);
    const storage = joinPath(folder, "cluster");
    const { cookies } = await found(storage);
    const counts = countTables(joinPath(storage, "community.sqlite"));
    const DATABASE_URL = rqlite.nodes[1]?.databaseUrl ?? "";
    const { FILES_URL = "", ...key } = s3.settings;
    // Killed after the load, before the store's own file was moved aside.
    const NODE_OPTIONS = "--import ./tests/support/kill-before-aside.ts";
    const places = ["--to", DATABASE_URL, "--to", FILES_URL];
    const killed = await runCommand("move", storage, places, { ...key, NODE_OPTIONS });
    const leftBehind = () => readdirSync(storage).filter((name) => /^move-.*part$/.test(name));
    expect([killed.status, leftBehind().length]).toEqual([null, 1]);
    // A server's start removes the snapshot, and the move can be repeated.
    await (await startServer({ RATE_LIMITS: "off" }, storage)).stop();
    expect(leftBehind()).toEqual([]);
    const moved = await runCommand("move", storage, ["--to", DATABASE_URL, "--to", FILES_URL], key);
    expect(moved).toMatchObject({ status: 0, stderr: "" });
    expect(readdirSync(joinPath(storage, "before-move")).sort()).toEqual(["community.sqlite", "uploads"]);
    const there = { DATABASE_URL, RQLITE_OLD: "yes", RATE_LIMITS: "off", ...s3.settings };
    const server = await startServer(there, storage);
    await visit(server, cookies);
    expect((await runCommand("move", storage, ["--to", "file"], there)).stderr).toContain("Stop it first.");
    await server.stop();

    const other = joinPath(folder, "other");
    await found(other);
    const taken = await runCommand("move", other, ["--to", DATABASE_URL], key);
    expect(taken.stderr).toMatch(/^The move failed\. 127\.0\.0\.1:\d+ already holds a community\.\n$/);
    const occupied = await runCommand("move", other, ["--to", "file"], there);
    expect(occupied.stderr).toContain("already holds a community.");

    const back = joinPath(folder, "back");
    const returned = await runCommand("move", back, ["--to", "file"], there);
    expect(returned).toMatchObject({ status: 0, stderr: "" });
    const file = joinPath(back, "community.sqlite");
    expect(countTables(file)).toEqual(counts);
    const database = new Client(file);
    expect(database.pragma("integrity_check", { simple: true })).toBe("ok");
    expect(database.pragma("foreign_key_check")).toEqual([]);
    database.close();
    const again = await startServer({ RATE_LIMITS: "off" }, back);
    await visit(again, cookies);
    await again.stop();
  });
});
