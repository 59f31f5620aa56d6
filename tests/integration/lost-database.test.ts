import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join as joinPath, resolve } from "node:path";
import Client from "better-sqlite3";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { runCommand } from "../support/commands.ts";
import { sample } from "../support/nightly.ts";
import { hourMs } from "../support/notices.ts";
import { join } from "../support/people.ts";
import { sendAvatar } from "../support/profile.ts";
import { newStore, startServer } from "../support/server.ts";
import { ageDatabase, share } from "../support/upload.ts";
import { waitUntil } from "../support/wait-until.ts";

const dayMs = 24 * hourMs;
const folder = mkdtempSync(joinPath(tmpdir(), "quadrant-lost-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const store = joinPath(folder, "store");
const backup = joinPath(folder, "community.tar");
const first = await startServer({ RATE_LIMITS: "off" }, store);
const asha = await join(first, "asha");
for (const n of [1, 2, 3]) await share(asha, { name: "notes.txt", bytes: Buffer.from(`notes ${n}`) });
const face = sharp({ create: { width: 300, height: 300, channels: 3, background: "#269" } });
await sendAvatar(asha, await face.png().toBuffer());
await first.stop();
expect((await runCommand("backup", store, [backup])).status).toBe(0);

const copyStore = (): string => {
  const copy = joinPath(folder, randomUUID());
  cpSync(store, copy, { recursive: true, preserveTimestamps: true });
  return copy;
};
const list = (at: string, name: string): string[] =>
  existsSync(joinPath(at, name)) ? readdirSync(joinPath(at, name)).sort() : [];
const databaseOf = (at: string) => joinPath(at, "community.sqlite");
const emptyTables = (file: string) => {
  rmSync(file);
  const database = new Client(file);
  database.pragma("journal_mode = WAL");
  database.close();
};

const losses: [name: string, lose: (file: string) => void][] = [
  ["is missing", rmSync],
  ["has no byte", truncateSync],
  ["has no table", emptyTables],
];
test.each(sample(losses, 2))(
  "a store whose database %s is refused until a backup is restored, and keeps its uploads",
  async (_, lose) => {
    const at = copyStore();
    lose(databaseOf(at));
    const before = readFileSync(backup);
    const line = `${at} has uploads, session-secret, push-key, room-key, but community.sqlite is missing or empty. Put it back, or restore a backup with: npm run restore -- FILE --force. A new community needs an empty STORAGE_DIR.`;
    await expect(startServer({}, at)).rejects.toThrow(`ended with 1: Store: ${line}\n`);
    expect(list(at, "uploads")).toEqual(list(store, "uploads"));
    // Every loss gives the same message, so the commands below are tested with only one.
    if (lose !== emptyTables) return;
    const doctor = await runCommand("doctor", at, ["--store"]);
    expect([doctor.status, doctor.stdout]).toEqual([1, expect.stringContaining(`fail  ${line}`)]);
    expect(doctor.stdout).not.toContain("is whole");
    expect((await runCommand("backup", at, [backup, "--force"])).stderr).toContain(line);
    expect(readFileSync(backup).equals(before)).toBe(true);
    expect(list(at, "uploads")).toEqual(list(store, "uploads"));

    expect((await runCommand("restore", at, [backup, "--force"])).status).toBe(0);
    const again = await startServer({}, at);
    const members = again.database().prepare("select count(*) from users").pluck();
    expect(members.get()).toBe(1);
    await again.stop();
    expect(list(at, "uploads")).toEqual(list(store, "uploads"));
    expect(list(at, "swept")).toEqual([]);
  },
);

test("without uploads, a server's generated keys alone are enough to refuse a first start", async () => {
  const at = copyStore();
  rmSync(databaseOf(at));
  rmSync(joinPath(at, "uploads"), { recursive: true });
  await expect(startServer({}, at)).rejects.toThrow(
    "has session-secret, push-key, room-key, but community.sqlite is missing",
  );
});

test("keys without a database stop a first start, whichever they are, and do not stop a restore", async () => {
  for (const key of ["session-secret", "push-key", "room-key"]) {
    const at = mkdtempSync(joinPath(folder, "copied-"));
    cpSync(joinPath(store, key), joinPath(at, key));
    const line = `${at} has ${key}, but community.sqlite is missing or empty.`;
    await expect(startServer({}, at)).rejects.toThrow(line);
    expect((await runCommand("doctor", at, ["--store"])).stdout).toContain(`fail  ${line}`);
    expect(existsSync(databaseOf(at))).toBe(false);
    if (key !== "session-secret") continue;
    expect((await runCommand("restore", at, [backup, "--keep-logins"])).status).toBe(0);
    expect(list(at, "uploads")).toEqual(list(store, "uploads"));
    await (await startServer({}, at)).stop();
  }
});

test("a first start that fails on its port leaves a store that starts", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const at = mkdtempSync(joinPath(folder, "first-"));
  const PORT = String((taken.address() as AddressInfo).port);
  await expect(startServer({ PORT }, at)).rejects.toThrow("The server cannot listen");
  await (await startServer({}, at)).stop();
  taken.close();
});

test("a first start on a full disk leaves no incomplete key, and the next one makes it", async () => {
  const at = mkdtempSync(joinPath(folder, "full-"));
  await expect(startServer({}, at, resolve("tests/support/full-disk-keys.ts"))).rejects.toThrow(
    `ended with 1: Store: ${at} cannot be written (ENOSPC: no space left on device, write).\n`,
  );
  expect(readdirSync(at).filter((name) => /secret|key|part/.test(name))).toEqual([]);
  await (await startServer({}, at)).stop();
  for (const name of ["session-secret", "push-key"]) {
    expect(readFileSync(joinPath(at, name), "utf8")).toMatch(/^[\w-]{43}$/);
    expect(statSync(joinPath(at, name)).mode & 0o777).toBe(0o600);
  }
});

const foreign = [
  "create table users (id integer primary key, name text)",
  "create table migrations (id integer primary key, name text); create table notes (text)",
  "create table notes (text)",
];
test("another program's database is refused in one line and gets none of our tables", async () => {
  for (const sql of sample(foreign, 2)) {
    const at = mkdtempSync(joinPath(folder, "foreign-"));
    const database = new Client(databaseOf(at));
    database.exec(sql);
    database.close();
    const before = readFileSync(databaseOf(at));
    const line = `${databaseOf(at)} is a database of another program.`;
    const said = await startServer({}, at).then(
      () => "it started",
      (error: Error) => error.message.trim().split("\n"),
    );
    expect(said).toEqual([expect.stringContaining(`ended with 1: Store: ${line}`)]);
    expect((await runCommand("doctor", at, ["--store"])).stdout).toContain(`fail  ${line}`);
    expect((await runCommand("make-admin", at, [asha.email])).stderr).toContain(line);
    expect((await runCommand("backup", at, [joinPath(folder, "foreign.tar")])).stderr).toContain(line);
    expect(readFileSync(databaseOf(at)).equals(before)).toBe(true);
  }
});

test("a start removes what a killed restore left", async () => {
  const at = copyStore();
  const left = joinPath(at, `restore-${randomUUID()}.part`);
  mkdirSync(joinPath(left, "uploads"), { recursive: true });
  cpSync(databaseOf(at), joinPath(left, "community.sqlite"));
  await (await startServer({}, at)).stop();
  expect(readdirSync(at).filter((name) => name.endsWith(".part"))).toEqual([]);
});

const unusable = [
  ["session-secret", ""],
  ["session-secret", "short"],
  ["session-secret", `${" ".repeat(40)}\n`],
  ["push-key", ""],
  ["push-key", "A".repeat(43)],
  ["push-key", "no key at all"],
] as const;
test("an empty, short or damaged secret stops the start with one line, and doctor says so", async () => {
  const at = copyStore();
  for (const [name, text] of sample(unusable, 2)) {
    const file = joinPath(at, name);
    const whole = readFileSync(file);
    writeFileSync(file, text);
    const line = `${file} is too short or damaged (${text.length} characters). Put it back from a copy, or delete it`;
    const said = await startServer({}, at).then(
      () => "it started",
      (error: Error) => error.message.trim().split("\n"),
    );
    expect(said).toEqual([expect.stringContaining(`ended with 1: Store: ${line}`)]);
    const doctor = await runCommand("doctor", at, ["--store"]);
    expect([doctor.status, doctor.stdout]).toEqual([1, expect.stringContaining(`fail  ${line}`)]);
    rmSync(file);
    expect((await runCommand("doctor", at, ["--store"])).stdout).toContain(`look  ${file} is missing.`);
    writeFileSync(file, whole, { mode: 0o600 });
  }
  expect((await runCommand("doctor", at, ["--store"])).stdout).toContain(
    "ok    The stored secrets can be used.",
  );
  const [broken] = unusable;
  writeFileSync(joinPath(at, broken[0]), broken[1]);
  const server = await startServer({ SESSION_SECRET: "a secret that a setting replaces" }, at);
  await server.stop();
});

test("the folder of a clone is not a community, can be restored into, and is private from the first start on", async () => {
  const clone = joinPath(folder, randomUUID());
  const empty = () => {
    rmSync(clone, { recursive: true, force: true });
    cpSync("storage/README.md", joinPath(clone, "README.md"));
    chmodSync(clone, 0o755);
  };
  empty();
  expect((await runCommand("doctor", clone)).stdout).toContain("holds no community yet");
  expect((await runCommand("backup", clone, [joinPath(folder, "none.tar")])).stderr).toContain(
    "holds no community",
  );
  const server = await startServer({}, clone);
  await server.stop();
  expect(statSync(clone).mode & 0o777).toBe(0o700);
  empty();
  expect((await runCommand("restore", clone, [backup])).status).toBe(0);
  expect(statSync(clone).mode & 0o777).toBe(0o700);
  expect(readFileSync(joinPath(clone, "README.md"), "utf8")).toBe(readFileSync("storage/README.md", "utf8"));
});

test("files older than the database stay, and others wait seven days in swept/", async () => {
  const at = newStore();
  const uploads = joinPath(at, "uploads");
  mkdirSync(uploads);
  const older = ["a".repeat(64), `${randomUUID()}.webp`, "older.part", `7-${"b".repeat(64)}.part`];
  const newer = ["c".repeat(64), `${"c".repeat(64)}.webp`, `${randomUUID()}.webp`];
  const before = new Date(Date.now() - 30 * dayMs);
  for (const name of older) {
    writeFileSync(joinPath(uploads, name), name);
    utimesSync(joinPath(uploads, name), before, before);
  }
  for (const name of newer) writeFileSync(joinPath(uploads, name), name);
  const server = await startServer({}, at);
  await waitUntil("the newer ones are swept", () => list(at, "swept").length === newer.length);
  expect(list(at, "swept")).toEqual(newer.sort());
  expect(list(at, "uploads")).toEqual(older.sort());
  expect(statSync(joinPath(at, "swept")).mode & 0o777).toBe(0o700);
  const doctor = await runCommand("doctor", at, ["--store"]);
  expect([doctor.status, doctor.stdout]).toEqual([
    0,
    expect.stringContaining(
      `look  Nothing uses 3 files in ${at}/swept. Each is deleted after seven days there.`,
    ),
  ]);
  ageDatabase(server);
  await server.stop();
  const [spent = "", ...waiting] = newer;
  const setAge = (name: string, days: number) => {
    const then = new Date(Date.now() - days * dayMs);
    utimesSync(joinPath(at, "swept", name), then, then);
  };
  setAge(spent, 7.1);
  for (const name of waiting) setAge(name, 6.9);

  const later = await startServer({}, at);
  await waitUntil("the older ones are swept", () => list(at, "uploads").length === 0);
  await waitUntil("the first is gone", () => !list(at, "swept").includes(spent));
  const swept = older.filter((name) => name !== "older.part").map((name) => name.replace(".part", ""));
  expect(list(at, "swept")).toEqual([...waiting, ...swept].sort());
  await later.stop();
  rmSync(at, { recursive: true });
});
