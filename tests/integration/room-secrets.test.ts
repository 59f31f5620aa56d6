import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join as joinPath, resolve } from "node:path";
import type { Database } from "better-sqlite3";
import { afterAll, expect, test } from "vitest";
import { sized } from "../support/nightly.ts";
import { browse, join, type Member } from "../support/people.ts";
import { newStore, startServer, type TestServer } from "../support/server.ts";
import { Socket } from "../support/socket.ts";
import { clock, passTime, setClock } from "../support/time.ts";
import type { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const path = "/api/anonymous-messages";
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
function newStorage(): string {
  const folder = newStore();
  folders.push(folder);
  return folder;
}

const startAt = (storage: string, moment: number) =>
  startServer({ RATE_LIMITS: "off", CLOCK: String(moment) }, storage, clock);
/** @returns the same member, on another server with the same store */
const on = (server: TestServer, member: Member) => Object.assign(member, { url: server.url });
const say = async (member: Visitor, content: string) => (await member.call("POST", path, { content })).body;
const read = async (member: Visitor) => (await member.get(`${path}?limit=200`)).body;
const keyOf = (storage: string) => readFileSync(joinPath(storage, "room-key"), "utf8");

/** Midnight in Asia/Kolkata, which is 18:30 in UTC. */
const midnight = Date.parse("2031-03-04T18:30:00Z");
const minute = 60_000;

const brokenKeys = ["2031-03-04 c2hvcnQ", "", "2031-03-04 ", "\u0000\u0001 x x x"];

test("the key replaces a broken file, has mode 600, lasts all day, and is replaced at the start after a midnight without a server", async () => {
  const storage = newStorage();
  writeFileSync(joinPath(storage, "room-key"), brokenKeys[0] ?? "");
  let server = await startAt(storage, midnight - 60 * minute);
  const member = await join(server, "asha");
  const first = await say(member, "Before the restart");
  const key = keyOf(storage);
  expect(key).toMatch(/^2031-03-04 [\w-]{43} \d+$/);
  expect(statSync(joinPath(storage, "room-key")).mode & 0o777).toBe(0o600);
  await server.stop();

  server = await startAt(storage, midnight - 30 * minute);
  on(server, member);
  expect(keyOf(storage)).toBe(key);
  const second = await say(member, "The same day");
  expect(second.guestId).toBe(first.guestId);
  expect((await read(member)).map(({ own }) => own)).toEqual([true, true]);
  await server.stop();

  server = await startAt(storage, midnight + 30 * minute);
  on(server, member);
  // Replaced when the server starts, before any request.
  expect(keyOf(storage)).toMatch(/^2031-03-05 /);
  expect(keyOf(storage).split(" ")[1]).not.toBe(key.split(" ")[1]);
  expect((await read(member)).map(({ own }) => own)).toEqual([false, false]);
  await say(member, "A new day");
  expect((await read(member)).map(({ own }) => own)).toEqual([false, false, true]);
  await server.stop();
});

test.each(sized([], brokenKeys.slice(1)))("a key file that holds %j is replaced", async (text) => {
  const storage = newStorage();
  writeFileSync(joinPath(storage, "room-key"), text);
  const server = await startAt(storage, midnight - 60 * minute);
  expect(keyOf(storage)).toMatch(/^2031-03-04 [\w-]{43} \d+$/);
  expect(statSync(joinPath(storage, "room-key")).mode & 0o777).toBe(0o600);
  await server.stop();
});

test("lines sent around midnight are all stored, each with the hash and label of its own day", async () => {
  const storage = newStorage();
  const server = await startAt(storage, midnight - 60 * minute);
  const [asha, rohan] = [await join(server, "asha"), await join(server, "rohan")];
  const [writer, reader] = [await Socket.of(asha), await Socket.of(rohan)];
  reader.send("join-room", { room: "anonymous-chat" });
  await reader.settled();
  writer.send("anonymous-message", { content: "Line 0" });
  await writer.settled();
  await setClock(server, midnight - 120);
  const total = 60;
  for (let n = 1; n < total; n++) {
    writer.send("anonymous-message", { content: `Line ${n}` });
    if (n % 10 !== 9) continue;
    await writer.settled();
    await passTime(server, 50);
  }
  await writer.settled();
  await waitUntil("every line", () => reader.received("anonymous-message").length === total);

  const rows = server
    .database()
    .prepare(
      "select day, hex(author) as author, guest_id as label, content, sent_at as sentAt from room_lines order by id",
    )
    .all() as { day: string; author: string; label: string; content: string; sentAt: number }[];
  expect(rows.map(({ content }) => content)).toEqual(Array.from({ length: total }, (_, n) => `Line ${n}`));
  expect(rows.every(({ day, sentAt }) => day === (sentAt < midnight ? "2031-03-04" : "2031-03-05"))).toBe(
    true,
  );
  expect(new Set(rows.map(({ day }) => day)).size).toBe(2);
  expect(new Set(rows.map(({ day, author }) => `${day} ${author}`)).size).toBe(2);
  expect(new Set(rows.map(({ author }) => author)).size).toBe(2);
  const own = (await read(asha)).map(({ own }) => own);
  expect(own).toEqual(rows.map(({ day }) => day === "2031-03-05"));
  await Promise.all([writer.close(), reader.close()]);

  // A midnight without lines.
  await setClock(server, midnight + 24 * 60 * minute - 10 * minute);
  expect(keyOf(storage)).toMatch(/^2031-03-05 /);
  await passTime(server, 15 * minute);
  await waitUntil("a new key", () => {
    try {
      return keyOf(storage).startsWith("2031-03-06 ");
    } catch {
      return false;
    }
  });
  await server.stop();
});

test("a line is read once after a SIGKILL between its write and its broadcast", async () => {
  const storage = newStorage();
  let server = await startServer(
    { RATE_LIMITS: "off" },
    storage,
    resolve("tests/support/kill-before-broadcast.ts"),
  );
  const [asha, rohan] = [await join(server, "asha"), await join(server, "rohan")];
  const reader = await Socket.of(rohan);
  const seen = await say(asha, "Seen by everyone");
  reader.send("join-room", { room: "anonymous-chat" });
  await reader.settled();
  await expect(say(asha, "Committed, never broadcast")).rejects.toThrow();
  await reader.closed;
  expect(reader.received("anonymous-message")).toEqual([]);

  server = await startServer({ RATE_LIMITS: "off" }, storage);
  for (const member of [asha, rohan]) on(server, member);
  const missed = (await rohan.get(`${path}?after=${seen.id}`)).body;
  expect(missed.map(({ content }) => content)).toEqual(["Committed, never broadcast"]);
  expect((await read(asha)).map(({ own }) => own)).toEqual([true, true]);
  await server.stop();
});

const words = ["Which professor gives the kindest vivas?", "I failed the mid-term and told nobody."];

/** @returns every value of every row, by table */
function dump(database: Database): { table: string; row: Record<string, unknown> }[] {
  const tables = database
    .prepare("select name from sqlite_schema where type = 'table'")
    .pluck()
    .all() as string[];
  return tables.flatMap((table) =>
    (database.prepare(`select * from "${table}"`).all() as Record<string, unknown>[]).map((row) => ({
      table,
      row,
    })),
  );
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => joinPath(folder, name))
    .filter((name) => statSync(name).isFile());

test("no table, log line, backup or file links a line to its author", async () => {
  const storage = newStorage();
  const server = await startAt(storage, midnight - 60 * minute);
  const asha = await join(server, "asha");
  const rohan = await join(server, "rohan");
  const browser = browse(server, asha);
  const database = server.database();
  // A use long ago, so that the next use is saved.
  database.prepare("update sessions set last_used_at = last_used_at - 86400000").run();
  const loggedBefore = server.logged().length;
  await setClock(server, midnight - 50 * minute + 12_345);

  await say(asha, words[0] ?? "");
  await browser.get("/anonymous-post");
  await browser.get("/anonymous-post.data?before=99");
  await browser.post("/anonymous-post", { content: words[1] ?? "" });
  const socket = await Socket.of(asha);
  socket.send("join-room", { room: "anonymous-chat" });
  socket.send("anonymous-message", { content: "By a frame" });
  await socket.next("anonymous-message");
  await say(rohan, "Me too.");
  await rohan.get(path);
  await socket.close();

  const rows = dump(database);
  const lines = rows.filter(({ table }) => table === "room_lines").map(({ row }) => row);
  expect(lines).toHaveLength(4);
  const authors = [...new Set(lines.map(({ author }) => (author as Buffer).toString("hex")))];
  expect(authors).toHaveLength(2);

  // A line's row has no id, address, token or name of its author.
  const sessions = rows.filter(({ table }) => table === "sessions").map(({ row }) => String(row.token_hash));
  for (const line of lines) {
    expect(Object.keys(line)).toEqual([
      "id",
      "day",
      "author",
      "guest_id",
      "content",
      "sent_at",
      "temp_id",
      "reply_to_id",
      "deleted_at",
    ]);
    const text = JSON.stringify({ ...line, author: (line.author as Buffer).toString("latin1") });
    for (const trace of [asha.email, asha.name, asha.token, ...sessions]) expect(text).not.toContain(trace);
  }
  // Other tables contain neither a line's hash, text or label, nor a time near it.
  const times = lines.map(({ sent_at }) => Number(sent_at));
  // The server renews its lease every five seconds, independently of lines.
  const others = rows.filter(({ table }) => !["room_lines", "leases"].includes(table));
  for (const { table, row } of others) {
    const text = Object.values(row)
      .map((value) => (Buffer.isBuffer(value) ? value.toString("hex") : String(value)))
      .join("\n");
    for (const author of authors) expect(text.toLowerCase()).not.toContain(author);
    for (const { content, guest_id } of lines) {
      expect(text).not.toContain(String(content));
      if (!table.startsWith("sqlite")) expect(text).not.toMatch(new RegExp(`\\b${guest_id}\\b`));
    }
    const near = Object.entries(row).filter(([, value]) =>
      times.some((time) => typeof value === "number" && Math.abs(value - time) < 60_000),
    );
    expect({ table, near }).toEqual({ table, near: [] });
  }

  // The log of these requests contains no names and no texts.
  const readLog = () => server.logged().slice(loggedBefore);
  const anonymous = await waitUntil("the requests are in the log", () => {
    const lines = readLog()
      .split("\n")
      .filter((line) => /anonymous|realtime/.test(line));
    return lines.length > 4 && lines;
  });
  const logged = readLog();
  expect(logged).toContain("/api/anonymous…");
  for (const line of anonymous) {
    expect(Object.keys(JSON.parse(line)).filter((key) => /address|member|user|query/i.test(key))).toEqual([]);
    expect(line).not.toMatch(/before|anonymous-post|127\.0\.0\.1/);
  }
  for (const trace of [...words, "By a frame", asha.email, asha.token, ...authors, ...sessions]) {
    expect(logged).not.toContain(trace);
  }

  // Only the key file contains the key: neither database, journal, backup, temporary files nor log do.
  const backup = joinPath(newStorage(), "backup.sqlite");
  await database.backup(backup);
  const key = Buffer.from(keyOf(storage).split(" ")[1] ?? "", "base64url");
  const spellings = [
    key,
    ...(["base64url", "base64", "hex"] as const).map((form) => Buffer.from(key.toString(form))),
  ];
  const holders = [...filesIn(storage), backup].filter((file) => {
    const bytes = readFileSync(file);
    return spellings.some((spelling) => bytes.includes(spelling));
  });
  expect(holders).toEqual([joinPath(storage, "room-key")]);
  expect(server.logged()).not.toContain(key.toString("base64url"));
  // Only the database and its journal contain the text of a line.
  for (const word of words) {
    const found = filesIn(storage).filter((file) => readFileSync(file).includes(word));
    expect(found.every((file) => /community\.sqlite(-wal)?$/.test(file))).toBe(true);
  }

  // After midnight the key that could identify authors no longer exists anywhere.
  await setClock(server, midnight + minute);
  expect((await read(asha)).filter(({ own }) => own)).toEqual([]);
  const left = filesIn(storage).filter((file) => {
    const bytes = readFileSync(file);
    return spellings.some((spelling) => bytes.includes(spelling));
  });
  expect(left).toEqual([]);
  await server.stop();
});
