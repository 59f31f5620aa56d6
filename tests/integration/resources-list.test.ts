import { beforeAll, describe, expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { readDocument } from "../support/openapi.ts";
import { join, type Member, makeAdmin } from "../support/people.ts";
import { share } from "../support/upload.ts";
import { problemOf, type Query, Visitor } from "../support/visitor.ts";

const server = await shareServer(unlimited);
let asha: Member;
let guest: Visitor;

const list = async (query: Query = "") => (await guest.get(`/api/resources${query}`)).body;
const titles = async (query: Query) => (await list(query)).data.map(({ title }) => title);

beforeAll(async () => {
  asha = await join(server, "asha");
  guest = new Visitor(server.url);
  for (let number = 1; number <= 30; number++) {
    const fields = {
      title: `Paper ${number}${number % 10 === 0 ? " on Entropy" : ""}`,
      description: number === 7 ? 'C++ & what ünlike 100% "quoted" _things_' : "",
      categoryId: String((number % 2) + 1),
      year: String((number % 4) + 1),
    };
    await share(asha, { name: `paper-${number}.txt`, bytes: Buffer.from(`paper ${number}`) }, fields);
  }
});

describe("GET /api/resources", () => {
  test("the list returns every field of the contract, newest first", async () => {
    const all = await list();
    expect(all).toMatchObject({
      success: true,
      currentPage: 1,
      totalPages: 3,
      totalCount: 30,
      totalCountCapped: false,
    });
    expect(all.data).toHaveLength(12);
    expect(all.data[0]).toEqual({
      id: "30",
      title: "Paper 30 on Entropy",
      description: null,
      category: { id: "1", name: "Academics Notes", slug: "academics-notes" },
      year: 3,
      courseCode: null,
      eventId: null,
      resourceType: null,
      paperYear: null,
      exam: null,
      textMatch: null,
      fileUrl: "/files/30/paper-30.txt",
      fileType: "txt",
      size: 8,
      downloadCount: 0,
      user: { id: asha.id, name: "Asha Verma" },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  test("the list pages, combines filters, and is empty past the end", async () => {
    expect((await list("?limit=5&page=6")).data.map(({ id }) => id)).toEqual(["5", "4", "3", "2", "1"]);
    expect(await list("?page=4")).toMatchObject({ data: [], currentPage: 4, totalPages: 3 });
    expect(
      (await list("?categorySlug=gate-notes&year=2")).data.every(
        ({ year, category }) => year === 2 && category.slug === "gate-notes",
      ),
    ).toBe(true);
    expect((await list("?categoryId=2")).totalCount).toBe(15);
    expect((await list("?year=2")).totalCount).toBe(8);
    expect((await list("?categorySlug=nowhere")).totalCount).toBe(0);
    expect((await list("?categoryId=nowhere")).totalCount).toBe(0);
    expect((await list("?categorySlug=&year=&search=&page=&nonsense=1")).totalCount).toBe(30);
  });

  test("the search ignores case in titles and descriptions, and takes every character literally", async () => {
    expect(await titles("?search=eNTROpy")).toEqual([
      "Paper 30 on Entropy",
      "Paper 20 on Entropy",
      "Paper 10 on Entropy",
    ]);
    expect(await titles("?search=entropy&categorySlug=academics-notes&year=3")).toEqual([
      "Paper 30 on Entropy",
      "Paper 10 on Entropy",
    ]);
    for (const text of ["c++", "ünlike", "100%", '"quoted"', "_things_", "& what"]) {
      expect(await titles(`?search=${encodeURIComponent(text)}`), text).toEqual(["Paper 7"]);
    }
    // Words too short for the index are searched in titles only.
    expect(await titles("?search=30")).toEqual(["Paper 30 on Entropy"]);
    for (const text of ["C+", "%", "' or 1=1", "title:paper", "paper*", "NEAR(a b)", "\\"]) {
      expect(await titles(`?search=${encodeURIComponent(text)}`), text).toEqual([]);
    }
  });

  test.each([
    "limit=0",
    "limit=101",
    "limit=x",
    "page=0",
    "page=x",
    "page=-1",
    "page=1.5",
    "year=0",
    "year=5",
    "year=x",
  ])("the list refuses %s with 422", async (query) => {
    const answer = await guest.get(`/api/resources?${query}`);
    expect(answer.status).toBe(422);
    expect(Object.keys(problemOf(answer).errors)).toEqual([query.split("=")[0]]);
  });

  test("a course code is found in any case, by filter and by search, and a kind by its filter", async () => {
    const sent = [
      { title: "Course notes", courseCode: " me201 ", resourceType: "notes" },
      { title: "Course paper", courseCode: "ME201", resourceType: "past-paper", year: "4" },
      { title: "Another course", courseCode: "ME2010" },
    ];
    const ids: string[] = [];
    for (const fields of sent) {
      const { status, body } = await share(asha, { name: "n.txt", bytes: Buffer.from(fields.title) }, fields);
      const { data } = body;
      expect(status).toBe(201);
      ids.push(data.id);
    }
    expect((await guest.get(`/api/resources/${ids[0]}`)).body).toMatchObject({
      data: { courseCode: "ME201", resourceType: "notes" },
    });
    const both = ["Course paper", "Course notes"];
    expect(await list("?courseCode=me201")).toMatchObject({ totalCount: 2, totalPages: 1 });
    expect(await titles("?courseCode=me201")).toEqual(both);
    expect(await titles("?courseCode=ME201&resourceType=past-paper&year=4")).toEqual(["Course paper"]);
    expect(await titles("?resourceType=notes")).toEqual(["Course notes"]);
    expect(await titles("?search=me201")).toEqual(["Another course", ...both]);
    expect(await titles("?search=me201&courseCode=me201")).toEqual(both);
    for (const query of [`courseCode=${"x".repeat(500)}`, "courseCode=%27%20or%201%3D1"])
      expect(await titles(`?${query}`)).toEqual([]);

    const page = (await guest.get("/resources/browse?courseCode=me201&resourceType=notes")).text;
    expect(page).toContain("Course notes");
    expect(page).not.toContain("Course paper");
    expect(page).toContain("ME201, Notes");
    expect(page).toContain('<option value="ME2010"></option>');
    expect((await guest.get("/resources/browse?resourceType=nonsense")).text).toContain("Course paper");
    const resource = (await guest.get(`/resources/${ids[0]}`)).text;
    expect(resource).toMatch(/More of this course[\s\S]*Course paper/);
    expect(resource).toMatch(/href="\/files\/\d+\/n.txt\?preview=1"[^>]*>Open</);
    expect((await guest.get(`/resources/${ids[2]}`)).text).not.toContain("More of this course");

    const change = (fields: object) => asha.call("PUT", `/api/resources/${ids[2]}`, fields);
    expect((await change({ courseCode: "cs 101", resourceType: "solution" })).body).toMatchObject({
      data: { courseCode: "CS 101", resourceType: "solution", title: "Another course" },
    });
    expect(await titles("?search=me201")).toEqual(both);
    expect((await change({ courseCode: "", resourceType: null })).body).toMatchObject({
      data: { courseCode: null, resourceType: null },
    });
    for (const [name, value] of [
      ["courseCode", "x".repeat(21)],
      ["courseCode", "ß".repeat(11)],
      ["courseCode", 201],
      ["resourceType", "paper"],
      ["resourceType", 1],
    ] as const) {
      const answer = await change({ [name]: value });
      expect([value, answer.status]).toEqual([value, 422]);
      expect(Object.keys(problemOf(answer).errors)).toEqual([name]);
      if (typeof value !== "string") continue;
      const file = { name: "w.txt", bytes: Buffer.from("wrong") };
      expect((await share(asha, file, { [name]: value })).status).toBe(422);
    }
    for (const id of ids) await asha.call("DELETE", `/api/resources/${id}`);
  });

  test("a search with more than 10,000 results says so, and has pages for 10,000", async () => {
    const database = server.database();
    database.exec(`insert into resources(title, category_id, year, file_sha256, file_name, file_type, size, download_count, user_id, created_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 10050)
      select 'Plentiful ' || i, 5, 4, (select sha256 from files limit 1), 'x.txt', 'txt', 8, 0, 1, 1 from n`);
    expect(await list("?search=plentiful&limit=100")).toMatchObject({
      totalCount: 10_000,
      totalCountCapped: true,
      totalPages: 100,
    });
    expect((await list("?search=plentiful&limit=100&page=100")).data).toHaveLength(100);
    expect((await list("?search=plentiful&limit=100&page=101")).data).toHaveLength(0);
    expect(await list("?categorySlug=others")).toMatchObject({ totalCount: 10_050, totalCountCapped: false });
    const last = await guest.get("/api/resources?search=plentiful&limit=100&page=100");
    expect((await guest.next(last)).body).toMatchObject({ data: { length: 50 }, currentPage: 101 });
    const page = (await guest.get("/resources/browse?search=plentiful")).text;
    expect(page).toContain("10,000+");
    database.exec("delete from resources where title like 'Plentiful%'");
    expect((await list("?categorySlug=others")).totalCount).toBe(0);
  });

  test("a search whose first 10,000 candidates lack the words says so, and continues after them", async () => {
    const database = server.database();
    // These contain the word's trigrams but not the word.
    database.exec(`insert into resources(title, category_id, year, file_sha256, file_name, file_type, size, download_count, user_id, created_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i <= 10010)
      select iif(i = 1, 'Banana bread', 'Ban ana anan ' || i), 5, 4, (select sha256 from files limit 1), 'x.txt', 'txt', 8, 0, 1, 1 from n`);
    const first = await guest.get("/api/resources?search=banana");
    expect(first.body).toMatchObject({ data: [], totalCount: 0, totalCountCapped: true });
    expect((await guest.next(first)).body.data.map(({ title }) => title)).toEqual(["Banana bread"]);
    expect((await guest.get("/resources/browse?search=banana")).text).toContain("0+");
    database.exec("delete from resources where category_id = 5");
  });

  test("the list supports HEAD and 304", async () => {
    const etag = (await guest.get("/api/resources")).headers.get("ETag") ?? "";
    expect((await guest.get("/api/resources", { "If-None-Match": etag })).status).toBe(304);
    expect((await guest.fetch("/api/resources", { method: "HEAD" })).status).toBe(200);
  });
});

describe("one resource", () => {
  test("anyone can read a resource, and its uploader or an administrator can delete it", async () => {
    const rohan = await join(server, "rohan");
    const meera = await join(server, "meera");
    makeAdmin(server, meera);
    expect((await guest.get("/api/resources/1")).body).toMatchObject({ success: true, data: { id: "1" } });
    for (const id of ["999", "0", "x", "1e1", "-1"])
      expect((await guest.get(`/api/resources/${id}`)).status).toBe(404);
    expect((await guest.call("DELETE", "/api/resources/1")).status).toBe(401);
    expect((await rohan.call("DELETE", "/api/resources/1")).status).toBe(403);
    expect((await meera.call("DELETE", "/api/resources/1")).body).toMatchObject({
      success: true,
      data: { id: "1" },
    });
    expect((await guest.get("/api/resources/1")).status).toBe(404);
    expect((await list("?search=paper 1")).data.some(({ id }) => id === "1")).toBe(false);
    expect((await rohan.call("POST", "/api/resources/2", {})).status).toBe(405);
  });
});

describe("categories", () => {
  test("the five categories are in order, each with its total and latest six resources", async () => {
    const { data } = (await guest.get("/api/resources/categories")).body;
    expect(data.map(({ name, slug }) => [name, slug])).toEqual([
      ["Academics Notes", "academics-notes"],
      ["Gate Notes", "gate-notes"],
      ["Quantum", "quantum"],
      ["Placement Resources", "placement-resources"],
      ["Others", "others"],
    ]);
    expect(data.map(({ resourceCount }) => resourceCount).slice(2)).toEqual([0, 0, 0]);
    expect(data[0]?.resources).toHaveLength(6);
  });

  test("POST /api/seed-categories creates missing categories, however often it is called", async () => {
    server.database().exec("delete from resource_categories where slug in ('quantum', 'others')");
    expect((await guest.call("POST", "/api/seed-categories")).status).toBe(401);
    for (let turn = 0; turn < 2; turn++) {
      const answer = await asha.call("POST", "/api/seed-categories");
      expect(answer.status).toBe(200);
      const { data } = answer.body;
      expect(data.map(({ slug }) => slug)).toEqual([
        "academics-notes",
        "gate-notes",
        "quantum",
        "placement-resources",
        "others",
      ]);
    }
  });
});

describe("the OpenAPI document", () => {
  test("the OpenAPI document describes every call on resources", async () => {
    const document = await guest.get("/api/openapi.json");
    const { paths } = await readDocument(server);
    expect(Object.keys(paths["/api/resources"] ?? {})).toEqual(["get", "post"]);
    expect(document.text).toContain('"format":"binary"');
    for (const path of [
      "/api/resources/{id}",
      "/api/resources/categories",
      "/api/seed-categories",
      "/api/uploads",
    ])
      expect(paths).toHaveProperty([path]);
  });
});
