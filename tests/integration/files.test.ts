import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { bomb, pdf, sampleFile } from "../../scripts/demo/sample-files.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { join, type Member } from "../support/people.ts";
import { keptFiles, loseFile, share, storedFiles } from "../support/upload.ts";
import { waitUntil } from "../support/wait-until.ts";

const server = await shareServer(unlimited);
let asha: Member;
let url: string;
let id: string;
const bytes = Buffer.from(Array.from({ length: 4_000 }, (_, index) => `line ${index}\n`).join(""));
const size = bytes.length;

beforeAll(async () => {
  asha = await join(server, "asha");
  const answer = await share(asha, { name: "year 2 – notes.txt", bytes });
  ({ fileUrl: url, id } = answer.body.data);
  url = server.url + url;
});

const counted = async () => (await asha.get(`/api/resources/${id}`)).body.data.downloadCount;
const get = (headers: Record<string, string> = {}, method = "GET") => fetch(url, { method, headers });

describe("a file", () => {
  test("a file has headers that make it harmless, and its name in any script", async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "content-length": String(size),
      "content-security-policy": "sandbox",
      "x-content-type-options": "nosniff",
      "accept-ranges": "bytes",
      "content-disposition": `attachment; filename="year 2 ? notes.txt"; filename*=UTF-8''year%202%20%E2%80%93%20notes.txt`,
    });
    expect(response.headers.get("Content-Encoding")).toBeNull();
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  });

  const ranges: [string, number, string | null, Buffer][] = [
    ["bytes=0-99", 206, `bytes 0-99/${size}`, bytes.subarray(0, 100)],
    ["bytes=100-", 206, `bytes 100-${size - 1}/${size}`, bytes.subarray(100)],
    ["bytes=-50", 206, `bytes ${size - 50}-${size - 1}/${size}`, bytes.subarray(-50)],
    [`bytes=10-${size * 2}`, 206, `bytes 10-${size - 1}/${size}`, bytes.subarray(10)],
    [`bytes=-${size * 2}`, 206, `bytes 0-${size - 1}/${size}`, bytes],
    [`bytes=${size}-`, 416, `bytes */${size}`, Buffer.alloc(0)],
    ["bytes=-0", 416, `bytes */${size}`, Buffer.alloc(0)],
    // For several ranges, nonsense and other units the whole file is sent.
    ["bytes=0-1,5-6", 200, null, bytes],
    ["bytes=9-3", 200, null, bytes],
    ["bytes=x", 200, null, bytes],
    ["lines=1-2", 200, null, bytes],
    ["bytes=-", 200, null, bytes],
    ["bytes=99999999999999999999-", 416, `bytes */${size}`, Buffer.alloc(0)],
  ];
  test.each(ranges)(
    "a download with Range: %s gets the right part or status",
    async (range, status, contentRange, part) => {
      const response = await get({ Range: range });
      expect(response.status).toBe(status);
      expect(response.headers.get("Content-Range")).toBe(contentRange);
      expect(Buffer.from(await response.arrayBuffer()).equals(part)).toBe(true);
      const head = await get({ Range: range }, "HEAD");
      expect(head.status).toBe(status);
      if (status < 300) expect(head.headers.get("Content-Length")).toBe(String(part.length));
      expect(await head.text()).toBe("");
    },
  );

  test("a file is not sent again to a client that has it, and a download resumes only with the same file", async () => {
    const etag = (await get({}, "HEAD")).headers.get("ETag") ?? "";
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      expect((await get({ "If-None-Match": known })).status).toBe(304);
    }
    expect((await get({ "If-None-Match": '"other"' })).status).toBe(200);
    expect((await get({ Range: "bytes=5-9", "If-Range": etag })).status).toBe(206);
    expect((await get({ Range: "bytes=5-9", "If-Range": '"other"' })).status).toBe(200);
    expect((await get({ Range: "bytes=5-9", "If-Range": new Date().toUTCString() })).status).toBe(200);
  });

  test("a download is counted if it starts at the first byte, and not otherwise", async () => {
    const before = await counted();
    const etag = (await get({}, "HEAD")).headers.get("ETag") ?? "";
    await get({ "If-None-Match": etag });
    await get({ Range: "bytes=1-" });
    await get({ Range: `bytes=${size}-` });
    await fetch(`${url}?preview=1`);
    expect(await counted()).toBe(before);
    await (await get()).arrayBuffer();
    await (await get({ Range: "bytes=0-" })).arrayBuffer();
    expect(await counted()).toBe(before + 2);
  });

  test("a missing file is a page for people and a problem document for programs", async () => {
    const words = "Unable to access file. Please try again later or contact support.";
    for (const path of [
      "/files/999999/x.pdf",
      "/files/x/y.pdf",
      "/files/thumbnails/999999",
      "/files/images/none.webp",
      "/files/images/..%2Fcommunity.sqlite",
    ]) {
      const page = await fetch(server.url + path, { headers: { Accept: "text/html,*/*" } });
      expect([path, page.status]).toEqual([path, 404]);
      expect(page.headers.get("Content-Type")).toContain("text/html");
      expect(await page.text()).toContain(`${words} File is not accessible from any URL`);
      const problem = await fetch(server.url + path);
      expect(problem.status).toBe(404);
      expect(problem.headers.get("Content-Type")).toBe("application/problem+json");
      expect(await problem.json()).toMatchObject({ status: 404, detail: words, success: false });
      expect((await fetch(server.url + path, { method: "HEAD" })).status).toBe(404);
    }
    const lost = await share(asha, { name: "lost.txt", bytes: Buffer.from("soon gone") });
    const data = lost.body.data;
    const kept = storedFiles(server);
    const row = server
      .database()
      .prepare("select file_sha256 from resources order by id desc limit 1")
      .pluck()
      .get();
    expect(kept).toContain(row);
    loseFile(server, String(row));
    expect((await fetch(server.url + data.fileUrl)).status).toBe(404);
    await expect.poll(() => server.logged()).toContain("a resource's file is not in the store");
  });
});

describe("previews", () => {
  test("a PDF can be shown in our own frames and run nothing", async () => {
    const answer = await share(asha, { name: "paper.pdf", bytes: pdf("Paper") });
    const data = answer.body.data;
    const { fileUrl } = data;
    const thumbnail = `${server.url}/files/thumbnails/${data.id}`;
    await waitUntil("its first page is drawn", async () => (await fetch(thumbnail)).ok);
    const { headers } = await fetch(`${server.url}${fileUrl}?preview=1`);
    expect(headers.get("Content-Disposition")).toMatch(/^inline; /);
    expect(headers.get("Content-Security-Policy")).toBe("default-src 'none'; frame-ancestors 'self'");
    expect((await fetch(server.url + fileUrl)).headers.get("Content-Disposition")).toMatch(/^attachment; /);
  });

  test("types that browsers do not display are downloaded", async () => {
    const answer = await share(asha, { name: "notes.docx", bytes: await sampleFile("docx", "x") });
    const { fileUrl } = answer.body.data;
    const { headers } = await fetch(`${server.url}${fileUrl}?preview=1`);
    expect(headers.get("Content-Disposition")).toMatch(/^attachment; /);
  });
});

describe("POST /api/uploads", () => {
  const send = (content: Buffer, name = "poster.png") => {
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(content)]), name);
    return asha.call("POST", "/api/uploads", form);
  };

  test("an upload re-encodes an image as a smaller WebP without its location", async () => {
    const photo = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: "#15527A" } })
      .jpeg()
      .withExif({ IFD0: { Copyright: "Asha's telephone" }, IFD3: { GPSLatitudeRef: "N" } })
      .toBuffer();
    const answer = await send(photo, "photo.jpg");
    expect(answer.status).toBe(201);
    const { url: where } = answer.body;
    expect(where).toMatch(/^\/files\/images\/[0-9a-f-]{36}\.webp$/);
    const response = await fetch(server.url + where);
    expect(response.headers.get("Content-Type")).toBe("image/webp");
    const made = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect(made).toMatchObject({ format: "webp", width: 1600, height: 800 });
    expect(made.exif).toBeUndefined();
  });

  test("an upload that is too large or not an image is refused, and nothing of it is kept", async () => {
    const before = keptFiles(server);
    expect((await send(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "x.svg")).status).toBe(415);
    expect((await send(pdf("x"))).status).toBe(415);
    const photo = await sampleFile("jpg", "x");
    expect((await send(photo.subarray(0, photo.length - 200), "cut.jpg")).status).toBe(415);
    expect((await send(Buffer.alloc(0))).status).toBe(422);
    expect((await send(bomb(30_000, 30_000))).status).toBe(422);
    expect((await send(Buffer.alloc(10 * 1024 * 1024 + 1))).status).toBe(413);
    expect((await asha.call("POST", "/api/uploads", new FormData())).status).toBe(422);
    expect((await fetch(`${server.url}/api/uploads`, { method: "POST" })).status).toBe(401);
    expect((await asha.get("/api/uploads")).status).toBe(405);
    expect(keptFiles(server)).toEqual(before);
  });
});
