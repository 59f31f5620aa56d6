import { beforeAll, describe, expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { browse, join, type Member } from "../support/people.ts";
import { dayIn } from "../support/time.ts";
import { type Sending, share } from "../support/upload.ts";
import { problemOf, Visitor } from "../support/visitor.ts";

const server = await shareServer(unlimited);
/** In the server's time zone. */
const thisYear = () => Number(dayIn(0).slice(0, 4));
let asha: Member;
let guest: Visitor;
let count = 0;

const paper = { resourceType: "past-paper", courseCode: "PH101", paperYear: "2024", exam: "mid-term" };

async function upload(fields: Sending) {
  count += 1;
  const file = { name: `${count}.txt`, bytes: Buffer.from(`file ${count}`) };
  return share(asha, file, { title: `Paper ${count}`, ...fields });
}

async function uploaded(fields: Sending) {
  const { status, body } = await upload(fields);
  expect(status).toBe(201);
  return body.data;
}

beforeAll(async () => {
  asha = await join(server, "asha");
  guest = new Visitor(server.url);
});

describe("year and exam of a past paper", () => {
  test("a past paper has a year, an exam, both or neither, and other kinds have none", async () => {
    expect(await uploaded(paper)).toMatchObject({ paperYear: 2024, exam: "mid-term" });
    expect(await uploaded({ resourceType: "past-paper" })).toMatchObject({ paperYear: null, exam: null });
    expect(await uploaded({ ...paper, exam: "" })).toMatchObject({ paperYear: 2024, exam: null });
    for (const resourceType of ["notes", "solution", "other", ""])
      expect(await uploaded({ ...paper, resourceType })).toMatchObject({ paperYear: null, exam: null });
  });

  test("changing the kind removes year and exam, and changing other fields keeps them", async () => {
    const { id } = await uploaded(paper);
    const change = async (fields: object) =>
      (await asha.call("PUT", `/api/resources/${id}`, fields)).body.data;
    expect(await change({ title: "Renamed" })).toMatchObject({ paperYear: 2024, exam: "mid-term" });
    expect(await change({ exam: "quiz" })).toMatchObject({ paperYear: 2024, exam: "quiz" });
    expect(await change({ paperYear: null })).toMatchObject({ paperYear: null, exam: "quiz" });
    expect(await change({ paperYear: 2020, exam: null })).toMatchObject({ paperYear: 2020, exam: null });
    expect(await change({ resourceType: "notes" })).toMatchObject({ paperYear: null, exam: null });
    expect(await change({ paperYear: 2020, exam: "quiz" })).toMatchObject({ paperYear: null, exam: null });
    expect(await change({ resourceType: "past-paper", paperYear: 2021 })).toMatchObject({
      resourceType: "past-paper",
      paperYear: 2021,
    });
  });

  test.each([
    ["paperYear", "3000"],
    ["paperYear", "1989"],
    ["paperYear", "2020.5"],
    ["paperYear", "last"],
    ["exam", "final"],
  ])("an upload with %s %s is refused at its field", async (name, value) => {
    const answer = await upload({ ...paper, [name]: value });
    expect(answer.status).toBe(422);
    expect(Object.keys(problemOf(answer).errors)).toEqual([name]);
  });

  test("an upload with next year's paper is refused at its field", async () => {
    const answer = await upload({ ...paper, paperYear: String(thisYear() + 1) });
    expect(answer.status).toBe(422);
    expect(Object.keys(problemOf(answer).errors)).toEqual(["paperYear"]);
  });

  test("the upload page keeps everything typed with one sentence if the year is invalid", async () => {
    const form = new FormData();
    const typed = { ...paper, title: "Typed", categoryId: "1", year: "2", description: "With a key" };
    for (const [name, text] of Object.entries({ ...typed, paperYear: "3000" })) form.append(name, text);
    form.append("file", new Blob(["a paper"]), "paper.txt");
    const headers = { Origin: server.url };
    const answer = await browse(server, asha).fetch("/resources/upload", {
      method: "POST",
      body: form,
      headers,
    });
    expect(answer.status).toBe(422);
    const { text } = answer;
    expect(text).toContain(`The paper&#x27;s year must be from 1990 to ${thisYear()}`);
    for (const [name, value] of [
      ["title", "Typed"],
      ["courseCode", "PH101"],
      ["paperYear", "3000"],
    ])
      expect(text).toMatch(new RegExp(`name="${name}"[^>]*value="${value}"`));
    for (const chosen of ["1", "2", "past-paper", "mid-term"])
      expect(text).toContain(`<option value="${chosen}" selected="">`);
    expect(text).toContain("With a key</textarea>");
    expect((await guest.get("/api/resources?search=typed")).body.data).toEqual([]);
  });

  test("a change to the year 3000 is refused at its field and changes nothing", async () => {
    const { id } = await uploaded(paper);
    const answer = await asha.call("PUT", `/api/resources/${id}`, { title: "Lost", paperYear: 3000 });
    expect(answer.status).toBe(422);
    expect(Object.keys(problemOf(answer).errors)).toEqual(["paperYear"]);
    expect((await guest.get(`/api/resources/${id}`)).body.data).toMatchObject({
      title: expect.stringMatching(/^Paper \d+$/),
      paperYear: 2024,
    });
  });

  test("a paper can be of this year or of 1990, in any script's digits", async () => {
    expect(await uploaded({ ...paper, paperYear: String(thisYear()) })).toMatchObject({
      paperYear: thisYear(),
    });
    expect(await uploaded({ ...paper, paperYear: "१९९०" })).toMatchObject({ paperYear: 1990 });
  });

  test("the edit page stores year and exam, and keeps what was typed with one sentence if the year is invalid", async () => {
    const { id } = await uploaded({ resourceType: "past-paper" });
    const browser = browse(server, asha);
    const form = {
      title: "Set by hand",
      categoryId: "1",
      year: "2",
      resourceType: "past-paper",
      courseCode: "PH101",
      paperYear: "3000",
      exam: "end-term",
      version: "1",
    };
    const refused = await browser.post(`/resources/${id}/edit`, form);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain(`The paper&#x27;s year must be from 1990 to ${thisYear()}`);
    expect(refused.text).toMatch(/name="paperYear"[^>]*value="3000"/);
    expect(refused.text).toContain('value="end-term" selected=""');
    expect((await browser.post(`/resources/${id}/edit`, { ...form, paperYear: "2019" })).status).toBe(303);
    expect((await guest.get(`/resources/${id}`)).text).toContain("Past paper, end-term 2019");
    const page = (await browser.get(`/resources/${id}/edit`)).text;
    expect(page).toMatch(/name="paperYear"[^>]*value="2019"/);
  });
});

test("the API's list and the page filter papers by year and exam", async () => {
  await uploaded({ ...paper, title: "Optics one", courseCode: "OP1", paperYear: "2011" });
  await uploaded({ ...paper, title: "Optics two", courseCode: "OP1", paperYear: "2012", exam: "quiz" });
  await uploaded({ title: "Optics notes", courseCode: "OP1", resourceType: "notes" });
  const titles = async (query: string) => {
    const { data, totalCount } = (await guest.get(`/api/resources?${query}`)).body;
    expect(totalCount).toBe(data.length);
    return data.map(({ title }: { title: string }) => title);
  };
  expect(await titles("paperYear=2011")).toEqual(["Optics one"]);
  expect(await titles("courseCode=op1&exam=quiz")).toEqual(["Optics two"]);
  expect(await titles("courseCode=op1&exam=")).toEqual(["Optics notes", "Optics two", "Optics one"]);
  expect(await titles("paperYear=2012&exam=mid-term")).toEqual([]);
  expect(await titles("search=optics&paperYear=2012")).toEqual(["Optics two"]);
  expect(await titles("courseCode=op1&exam=nonsense")).toHaveLength(3);
  for (const year of ["3000", "1989", "x"]) {
    const answer = await guest.get(`/api/resources?paperYear=${year}`);
    expect(answer.status).toBe(422);
    expect(Object.keys(problemOf(answer).errors)).toEqual(["paperYear"]);
  }

  const browsed = async (query: string) => (await guest.get(`/resources/browse?${query}`)).text;
  const found = await browsed("paperYear=2012&exam=quiz");
  expect(found).toContain("Optics two");
  expect(found).not.toContain("Optics one");
  expect(found).toContain("Past paper, quiz 2012");
  expect(await browsed("courseCode=OP1&paperYear=3000")).toContain("Optics notes");
});

describe("a course's page", () => {
  const page = async (code: string, reader = guest) => reader.get(`/resources/courses/${code}`);
  const rows = (html: string) =>
    [...html.matchAll(/<th scope="row">([^<]*)<\/th>(.*?)<\/tr>/gs)].map(([, year, cells = ""]) => [
      year,
      [...cells.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell = ""]) =>
        [...cell.matchAll(/<a [^>]*>([^<]*)</g)].map(([, title]) => title).join("|"),
      ),
    ]);

  test("a course's papers are a grid of years and exams, with a row for papers without a year", async () => {
    const own = { resourceType: "past-paper", courseCode: "GR 7" };
    await uploaded({ ...own, title: "End 22", paperYear: "2022", exam: "end-term" });
    await uploaded({ ...own, title: "Mid 23", paperYear: "2023", exam: "mid-term" });
    await uploaded({ ...own, title: "End 23", paperYear: "2023", exam: "end-term" });
    await uploaded({ ...own, title: "End 23 again", paperYear: "2023", exam: "end-term" });
    await uploaded({ ...own, title: "Some mid", exam: "mid-term" });
    await uploaded({ title: "Notes of it", courseCode: "GR 7", resourceType: "notes" });
    await uploaded({ title: "Of another", courseCode: "GR 70", resourceType: "notes" });
    for (const code of ["gr%207", "GR%207"]) {
      const { status, text } = await page(code);
      expect(status).toBe(200);
      expect(text).toContain('<h1 dir="auto">GR 7</h1>');
      expect(rows(text)).toEqual([
        ["2023", ["Mid 23", "End 23 again|End 23"]],
        ["2022", ["", "End 22"]],
        ["Without a year", ["Some mid", ""]],
      ]);
      expect(text).toContain("Notes of it");
      expect(text).not.toContain("Of another");
    }
  });

  test("the page of a course without notes is 200 and says so, whatever its code", async () => {
    for (const code of ["nothing", "x".repeat(300), "%3Cb%3E", "%E0%A4%A4", "%2F", "%00"]) {
      const { status, text } = await page(code);
      expect([code, status]).toEqual([code, 200]);
      expect(text).toContain("Nobody has shared a paper or a note with this course code.");
    }
  });

  test("a note links to its course, where members see who offers help and guests do not", async () => {
    const { id } = await uploaded({ ...paper, courseCode: "HE 5" });
    expect((await guest.get(`/resources/${id}`)).text).toContain('href="/resources/courses/HE%205"');
    const kabir = await join(server, "kabir");
    const database = server.database();
    database.exec("insert into tags (name) values ('he-5')");
    database
      .prepare(
        "insert into user_topics (user_id, tag_id, position) select ?, id, 1 from tags where name = 'he-5'",
      )
      .run(Number(kabir.id));
    const seen = (await page("he%205", browse(server, asha))).text;
    expect(seen).toContain(`href="/people/${kabir.id}"`);
    expect(seen).toMatch(/Ask about (<!-- -->)?HE 5/);
    expect((await page("he%205", browse(server, kabir))).text).toContain("Nobody has offered help");
    expect((await page("he%205")).text).not.toContain(`/people/${kabir.id}`);
  });
});
