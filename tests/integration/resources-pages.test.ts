import { beforeAll, describe, expect, test } from "vitest";
import { pdf } from "../../scripts/demo/sample-files.ts";
import { createTest, shareServer, unlimited } from "../support/integration.ts";
import { browse, join, type Member } from "../support/people.ts";
import { keptFiles, share } from "../support/upload.ts";
import { problemOf, Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const server = await shareServer(unlimited);
let asha: Member;
let browser: Visitor;
let guest: Visitor;

beforeAll(async () => {
  asha = await join(server, "asha");
  browser = browse(server, asha);
  guest = new Visitor(server.url);
});

/** Posts the upload form with one file, as a browser without scripts does. */
function submit(fields: Record<string, string>, file: { name: string; bytes: Buffer } | null, who = browser) {
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) form.append(name, text);
  const part = file ? new Blob([new Uint8Array(file.bytes)]) : new Blob([]);
  form.append("file", part, file?.name ?? "");
  return who.fetch("/resources/upload", { method: "POST", body: form, headers: { Origin: server.url } });
}
const whole = { title: "Notes <b>of</b> a page", categoryId: "4", year: "3", description: "" };

/** Without the thumbnails that are being drawn. */
const finished = () => keptFiles(server).filter((name) => !name.endsWith(".part"));

describe("the upload form without scripts", () => {
  test("the upload form redirects to the category's page, which confirms the upload to its uploader only", async () => {
    const answer = await submit(whole, { name: "notes.pdf", bytes: pdf("Notes") });
    expect(answer.status).toBe(303);
    const location = answer.headers.get("Location") ?? "";
    expect(location).toBe("/resources/category/placement-resources");
    const page = await browser.get(location);
    const [, id] = /href="\/resources\/(\d+)"/.exec(page.text) ?? [];
    const thumbnail = `${server.url}/files/thumbnails/${id}`;
    await waitUntil("its first page is drawn", async () => (await fetch(thumbnail)).ok);
    expect(page.text).toContain("Resource uploaded successfully");
    expect(page.text).toContain("Notes &lt;b&gt;of&lt;/b&gt; a page");
    expect((await guest.get(location)).text).not.toContain("Resource uploaded successfully");
  });

  test("the upload form shows errors and keeps what was typed", async () => {
    const before = finished();
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
    await expect.poll(() => keptFiles(server)).toEqual(before);
  });

  test("the upload form is for members, and refused from other sites", async () => {
    const file = { name: "notes.txt", bytes: Buffer.from("notes") };
    const before = finished();
    const sent = await submit(whole, file, guest);
    expect(sent.status).toBe(401);
    expect(sent.text).toContain("Log in again in another tab");
    expect(sent.text).toContain("Notes &lt;b&gt;of&lt;/b&gt; a page");
    expect(sent.text).toContain('<input type="hidden" name="categoryId" value="4"/>');
    expect((await submit(whole, null, guest)).text).toContain("Notes &lt;b&gt;of&lt;/b&gt; a page");
    const nothing = await guest.post("/resources/upload", {});
    expect([nothing.status, nothing.text.includes("Log in again in another tab")]).toEqual([401, true]);
    const form = new FormData();
    form.append("file", new Blob(["notes"]), "notes.txt");
    const headers = { Origin: "https://elsewhere.example" };
    expect((await browser.fetch("/resources/upload", { method: "POST", body: form, headers })).status).toBe(
      403,
    );
    expect((await browser.call("POST", "/api/resources", form, headers)).status).toBe(403);
    await expect.poll(() => keptFiles(server)).toEqual(before);
  });
});

describe("several files without scripts", () => {
  /** Posts all files in one form, as a browser does with a field for several files. */
  function submitAll(
    fields: Record<string, string>,
    files: { name: string; bytes: Buffer }[],
    who = browser,
  ) {
    const form = new FormData();
    for (const [name, text] of Object.entries(fields)) form.append(name, text);
    for (const { name, bytes } of files) form.append("file", new Blob([new Uint8Array(bytes)]), name);
    return who.fetch("/resources/upload", { method: "POST", body: form, headers: { Origin: server.url } });
  }
  const texts = (count: number, of: string) =>
    Array.from({ length: count }, (_, n) => ({ name: `${of}_${n}-a.txt`, bytes: Buffer.from(`${of} ${n}`) }));
  const all = { ...whole, title: "", courseCode: "me 201", resourceType: "notes" };
  const titlesLike = (like: string) =>
    server
      .database()
      .prepare("select title, course_code, resource_type from resources where title like ? order by id")
      .raw()
      .all(like);

  test("several files are titled by their names, and share the form's other fields", async () => {
    const answer = await submitAll(all, texts(5, "five"));
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      303,
      "/resources/category/placement-resources",
    ]);
    const page = (await browser.get("/resources/category/placement-resources")).text;
    expect(page).toContain("5 resources uploaded successfully");
    expect(page).toContain(
      'href="/resources/upload?category=placement-resources&amp;year=3&amp;resourceType=notes&amp;courseCode=ME+201"',
    );
    const rows = [0, 1, 2, 3, 4].map((n) => [`five ${n} a`, "ME 201", "notes"]);
    expect(titlesLike("five%")).toEqual(rows);
    const next = await browser.get(
      "/resources/upload?category=quantum&year=3&resourceType=notes&courseCode=ME+201",
    );
    for (const kept of ['value="3" selected=""', 'value="notes" selected=""', 'value="ME 201"'])
      expect(next.text).toContain(kept);

    await submitAll({ ...all, title: "Tides" }, texts(2, "two"));
    expect(titlesLike("Tides%")).toEqual([0, 1].map((n) => [`Tides: two ${n} a`, "ME 201", "notes"]));
  });

  test("refused files are listed with their reason while the others are stored", async () => {
    const before = finished();
    const mixed = [
      { name: "first.txt", bytes: Buffer.from("mixed, the first") },
      { name: "film<1>.mp4", bytes: Buffer.alloc(51 * 1024 * 1024) },
      { name: "tool.exe", bytes: Buffer.from("MZ") },
      { name: "none.txt", bytes: Buffer.alloc(0) },
      { name: "wrong.pdf", bytes: Buffer.from("<p>") },
      { name: "last.txt", bytes: Buffer.from("mixed, the last") },
    ];
    const { status, text } = await submitAll({ ...all, title: "Mixed" }, mixed);
    expect(status).toBe(200);
    expect(text).toContain("2 of 6 files are shared");
    expect(text.match(/>Shared<\/span>/g)).toHaveLength(2);
    for (const reason of [
      "The file is larger than 50MB.",
      "This type of file is not accepted.",
      "The file is empty.",
      "The file&#x27;s content is not what its name says it is.",
      "film&lt;1&gt;.mp4",
    ])
      expect(text).toContain(reason);
    expect(titlesLike("Mixed%").flatMap((row) => (row as string[])[0])).toEqual([
      "Mixed: first",
      "Mixed: last",
    ]);
    for (const kept of ['value="3" selected=""', 'value="notes" selected=""', 'value="ME 201"'])
      expect(text).toContain(kept);
    await expect.poll(() => keptFiles(server).length).toBe(before.length + 2);
  });

  /** Without the thumbnails that are being drawn. */
  const finished = () => keptFiles(server).filter((name) => !name.endsWith(".part"));

  test("of more than 20 files the first 20 are stored, and the page says so", async () => {
    const before = finished();
    const answer = await submitAll(all, texts(25, "many"));
    expect(answer.status).toBe(303);
    const page = (await browser.get(answer.headers.get("Location") ?? "")).text;
    expect(page).toContain("20 resources uploaded successfully. At most 20 files go at once");
    expect(titlesLike("many%")).toHaveLength(20);
    await expect.poll(() => keptFiles(server).length).toBe(before.length + 20);
  });

  test("no file is kept when the form is invalid, all are refused, or the sender may not share", async () => {
    const before = finished();
    const missing = await submitAll({ ...all, categoryId: "" }, texts(2, "lost"));
    expect([missing.status, missing.text.includes("Category is required")]).toEqual([422, true]);
    const refused = await submitAll(all, [
      { name: "a.exe", bytes: Buffer.from("MZ") },
      { name: "b.exe", bytes: Buffer.from("MZ") },
    ]);
    expect([refused.status, refused.text.includes("None of these files is shared.")]).toEqual([415, true]);
    expect(refused.text).toMatch(/a\.exe: This type[\s\S]*b\.exe: This type/);
    expect(refused.text).toContain('value="ME 201"');
    expect((await submitAll(all, texts(2, "lost"), guest)).status).toBe(401);
    const oneWithoutTitle = await submitAll(all, texts(1, "lost"));
    expect([oneWithoutTitle.status, oneWithoutTitle.text.includes("Title is required")]).toEqual([422, true]);
    expect(titlesLike("lost%")).toEqual([]);
    await expect.poll(() => keptFiles(server)).toEqual(before);
  });
});

describe("the upload form, when the server refuses or fails", () => {
  const file = { name: "notes.txt", bytes: Buffer.from("notes to keep") };

  test("a file over 50 MB is refused, and the page keeps what was typed", async () => {
    const large = { name: "film.mp4", bytes: Buffer.alloc(51 * 1024 * 1024) };
    const sent = await submit(whole, large);
    expect(sent.status).toBe(413);
    expect(sent.text).toContain("The file is larger than 50MB.");
    expect(sent.text).toContain("Notes &lt;b&gt;of&lt;/b&gt; a page");
  });

  test("a failed insert keeps no file, and its cause is in the log", async () => {
    const before = finished();
    server
      .database()
      .exec(
        "create trigger refuse before insert on resources begin select raise(abort, 'no row today'); end",
      );
    try {
      const page = await submit(whole, file);
      expect(page.status).toBe(500);
      expect(page.text).toContain("Failed to upload resource");
      expect(page.text).toContain("Notes &lt;b&gt;of&lt;/b&gt; a page");
      const call = await share(asha, file);
      expect(call.status).toBe(500);
      expect(call.body).toMatchObject({ message: "Failed to upload resource", success: false });
      const { requestId } = problemOf(call);
      await expect.poll(() => server.logged()).toContain(requestId);
      await expect.poll(server.logged).toContain("no row today");
    } finally {
      server.database().exec("drop trigger refuse");
    }
    await expect.poll(() => keptFiles(server)).toEqual(before);
    expect((await submit(whole, file)).status).toBe(303);
  });

  test("without categories the upload form still shows what was typed", async () => {
    server.database().exec("alter table resource_categories rename to hidden_categories");
    try {
      const page = await submit(whole, file);
      expect(page.status).toBe(503);
      expect(page.text).toContain("Notes &lt;b&gt;of&lt;/b&gt; a page");
      expect(page.text).toContain('<option value="4" selected="">The category you chose</option>');
    } finally {
      server.database().exec("alter table hidden_categories rename to resource_categories");
    }
  });

  test("a guest's large file is refused and not kept", async () => {
    const before = finished();
    const sent = await submit(
      whole,
      { name: "notes.txt", bytes: Buffer.alloc(20 * 1024 * 1024, "a") },
      guest,
    );
    expect(sent.status).toBe(401);
    await expect.poll(() => keptFiles(server)).toEqual(before);
  });
});

describe("deleting by the page", () => {
  test("only the uploader and administrators can delete a resource on its page", async () => {
    const answer = await share(asha, { name: "gone.txt", bytes: Buffer.from("to be deleted") });
    const { id } = answer.body.data;
    const rohan = await join(server, "rohan");
    const other = browse(server, rohan);
    expect((await other.get(`/resources/${id}`)).text).not.toContain("Delete this resource");
    expect((await other.post(`/resources/${id}`, { intent: "delete" })).status).toBe(403);
    expect((await browser.get(`/resources/${id}`)).text).toContain("Delete this resource");
    expect((await browser.post(`/resources/${id}`, { intent: "nonsense" })).status).toBe(400);
    server
      .database()
      .exec("create trigger keep before delete on resources begin select raise(abort, 'no'); end");
    const failed = await browser.post(`/resources/${id}`, { intent: "delete" });
    server.database().exec("drop trigger keep");
    expect([failed.status, failed.text.includes("Failed to delete resource. Please try again.")]).toEqual([
      503,
      true,
    ]);
    expect((await browser.post(`/resources/${id}`, { intent: "delete" })).headers.get("Location")).toBe(
      "/resources/category/academics-notes",
    );
    expect((await browser.get(`/resources/${id}`)).status).toBe(404);
  });
});

test("only the upload page allows a chosen file in a frame", async () => {
  const policy = async (path: string) => (await browser.get(path)).headers.get("Content-Security-Policy");
  expect(await policy("/resources/upload")).toContain("frame-src 'self' blob:;");
  for (const path of ["/resources", "/resources/browse", "/resources/1", "/"]) {
    expect(await policy(path)).toContain("frame-src 'self';");
  }
});

describe("browse", () => {
  test("addresses of filters contain no empty parameters", async () => {
    const moves: [string, string][] = [
      ["?search=&category=&year=", "/resources/browse"],
      ["?search=a+b&category=&year=2", "/resources/browse?search=a+b&year=2"],
      ["?search=%20&category=quantum", "/resources/browse?category=quantum"],
    ];
    for (const [query, location] of moves) {
      const answer = await guest.get(`/resources/browse${query}`);
      expect([answer.status, answer.headers.get("Location")]).toEqual([302, location]);
    }
  });

  test("filters can be cleared, and a page past the end links to the first", async () => {
    expect((await guest.get("/resources/browse")).text).not.toContain("Clear Filters");
    expect((await guest.get("/resources/browse?year=2")).text).toContain("Clear Filters");
    const past = await guest.get("/resources/browse?category=quantum&year=2&page=9");
    expect(past.text).toContain("Back to the first page");
    expect(past.text).toContain('href="/resources/browse?category=quantum&amp;year=2"');
  });
});

test("invalid addresses get a page or 404, never an error", async () => {
  const statuses: [string, number][] = [
    ["/resources/browse?page=x&year=9&category=nowhere&search=%00%ff", 200],
    ["/resources/browse?page=9999999", 200],
    ["/resources/category/%00", 200],
    ["/resources/category/quantum/year/1?page=99999999", 200],
    ["/resources/category/quantum/year/0", 404],
    ["/resources/category/quantum/year/two", 404],
    ["/resources/x", 404],
    ["/resources/99999999999999999999", 404],
  ];
  for (const [path, status] of statuses)
    expect([path, (await guest.get(path)).status]).toEqual([path, status]);
});

describe("when the database fails", () => {
  const broken = async (work: () => Promise<void>) => {
    server.database().exec("alter table resource_categories rename to hidden_categories");
    try {
      await work();
    } finally {
      server.database().exec("alter table hidden_categories rename to resource_categories");
    }
  };

  test("when the database fails, each page says so in the specification's words", async () => {
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
      const filtered = await guest.get("/resources/browse?search=notes&category=quantum&year=2");
      expect(filtered.text).toContain(
        'href="/resources/browse?search=notes&amp;category=quantum&amp;year=2"',
      );
      expect(filtered.text).toContain('value="notes"');
      expect(filtered.text).toContain('<option value="quantum" selected="">Quantum</option>');
      expect((await guest.get("/resources/upload")).text).toContain("Please log in to upload resources");
    });
    expect((await browser.get("/resources")).status).toBe(200);
  });
});

createTest()(
  "a member can create missing categories, and sees an error if that fails",
  async ({ server }) => {
    const meera = await join(server, "meera");
    const visitor = browse(server, meera);
    const database = server.database();
    database.exec("delete from resource_categories");
    for (const path of ["/resources", "/resources/upload"]) {
      const page = await visitor.get(path);
      expect(page.text).toContain("No categories available");
      expect(page.text).toContain("Load Categories");
    }
    expect((await new Visitor(server.url).get("/resources")).text).not.toContain("Load Categories");

    database.exec(
      "create trigger refuse before insert on resource_categories begin select raise(abort, 'no'); end",
    );
    for (const path of ["/resources", "/resources/upload"]) {
      const failed = await visitor.post(path, { intent: "seed" });
      expect([path, failed.status]).toEqual([path, 503]);
      expect(failed.text).toMatch(/role="alert"[\s\S]*Failed to seed categories/);
    }
    expect((await meera.call("POST", "/api/seed-categories")).status).toBe(500);
    database.exec("drop trigger refuse");
    const made = await visitor.post("/resources/upload", { intent: "seed" });
    expect([made.status, made.headers.get("Location")]).toEqual([303, "/resources/upload"]);
    expect((await visitor.get("/resources")).text).toContain("Placement Resources");
  },
);
