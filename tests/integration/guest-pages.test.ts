import { request } from "node:http";
import { brotliDecompressSync } from "node:zlib";
import { expect } from "vitest";
import { pdf } from "../../scripts/demo/sample-files.ts";
import { createTest, unlimited } from "../support/integration.ts";
import { sample, sized } from "../support/nightly.ts";
import { browse, job, join, postJob } from "../support/people.ts";
import { startServer } from "../support/server.ts";
import { clock, endLimits, passTime } from "../support/time.ts";
import { share } from "../support/upload.ts";
import { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const test = createTest(unlimited, clock)
  .extend("asha", { scope: "file" }, ({ server }) => join(server, "asha"))
  .extend("browser", { scope: "file" }, ({ server, asha }) => browse(server, asha));

/** Every address with a page that guests share. */
const shared = [
  "/",
  "/jobs",
  "/jobs/1",
  "/resources",
  "/resources/browse",
  "/resources/category/gate-notes",
  "/resources/category/gate-notes/year/2",
  "/resources/courses/me201",
  "/resources/1",
  "/api",
  "/developers/first-bot",
  "/developers/socket",
  "/developers/jobs",
];

test("guests share one copy, with an ETag that is recognized", async ({ asha, guest }) => {
  await postJob(asha, { title: "Lamp keeper" });
  await share(asha, { name: "lamps.txt", bytes: Buffer.from("lamps") }, { categoryId: "2" });
  for (const path of shared) {
    const first = await guest.get(path);
    expect([path, first.status]).toEqual([path, 200]);
    const tag = first.headers.get("ETag") ?? "";
    expect(tag, path).toMatch(/^(W\/)?"[\w-]{27}"$/);
    const opaque = tag.replace(/^W\//, "");
    expect(first.headers.get("Vary")?.split(/, */)).toEqual(
      expect.arrayContaining(["Accept-Encoding", "Cookie", "Save-Data"]),
    );
    const second = await guest.get(path);
    expect(second.text).toBe(first.text);
    expect(second.headers.get("X-Request-Id")).not.toBe(first.headers.get("X-Request-Id"));
    for (const known of [opaque, `W/${opaque}`, `"other", ${tag}`]) {
      const again = await guest.get(path, { "If-None-Match": known });
      expect([path, again.status, again.text]).toEqual([path, 304, ""]);
      expect([again.headers.get("ETag"), again.headers.get("Content-Length")]).toEqual([tag, null]);
    }
    expect((await guest.get(path, { "If-None-Match": '"other"' })).status).toBe(200);
  }
});

test("HEAD has the headers of GET, with and without a cached page", async ({ guest }) => {
  for (const path of ["/jobs?industry=head", "/resources/browse?search=head"]) {
    const before = await guest.fetch(path, { method: "HEAD" });
    const page = await guest.get(path);
    const after = await guest.fetch(path, { method: "HEAD" });
    for (const head of [before, after]) {
      expect([head.status, head.text]).toEqual([200, ""]);
      for (const name of ["ETag", "Content-Length", "Content-Type", "Content-Encoding", "Vary"])
        expect([path, name, head.headers.get(name)]).toEqual([path, name, page.headers.get(name)]);
    }
  }
});

test("guests never get a byte of a member's page, however requests are mixed", async ({
  server,
  asha,
  guest,
}) => {
  const members = await Promise.all(
    ["Zephyrina", "Quillon", "Wenceslas", "Ottoline"].map(async (firstName, number) => {
      const email = `distinct.${number}@college.example`;
      const person = await join(server, "rohan", email);
      // Members without a batch, because a home page shows who of the batch has joined.
      const rename = "update users set first_name = ?, name = ? || ' Pillai', batch_year = null where id = ?";
      server.database().prepare(rename).run(firstName, firstName, Number(person.id));
      return { firstName, visitor: browse(server, person), token: person.token };
    }),
  );
  for (const path of sample(shared, 2)) {
    const alone = (await guest.get(path)).text;
    // Writing to every table that a page shows makes the server render the pages repeatedly in between.
    const answers = await Promise.all(
      Array.from({ length: sized(12, 60) }, async (_, turn) => {
        if (turn % 15 === 0) await postJob(asha, { title: "Lamp keeper" });
        const member = members[turn % 4];
        if (turn % 3 === 0 || !member) return { for: "guest", text: (await guest.get(path)).text };
        // `/api` itself is a page, where a token has no effect.
        if (turn % 3 === 1 && path === "/api") {
          const headers = { Authorization: `Bearer ${member.token}` };
          return { for: "guest", text: (await guest.get(path, headers)).text };
        }
        return { for: member.firstName, text: (await member.visitor.get(path)).text };
      }),
    );
    for (const answer of answers) {
      for (const { firstName } of members)
        expect([path, answer.for, firstName, answer.text.includes(firstName)]).toEqual([
          path,
          answer.for,
          firstName,
          answer.for === firstName,
        ]);
    }
    // These two pages also show what was posted in the meantime.
    if (path !== "/jobs" && path !== "/") {
      const texts = new Set(answers.filter((answer) => answer.for === "guest").map(({ text }) => text));
      expect([...texts]).toEqual([alone]);
    }
  }
});

test("a page reflects every write to what it shows", async ({ asha, browser, guest, server }) => {
  const list = async () => (await guest.get("/jobs")).text;
  await list();
  const id = await postJob(asha, { title: "Buoy painter" });
  expect(await list()).toContain("Buoy painter");

  const page = async () => (await guest.get(`/jobs/${id}`)).text;
  expect(await page()).toContain("Accepting applications");
  await browser.post(`/jobs/${id}`, { intent: "close" });
  expect(await page()).toContain("Applications closed");
  expect(await list()).toContain("Applications closed");
  await browser.post(`/jobs/${id}`, { intent: "reopen" });
  expect(await page()).not.toContain("Applications closed");
  await asha.call("PUT", `/api/jobs/${id}`, { title: "Buoy polisher" });
  expect(await page()).toContain("Buoy polisher");
  expect(await list()).not.toContain("Buoy painter");

  expect(await page()).toContain(">Asha Verma</bdi>");
  // A write by another process: the server's own statements are counted, others are noticed.
  const rename = server
    .database()
    .prepare("update users set last_name = ?, name = 'Asha ' || ? where id = ?");
  rename.run("Rao", "Rao", Number(asha.id));
  expect(await page()).toContain(">Asha Rao</bdi>");
  rename.run("Verma", "Verma", Number(asha.id));

  await browser.post(`/jobs/${id}`, { intent: "delete" });
  expect(await list()).not.toContain("Buoy polisher");
  // The page was rendered often: its last copy may be a second old.
  await endLimits(server);
  expect((await guest.get(`/jobs/${id}`)).status).toBe(404);
});

test("a page rendered more than five times a second is at most a second old for guests, and never for members", async () => {
  const held = await startServer({ ...unlimited, HOLD_TIME: "yes" }, undefined, clock);
  const [asha, reader] = [await join(held, "asha"), new Visitor(held.url)];
  const id = await postJob(asha, { title: "Busy beacon." });
  // Members share copies of the list.
  const member = browse(held, asha);
  const text = async (visitor: Visitor) => (await visitor.get("/jobs")).text;
  const rename = held.database().prepare("update jobs set title = ? where id = ?");
  const texts: string[] = [];
  for (let turn = 0; turn < 8; turn++) {
    rename.run(`Busy beacon ${turn}.`, Number(id));
    texts.push(await text(reader));
    expect(await text(member)).toContain(`Busy beacon ${turn}.`);
  }
  expect(texts[2]).toContain("Busy beacon 2.");
  expect(texts[7]).not.toContain("Busy beacon 7.");
  await asha.call("PUT", `/api/jobs/${id}`, { ...job, title: "The last beacon." });
  expect(await text(reader)).not.toContain("The last beacon.");
  expect(await text(member)).toContain("The last beacon.");
  await passTime(held, 1_001);
  expect(await text(reader)).toContain("The last beacon.");
  await held.stop();
});

test("resources reflect uploads, downloads and deletions", async ({ asha, guest }) => {
  const hub = async () => (await guest.get("/resources")).text;
  await hub();
  const bytes = Buffer.from("tides");
  const { body } = await share(asha, { name: "tides.txt", bytes }, { title: "Tide tables", categoryId: "2" });
  const { id } = body.data;
  expect(await hub()).toContain("Tide tables");
  const page = async () => (await guest.get(`/resources/${id}`)).text;
  expect(await page()).toMatch(/Downloads<\/dt><dd[^>]*><bdi>0</);
  await guest.get(`/files/${id}/tides.txt`);
  expect(await page()).toMatch(/Downloads<\/dt><dd[^>]*><bdi>1</);
  await asha.call("DELETE", `/api/resources/${id}`);
  expect(await hub()).not.toContain("Tide tables");
  expect((await guest.get(`/resources/${id}`)).status).toBe(404);
});

test("theme, scripts and Save-Data have separate copies", async ({ guest }) => {
  const get = async (cookie: string, headers: Record<string, string> = {}) =>
    (await guest.get("/jobs", { ...(cookie && { Cookie: cookie }), ...headers })).text
      // Ignores the elapsed time.
      .replace(/[^<>]+ ago<|just now</g, "<");
  const plain = await get("");
  expect(plain).not.toContain("data-theme");
  expect(await get("theme=dark")).toContain('data-theme="dark"');
  expect(await get("theme=light")).toContain('data-theme="light"');
  // An invalid theme gets the copy without one, whatever was set before.
  for (const odd of ["theme=darkness", "theme=", "xtheme=dark", "theme=x; theme=dark"])
    expect(await get(odd)).toBe(plain);
  expect(plain).toContain("/guest.js");
  const still = await get("scripts=off");
  expect(still).not.toContain("<script");
  expect(await get("scripts=on")).toBe(plain);
  // Expects no preloads.
  const saving = plain.replace(/<script type="speculationrules">.*?<\/script>/, "");
  expect(saving).not.toBe(plain);
  expect(await get("", { "Save-Data": "on" })).toBe(saving);
  expect(await get("")).toBe(plain);
});

test("with Save-Data pictures load only on request", async ({ asha, browser, guest }) => {
  const title = "Chart of the bay";
  const sent = await share(asha, { name: "bay.pdf", bytes: pdf(title) }, { title, categoryId: "3" });
  const { id } = sent.body.data;
  const saving = { "Save-Data": "on" };
  const picture = `src="/files/thumbnails/${id}"`;
  await waitUntil("its picture", async () => (await guest.get("/resources")).text.includes(picture));
  for (const visitor of [guest, browser]) {
    for (const path of [
      "/resources",
      "/resources/browse?search=bay",
      "/resources/category/quantum",
      `/resources/${id}`,
    ]) {
      const page = await visitor.get(path, saving);
      expect([path, page.text.includes(picture)]).toEqual([path, false]);
      expect(page.headers.get("Vary")).toContain("Save-Data");
      const link = />Show previews</.test(page.text) && /href="([^"]*previews=1)"/.exec(page.text)?.[1];
      const asked = await visitor.get(String(link).replaceAll("&amp;", "&"), saving);
      expect([path, asked.text.includes(picture), asked.text.includes("Show previews")]).toEqual([
        path,
        true,
        false,
      ]);
      expect((await visitor.get(path)).text).toContain(picture);
    }
  }
});

test("a visitor who turns scripts off gets none on any page until they turn them on again", async ({
  asha,
  server,
}) => {
  const visitor = browse(server, asha);
  const hasScripts = async (path: string) =>
    /<script(?! type="application)/.test((await visitor.get(path)).text);
  expect(await hasScripts("/jobs")).toBe(true);
  const off = await visitor.post("/scripts", { scripts: "off", back: "/jobs?showOpenOnly=true" });
  expect([off.status, off.headers.get("Location")]).toEqual([303, "/jobs?showOpenOnly=true"]);
  for (const path of ["/", "/jobs", "/post-job", "/messages", "/resources/upload", "/nowhere"])
    expect([path, await hasScripts(path)]).toEqual([path, false]);
  const away = await visitor.post("/scripts", { scripts: "on", back: "https://elsewhere.example" });
  expect(away.headers.get("Location")).toBe("/");
  expect(await hasScripts("/jobs")).toBe(true);
});

test("each encoding has its own copy", async ({ server, guest }) => {
  const { text } = await guest.get("/jobs");
  const read = (encoding: string | null) =>
    new Promise<{ encoding: string | undefined; bytes: Buffer }>((resolve, reject) => {
      const headers = encoding === null ? {} : { "Accept-Encoding": encoding };
      request(`${server.url}/jobs`, { headers }, async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk);
        resolve({ encoding: response.headers["content-encoding"], bytes: Buffer.concat(chunks) });
      })
        .on("error", reject)
        .end();
    });
  for (let round = 0; round < 2; round++) {
    const plain = await read(null);
    expect([plain.encoding, plain.bytes.toString()]).toEqual([undefined, text]);
    const brotli = await read("gzip, br");
    expect([brotli.encoding, brotliDecompressSync(brotli.bytes).toString()]).toEqual(["br", text]);
    expect((await read("gzip, br;q=0")).encoding).toBe("gzip");
  }
});

test("unknown parameters are in no link and no copy", async ({ guest, asha }) => {
  for (let number = 0; number < 25; number++) await postJob(asha, { title: `Deck hand ${number}` });
  const plain = await guest.get("/jobs");
  const tracked = await guest.get("/jobs?utm_source=mail&fbclid=1");
  expect(tracked.text).toBe(plain.text);
  expect(tracked.headers.get("ETag")).toBe(plain.headers.get("ETag"));
  const odd = await guest.get("/jobs?utm_source=mail&showOpenOnly=true&workplaceType=on-site");
  expect(odd.text).not.toContain("utm_source");
  expect(odd.text).toBe((await guest.get("/jobs?workplaceType=on-site&showOpenOnly=true")).text);
});

test("a page is compressed quickly for its first reader, and well once it is requested again", async ({
  guest,
}) => {
  const path = `/resources?seeding=failed`;
  const size = async () =>
    Number((await guest.get(path, { "Accept-Encoding": "br" })).headers.get("Content-Length"));
  const first = await size();
  expect(await size()).toBe(first);
  await expect.poll(size).toBeLessThan(first * 0.95);
});

test("failed pages and missing pages are not cached", async ({ guest, server }) => {
  const database = server.database();
  const path = "/jobs?industry=Fishing";
  database.exec("alter table jobs rename to hidden_jobs");
  try {
    for (let round = 0; round < 2; round++) {
      const failed = await guest.get(path);
      expect([failed.status, failed.headers.get("ETag")]).toEqual([503, null]);
    }
  } finally {
    database.exec("alter table hidden_jobs rename to jobs");
  }
  const loaded = await guest.get(path);
  expect([loaded.status, loaded.headers.get("ETag")?.length]).toEqual([200, 31]);
  const missing = await guest.get("/jobs/999999");
  expect([missing.status, missing.headers.get("ETag")]).toEqual([404, null]);
  const redirected = await guest.get("/jobs?search=");
  expect([redirected.status, redirected.headers.get("Location")]).toEqual([302, "/jobs"]);
});

test("a page rendered during a write is not cached as the newer version", async ({ asha, guest }) => {
  for (let round = 0; round < sized(4, 20); round++) {
    const title = `Race ${round} of boats`;
    const query = `?search=${encodeURIComponent(title)}`;
    await Promise.all([
      guest.get(`/jobs${query}`),
      guest.get(`/jobs${query}`),
      postJob(asha, { title }),
      guest.get(`/jobs${query}`),
    ]);
    const { text } = await guest.get(`/jobs${query}`);
    expect(text).toContain(`>${title}</a>`);
  }
});

test("requests with a body and requests for data get no shared page", async ({ guest, server }) => {
  await guest.get("/jobs");
  const data = await guest.get("/jobs/1.data");
  expect(data.headers.get("ETag")).toBeNull();
  const answer = await new Promise<{ status: number | undefined; close: string | undefined }>(
    (resolve, reject) => {
      const sent = request(
        `${server.url}/jobs?industry=body`,
        { headers: { "Content-Length": "5" } },
        (response) => {
          response.resume();
          resolve({ status: response.statusCode, close: response.headers.etag });
        },
      ).on("error", reject);
      sent.end("hello");
    },
  );
  expect(answer).toEqual({ status: 200, close: undefined });
});
