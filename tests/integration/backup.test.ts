import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { gunzipSync } from "node:zlib";
import Client from "better-sqlite3";
import { createTarPacker } from "modern-tar";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeBackup } from "#app/platform/store/backup.server.ts";
import { runCommand } from "../support/commands.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { sample } from "../support/nightly.ts";
import { mailedLink } from "../support/outbox.ts";
import { browse, job, join, type Member, makeAdmin, password } from "../support/people.ts";
import { rowsOf } from "../support/rows.ts";
import { newStore, startServer, type TestServer } from "../support/server.ts";
import { share } from "../support/upload.ts";
import { Visitor } from "../support/visitor.ts";

const server = await shareServer(unlimited);
const folder = mkdtempSync(joinPath(tmpdir(), "quadrant-backup-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = joinPath(folder, "community.tar");
const emptyStore = () => mkdtempSync(joinPath(folder, "store-"));

let asha: Member;
beforeAll(async () => {
  asha = await join(server, "asha");
});

/** Writes, uploads and deletes until it is stopped. @returns the titles of acknowledged writes, in order */
async function work(member: Member, isStopped: () => boolean): Promise<string[]> {
  const titles: string[] = [];
  for (let n = 0; !isStopped(); n++) {
    const title = `Notes number ${n}`;
    const sent = await share(
      member,
      { name: `${n}.txt`, bytes: Buffer.from(`${n} `.repeat(2_000)) },
      { title },
    );
    expect(sent.status).toBe(201);
    const { id } = sent.body.data;
    if (n % 3 === 2) expect((await member.call("DELETE", `/api/resources/${id}`)).status).toBeLessThan(300);
    else titles.push(title);
    expect((await member.call("POST", "/api/jobs", { ...job, title: `Job number ${n}` })).status).toBe(201);
  }
  return titles;
}

/** @returns the address of the logo */
async function saveNameAndLogo(of: TestServer, by: Member): Promise<string> {
  makeAdmin(of, by);
  const form = new FormData();
  form.append("siteName", "The Quad");
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>';
  form.append("logo", new Blob([svg]), "logo.svg");
  const headers = { Origin: new URL(of.url).origin };
  const saved = await browse(of, by).fetch("/admin/settings", { method: "POST", body: form, headers });
  expect(saved.status).toBe(303);
  of.database().prepare("update users set is_admin = 0").run();
  const [, logo = ""] =
    /src="(\/files\/logo\/[^"]+)"/.exec((await new Visitor(of.url).get("/about")).text) ?? [];
  return logo;
}

test("a backup under load is complete and private, contains no secrets, and restores into a working community", async () => {
  let isStopped = true;
  server
    .database()
    .exec(
      "insert into mails (key, recipient, subject, text, created_at, next_attempt_at) values ('waits', 'asha@college.example', 's', 't', 1, 9e15)",
    );
  const before = await work(asha, () => (isStopped = !isStopped));
  const logo = await saveNameAndLogo(server, asha);
  isStopped = false;
  const working = work(asha, () => isStopped);
  expect((await runCommand("backup", server.storage, [file])).status).toBe(0);
  isStopped = true;
  await working;

  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).filter((name) => name.includes(".part"))).toEqual([]);
  expect(await runCommand("backup", server.storage, [file, "--verify"])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(
      /is complete: of .* by [\d.]+ \(\w+\), with 1 member, \d+ files?, [\d,]+ rows\.$/m,
    ),
  });
  const bytes = readFileSync(file);
  const secrets = ["session-secret", "room-key"].map((name) => readFileSync(joinPath(server.storage, name)));
  const dayKey = Buffer.from(String(secrets[1]).split(" ")[1] ?? "", "base64url");
  for (const secret of [...secrets, dayKey]) expect(bytes.includes(secret)).toBe(false);

  const store = emptyStore();
  expect(await runCommand("restore", store, [file])).toMatchObject({ status: 0, stderr: "" });
  const database = new Client(joinPath(store, "community.sqlite"), { readonly: true });
  const mail = database.prepare("select next_attempt_at, sent_at from mails where key = 'waits'").get();
  expect(mail).toEqual({ next_attempt_at: null, sent_at: null });
  database.close();
  expect(readdirSync(store).sort()).toEqual(["community.sqlite", "lock", "uploads"]);
  const rows = new Client(joinPath(store, "community.sqlite"))
    .prepare("select title, file_sha256 as hash from resources")
    .all() as { title: string; hash: string }[];
  expect(rows.map(({ title }) => title)).toEqual(expect.arrayContaining(before));
  for (const { hash } of rows) {
    const stored = readFileSync(joinPath(store, "uploads", hash));
    expect(createHash("sha256").update(stored).digest("hex")).toBe(hash);
  }
  const moved = await startServer({ RATE_LIMITS: "off" }, store);
  const guest = new Visitor(moved.url);
  const login = await guest.call("POST", "/api/users/login", { email: asha.email, password });
  expect(login.status).toBe(200);
  expect((await guest.get("/resources/browse")).text).toContain(rows.at(-1)?.title);
  expect((await guest.get("/about")).text).toContain("<title>How this works · The Quad</title>");
  expect((await guest.get(logo)).status).toBe(200);
  await moved.stop();
});

test("restore refuses a store in use, existing data without --force, and an incomplete backup, and keeps the data", async () => {
  await runCommand("backup", server.storage, [file, "--force"]);
  expect(await runCommand("restore", server.storage, [file, "--force"])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("A server is using"),
  });
  const store = emptyStore();
  expect((await runCommand("restore", store, [file])).status).toBe(0);
  expect(await runCommand("restore", store, [file])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("Add --force"),
  });

  const damaged = (name: string, change: (path: string) => void) => {
    const path = joinPath(folder, name);
    copyFileSync(file, path);
    change(path);
    return path;
  };
  const flipByte = (path: string, text: string) => {
    const bytes = readFileSync(path);
    const at = bytes.indexOf(text) + 20;
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
    writeFileSync(path, bytes);
  };
  const files = {
    "The backup": damaged("short.tar", (path) => truncateSync(path, statSync(path).size - 8_000)),
    "files differ": damaged("database.tar", (path) => flipByte(path, "SQLite format 3")),
    "ends too early": damaged("empty.tar", (path) => writeFileSync(path, "")),
  };
  const stored = readFileSync(joinPath(store, "community.sqlite"));
  for (const [said, path] of Object.entries(files)) {
    expect(await runCommand("restore", store, [path, "--force"])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(said),
    });
  }
  expect((await runCommand("backup", store, [files["files differ"], "--verify"])).status).toBe(1);
  expect(readFileSync(joinPath(store, "community.sqlite")).equals(stored)).toBe(true);
  expect(readdirSync(store).filter((name) => name.includes(".part"))).toEqual([]);
});

test("a restore ends the sessions and mailed links of the backup, unless --keep-logins is set", async () => {
  const meera = await join(server, "meera");
  const browser = browse(server, meera);
  await browser.post("/forgot-password", { email: meera.email });
  const link = await mailedLink(server, meera.email, "/reset-password");
  const page = await browser.post("/account/calendar", { intent: "make" });
  const calendar = /\/calendar\/[\w-]{22}\.ics/.exec(page.text)?.[0] ?? "";
  const backup = joinPath(folder, "logins.tar");
  expect((await runCommand("backup", server.storage, [backup])).status).toBe(0);
  const loginsOf = (database: Client.Database) =>
    ["sessions", "mail_links", "calendars"].map((table) =>
      database.prepare(`select * from ${table} order by 1`).all(),
    );
  const then = loginsOf(server.database());
  // After the backup the link is used, which ends every session.
  const fields = {
    token: link.split("token=")[1] ?? "",
    password: "another secret",
    confirmPassword: "another secret",
  };
  expect((await new Visitor(server.url).post("/reset-password", fields)).status).toBe(303);

  const restore = async (store: string, ...options: string[]) => {
    const { status, stdout } = await runCommand("restore", store, [backup, ...options]);
    expect(status).toBe(0);
    return stdout;
  };
  const [ended, kept] = [emptyStore(), emptyStore()];
  expect(await restore(ended)).toContain("Everybody has to log in again");
  copyFileSync(joinPath(server.storage, "session-secret"), joinPath(ended, "session-secret"));
  const restored = await startServer({ RATE_LIMITS: "off" }, ended);
  const thief = Object.assign(new Visitor(restored.url), { cookies: browser.cookies });
  const program = Object.assign(new Visitor(restored.url), { token: meera.token });
  expect([
    (await thief.get("/account")).status,
    (await program.get("/api/users/me")).status,
    (await new Visitor(restored.url).get(link)).status,
    (await new Visitor(restored.url).get(calendar)).status,
  ]).toEqual([303, 401, 410, 404]);
  await restored.stop();

  expect(await restore(kept, "--keep-logins")).toContain(
    "work again, including those that were ended or used since.",
  );
  const database = new Client(joinPath(kept, "community.sqlite"));
  expect(loginsOf(database)).toEqual(then);
  database.close();
});

const manifests = ["{", "null", "{}", "[1]", '{"createdAt":"2026-11-22T00:00:00Z","entries":{}}'];
test.each(sample(manifests, 4))(
  "a backup whose manifest is %s is refused with one line",
  async (manifest) => {
    const path = joinPath(folder, "manifest.tar");
    const { readable, controller } = createTarPacker();
    const written = pipeline(Readable.fromWeb(readable as never), createWriteStream(path));
    for (const [name, bytes] of [
      ["community.sqlite", readFileSync(joinPath(server.storage, "community.sqlite"))],
      ["manifest.json", Buffer.from(manifest)],
    ] as const) {
      const entry = Writable.fromWeb(controller.add({ name, size: bytes.length }) as never);
      await pipeline(Readable.from([bytes]), entry);
    }
    controller.finalize();
    await written;
    const said = "The backup is damaged: its manifest.json is not one of ours.\n";
    expect(await runCommand("restore", emptyStore(), [path])).toMatchObject({
      status: 1,
      stdout: "",
      stderr: `The restore failed. ${said}`,
    });
    if (manifest === "{")
      expect(await runCommand("backup", emptyStore(), [path, "--verify"])).toMatchObject({
        status: 1,
        stdout: "",
        stderr: `The backup failed. ${said}`,
      });
  },
);

test("backup and restore refuse the schema of a newer version", async () => {
  const newer = newStore();
  const database = new Client(joinPath(newer, "community.sqlite"));
  database.exec("insert into migrations values ('from the future', 1)");
  database.close();
  const backup = joinPath(folder, "newer.tar");
  expect(await runCommand("backup", newer, [backup])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("A newer version has used"),
  });
  expect(existsSync(backup)).toBe(false);
  await writeBackup(newer, backup);
  expect(await runCommand("restore", emptyStore(), [backup])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("newer version"),
  });
  rmSync(newer, { recursive: true });
});

/** Backups made by these versions contain members, messages, a room, jobs, an event, files and an avatar. */
test.each(sample(["1.0.0", "166165b"], 2))(
  "a backup made by %s is migrated when restored, without losing a row",
  async (version) => {
    const old = joinPath(folder, `made-by-${version}`);
    const tar = `${old}.tar`;
    writeFileSync(tar, gunzipSync(readFileSync(`tests/support/backups/${version}.tar.gz`)));
    mkdirSync(old);
    execFileSync("tar", ["-xf", tar, "-C", old]);
    expect((await runCommand("backup", emptyStore(), [tar, "--verify"])).stdout).toMatch(
      /is complete: of 2026-11-23T.* by 1\.0\.0 \(unknown\), with 4 members, 4 files, 150 rows\.\nIt was made by 1\.0\.0: a restore migrates it \(0012_mail-authors to \d+_[\w-]+\)\.\n$/,
    );
    const store = emptyStore();
    expect(await runCommand("restore", store, [tar, "--keep-logins"])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Restored the backup of 2026-11-23T\S+ by 1\.0\.0, migrated, into /),
    });
    const [from, to] = [old, store].map((each) => joinPath(each, "community.sqlite")) as [string, string];
    const [before, after] = [rowsOf(from, to), rowsOf(to, from)];
    expect(Object.keys(before)).toHaveLength(30);
    // Tables from the new version's migrations.
    after.migrations = after.migrations?.filter((row) => before.migrations?.includes(row)) ?? [];
    expect(after).toEqual(before);
    expect(readdirSync(joinPath(store, "uploads")).sort()).toEqual(
      readdirSync(joinPath(old, "uploads")).sort(),
    );

    const again = await startServer({ RATE_LIMITS: "off" }, store);
    const guest = new Visitor(again.url);
    const login = { email: "asha.verma@college.example", password };
    expect((await guest.call("POST", "/api/users/login", login)).status).toBe(200);
    expect((await guest.get("/jobs")).text).toContain("Analyst 3");
    const rohan = await join(again, "rohan", "second.rohan@college.example");
    expect((await rohan.call("POST", "/api/jobs", job)).status).toBe(201);
    await again.stop();
    expect(existsSync(joinPath(store, "before-upgrade.sqlite"))).toBe(false);
  },
);

test("--force replaces everything including the old journal, and an interrupted restore is not served", async () => {
  const store = emptyStore();
  const first = await startServer({ RATE_LIMITS: "off" }, store);
  await join(first, "rohan");
  await first.stop("SIGKILL");
  expect(existsSync(joinPath(store, "community.sqlite-wal"))).toBe(true);
  writeFileSync(joinPath(store, "restoring"), "");
  await expect(startServer({}, store)).rejects.toThrow("Store: a restore into");
  expect(await runCommand("restore", store, [file, "--force"])).toMatchObject({ status: 0, stderr: "" });
  expect(readdirSync(store).filter((name) => /-wal|-shm|restor|part/.test(name))).toEqual([]);
  const emails = new Client(joinPath(store, "community.sqlite"))
    .prepare("select email from users")
    .pluck()
    .all();
  expect(emails).toEqual([asha.email]);
});

test("a backup replaces no file without --force, and names a missing folder", async () => {
  const path = joinPath(folder, "once.tar");
  expect((await runCommand("backup", server.storage, [path])).status).toBe(0);
  const first = readFileSync(path);
  expect(await runCommand("backup", server.storage, [path])).toMatchObject({
    status: 1,
    stderr: `The backup failed. ${path} exists. Add --force to replace it.\n`,
  });
  expect(readFileSync(path).equals(first)).toBe(true);
  expect((await runCommand("backup", server.storage, [path, "--force"])).status).toBe(0);
  expect(readFileSync(path).equals(first)).toBe(false);
  expect(await runCommand("backup", server.storage, [joinPath(folder, "none/x.tar")])).toMatchObject({
    status: 1,
    stderr: `The backup failed. There is no folder ${folder}/none. Make it first, with mode 700.\n`,
  });
});

test("a failed restore does not leave a new store", async () => {
  const store = joinPath(folder, "never");
  const damaged = joinPath(folder, "never.tar");
  writeFileSync(damaged, "Not a backup. ".repeat(200));
  for (const [said, path] of [
    ["damaged", damaged],
    ["no file", joinPath(folder, "nowhere.tar")],
  ] as const) {
    expect(await runCommand("restore", store, [path])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(said),
    });
    expect(existsSync(store)).toBe(false);
  }
  expect((await runCommand("restore", store, ["--before-upgrade"])).status).toBe(1);
  expect(existsSync(store)).toBe(false);
});

test("a failed backup leaves only the old file", async () => {
  const size = statSync(file).size;
  expect(await runCommand("backup", emptyStore(), [file, "--force"])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("The backup failed."),
  });
  expect(statSync(file).size).toBe(size);
  expect(readdirSync(folder).filter((name) => name.includes(".part"))).toEqual([]);
  expect((await runCommand("backup", server.storage)).status).toBe(2);
  expect((await runCommand("restore", server.storage)).status).toBe(2);
});
