import { execFileSync } from "node:child_process";
import { connect, type Socket } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { maxResourceBytes } from "../../app/resources/rules.ts";
import { pdf } from "../../scripts/demo/sample-files.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { sized } from "../support/nightly.ts";
import { browse, join, type Member } from "../support/people.ts";
import { startServer } from "../support/server.ts";
import { discard, leaveFile, share, storedFiles } from "../support/upload.ts";
import { waitUntil } from "../support/wait-until.ts";

const server = await shareServer(unlimited);
/** A server with rate limits, which the last test stops. */
const strict = await startServer();
let asha: Member;

beforeAll(async () => {
  asha = await join(server, "asha");
});

const head =
  '--cut\r\nContent-Disposition: form-data; name="title"\r\n\r\nNotes\r\n' +
  '--cut\r\nContent-Disposition: form-data; name="file"; filename="notes.txt"\r\n\r\n';
const tail = "\r\n--cut--\r\n";

/** Starts an upload on a raw socket, so that it can be malformed or cut off. */
async function begin(
  headers: string[],
  to = server,
  by = asha,
): Promise<{ socket: Socket; answer: Promise<string> }> {
  const socket = connect(to.port, "127.0.0.1");
  socket.on("error", () => {});
  let text = "";
  const answer = new Promise<string>((resolve) => {
    socket.once("close", () => resolve(text));
    // The server may still be draining a refused body: its response arrives before the connection closes.
    socket.on("data", (chunk) => {
      text += chunk;
      const [head = "", content] = text.split("\r\n\r\n");
      const length = /^content-length: (\d+)/im.exec(head)?.[1];
      if (content !== undefined && Buffer.byteLength(content) >= Number(length)) resolve(text);
    });
  });
  const lines = [
    "POST /api/resources HTTP/1.1",
    `Host: 127.0.0.1:${to.port}`,
    `Authorization: Bearer ${by.token}`,
    "Content-Type: multipart/form-data; boundary=cut",
    ...headers,
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  return { socket, answer };
}

const nothingLeft = (of = server) => waitUntil("nothing is left", () => storedFiles(of).length === 0);

describe("the size limit", () => {
  test("the limit of 50 MB is checked against Content-Length before the body is read", async () => {
    const { answer } = await begin([`Content-Length: ${maxResourceBytes * 3}`]);
    expect(await answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*The file is larger than 50MB\./);
    await nothingLeft();
  });

  test("the limit of 50 MB is enforced in mid-stream when the length is not declared", async () => {
    const { socket, answer } = await begin(["Transfer-Encoding: chunked"]);
    const piece = Buffer.alloc(1024 * 1024, "a");
    const chunk = (bytes: Buffer) =>
      Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);
    socket.write(chunk(Buffer.from(head)));
    for (let sent = 0; sent <= maxResourceBytes && !socket.destroyed; sent += piece.length) {
      if (socket.write(chunk(piece))) continue;
      await new Promise<void>((resolve) => {
        socket.once("drain", resolve);
        socket.once("close", () => resolve());
        if (socket.destroyed) resolve();
      });
    }
    expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
    await nothingLeft();
  });

  test("50 MB are accepted, one byte more is not", async () => {
    const whole = Buffer.alloc(maxResourceBytes, "a");
    const answer = await share(asha, { name: "full.txt", bytes: whole });
    expect(answer.status).toBe(201);
    const { id } = answer.body.data;
    await discard(server, asha, id);
    const more = await share(asha, { name: "over.txt", bytes: Buffer.concat([whole, Buffer.from("a")]) });
    expect(more.status).toBe(413);
    expect(more.body).toMatchObject({ detail: "The file is larger than 50MB.", success: false });
    await nothingLeft();
  });
});

describe("a refused upload", () => {
  test("a refused sender can read the reason, however much of the body is still to be sent", async () => {
    const body = Buffer.alloc(30 * 1024 * 1024, "a");
    const headers = { "Content-Type": "multipart/form-data; boundary=cut" };
    for (let turn = 0; turn < sized(2, 5); turn++) {
      const guest = await fetch(`${server.url}/api/resources`, { method: "POST", headers, body });
      expect(guest.status).toBe(401);
      expect(await guest.json()).toMatchObject({ detail: "Please log in first." });
      const wrong = await share(asha, { name: "notes.exe", bytes: body });
      expect(wrong.status).toBe(415);
    }
    await nothingLeft();
  });
});

describe("a connection that breaks off or declares a wrong length", () => {
  test("an upload that breaks off leaves no file, and the server continues", async () => {
    const { socket } = await begin(["Content-Length: 5000000"]);
    socket.write(head);
    socket.write(Buffer.alloc(1_000_000, "a"));
    await waitUntil("the file arrives", () => storedFiles(server).length === 1);
    socket.destroy();
    await nothingLeft();
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  test("an upload that declares too short a length is cut there and refused", async () => {
    const { socket, answer } = await begin(["Content-Length: 300", "Connection: close"]);
    socket.write((head + "a".repeat(1_000)).slice(0, 300));
    expect(await answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*The upload was interrupted\./);
    const more = await begin(["Content-Length: 300", "Connection: close"]);
    more.socket.write(head + "a".repeat(1_000) + tail);
    expect(await more.answer).toMatch(/^HTTP\/1\.1 400 /);
    await nothingLeft();
  });

  test("an upload that declares too great a length and closes leaves no file", async () => {
    const { socket } = await begin(["Content-Length: 100000"]);
    socket.write(head + "a".repeat(1_000));
    await waitUntil("the file arrives", () => storedFiles(server).length === 1);
    socket.end();
    await nothingLeft();
  });
});

describe("a full disk", () => {
  test.runIf(process.platform === "linux")(
    "an upload to a full disk gets a clear error and leaves no file, and pages still work",
    async () => {
      const rohan = await join(strict, "rohan");
      // Simulates a full disk by failing writes beyond 4 MB.
      const limitFiles = (limit: string) =>
        execFileSync("prlimit", ["--pid", String(strict.process.pid), `--fsize=${limit}:`]);
      limitFiles(String(4 * 1024 * 1024));
      const answer = await share(rohan, { name: "notes.txt", bytes: Buffer.alloc(6_000_000, "a") });
      expect(answer.status).toBe(503);
      expect(answer.headers.get("Retry-After")).toBe("5");
      expect(answer.body).toMatchObject({
        detail: "There is no room for this file at the moment. Please try again later.",
      });
      await nothingLeft(strict);
      expect((await fetch(`${strict.url}/resources`)).status).toBe(200);
      expect((await share(rohan, { name: "notes.txt", bytes: Buffer.from("small") })).status).toBe(201);
      limitFiles("unlimited");
    },
  );
});

describe("limits on what one member may do", () => {
  test("a member may upload 200 files a day, counting each file of a form, and then gets 429 with Retry-After", async () => {
    const kabir = await join(strict, "kabir");
    for (let count = 0; count < 197; count++) await share(kabir, null);
    const form = new FormData();
    const fields = { title: "Notes", categoryId: "4", year: "3", description: "" };
    for (const [name, text] of Object.entries(fields)) form.append(name, text);
    for (let n = 0; n < 5; n++) form.append("file", new File([`text ${n}`], `notes-${n}.txt`));
    const { text } = await browse(strict, kabir).fetch("/resources/upload", {
      method: "POST",
      body: form,
      headers: { Origin: strict.url },
    });
    expect(text).toContain("3 of 5 files are shared");
    expect(text).toContain("today&#x27;s upload limit");
    const before = storedFiles(strict);
    const answer = await share(kabir, { name: "notes.txt", bytes: Buffer.from("one too many") });
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(storedFiles(strict)).toEqual(before);
  });

  test("stored files count towards the 2 GB a day, refused ones do not", async () => {
    const meera = await join(strict, "meera");
    // With an unknown length, 50 MB are reserved until the upload ends.
    const send = async (body: string) => {
      const { socket, answer } = await begin(["Transfer-Encoding: chunked"], strict, meera);
      socket.write(`${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`);
      return /^HTTP\/1\.1 (\d+)/.exec(await answer)?.[1];
    };
    const refused = new Set<string | undefined>();
    const inTurn = async () => {
      for (let n = 0; n < 15; n++) refused.add(await send(`${head}${tail}`));
    };
    await Promise.all([inTurn(), inTurn(), inTurn()]);
    expect([...refused]).toEqual(["422"]);
    expect((await share(meera, { name: "notes.txt", bytes: Buffer.from("kept") })).status).toBe(201);
  });
});

describe("after a crash", () => {
  test("after a crash partial and unused files are removed, and used ones are kept", async () => {
    const first = strict;
    const ila = await join(first, "meera", "ila@college.example");
    const gone = await join(first, "asha");
    const shared = await share(ila, { name: "notes.pdf", bytes: pdf("Notes") });
    const { id } = shared.body.data;
    await waitUntil(
      "the first page is drawn",
      async () => (await fetch(`${first.url}/files/thumbnails/${id}`)).ok,
    );
    const before = storedFiles(first);
    for (const name of [
      "half.part",
      "a".repeat(64),
      `${"b".repeat(64)}.webp`,
      "0b6ff8c4-1c1e-4d9b-9a51-0d3c1f4b7f00.webp",
    ]) {
      leaveFile(first, name);
    }
    const avatar = "84db783f-3279-4279-b19c-e21ad8e1e59f";
    for (const file of [`${avatar}.webp`, `${avatar}-small.webp`]) leaveFile(first, file);
    const store = first.database();
    store
      .prepare("insert into images(file, bytes, user_id, created_at) values (?, 1, ?, ?)")
      .run(`${avatar}.webp`, Number(gone.id), Date.now());
    store
      .prepare("update users set status = 'deleted', avatar_file = ? where id = ?")
      .run(`${avatar}.webp`, Number(gone.id));
    await first.kill();
    const second = await startServer({ RATE_LIMITS: "off" }, first.storage);
    await waitUntil("it is cleared up", () => storedFiles(first).length === before.length);
    expect(storedFiles(first)).toEqual(before);
    const left = store.prepare("select avatar_file from users where id = ?").pluck();
    expect(left.get(Number(gone.id))).toBe(null);
    await second.stop();
    await first.stop();
  });
});
