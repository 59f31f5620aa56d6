import { expect } from "vitest";
import { type AnyJobFilter, jobFilterNames, jobFilters } from "../../app/jobs/filter.ts";
import { listHref, readListFilter } from "../../app/jobs/pages/list-filter.ts";
import { createTest, unlimited } from "../support/integration.ts";
import { readDocument } from "../support/openapi.ts";
import { job, newMember, openSession } from "../support/people.ts";
import { Visitor } from "../support/visitor.ts";

const test = createTest(unlimited);
const path = "/api/saved-searches";
const _count = 0;

const list = async (member: Visitor) => (await member.call("GET", "/api/notices?unread=true")).body.data;

test("a member can save ten searches, unique by query, and the eleventh is refused", async ({ server }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const save = (query: string, frequency = "daily") =>
    asha.call("POST", path, { kind: "jobs", query, frequency });
  const first = await save("search=firmware");
  expect(first.status).toBe(201);
  expect(first.body).toEqual({
    id: expect.stringMatching(/^\d+$/),
    kind: "jobs",
    query: "search=firmware",
    frequency: "daily",
  });
  for (let n = 1; n < 10; n++) expect((await save(`search=word${n}`)).status).toBe(201);
  expect((await save("search=more")).status).toBe(409);
  expect((await save("search=firmware", "at-once")).body).toMatchObject({
    id: first.body.id,
    frequency: "at-once",
  });
  expect((await asha.call("GET", path)).body).toHaveLength(10);
  const { id } = first.body;
  expect((await rohan.call("DELETE", `${path}/${id}`)).status).toBe(404);
  expect((await asha.call("DELETE", `${path}/${id}`)).status).toBe(204);
  expect((await save("search=more")).status).toBe(201);
  for (const wrong of [
    { kind: "events", query: "", frequency: "daily" },
    { kind: "jobs", query: "search=x", frequency: "weekly" },
    { kind: "jobs", frequency: "daily" },
    { kind: "questions", query: "", frequency: "daily" },
  ])
    expect([wrong, (await asha.call("POST", path, wrong)).status]).toEqual([wrong, 422]);
});

test.for([
  ["search=motor", true],
  ["search=FIRMware", true],
  ["search=irmwa", true],
  ["search=%22motor", false],
  ["search=watercolour", false],
  ["search=c%2C+osc", true],
  ["search=intern+motor", true],
  ["search=motor+northlight", true],
  ["search=motor+watercolour", false],
  ["search=F%C3%ADrmware%2C+c", true],
  ["search=c", true],
  ["search=wr", false],
  ["company=robotics+northlight", true],
  ["locations=kochi", true],
  ["locations=kochi+pune", true],
  ["locations=kochi+delhi", false],
  ["locations=delhi", false],
  ["industry=manufact&opportunityType=Internship", true],
  ["opportunityType=Internship&workplaceType=Remote", false],
  ["opportunityType=Internship&opportunityType=Full-time", true],
  ["workplaceType=On-site", true],
  ["search=ro", true],
  ["search=%C3%A9cole", false],
  ["company=northlight", true],
  ["company=south", false],
  ["minSalary=40000&currency=INR&salaryType=per+month", true],
  ["minSalary=40001&currency=INR&salaryType=per+month", false],
  ["minSalary=1&currency=USD&salaryType=per+month", false],
  ["minSalary=1&salaryType=per+hour", false],
  ["minSalary=many", true],
  ["maxExperience=0&company=North", true],
  ["postedWithin=1&sort=deadline", true],
] as const)("the saved search %s finds the new job: %s", async ([query, isFound], { server }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  expect((await asha.call("POST", path, { kind: "jobs", query, frequency: "at-once" })).status).toBe(201);
  expect((await rohan.call("POST", "/api/jobs", job)).status).toBe(201);
  const listed = (await asha.call("GET", `/api/jobs?${query}`)).body.length > 0;
  const found = await list(asha);
  expect([listed, found.length > 0]).toEqual([isFound, isFound]);
  if (isFound) {
    expect(found).toMatchObject([{ kind: "saved-search", text: `New for you: “${job.title}”`, count: 1 }]);
    expect(found[0]?.url).toBe(`/jobs?${new URLSearchParams(query)}`);
  }
});

test("a search saved by an older version, without stored words, finds the same as the list", async ({
  server,
}) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await asha.call("POST", path, { kind: "jobs", query: "search=intern+motor", frequency: "at-once" });
  const older =
    "update saved_searches set term = '', filter = json_remove(filter, '$.words') where user_id = ?";
  server.database().prepare(older).run(Number(asha.id));
  await rohan.call("POST", "/api/jobs", job);
  expect(await list(asha)).toMatchObject([{ kind: "saved-search", text: `New for you: “${job.title}”` }]);
});

test("a member's own jobs and those of blocked people send no notice, and the list marks the other matches", async ({
  server,
}) => {
  const [asha, rohan, meera] = [
    await newMember(server, "asha"),
    await newMember(server, "rohan"),
    await newMember(server, "meera"),
  ];
  await asha.call("POST", path, { kind: "jobs", query: "search=firmware", frequency: "daily" });
  await asha.call("PUT", `/api/users/${meera.id}/block`);
  for (const poster of [asha, meera]) await poster.call("POST", "/api/jobs", job);
  expect(await list(asha)).toEqual([]);
  for (let n = 0; n < 3; n++) await rohan.call("POST", "/api/jobs", job);
  expect(await list(asha)).toMatchObject([{ count: 3, text: "3 new for your search “firmware”" }]);
  const waits = server.database().prepare("select mail_at, in_digest from notices where user_id = ?");
  expect(waits.get(Number(asha.id))).toEqual({ mail_at: null, in_digest: 1 });
  const browser = new Visitor(server.url);
  browser.cookies.set("session", openSession(server, asha.id, "browser"));
  const page = await browser.get("/jobs?search=firmware", { "Sec-Fetch-Site": "same-origin" });
  expect(page.text).toContain("/account/searches?query=search%3Dfirmware");
  expect(await list(asha)).toEqual([]);
});

test("the page can save and delete a search", async ({ server }) => {
  const asha = await newMember(server, "asha");
  const browser = new Visitor(server.url);
  browser.cookies.set("session", openSession(server, asha.id, "browser"));
  const query = "search=firmware&workplaceType=remote&minSalary=25000&sort=deadline";
  const asked = await browser.get(`/account/searches?query=${encodeURIComponent(query)}`);
  expect(asked.text).toContain("Jobs: firmware, Remote, Minimum salary 25000<");
  const fields = { intent: "save", kind: "jobs", query: "search=firmware", frequency: "daily" };
  expect((await browser.post("/account/searches", fields)).status).toBe(303);
  const saved = await browser.get("/account/searches");
  const id = /name="id" value="(\d+)"/.exec(saved.text)?.[1] ?? "";
  expect((await browser.post("/account/searches", { intent: "delete", id })).status).toBe(303);
  expect((await asha.call("GET", path)).body).toEqual([]);
});

/** Values for each type of filter: the text matches no job, the others match every new job. */
const chosen = { open: "true", text: "nothing has this text", number: "1" };
const lastOf = (definition: AnyJobFilter) =>
  definition.kind === "choices"
    ? definition.shown.at(-1)
    : definition.kind === "one"
      ? Object.keys(definition.labels).at(-1)
      : chosen[definition.kind];

test("every filter of jobs works in the OpenAPI document, the page, its address and saved searches", async ({
  server,
}) => {
  const [asha, rohan, meera] = [
    await newMember(server, "asha"),
    await newMember(server, "rohan"),
    await newMember(server, "meera"),
  ];
  const { paths } = await readDocument(server);
  const documented = paths["/api/jobs"]?.get?.parameters?.filter((parameter) => parameter.in === "query");
  expect(documented?.map(({ name }) => name)).toEqual([...jobFilterNames, "limit", "cursor"]);

  for (const [index, name] of jobFilterNames.entries()) {
    const definition: AnyJobFilter = jobFilters[name];
    const href = `/jobs?${new URLSearchParams({ [name]: String(lastOf(definition)) })}`;
    const page = await asha.get(href);
    expect(page.text).toMatch(new RegExp(`<(input|select)[^>]* name="${name}"`));
    if (definition.kind !== "one")
      expect(page.text).toContain(name === "search" ? `Search: ` : "1 active filter");
    expect(listHref(readListFilter(new URL(href, server.url).searchParams))).toBe(href);
    const saved = { kind: "jobs", query: href.slice("/jobs?".length), frequency: "at-once" };
    const searcher = index < 10 ? asha : meera;
    expect((await searcher.call("POST", path, saved)).status).toBe(201);
  }
  expect((await rohan.call("POST", "/api/jobs", job)).status).toBe(201);
  // No job matches the texts and last choices. A new job is open, recent and paid.
  const told = [...(await list(asha)), ...(await list(meera))].map(({ url }) => url.split(/[?=]/)[1]);
  const fits = jobFilterNames.filter((name) => !["text", "choices"].includes(jobFilters[name].kind));
  expect(told.toSorted()).toEqual(fits.toSorted());
});
