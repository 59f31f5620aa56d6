import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pdf } from "../../scripts/demo/sample-files.ts";
import { runCommand } from "../support/commands.ts";
import { sample } from "../support/nightly.ts";
import { hourMs } from "../support/notices.ts";
import { job, join, type Member, openSession } from "../support/people.ts";
import { sendAvatar } from "../support/profile.ts";
import { type S3, startS3 } from "../support/s3.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { clock, passTime } from "../support/time.ts";
import { ageDatabase, discard, share } from "../support/upload.ts";
import { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";
import { readZip } from "../support/zip.ts";

let s3: S3;
let server: TestServer;
let asha: Member;
const folder = mkdtempSync(joinPath(tmpdir(), "quadrant-bucket-"));
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const dayMs = 24 * hourMs;

beforeAll(async () => {
  s3 = await startS3();
  server = await startServer(settings(), joinPath(folder, "own"), clock);
  asha = await join(server, "asha");
});
afterAll(async () => {
  await server.stop();
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

const settings = (): Record<string, string> => ({ RATE_LIMITS: "off", ...s3.settings });

interface Shared {
  id: string;
  fileUrl: string;
}
async function shareNotes(name: string, bytes: Buffer): Promise<Shared> {
  const answer = await share(asha, { name, bytes });
  expect([name, answer.status]).toEqual([name, 201]);
  return answer.body.data;
}
const face = await sharp({ create: { width: 300, height: 300, channels: 3, background: "#269" } })
  .png()
  .toBuffer();
const arriving = () => readdirSync(joinPath(server.storage, "uploads"));
const storedNames = () => [...s3.objects.keys()].sort();

describe("files in a bucket", () => {
  const bytes = Buffer.from(Array.from({ length: 90_000 }, (_, line) => `line ${line}\n`).join(""));

  test("files in a bucket are stored once, served with ranges and counts as from a disk, and deleted with their last resource", async () => {
    const first = await shareNotes("notes.txt", bytes);
    const second = await shareNotes("the same.txt", bytes);
    expect(storedNames()).toEqual([sha256(bytes)]);
    expect(arriving()).toEqual([]);
    const url = server.url + first.fileUrl;
    const whole = await fetch(url);
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "content-length": String(bytes.length),
      "content-security-policy": "sandbox",
      "accept-ranges": "bytes",
    });
    const part = await fetch(url, { headers: { Range: "bytes=100-199" } });
    expect([part.status, part.headers.get("Content-Range")]).toEqual([206, `bytes 100-199/${bytes.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true);
    const etag = whole.headers.get("ETag") ?? "";
    expect((await fetch(url, { headers: { "If-None-Match": etag } })).status).toBe(304);
    const past = await fetch(url, { headers: { Range: `bytes=${bytes.length}-` } });
    expect([past.status, past.headers.get("Content-Range")]).toEqual([416, `bytes */${bytes.length}`]);
    const counted = (await asha.get(`/api/resources/${first.id}`)).body;
    expect(counted).toMatchObject({ data: { downloadCount: 1 } });
    await discard(server, asha, first.id);
    expect(storedNames()).toEqual([sha256(bytes)]);
    await discard(server, asha, second.id);
    expect(storedNames()).toEqual([]);
    expect((await fetch(url)).status).toBe(404);
  });

  test("the small pictures of files in a bucket are stored there, drawn once", async () => {
    const paper = pdf("Paper");
    const { id } = await shareNotes("paper.pdf", paper);
    const thumbnail = `${server.url}/files/thumbnails/${id}`;
    await waitUntil("its first page is drawn", async () => (await fetch(thumbnail)).ok);
    const { bytes: picture, changedAt } = s3.objects.get(`${sha256(paper)}.webp`) ?? {};
    expect(Buffer.from(await (await fetch(thumbnail)).arrayBuffer()).equals(picture ?? Buffer.alloc(0))).toBe(
      true,
    );
    await shareNotes("again.pdf", paper);
    expect(s3.objects.get(`${sha256(paper)}.webp`)?.changedAt).toBe(changedAt);
    expect(arriving()).toEqual([]);

    const { avatarUrl } = (await sendAvatar(asha, face)).body;
    const served = await fetch(server.url + avatarUrl);
    expect([served.status, served.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
    const faces = storedNames().filter((name) => /^[\w-]{36}(-small)?\.webp$/.test(name));
    expect(faces).toHaveLength(2);
    await sendAvatar(asha, face);
    expect(storedNames().filter((name) => faces.includes(name))).toEqual([]);
  });

  test("files in a bucket are in the archive of a member's data", async () => {
    const notes = Buffer.from("What I know of turbines.");
    const { id } = await shareNotes("turbines.txt", notes);
    const session = openSession(server, asha.id, "browser");
    const archive = await fetch(`${server.url}/account/data`, {
      method: "POST",
      headers: { Origin: server.url, Cookie: `session=${session}` },
    });
    expect(
      readZip(Buffer.from(await archive.arrayBuffer()))
        .get(`files/${id}-turbines.txt`)
        ?.equals(notes),
    ).toBe(true);
  });
});

describe("a failing bucket", () => {
  test.each(sample(["away", "hanging"] as const, 2))(
    "%s: uploads and downloads are refused with 503, everything else works, and nothing is lost or left over",
    async (state) => {
      const { id, fileUrl } = await shareNotes("kept.txt", Buffer.from(`kept while ${state}`));
      const before = storedNames();
      const gone = await shareNotes("gone.txt", Buffer.from(`deleted while ${state}`));
      await s3.become(state);
      const refusals = await Promise.all([
        share(asha, { name: "new.txt", bytes: Buffer.from(`sent while ${state}`) }),
        asha.get(fileUrl),
        sendAvatar(asha, face),
      ]);
      expect(refusals.map((each) => [each.status, each.headers.get("Retry-After")])).toEqual([
        [503, "5"],
        [503, "5"],
        [503, "5"],
      ]);
      const page = await fetch(server.url + fileUrl, { headers: { Accept: "text/html" } });
      expect([page.status, await page.text()]).toEqual([
        503,
        expect.stringContaining("Unable to access file"),
      ]);
      expect((await asha.get(`/api/resources/${id}`)).status).toBe(200);
      expect((await asha.call("POST", "/api/jobs", job)).status).toBe(201);
      expect((await asha.call("DELETE", `/api/resources/${gone.id}`)).status).toBe(200);
      expect(arriving()).toEqual([]);

      await s3.become("there");
      expect((await asha.get(fileUrl)).text).toBe(`kept while ${state}`);
      expect(storedNames()).toEqual(expect.arrayContaining(before));
      const listed = server.database().prepare("select sha256 from files").pluck().all();
      expect(listed).not.toContain(sha256(Buffer.from(`sent while ${state}`)));
      expect(storedNames()).toContain(sha256(Buffer.from(`deleted while ${state}`)));
      expect((await share(asha, { name: "new.txt", bytes: Buffer.from(`after ${state}`) })).status).toBe(201);
    },
    90_000,
  );

  test("a bucket that fails in the middle of a file aborts the download, and the server continues", async () => {
    const bytes = Buffer.from("many lines of notes\n".repeat(100_000));
    const { fileUrl } = await shareNotes("long.txt", bytes);
    await s3.become("cutting");
    for (let n = 0; n < 2; n++) {
      const response = await fetch(server.url + fileUrl);
      expect([response.status, response.headers.get("Content-Length")]).toEqual([200, String(bytes.length)]);
      await expect(response.arrayBuffer()).rejects.toThrow();
    }
    await s3.become("there");
    expect((await asha.get(fileUrl)).text).toBe(String(bytes));
    expect(server.logged()).not.toContain("an error was not caught");
  });

  test("files without a row are moved to the store an hour later, and newer ones stay because their row may follow", async () => {
    const [old, fresh] = [sha256(Buffer.from("old")), sha256(Buffer.from("fresh"))];
    const earlier = new Date(Date.now() - 2 * hourMs);
    for (const object of s3.objects.values()) object.changedAt = earlier;
    s3.objects.set(old, { bytes: Buffer.from("old"), changedAt: earlier });
    s3.objects.set(`${old}.webp`, { bytes: Buffer.from("small"), changedAt: earlier });
    s3.objects.set(fresh, { bytes: Buffer.from("fresh"), changedAt: new Date(Date.now() + dayMs) });
    s3.objects.set("other/of somebody else", { bytes: Buffer.from("not ours"), changedAt: earlier });
    ageDatabase(server);
    const rows = server.database().prepare("select sha256 from files").pluck().all() as string[];
    await passTime(server, dayMs);
    await waitUntil("it is cleared up", () => !s3.objects.has(old) && !s3.objects.has(`${old}.webp`));
    await waitUntil("what was deleted while the bucket was away is gone", () =>
      storedNames().every((name) => rows.includes(name) || name === fresh || /\W/.test(name)),
    );
    expect(readFileSync(joinPath(server.storage, "swept", old), "utf8")).toBe("old");
    expect(arriving()).toEqual([]);
    expect(storedNames()).toEqual(expect.arrayContaining([...rows, fresh, "other/of somebody else"]));
    s3.objects.delete(fresh);
    s3.objects.delete("other/of somebody else");
  });

  test("a bucket with the wrong secret causes 503, and the doctor says what to check", async () => {
    const wrong = { ...settings(), AWS_SECRET_ACCESS_KEY: "another" };
    const other = await startServer(wrong);
    const rohan = await join(other, "rohan");
    expect((await share(rohan, { name: "x.txt", bytes: Buffer.from("no") })).status).toBe(503);
    expect(s3.refused.at(-1)).toBe("403 SignatureDoesNotMatch");
    expect(other.logged()).not.toContain("another");
    const { status, stdout } = await runCommand("doctor", other.storage, ["--store"], wrong);
    expect([status, stdout]).toEqual([1, expect.stringContaining("403 SignatureDoesNotMatch")]);
    expect(stdout).toContain("Look at FILES_URL, AWS_REGION and the key");
    const right = await runCommand("doctor", other.storage, ["--store"], settings());
    expect(right.stdout).toContain("ok    The bucket stores, lists and deletes a file.");
    await other.stop();
  });
});

test("incomplete bucket settings or a wrong address stop the start with one line", async () => {
  const { AWS_REGION = "", ...others } = settings();
  const refusal = (more: Record<string, string>) =>
    startServer({ ...others, ...more }).then(
      async (started) => void (await started.stop()),
      ({ message }: Error) => message,
    );
  expect(await refusal({ AWS_ACCESS_KEY_ID: "" })).toContain(
    "Environment: AWS_ACCESS_KEY_ID must be set when FILES_URL is; AWS_REGION must be set when FILES_URL is",
  );
  const wrong = ["https://bucket.example", "s3://b/prefix", "s3://bucket?endpont=https://s3.example"];
  for (const FILES_URL of sample(wrong, 3))
    expect(await refusal({ FILES_URL, AWS_REGION })).toContain(
      "FILES_URL must be an address such as s3://bucket?",
    );
  expect(await refusal({ AWS_REGIN: AWS_REGION })).toContain(
    "AWS_REGIN is not a setting. Did you mean AWS_REGION?",
  );
});

test("a backup contains the files of the bucket and restores them into another one", async () => {
  const tar = joinPath(folder, "community.tar");
  const stored = new Map([...s3.objects].map(([name, { bytes }]) => [name, bytes]));
  const written = await runCommand("backup", server.storage, [tar, "--verify"], settings());
  expect(written).toMatchObject({ status: 0, stdout: expect.stringContaining("is complete") });

  const other = await startS3();
  const store = joinPath(folder, "store");
  const restored = await runCommand("restore", store, [tar, "--keep-logins"], other.settings);
  expect(restored.status).toBe(0);
  expect(new Map([...other.objects].map(([name, { bytes }]) => [name, bytes]))).toEqual(stored);
  expect(readdirSync(store).sort()).toEqual(["community.sqlite", "lock"]);
  // A community cannot be restored into a bucket that already has files.
  const refused = await runCommand("restore", joinPath(folder, "third"), [tar], other.settings);
  expect(refused.status).toBe(1);
  const second = await startServer({ ...settings(), ...other.settings }, store);
  const list = (await new Visitor(second.url).get("/api/resources")).body;
  expect(list.data.length).toBeGreaterThan(2);
  for (const { fileUrl } of list.data) expect((await fetch(second.url + fileUrl)).status).toBe(200);
  await second.stop();
  await other.stop();
});
