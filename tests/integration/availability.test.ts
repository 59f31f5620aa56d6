import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readlinkSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import WebSocket from "ws";
import { shareServer } from "../support/integration.ts";
import { join, type Member } from "../support/people.ts";
import { openRaw, sendRaw } from "../support/raw.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { isOpen, tryToOpen } from "../support/socket.ts";
import { clock, passTime } from "../support/time.ts";
import { share, storedFiles } from "../support/upload.ts";
import { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const appUrl = "http://community.example";
let server: TestServer;
const limited = await shareServer();
let asha: Member;
let fileHref: string;
beforeAll(async () => {
  // The proxy's header lets a test use many addresses.
  server = await startServer({ TRUST_PROXY: "1", APP_URL: appUrl }, undefined, clock);
  asha = await join(server, "asha");
  const bytes = Buffer.from(randomBytes(10_000_000).toString("hex"));
  const { body } = await share(asha, { name: "long.txt", bytes });
  fileHref = `/files/${body.data.id}`;
});
// Nothing below ends the process.
afterAll(async () => expect(await server.stop()).toBe(0));

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const openUploads = () =>
  readdirSync(`/proc/${server.process.pid}/fd`).filter((name) => {
    try {
      return readlinkSync(`/proc/${server.process.pid}/fd/${name}`).includes("/uploads/");
    } catch {
      return false;
    }
  });
const request = (target: string) => `GET ${target} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\n\r\n`;

describe("multipart bodies", () => {
  const begin = (part: string, member = asha) =>
    [
      "POST /api/resources HTTP/1.1",
      "Host: x",
      `Authorization: Bearer ${member.token}`,
      "Content-Type: multipart/form-data; boundary=cut",
      "Connection: close",
      "Expect: 100-continue",
      `Content-Length: ${part.length}`,
      "",
      part,
    ].join("\r\n");

  test.each([
    [
      "another part than the file",
      '--cut\r\nContent-Disposition: form-data; name="other"; filename="x.txt"\r\n\r\nabc',
    ],
    [
      "a second file",
      '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc\r\n' +
        '--cut\r\nContent-Disposition: form-data; name="file"; filename="b.txt"\r\n\r\nabc',
    ],
    ["a part without a name", '--cut\r\nContent-Disposition: form-data; filename="x.txt"\r\n\r\nabc'],
    ["an empty name", '--cut\r\nContent-Disposition: form-data; name="file"; filename=""\r\n\r\nabc'],
  ])("multipart bodies that break off in %s get 400 and do not stop the server", async (_, part) => {
    const refused = /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400/;
    expect(await sendRaw(server.port, begin(part))).toMatch(refused);
    const cut = await openRaw(
      server.port,
      begin(part).replace(/Content-Length: \d+/, "Content-Length: 9999"),
    );
    cut.resume();
    await once(cut, "data");
    cut.destroy();
    expect(await sendRaw(server.port, begin(part))).toMatch(refused);
  });
});

describe("downloads", () => {
  test.each(["", "/x", "/long.txt", "/%2e%2e"])(
    "a data request for a file (%s.data) is a 404",
    async (name) => {
      for (const method of ["GET", "HEAD"]) {
        const answer = await sendRaw(
          server.port,
          `${method} ${fileHref}${name}.data HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
        );
        expect(answer).toMatch(/^HTTP\/1\.1 404/);
      }
    },
  );

  test("data requests work only for pages and for forms that post to routes without a page", async () => {
    const guest = new Visitor(server.url);
    for (const path of ["/healthz", "/sitemap.xml", "/api/jobs", "/files/thumbnails/1", "/messages/inbox"]) {
      expect((await guest.get(`${path}.data`)).status, path).toBe(404);
    }
    for (const path of ["/_", "/jobs", "/login", "/resources/browse"]) {
      const answer = await guest.get(`${path}.data`);
      expect([answer.status, answer.headers.get("Content-Type")], path).toEqual([200, "text/x-script"]);
    }
    const theme = await guest.post("/theme.data", { theme: "dark", back: "/" }, { Origin: appUrl });
    expect([theme.status, guest.cookies.get("theme")]).toEqual([202, "dark"]);
    expect((await guest.call("POST", "/api/users/login.data", {})).status).toBe(404);
  });

  test("aborted downloads close their files, however early they end", async () => {
    for (const waitMs of [0, 1, 5, 20, 100]) {
      const readers = await Promise.all(
        Array.from({ length: 10 }, () => openRaw(server.port, request(`${fileHref}/long.txt`))),
      );
      await sleep(waitMs);
      for (const reader of readers) reader.destroy();
    }
    await waitUntil("no stored file is open", () => openUploads().length === 0);
  });
});

describe("silent sockets", () => {
  const open = (address: string, headers = {}) =>
    tryToOpen(server.url, { "X-Forwarded-For": address, ...headers });

  test.each([
    ["one large frame", (socket: WebSocket) => socket.send("x".repeat(100_000))],
    [
      "a large frame in parts",
      (socket: WebSocket) => {
        for (let part = 0; part < 50; part++) socket.send("x".repeat(1_000), { fin: false });
      },
    ],
  ])("a silent socket may not send %s", async (_, send) => {
    const socket = await open("203.0.113.20");
    if (!isOpen(socket)) throw new Error(`refused with ${socket}`);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    send(socket);
    // A close with 4401 would be the end of its ten seconds to log in.
    expect([1006, 1009]).toContain(await closed);
  });

  test.each([
    ["900 KB", [0x81, 0xff, 0, 0, 0, 0, 0, 0x0d, 0xbb, 0xa0]],
    ["60 KB", [0x81, 0xfe, 0xea, 0x60]],
    ["60 KB after a ping", [0x89, 0x80, 1, 2, 3, 4, 0x81, 0xfe, 0xea, 0x60]],
  ])("a silent socket may not announce a frame of %s", async (_, header) => {
    const stream = await openRaw(
      server.port,
      `GET /realtime HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Forwarded-For: 203.0.113.21\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    );
    const closed = once(stream, "close");
    const received: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => received.push(chunk)).resume();
    await once(stream, "data");
    stream.write(Buffer.from(header));
    await closed;
    // The end of its ten seconds to log in would send a close frame first.
    expect(Buffer.concat(received).includes(Buffer.from([0x88, 0x02, 0x11, 0x31]))).toBe(false);
  });

  test("a refused socket is sent the time to reconnect", async () => {
    const open = () =>
      new Promise<WebSocket | string | undefined>((settle) => {
        const socket = new WebSocket(`${limited.url.replace("http", "ws")}/realtime`);
        socket.once("open", () => settle(socket));
        socket.once("unexpected-response", (_, { headers }) => settle(headers["retry-after"]));
        socket.on("error", () => {});
      });
    const strangers = await Promise.all(Array.from({ length: 5 }, open));
    expect(await open()).toBe("5");
    for (const socket of strangers) if (socket instanceof WebSocket) socket.terminate();
  });

  test("the server closes a refused upgrade", async () => {
    const upgrade =
      "GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
      "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
    // This waits until the server closes the connection, and throws otherwise.
    expect(await sendRaw(server.port, upgrade)).toMatch(/^HTTP\/1\.1 404/);
  });
});

describe("slow uploads", () => {
  const begin = (member: Member, path = "/api/resources") =>
    openRaw(
      server.port,
      [
        `POST ${path} HTTP/1.1`,
        "Host: x",
        `Authorization: Bearer ${member.token}`,
        "Content-Type: multipart/form-data; boundary=cut",
        "Content-Length: 1000000",
        "",
        '--cut\r\nContent-Disposition: form-data; name="file"; filename="notes.txt"\r\n\r\nabc',
      ].join("\r\n"),
    );

  test("a member has at most three uploads at a time, on every address, and one below 8 KB a second is cut off", async () => {
    const rohan = await join(server, "rohan");
    const slow = await Promise.all([begin(rohan), begin(rohan, "/api/uploads"), begin(rohan)]);
    const answers = slow.map(
      (socket) =>
        new Promise<string>((resolve) => {
          socket.resume().once("data", (chunk) => resolve(String(chunk)));
        }),
    );
    await waitUntil(
      "three files arrive",
      () => storedFiles(server).filter((name) => name.endsWith(".part")).length === 3,
    );
    for (const path of ["/api/resources", "/api/uploads"]) {
      const fourth = await begin(rohan, path);
      const answer = new Promise((resolve) =>
        fourth.resume().once("data", (chunk) => resolve(String(chunk))),
      );
      expect(await answer).toMatch(/^HTTP\/1\.1 429 [\s\S]*Three of your uploads are still running/);
      fourth.destroy();
    }
    expect((await share(asha, { name: "other.txt", bytes: Buffer.from("Somebody else's") })).status).toBe(
      201,
    );

    await passTime(server, 29_000);
    // A few recent bytes do not count as progress.
    for (const socket of slow) socket.write("x");
    expect((await new Visitor(server.url).get("/healthz")).status).toBe(200);
    expect(await Promise.race([...answers, "none is cut yet"])).toBe("none is cut yet");
    await passTime(server, 2_000);
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    for (const socket of slow) socket.destroy();
    await waitUntil("nothing of them is left", () =>
      storedFiles(server).every((name) => !name.endsWith(".part")),
    );
    expect((await share(rohan, { name: "then.txt", bytes: Buffer.from("Free again") })).status).toBe(201);
  });
});
