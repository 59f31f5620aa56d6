import { beforeAll, describe, expect, test } from "vitest";
import { pdf, pdfOf } from "../../scripts/demo/sample-files.ts";
import type { ResourceList } from "../support/api-types.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { sized } from "../support/nightly.ts";
import { browse, join, type Member } from "../support/people.ts";
import { countRows } from "../support/rows.ts";
import { newStore, startServer } from "../support/server.ts";
import { discard, share } from "../support/upload.ts";
import { type Answer, Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const server = await shareServer(unlimited);
let asha: Member;
let guest: Visitor;

const texts = (condition = "true") => countRows(server, `file_texts where ${condition}`);
const indexed = () => countRows(server, "file_texts_search_docsize");
const allAreRead = () =>
  waitUntil(
    "all texts are read",
    () =>
      countRows(
        server,
        `resources where file_type = 'pdf' and not exists (select 1 from file_texts
          where sha256 = file_sha256)`,
      ) === 0 && indexed() === texts(),
  );

/** @returns its id, when its text is read */
async function upload(title: string, bytes: Buffer, fields: object = {}): Promise<string> {
  const { status, body } = await share(asha, { name: "paper.pdf", bytes }, { title, ...fields });
  expect(status).toBe(201);
  await allAreRead();
  return body.data.id;
}

const search = async (text: string, query = "") =>
  (await guest.get(`/api/resources?search=${encodeURIComponent(text)}${query}`)).body;
const found = async (text: string, query = "") =>
  (await search(text, query)).data.map(
    ({ title, textMatch }: { title: string; textMatch: string | null }) => [title, textMatch],
  );

beforeAll(async () => {
  asha = await join(server, "asha");
  guest = new Visitor(server.url);
});

test("a PDF is found by the words in it, after matches in titles and courses, and shown with the line", async () => {
  await upload("Sheet one", pdf("Unit test", ["Explain the Zwitterion of glycine.", "Draw it."]));
  await upload("Zwitterions", pdf("Other", ["Nothing to see."]));
  await upload("Course", pdf("Third", ["Unrelated."]), { courseCode: "ZWITTER1" });
  await upload("Sheet two", pdf("Fourth", ["A zwitterion, again."]));
  expect(await found("zwitter")).toEqual([
    ["Course", null],
    ["Zwitterions", null],
    ["Sheet two", "A zwitterion, again."],
    ["Sheet one", "Explain the Zwitterion of glycine."],
  ]);
  expect(await search("zwitter")).toMatchObject({ totalCount: 4, totalPages: 1, totalCountCapped: false });
  // All words, in any order; the first line with all of them.
  expect(await found("glycine EXPLAIN")).toEqual([["Sheet one", "Explain the Zwitterion of glycine."]]);
  expect(await found("glycine unrelated")).toEqual([]);
  expect((await found("draw zwitterion")).map(([title]) => title)).toEqual(["Sheet one"]);
  // One or two letters alone are not searched in texts.
  expect(await found("of")).toEqual([]);
  for (const text of ['"', "zwitter*", 'zwitter" OR "a', "NOT glycine", "text:glycine", "(", "glycine)"])
    expect((await guest.get(`/api/resources?search=${encodeURIComponent(text)}`)).status).toBe(200);

  const walked: string[] = [];
  for (let query: string | undefined = "search=zwitter&limit=1"; query; ) {
    const { body, headers }: Answer<ResourceList> = await guest.get(`/api/resources?${query}`);
    walked.push(...body.data.map(({ title }) => title));
    query = /\?([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1];
  }
  expect(walked).toEqual(["Course", "Zwitterions", "Sheet two", "Sheet one"]);
  expect(await found("zwitter", "&limit=1&page=3")).toEqual([["Sheet two", "A zwitterion, again."]]);
  expect(await found("zwitter", "&courseCode=zwitter1")).toEqual([["Course", null]]);

  const page = (await guest.get("/resources/browse?search=glycine")).text;
  expect(page).toContain("Explain the Zwitterion of glycine.");
  const { kinds } = (await guest.get("/api/search?q=zwitter&kind=resources")).body;
  expect(kinds[0]?.results.map(({ title, text }: { title: string; text: string }) => [title, text])).toEqual([
    ["Zwitterions", ""],
    ["Course", ""],
    ["Sheet two", "A zwitterion, again."],
  ]);
  expect((await guest.get("/search?q=glycine")).text).toContain("Sheet one");
});

test("a single resource, and a list without a search, show no text of the file", async () => {
  const id = await upload("Silent", pdf("Silent", ["Perihelion of Mercury"]));
  const one = (await guest.get(`/api/resources/${id}`)).text;
  const all = (await guest.get("/api/resources")).text;
  const page = (await guest.get(`/resources/${id}`)).text;
  for (const text of [one, all, page]) expect(text).not.toContain("Perihelion");
  expect(JSON.parse(one).data).not.toHaveProperty("textMatch");
  expect(JSON.parse(all).data[0].textMatch).toBeNull();
});

test("a note in the bin is not found, and its text is deleted with its last file", async () => {
  const bytes = pdf("Shared", ["Chlorophyll absorbs red."]);
  const first = await upload("Green", bytes);
  const second = await upload("Green again", bytes);
  expect((await found("chlorophyll")).map(([title]) => title)).toEqual(["Green again", "Green"]);
  await asha.call("DELETE", `/api/resources/${first}`);
  expect((await found("chlorophyll")).map(([title]) => title)).toEqual(["Green again"]);
  expect((await asha.call("POST", `/api/resources/${first}/restore`)).status).toBe(200);
  expect(await found("chlorophyll")).toHaveLength(2);
  const before = texts();
  await discard(server, asha, first);
  expect(texts()).toBe(before);
  await discard(server, asha, second);
  expect(await found("chlorophyll")).toEqual([]);
  expect(texts()).toBe(before - 1);
  expect(indexed()).toBe(texts());
});

describe("a file without readable text is stored without any, and its uploader can go on", () => {
  const whole = pdf("Locked", ["Nudibranch"]);
  const catalog = /trailer<<\/Size (\d+)/;
  /** With the standard handler's entries, but a key that no password opens. */
  const encrypted = (n: number) =>
    Buffer.from(
      whole
        .toString("latin1")
        .replace(
          catalog,
          `trailer<</Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${"ab".repeat(32)}>/U<${"cd".repeat(32)}>>>/ID[<0${n}><0${n}>]/Size $1`,
        ),
      "latin1",
    );
  const scanned = (n: number) =>
    pdfOf([`q 400 0 0 400 50 ${200 + n} cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q`]);
  const damaged = (n: number) => Buffer.from(`%PDF-1.7\n${"nothing ".repeat(100)}${n}`);
  const cutOff = (n: number) => Buffer.concat([whole.subarray(0, 300 + n)]);

  const times = sized(2, 5);
  test.each([
    ["encrypted", encrypted],
    ["scanned", scanned],
    ["damaged", damaged],
    ["cut off", cutOff],
  ])("%s", async (name, make) => {
    const before = texts();
    const empty = texts("text = ''");
    for (let n = 0; n < times; n++) await upload(`${name} ${n}`, make(n));
    expect(texts()).toBe(before + times);
    expect(texts("text = ''")).toBe(empty + times);
    expect(await found("nudibranch")).toEqual([]);
    const word = `permafrost${name.replace(" ", "")}`;
    const id = await upload(`Whole ${name}`, pdf("Whole", [`${word} thaws`]));
    expect(await found(word)).toEqual([[`Whole ${name}`, `${word} thaws`]]);
    // Pictures are still drawn for this member.
    expect((await asha.call("GET", `/api/resources/${id}`)).body.data).toMatchObject({
      title: `Whole ${name}`,
    });
    await waitUntil("it is drawn", async () => (await guest.get(`/files/thumbnails/${id}`)).status === 200);
  });

  test("only the first 200 KB of a long text are stored", async () => {
    const line = `(${"a".repeat(1_300)}) Tj 0 -1 Td\n`;
    const page = (word: string) =>
      `BT /F1 1 Tf 10 800 Td (${word}) Tj 0 -1 Td\n${line.repeat(170)}(end) Tj ET`;
    const id = await upload("Endless", pdfOf([page("megafauna"), page("microfauna")]));
    expect((await found("megafauna")).map(([title]) => title)).toEqual(["Endless"]);
    expect(await found("microfauna")).toEqual([]);
    const sizes = server
      .database()
      .prepare("select length(cast(text as blob)) from file_texts order by id desc limit 1")
      .pluck()
      .get();
    expect(sizes).toBeGreaterThan(190 * 1024);
    expect(sizes).toBeLessThanOrEqual(200 * 1024);
    expect((await guest.get("/resources/browse?search=megafauna")).text).toContain(`/resources/${id}`);
    await upload("After it", pdf("After", ["Protists"]));
    expect(await found("protists")).toEqual([["After it", "Protists"]]);
  });
});

test("the texts of existing files are read after a start, newest first", async () => {
  const storage = newStore();
  const before = await startServer(unlimited, storage);
  const kabir = await join(before, "kabir");
  for (const title of ["Older", "Newer"]) {
    const bytes = pdf(title, ["Stromatolite"]);
    expect((await share(kabir, { name: "x.pdf", bytes }, { title })).status).toBe(201);
  }
  const count = (of: typeof before) => countRows(of, "file_texts_search_docsize");
  await waitUntil("both are read", () => count(before) === 2);
  before.database().exec("delete from file_texts");
  await before.stop();

  const after = await startServer(unlimited, storage);
  await waitUntil("both are read again", () => count(after) === 2);
  const order = after
    .database()
    .prepare("select title from file_texts join resources on file_sha256 = sha256 order by file_texts.id")
    .pluck()
    .all();
  expect(order).toEqual(["Newer", "Older"]);
  const { data } = (await new Visitor(after.url).get("/api/resources?search=stromatolite")).body;
  expect(data.map(({ title }: { title: string }) => title)).toEqual(["Newer", "Older"]);
  await after.stop();
});

test("a member's search shows the lines as well", async () => {
  const page = (await browse(server, asha).get("/resources/browse?search=perihelion")).text;
  expect(page).toContain("Perihelion of Mercury");
});

test("the edit page makes suggestions from a file's name and first page, and fills in nothing", async () => {
  const id = await upload("scan", pdf("Discrete Structures", ["CS 305 Mid-semester examination 2021"]));
  const browser = browse(server, asha);
  const open = async () => plain((await browser.get(`/resources/${id}/edit`)).text);
  const page = await open();
  for (const text of [
    "Title: Discrete Structures",
    "Kind: Past paper",
    "Course code: CS305",
    "Exam: Mid-term",
  ])
    expect(page).toContain(`Use ${text}`);
  expect(page).not.toMatch(/name="courseCode"[^>]*value="CS305"/);
  await asha.call("PUT", `/api/resources/${id}`, { resourceType: "notes" });
  const ofNotes = await open();
  expect(ofNotes).toContain("Use Course code: CS305");
  expect(ofNotes).not.toContain("Use Exam");
});

test("a suggestion's button keeps what is typed and stores nothing", async () => {
  const id = await upload("scan", pdf("Graph Theory", ["CS 306 End-semester examination 2020"]));
  const browser = browse(server, asha);
  const typed = { title: "Typed", categoryId: "2", year: "3", description: "Half a sent", version: "1" };
  const press = async (intent: string, fields: object) => {
    const { status, text } = await browser.post(`/resources/${id}/edit`, { ...typed, ...fields, intent });
    expect(status).toBe(200);
    return plain(text);
  };
  const one = await press("use-courseCode", { paperYear: "3000" });
  expect(one).toMatch(/name="courseCode"[^>]*value="CS306"/);
  expect(one).not.toContain("Use Course code");
  expect(one).toContain("Use Title: Graph Theory");
  for (const [name, value] of [
    ["title", "Typed"],
    ["paperYear", "3000"],
    ["version", "1"],
  ])
    expect(one).toMatch(new RegExp(`name="${name}"[^>]*value="${value}"`));
  expect(one).toContain("Half a sent</textarea>");
  for (const chosen of ["2", "3"]) expect(one).toContain(`<option value="${chosen}" selected="">`);

  const all = await press("use-all", { courseCode: "XX1" });
  for (const [name, value] of [
    ["title", "Graph Theory"],
    ["courseCode", "CS306"],
    ["paperYear", "2020"],
  ])
    expect(all).toMatch(new RegExp(`name="${name}"[^>]*value="${value}"`));
  for (const chosen of ["past-paper", "end-term"])
    expect(all).toContain(`<option value="${chosen}" selected="">`);
  expect(all).not.toContain("Suggestions from the file");
  expect(await press("use-exam", { resourceType: "notes" })).not.toContain('"end-term" selected');
  expect((await browser.post(`/resources/${id}/edit`, { ...typed, intent: "use-nonsense" })).status).toBe(
    400,
  );
  expect((await guest.get(`/api/resources/${id}`)).body.data).toMatchObject({
    title: "scan",
    courseCode: null,
    paperYear: null,
    exam: null,
    description: null,
  });
});

/** HTML without React's marks between texts. */
const plain = (html: string) => html.replaceAll("<!-- -->", "");
