import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import Client from "better-sqlite3";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../support/commands.ts";
import { job, join, type Member, password } from "../support/people.ts";
import { rowsOf } from "../support/rows.ts";
import { startServer } from "../support/server.ts";
import { clock } from "../support/time.ts";
import { share } from "../support/upload.ts";
import { makeNextVersion } from "../support/version.ts";
import { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const folder = mkdtempSync(joinPath(tmpdir(), "quadrant-upgrade-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const store = joinPath(folder, "store");
const copy = joinPath(store, "before-upgrade.sqlite");
const database = joinPath(store, "community.sqlite");

/** A folder to start from: this version with one more migration. */
const newVersion = joinPath(folder, "new-version");
const fullDisk = resolve("tests/support/full-disk.ts");

const startOld = () => startServer({ RATE_LIMITS: "off" }, store);
const startNew = (preload?: string) => startServer({ RATE_LIMITS: "off" }, store, preload, [], newVersion);
const errorOf = (starting: Promise<unknown>) =>
  starting.then(
    () => "",
    (error: Error) => error.message,
  );
/** Reads one value from a database that no server has open. @returns the value */
const read = (file: string, query: string) => {
  const client = new Client(file, { readonly: true });
  const value = client.prepare(query).pluck().get();
  client.close();
  return value;
};

/** Replaces the file, which may be a link to the other version's. */
const replace = (file: string, text: string) => {
  rmSync(file);
  writeFileSync(file, text);
};

let asha: Member;
beforeAll(async () => {
  makeNextVersion(newVersion, ["UPDATE users SET skills = 'upgraded';"]);

  const old = await startOld();
  asha = await join(old, "asha");
  await share(asha, { name: "before.txt", bytes: Buffer.from("before") });
  old
    .database()
    .prepare(
      "insert into mails (key, recipient, subject, text, created_at, next_attempt_at) values ('waits', 'asha@college.example', 's', 't', ?, 9e15)",
    )
    .run(Date.now());
  await old.stop();
});

test("a first start makes no copy, and doctor says so", async () => {
  expect(existsSync(copy)).toBe(false);
  expect((await runCommand("doctor", store)).stdout).toContain("ok    The database fits this version.");
});

test("a build refuses another version's tree in one line, and touches no database", async () => {
  const mixed = joinPath(folder, "mixed");
  makeNextVersion(mixed, ["UPDATE users SET skills = 'upgraded';"]);
  const tree: [change: () => void, said: string][] = [
    [
      () =>
        cpSync("build/server/migrations", joinPath(mixed, "build/server/migrations"), { recursive: true }),
      "build/ was not made from the sources in this folder: it has other migrations.",
    ],
    [
      () => replace(joinPath(mixed, "package-lock.json"), "{}"),
      "build/ was not made from the sources in this folder: it was made with another package-lock.json.",
    ],
    [
      () => replace(joinPath(mixed, "package.json"), '{ "type": "module", "version": "9.0.0" }'),
      "build/ was not made from the sources in this folder: it is of 1.0.0, and this folder has 9.0.0.",
    ],
    [() => rmSync(joinPath(mixed, "build/server/build.json")), "build/ is not complete."],
  ];
  const before = readFileSync(database);
  for (const [change, said] of tree) {
    change();
    const starting = startServer({ RATE_LIMITS: "off" }, store, undefined, [], mixed);
    expect(await errorOf(starting)).toBe(`the server ended with 1: Build: ${said} Run: npm run build\n`);
    if (said.includes("complete")) continue;
    const { status, stdout } = await runCommand("doctor", store, [], {}, mixed);
    expect([status, stdout]).toEqual([1, expect.stringContaining(`fail  ${said} Run: npm run build.\n`)]);
  }
  expect(readFileSync(database).equals(before)).toBe(true);
  expect(existsSync(copy)).toBe(false);
});

test("doctor shows the commit of the build", async () => {
  const { commit } = JSON.parse(readFileSync("build/server/build.json", "utf8"));
  expect((await runCommand("doctor", store)).stdout).toContain(`ok    Quadrant 1.0.0 (${commit})`);
});

test("doctor names the migrations that the next start would apply, and needs no server", async () => {
  const settings = { APP_URL: "http://127.0.0.1:9" };
  const { status, stdout } = await runCommand("doctor", store, [], settings, newVersion);
  expect(stdout).toContain(
    "look  http://127.0.0.1:9 cannot be reached while an upgrade is under way. Start the server, and run this again.\n",
  );
  expect(status).toBe(0);
  expect(stdout).toContain("look  The next start copies the database and upgrades it: 9999_test.");
});

test("without disk space for the copy the new version changes nothing and says how much it needs", async () => {
  expect(await errorOf(startNew(fullDisk))).toMatch(
    /^the server ended with 1: Store: an upgrade needs \d+ MB of free space in .*\. Nothing was changed\.\n$/,
  );
  expect(existsSync(copy)).toBe(false);
  expect(read(database, "select skills from users")).not.toBe("upgraded");
});

test("the new version first copies the database, readable by its user only", async () => {
  // A leftover of an interrupted copy.
  writeFileSync(`${copy}.part`, "half of a database");
  const server = await startNew();
  expect(server.logged()).toContain('"pending":["9999_test"]');
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  expect(existsSync(`${copy}.part`)).toBe(false);
  expect(read(copy, "pragma integrity_check")).toBe("ok");
  expect(read(copy, "select skills from users")).not.toBe("upgraded");
  const member = Object.assign(new Visitor(server.url), { token: asha.token });
  expect((await member.call("POST", "/api/jobs", { ...job, title: "After the upgrade" })).status).toBe(201);
  expect((await share(member as Member, { name: "after.txt", bytes: Buffer.from("after") })).status).toBe(
    201,
  );
  await server.stop();
});

test("the old version refuses an upgraded store in one line, and changes nothing", async () => {
  const before = readFileSync(database);
  expect(await errorOf(startOld())).toMatch(
    /^the server ended with 1: Store: a newer version has used .*\. Start that version, or go back .*: npm run restore -- --before-upgrade --force\n$/,
  );
  expect(readFileSync(database).equals(before)).toBe(true);
  const doctor = await runCommand("doctor", store);
  expect([doctor.status, doctor.stdout]).toEqual([
    1,
    expect.stringContaining("fail  A newer version has used this database."),
  ]);
});

test("a start without an upgrade makes no copy, and one command rolls back unless a server runs", async () => {
  const { mtimeMs } = statSync(copy);
  const running = await startNew();
  expect(statSync(copy).mtimeMs).toBe(mtimeMs);
  expect(await runCommand("restore", store, ["--before-upgrade"])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("A server is using"),
  });
  // A killed server leaves a journal, which must not be applied to the copy.
  await running.kill();
  const present = read(database, "select count(*) from sessions");
  const asked = await runCommand("restore", store, ["--before-upgrade"]);
  expect([asked.status, asked.stderr]).toEqual([
    1,
    expect.stringMatching(/^The restore failed\. \d+ rows written since .* would be lost\. Add --force/),
  ]);
  expect(read(database, "select skills from users")).toBe("upgraded");
  const { status, stdout, stderr } = await runCommand("restore", store, ["--before-upgrade", "--force"]);
  expect(stdout).toMatch(/^\d+ rows that were written since are only in before-restore\.sqlite now/);
  const kept = joinPath(store, "before-restore.sqlite");
  expect(read(kept, "select count(*) from sessions")).toBe(present);
  expect(read(kept, "select count(*) from jobs where title = 'After the upgrade'")).toBe(1);
  expect(statSync(kept).mode & 0o777).toBe(0o600);
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("You can start the server now.");
  expect(readdirSync(store).filter((name) => /part|-wal|restoring/.test(name))).toEqual([]);
});

test("after a rollback the old version has the earlier data, and deletes the copy after 30 days", async () => {
  const longAgo = Date.now() / 1000 - 31 * 86_400;
  utimesSync(copy, longAgo, longAgo);
  const server = await startOld();
  const member = Object.assign(new Visitor(server.url), { token: asha.token });
  expect((await member.get("/api/users/me")).status).toBe(401);
  const login = await member.call("POST", "/api/users/login", { email: asha.email, password });
  member.token = login.body.token;
  expect((await member.get("/jobs")).text).not.toContain("After the upgrade");
  const { data } = (await member.get("/api/resources")).body;
  expect(data.length).toBe(1);
  expect((await member.get(data[0]?.fileUrl ?? "")).text).toBe("before");
  await waitUntil(
    "the upload without a row is gone",
    () => readdirSync(joinPath(store, "uploads")).length === 1,
  );
  const waits = server
    .database()
    .prepare("select next_attempt_at from mails where key = 'waits'")
    .pluck()
    .get();
  // The mail is not sent again, because the new version may have sent it.
  expect(waits).toBe(null);
  await waitUntil("the copy is removed", () => !existsSync(copy));
  await server.stop();
  expect(await runCommand("restore", store, ["--before-upgrade"])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("holds no copy from before an upgrade"),
  });
  expect(existsSync(database)).toBe(true);
});

/** The store in tests/support/backups was created by version 1.0.0 itself. */
test("a store of 1.0.0 that is upgraded, used and rolled back has every row as before", async () => {
  const old = joinPath(folder, "made-by-1.0.0");
  mkdirSync(old);
  writeFileSync(`${old}.tar`, gunzipSync(readFileSync("tests/support/backups/1.0.0.tar.gz")));
  execFileSync("tar", ["-xf", `${old}.tar`, "-C", old]);
  const original = joinPath(folder, "original.sqlite");
  const current = joinPath(old, "community.sqlite");
  copyFileSync(current, original);
  const uploads = () => readdirSync(joinPath(old, "uploads")).sort();
  const originalUploads = uploads();
  const rows = () => {
    const [before, after] = [rowsOf(original, current), rowsOf(current, original)];
    // Ignores rows of the new version's migrations.
    after.migrations = after.migrations?.filter((row) => before.migrations?.includes(row)) ?? [];
    return { before, after };
  };

  // The room deletes its lines after 30 days, so the clock is set to the store's time.
  const settings = { RATE_LIMITS: "off", CLOCK: String(Date.parse("2026-11-24T12:00:00Z")) };
  const upgraded = await startServer(settings, old, clock);
  const rohan = await join(upgraded, "rohan", "second.rohan@college.example");
  const writer = new Visitor(upgraded.url);
  await writer.post("/login", { email: "asha.verma@college.example", password });
  expect((await writer.get("/api/messages/search?q=hello")).text).toContain("Hello 0 false");
  await writer.post("/logout", {});
  const { before, after } = rows();
  expect(Object.keys(before)).toHaveLength(30);
  // These change: mails about unread messages are recorded, and a member joined.
  delete before.conversation_members;
  delete before.batch_totals;
  for (const [table, all] of Object.entries(before))
    expect([table, after[table]]).toEqual([table, expect.arrayContaining(all)]);

  expect((await rohan.call("POST", "/api/jobs", job)).status).toBe(201);
  await upgraded.stop();
  expect((await runCommand("restore", old, ["--before-upgrade", "--force"])).status).toBe(0);
  // A rollback ends sessions and mails that were waiting.
  const ended = ["sessions", "mail_links", "mails"];
  const withoutEnded = (of: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(of).filter(([table]) => !ended.includes(table)));
  const back = rows();
  expect(withoutEnded(back.after)).toEqual(withoutEnded(back.before));
  expect(uploads()).toEqual(originalUploads);
});
