import sharp from "sharp";
import { expect } from "vitest";
import { bomb, pdf } from "../../scripts/demo/sample-files.ts";
import type { AvatarAddress } from "../support/api-types.ts";
import { createTest, unlimited } from "../support/integration.ts";
import { sample } from "../support/nightly.ts";
import { hourMs } from "../support/notices.ts";
import { browse, join, newMember } from "../support/people.ts";
import { picture, postAvatar, sendAvatar } from "../support/profile.ts";
import type { TestServer } from "../support/server.ts";
import { clock, passTime } from "../support/time.ts";
import { storedFiles } from "../support/upload.ts";
import { type Answer, problemOf, type Visitor } from "../support/visitor.ts";

const test = createTest(unlimited, clock).extend("rohan", { scope: "file" }, async ({ server }) => {
  const rohan = await join(server, "rohan");
  return Object.assign(rohan, { avatarUrl: avatarUrl(await sendAvatar(rohan, await picture())) });
});
const limitedTest = createTest();

const _count = 0;

const avatarUrl = (answer: Answer<AvatarAddress>) => answer.body.avatarUrl;
const readAvatar = async (server: TestServer, url: string) =>
  Buffer.from(await (await fetch(server.url + url)).arrayBuffer());

/** The stored files and the rows of images. */
const kept = (server: TestServer) => ({
  files: storedFiles(server),
  rows: server.database().prepare("select file from images order by id").pluck().all(),
});

test("a picture is stored as an upright square in two sizes, without metadata", async ({ server }) => {
  const asha = await newMember(server);
  // The picture is stored sideways: red at the left of the file is red at the top for the viewer.
  const red = await picture(100, 200, "#FF0000");
  const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#0000FF" } })
    .composite([{ input: red, left: 0, top: 0 }])
    .withExif({ IFD0: { Artist: "Somebody", Copyright: "Secret place" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const answer = await sendAvatar(asha, photo);
  expect([answer.status, Object.keys(answer.body)]).toEqual([200, ["avatarUrl"]]);
  const url = avatarUrl(answer);
  expect(url).toMatch(/^\/files\/avatars\/[0-9a-f-]{36}\.webp$/);
  for (const [address, edge, maxBytes] of [
    [url, 240, 6_000],
    [url.replace(".webp", "-small.webp"), 112, 2_500],
  ] as const) {
    const bytes = await readAvatar(server, address);
    const metadata = await sharp(bytes).metadata();
    expect(metadata).toMatchObject({ format: "webp", width: edge, height: edge });
    expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.orientation]).toEqual(
      Array(4).fill(undefined),
    );
    expect(bytes.length).toBeLessThan(maxBytes);
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const [topRed = 0, , topBlue = 0] = data.subarray(info.width * 2 * info.channels);
    expect(topRed).toBeGreaterThan(topBlue);
  }
  expect((await asha.get("/api/users/me")).body.avatarUrl).toBe(url);
  const head = await fetch(server.url + url, { method: "HEAD" });
  expect(head.headers.get("X-Content-Type-Options")).toBe("nosniff");
});

test("a new picture replaces the old one, and removing it leaves no file", async ({ server }) => {
  const asha = await newMember(server);
  const before = kept(server);
  await sendAvatar(asha, await picture());
  const url = avatarUrl(await sendAvatar(asha, await picture(50, 50, "#15527A")));
  const name = url.split("/").at(-1) ?? "";
  expect(kept(server)).toEqual({
    files: [...before.files, name, name.replace(".webp", "-small.webp")].sort(),
    rows: [...before.rows, name],
  });
  const browser = browse(server, asha);
  const page = await postAvatar(browser, await picture());
  expect([page.status, page.headers.get("Location")]).toEqual([303, "/profile"]);
  expect((await fetch(server.url + url)).status).toBe(404);
  const small = /\/files\/avatars\/[0-9a-f-]{36}-small\.webp/;
  expect((await browser.get("/profile")).text).toMatch(small);
  expect((await browser.post("/profile", { intent: "remove-avatar" })).status).toBe(303);
  expect((await browser.get("/profile")).text).not.toMatch(/\/files\/avatars\//);
  expect((await browser.post("/profile", { intent: "remove-avatar" })).status).toBe(303);
  expect(kept(server)).toEqual(before);
});

test("only one of several pictures uploaded at the same time is stored", async ({ server }) => {
  const asha = await newMember(server);
  const before = kept(server);
  const pictures = await Promise.all(["#15527A", "#A0522B"].map((color) => picture(60, 60, color)));
  const answers = await Promise.all(pictures.map((bytes) => sendAvatar(asha, bytes)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const after = kept(server);
  expect([after.rows.length - before.rows.length, after.files.length - before.files.length]).toEqual([1, 2]);
});

const refusedPictures: [name: string, status: number, text: string, bytes: () => Buffer | Promise<Buffer>][] =
  [
    ["41 megapixels", 422, "40 million", () => bomb(6_404, 6_404)],
    ["an image bomb", 422, "40 million", () => bomb(30_000, 30_000)],
    ["nine tenths of an image", 415, "not an image", async () => (await picture(300, 900)).subarray(0, -300)],
    ["half an image", 415, "not an image", async () => (await picture()).subarray(0, 60)],
    [
      "a vector with a script",
      415,
      "not an image",
      () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>"),
    ],
    ["a PDF", 415, "not an image", () => pdf("No picture")],
    ["more than 10 MB", 413, "larger than 10MB", () => Buffer.alloc(10 * 1024 * 1024 + 1, 1)],
    ["nothing", 422, "The file is empty", () => Buffer.alloc(0)],
  ];
test.for(sample(refusedPictures, 2))(
  "%s is refused by page and API without harm",
  async ([, status, text, make], { server, rohan }) => {
    const browser = browse(server, rohan);
    const before = kept(server);
    const bytes = await make();
    const call = await sendAvatar(rohan, bytes);
    expect([call.status, call.text]).toEqual([status, expect.stringContaining(text)]);
    expect(Object.keys(problemOf(call).errors)).toEqual(["avatar"]);
    const page = await postAvatar(browser, bytes);
    expect([page.status, page.text]).toEqual([status, expect.stringContaining(text)]);
    expect(page.text).toMatch(/<details[^>]*open/);
    expect(kept(server)).toEqual(before);
    expect((await rohan.get("/api/users/me")).body).toMatchObject({ avatarUrl: rohan.avatarUrl });
    expect((await rohan.get("/healthz")).status).toBe(200);
  },
);

test("invalid bodies are refused", async ({ server, guest }) => {
  const asha = await newMember(server);
  const browser = browse(server, asha);
  const before = kept(server);
  const put = (visitor: Visitor, type: string, body: string) =>
    visitor.fetch("/api/users/avatar", { method: "PUT", headers: { "Content-Type": type }, body });
  const statuses = {
    json: await put(asha, "application/json", "{}"),
    "no boundary": await put(asha, "multipart/form-data", "x"),
    "cut off": await put(
      asha,
      "multipart/form-data; boundary=b",
      '--b\r\nContent-Disposition: form-data; name="avatar"; filename="a"\r\n\r\nGIF',
    ),
    empty: await put(asha, "multipart/form-data; boundary=b", "--b--\r\n"),
    text: await put(
      asha,
      "multipart/form-data; boundary=b",
      '--b\r\nContent-Disposition: form-data; name="avatar"\r\n\r\nx\r\n--b--\r\n',
    ),
    "another field": await sendAvatar(asha, await picture(), { field: "file" }),
    guest: await sendAvatar(guest, await picture()),
    "a page's, another field": await postAvatar(browser, await picture(), { field: "name" }),
    "a page's, guest": await postAvatar(guest, await picture()),
  };
  expect(Object.entries(statuses).map(([name, { status }]) => [name, status])).toEqual([
    ["json", 415],
    ["no boundary", 400],
    ["cut off", 400],
    ["empty", 422],
    ["text", 422],
    ["another field", 422],
    ["guest", 401],
    ["a page's, another field", 422],
    ["a page's, guest", 303],
  ]);
  expect(kept(server)).toEqual(before);
  const method = await asha.fetch("/api/users/avatar", { method: "POST", body: "x" });
  expect([method.status, method.headers.get("Allow")]).toEqual([405, "PUT"]);
});

test("if the store fails, no file is left and the page says so", async ({ server }) => {
  const asha = await newMember(server);
  const browser = browse(server, asha);
  const before = kept(server);
  const database = server.database();
  database.exec("create trigger full before insert on images begin select raise(abort, 'full'); end");
  const page = await postAvatar(browser, await picture());
  const call = await sendAvatar(asha, await picture());
  database.exec("drop trigger full");
  expect([page.status, call.status]).toEqual([503, 500]);
  expect(page.text).toContain("Your picture couldn&#x27;t be saved. Please try again.");
  expect(kept(server)).toEqual(before);
});

test("the sweep keeps used pictures and removes others after a day", async ({ server, rohan }) => {
  const asha = await newMember(server);
  const before = kept(server);
  await sendAvatar(asha, await picture());
  server.database().prepare("update users set avatar_file = null where id = ?").run(asha.id);
  await passTime(server, 23 * hourMs);
  await asha.get("/api/users/me");
  expect(kept(server)).not.toEqual(before);
  await passTime(server, 2 * hourMs);
  await expect.poll(() => kept(server)).toEqual(before);
  expect((await asha.get(rohan.avatarUrl)).status).toBe(200);
});

limitedTest("event images and avatars share a day's quota", async ({ server }) => {
  const asha = await newMember(server);
  const insert = server
    .database()
    .prepare("insert into images(file, bytes, user_id, created_at) values (?, 1, ?, ?)");
  for (let n = 0; n < 50; n++) insert.run(`x${n}.webp`, asha.id, Date.now());
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(await picture())]), "poster.jpg");
  for (const answer of [
    await sendAvatar(asha, await picture()),
    await asha.call("POST", "/api/uploads", form),
  ])
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([429, "3600"]);
  expect(storedFiles(server)).toEqual([]);
});

limitedTest("pictures that cannot be read count towards it", async ({ server }) => {
  const asha = await newMember(server);
  const unreadable = Buffer.from("not a picture at all");
  const statuses: number[] = [];
  for (let n = 0; n < 51; n++) statuses.push((await sendAvatar(asha, unreadable)).status);
  expect([new Set(statuses.slice(0, 50)), statuses[50]]).toEqual([new Set([415]), 429]);
});
