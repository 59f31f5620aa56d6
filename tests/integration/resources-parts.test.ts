import { hash } from "node:crypto";
import { readFileSync, truncateSync, utimesSync } from "node:fs";
import { join as joinPath } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { browse, join } from "../support/people.ts";
import { startServer } from "../support/server.ts";
import { ageDatabase, storedFiles } from "../support/upload.ts";
import { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const server = await shareServer(unlimited);
let asha: Visitor;
let rohan: Visitor;

beforeAll(async () => {
  asha = browse(server, await join(server, "asha"));
  rohan = browse(server, await join(server, "rohan"));
});

/** @returns content of this size, unique by its text */
const createFile = (size: number, text: string) =>
  Buffer.from(text.repeat(size / text.length + 1)).subarray(0, size);
const sumOf = (bytes: Buffer) => hash("sha256", bytes);

const ask = async (browser: Visitor, sum: string) => (await browser.get(`/resources/parts/${sum}`)).body;

function sendPart(browser: Visitor, sum: string, at: number, bytes: Buffer, origin = browser.url) {
  const body = new FormData();
  body.append("part", new Blob([new Uint8Array(bytes)]));
  const headers = { Origin: new URL(origin).origin };
  return browser.call("POST", `/resources/parts/${sum}?at=${at}`, body, headers);
}

function finish(browser: Visitor, sum: string, fileName = "notes.txt") {
  const body = new FormData();
  const fields = { title: "Tides", categoryId: "1", year: "2", sha256: sum, fileName };
  for (const [name, text] of Object.entries(fields)) body.append(name, text);
  return browser.call("POST", "/api/resources", body, { Origin: browser.url });
}

test("an upload in parts resumes where it stopped, and is stored byte for byte, once", async () => {
  const file = createFile(1_300_000, "Tides rise. ");
  const sum = sumOf(file);
  expect(await ask(asha, sum)).toEqual({ arrived: 0 });
  const [first, second, third] = [
    file.subarray(0, 500_000),
    file.subarray(500_000, 1_000_000),
    file.subarray(1_000_000),
  ];
  expect((await sendPart(asha, sum, 0, first)).body).toEqual({ arrived: 500_000 });
  // Repeats a part after a lost answer, sends a part too early, and sends the same part twice at once.
  expect((await sendPart(asha, sum, 0, first)).body).toEqual({ arrived: 500_000 });
  expect((await sendPart(asha, sum, 1_000_000, third)).body).toEqual({ arrived: 500_000 });
  const both = await Promise.all([
    sendPart(asha, sum, 500_000, second),
    sendPart(asha, sum, 500_000, second),
  ]);
  expect(both.map(({ body }) => body)).toEqual([{ arrived: 1_000_000 }, { arrived: 1_000_000 }]);
  expect(await ask(asha, sum)).toEqual({ arrived: 1_000_000 });
  expect(await ask(rohan, sum)).toEqual({ arrived: 0 });
  expect((await sendPart(asha, sum, 1_000_000, third)).body).toEqual({ arrived: file.length });
  // A member cannot finish another member's upload.
  expect((await finish(rohan, sum)).status).toBe(400);
  const done = await finish(asha, sum);
  expect(done.status).toBe(201);
  const { fileUrl, size } = done.body.data;
  expect(size).toBe(file.length);
  const stored = Buffer.from(await (await fetch(server.url + fileUrl)).arrayBuffer());
  expect(sumOf(stored)).toBe(sum);
  expect((await finish(asha, sum)).status).toBe(400);
  expect(storedFiles(server).filter((name) => name.endsWith(".part"))).toEqual([]);
});

test("incomplete, mistyped, badly named, oversized and guests' uploads in parts are refused and not kept", async () => {
  const file = createFile(1_000, "Half a file. ");
  const sum = sumOf(file);
  await sendPart(asha, sum, 0, file.subarray(0, 500));
  const half = await finish(asha, sum);
  expect([half.status, half.text]).toEqual([400, expect.stringContaining("interrupted")]);
  expect(await ask(asha, sum)).toEqual({ arrived: 0 });
  await sendPart(asha, sum, 0, file);
  expect((await finish(asha, sum, "notes.exe")).status).toBe(415);
  expect((await finish(asha, sum, "picture.png")).status).toBe(415);
  expect(storedFiles(server).filter((name) => name.endsWith(".part"))).toEqual([]);

  for (const at of ["x", "-1", "1e3", "9".repeat(30), ""])
    expect((await asha.fetch(`/resources/parts/${sum}?at=${at}`, partOf(file))).status).toBeLessThan(500);
  expect((await sendPart(asha, "../../etc/passwd", 0, file)).status).toBe(404);
  expect((await sendPart(asha, "A".repeat(64), 0, file)).status).toBe(404);
  expect((await sendPart(asha, sum, 0, Buffer.alloc(600 * 1024))).status).toBe(413);
  expect((await sendPart(asha, sum, 0, file, "https://elsewhere.example")).status).toBe(403);
  expect((await asha.post(`/resources/parts/${sum}?at=0`, { part: "text" })).status).toBe(400);
  const guest = new Visitor(server.url);
  expect((await sendPart(guest, sum, 0, file)).headers.get("Location")).toMatch(/^\/login/);
  expect((await guest.get(`/resources/parts/${sum}`)).headers.get("Location")).toMatch(/^\/login/);
});

const partOf = (bytes: Buffer): RequestInit => {
  const body = new FormData();
  body.append("part", new Blob([new Uint8Array(bytes)]));
  return { method: "POST", body, headers: { Origin: server.url } };
};

test("a member can have three uploads in progress, a muted member none, and none may exceed 50 MB", async () => {
  const kabir = await join(server, "kabir");
  const browser = browse(server, kabir);
  const files = [1, 2, 3, 4].map((n) => createFile(100, `File ${n}. `));
  const answers = [];
  for (const file of files) answers.push((await sendPart(browser, sumOf(file), 0, file)).status);
  expect(answers).toEqual([200, 200, 200, 429]);
  server.database().prepare("update users set muted_at = 1 where id = ?").run(kabir.id);
  const [file = Buffer.alloc(0)] = files;
  expect((await sendPart(browser, sumOf(file), 100, file)).status).toBe(403);

  const meera = await join(server, "meera");
  const other = browse(server, meera);
  const sum = "c".repeat(64);
  const part = Buffer.alloc(512 * 1024);
  await sendPart(other, sum, 0, part);
  // Pretends that 99 of 100 parts have arrived.
  truncateSync(joinPath(server.storage, "uploads", `${meera.id}-${sum}.part`), 99 * part.length);
  const arrived = 100 * part.length;
  expect((await sendPart(other, sum, 99 * part.length, part)).body).toEqual({ arrived });
  expect((await sendPart(other, sum, arrived, part)).status).toBe(413);
  expect(await ask(other, sum)).toEqual({ arrived });
});

test("parts survive a restart, and are deleted after a day", async () => {
  const first = await startServer({ RATE_LIMITS: "off" });
  const meera = await join(first, "meera");
  const before = browse(first, meera);
  const [file, older] = [createFile(2_000, "After a restart. "), createFile(2_000, "From yesterday. ")];
  for (const each of [file, older]) await sendPart(before, sumOf(each), 0, each.subarray(0, 1_000));
  await first.kill();
  ageDatabase(first);
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  utimesSync(joinPath(first.storage, "uploads", `${meera.id}-${sumOf(older)}.part`), yesterday, yesterday);
  const second = await startServer({ RATE_LIMITS: "off" }, first.storage);
  const after = new Visitor(second.url);
  after.cookies = before.cookies;
  await waitUntil("the older one is swept", () => storedFiles(first).length === 1);
  expect(await ask(after, sumOf(file))).toEqual({ arrived: 1_000 });
  expect(readFileSync(joinPath(first.storage, "swept", `${meera.id}-${sumOf(older)}`))).toEqual(
    older.subarray(0, 1_000),
  );
  await second.stop();
  await first.stop();
});
