import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pdf } from "../../scripts/demo/sample-files.ts";
import { join, type Member, password } from "../support/people.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { keptFiles, share, until } from "../support/upload.ts";
import { Visitor } from "../support/visitor.ts";

let server: TestServer;
let asha: Member;
let browser: Visitor;
let guest: Visitor;

beforeAll(async () => {
  server = await startServer({ RATE_LIMITS: "off" });
  asha = await join(server, "asha");
  browser = new Visitor(server.url);
  guest = new Visitor(server.url);
  await browser.post("/login", { email: asha.email, password });
});
afterAll(() => server.stop());

/** Sends the page's form with its file, as a browser without scripts does. */
function submit(fields: Record<string, string>, file: { name: string; bytes: Buffer } | null, who = browser) {
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) form.append(name, text);
  const part = file ? new Blob([new Uint8Array(file.bytes)]) : new Blob([]);
  form.append("file", part, file?.name ?? "");
  return who.fetch("/resources/upload", { method: "POST", body: form, headers: { Origin: server.url } });
}
const whole = { title: "Notes <b>of</b> a page", categoryId: "4", year: "3", description: "" };

describe("the upload's form without scripts", () => {
  test("leads to the category, which says what was shared, to nobody else", async () => {
    const answer = await submit(whole, { name: "notes.pdf", bytes: pdf("Notes") });
    expect(answer.status).toBe(303);
    const location = answer.headers.get("Location") ?? "";
    expect(location).toMatch(/^\/resources\/category\/placement-resources\?shared=\d+$/);
    const id = location.split("=")[1];
    const thumbnail = `${server.url}/files/thumbnails/${id}`;
    await until("its first page is drawn", async () => (await fetch(thumbnail)).ok);
    const page = await browser.get(location);
    expect(page.text).toContain("Resource uploaded successfully");
    expect(page.text).toContain("Notes &lt;b&gt;of&lt;/b&gt; a page");
    expect((await guest.get(location)).text).not.toContain("Resource uploaded successfully");
  });

  test("comes back with what was typed and what is wrong", async () => {
    const before = keptFiles(server);
    const missing = await submit({ ...whole, categoryId: "" }, null);
    expect(missing.status).toBe(422);
    for (const text of [
      "Please fill all required fields",
      "Category is required",
      "File is required",
      "Notes &lt;b&gt;of&lt;/b&gt; a page",
    ]) {
      expect(missing.text).toContain(text);
    }
    const wrong = await submit(whole, { name: "notes.html", bytes: Buffer.from("<p>") });
    expect(wrong.status).toBe(415);
    expect(wrong.text).toContain("This type of file is not accepted.");
    expect(wrong.text).toContain("Notes &lt;b&gt;of&lt;/b&gt; a page");
    expect(keptFiles(server)).toEqual(before);
  });

  test("is for members, and only from our own pages", async () => {
    const file = { name: "notes.txt", bytes: Buffer.from("notes") };
    const before = keptFiles(server);
    const sent = await submit(whole, file, guest);
    expect(sent.status).toBe(303);
    expect(sent.headers.get("Location")).toBe("/login?redirectTo=%2Fresources%2Fupload");
    const form = new FormData();
    form.append("file", new Blob(["notes"]), "notes.txt");
    const headers = { Origin: "https://elsewhere.example" };
    expect((await browser.fetch("/resources/upload", { method: "POST", body: form, headers })).status).toBe(
      403,
    );
    expect((await browser.fetch("/api/resources", { method: "POST", body: form, headers })).status).toBe(403);
    expect(keptFiles(server)).toEqual(before);
  });
});

describe("deleting by the page", () => {
  test("is for who shared it and administrators", async () => {
    const answer = await share(asha, { name: "gone.txt", bytes: Buffer.from("to be deleted") });
    const { id } = (answer.body as { data: { id: string } }).data;
    const rohan = await join(server, "rohan");
    const other = new Visitor(server.url);
    await other.post("/login", { email: rohan.email, password });
    expect((await other.get(`/resources/${id}`)).text).not.toContain("Delete this resource");
    expect((await other.post(`/resources/${id}`, { intent: "delete" })).status).toBe(403);
    expect((await browser.get(`/resources/${id}`)).text).toContain("Delete this resource");
    expect((await browser.post(`/resources/${id}`, { intent: "nonsense" })).status).toBe(400);
    expect((await browser.post(`/resources/${id}`, { intent: "delete" })).headers.get("Location")).toBe(
      "/resources/category/academics-notes",
    );
    expect((await browser.get(`/resources/${id}`)).status).toBe(404);
  });
});

test("only the upload page lets a chosen file into a frame", async () => {
  const policy = async (path: string) => (await browser.get(path)).headers.get("Content-Security-Policy");
  expect(await policy("/resources/upload")).toContain("frame-src 'self' blob:;");
  for (const path of ["/resources", "/resources/browse", "/resources/1", "/"]) {
    expect(await policy(path)).toContain("frame-src 'self';");
  }
});

test("addresses that can not be read lead somewhere sensible", async () => {
  const statuses: [string, number][] = [
    ["/resources/browse?page=x&year=9&category=nowhere&search=%00%ff", 200],
    ["/resources/browse?page=9999999", 200],
    ["/resources/category/%00", 200],
    ["/resources/category/quantum?shared=x", 200],
    ["/resources/category/quantum/year/1?page=99999999", 200],
    ["/resources/category/quantum/year/0", 404],
    ["/resources/category/quantum/year/two", 404],
    ["/resources/x", 404],
    ["/resources/99999999999999999999", 404],
  ];
  for (const [path, status] of statuses)
    expect([path, (await guest.get(path)).status]).toEqual([path, status]);
});

describe("when the store fails", () => {
  const broken = async (work: () => Promise<void>) => {
    server.database().exec("alter table resource_categories rename to hidden_categories");
    try {
      await work();
    } finally {
      server.database().exec("alter table hidden_categories rename to resource_categories");
    }
  };

  test("each page says so in the words of the specification", async () => {
    await broken(async () => {
      const hub = await browser.get("/resources");
      expect(hub.status).toBe(503);
      expect(hub.text).toContain("Failed to load resource data");
      expect(hub.text).toContain("Please try again later");
      const upload = await browser.get("/resources/upload");
      expect(upload.text).toContain("Failed to load categories");
      expect(upload.text).toContain("Retry");
      for (const path of [
        "/resources/browse",
        "/resources/category/quantum",
        "/resources/category/quantum/year/2",
      ]) {
        const page = await browser.get(path);
        expect([path, page.status]).toEqual([path, 503]);
        expect(page.text).toContain("Failed to fetch resources");
        expect(page.text).toContain("An error occurred while fetching resources");
      }
      expect((await browser.get("/resources/browse")).text).toContain("Failed to load categories");
    });
    expect((await browser.get("/resources")).status).toBe(200);
  });
});

describe("without categories", () => {
  test("a member has them made, and hears when that fails", async () => {
    const bare = await startServer({ RATE_LIMITS: "off" });
    const meera = await join(bare, "meera");
    const visitor = new Visitor(bare.url);
    await visitor.post("/login", { email: meera.email, password });
    const database = bare.database();
    database.exec("delete from resource_categories");
    for (const path of ["/resources", "/resources/upload"]) {
      const page = await visitor.get(path);
      expect(page.text).toContain("No categories available");
      expect(page.text).toContain("Load Categories");
    }
    expect((await new Visitor(bare.url).get("/resources")).text).not.toContain("Load Categories");

    database.exec(
      "create trigger refuse before insert on resource_categories begin select raise(abort, 'no'); end",
    );
    const failed = await visitor.post("/resources", { intent: "seed", back: "/resources/upload" });
    expect(failed.headers.get("Location")).toBe("/resources/upload?seeding=failed");
    expect((await visitor.get("/resources/upload?seeding=failed")).text).toContain(
      "Failed to seed categories",
    );
    expect((await meera.call("POST", "/api/seed-categories")).status).toBe(500);
    database.exec("drop trigger refuse");
    const made = await visitor.post("/resources", { intent: "seed", back: "//elsewhere.example" });
    expect(made.headers.get("Location")).toBe("/");
    expect((await visitor.get("/resources")).text).toContain("Placement Resources");
    await bare.stop();
  });
});
