import { expect } from "vitest";
import type { Job } from "../support/api-types.ts";
import { createTest, unlimited } from "../support/integration.ts";
import { browse, job, join, postJob } from "../support/people.ts";
import { Visitor } from "../support/visitor.ts";

const test = createTest(unlimited);

const titles = (body: Job[]) => body.map(({ title }) => title);

test("a cached list changes with the next write, also from another connection", async ({ server, guest }) => {
  const asha = await join(server, "asha");
  await postJob(asha, { title: "First" });
  const first = await guest.get("/api/jobs?limit=5");
  expect(titles(first.body)).toEqual(["First"]);
  await postJob(asha, { title: "Second" });
  expect(titles((await guest.get("/api/jobs?limit=5")).body)).toEqual(["Second", "First"]);
  server.database().exec("update jobs set title = 'Renamed' where title = 'First'");
  expect(titles((await guest.get("/api/jobs?limit=5")).body)).toEqual(["Second", "Renamed"]);
  server.database().exec("update users set first_name = 'Anya', name = 'Anya Verma'");
  expect((await guest.get("/api/jobs?limit=5")).text).toContain("Anya Verma");
});

test("guests and members never get each other's cached answer, however they alternate", async ({
  server,
}) => {
  const rohan = await join(server, "rohan");
  await rohan.call("POST", "/api/jobs", { ...job, contactEmail: "only.members@harbour.example" });
  const guest = new Visitor(server.url);
  const answers = await Promise.all(
    Array.from({ length: 40 }, async (_, turn) => {
      const { text } = await (turn % 2 ? rohan : guest).get("/api/jobs?limit=7");
      return [turn % 2 === 1, text.includes("only.members@harbour.example")];
    }),
  );
  for (const [isMember, hasContact] of answers) expect(hasContact).toBe(isMember);
});

test("a cached answer has the same compression, ETag and links as the first one", async ({
  server,
  guest,
}) => {
  const meera = await join(server, "meera");
  for (let n = 0; n < 4; n++) await meera.call("POST", "/api/jobs", job);
  for (const encoding of ["br", "gzip", "identity"]) {
    const ask = (headers = {}) =>
      guest.get("/api/jobs?limit=2&search=", { "Accept-Encoding": encoding, ...headers });
    const [first, second] = [await ask(), await ask()];
    expect(second.text).toBe(first.text);
    for (const name of ["ETag", "Link", "Cache-Control", "Content-Encoding", "Vary"]) {
      expect(second.headers.get(name), name).toBe(first.headers.get(name));
    }
    const etag = second.headers.get("ETag") ?? "";
    expect(etag).toMatch(/^W\//);
    expect((await ask({ "If-None-Match": etag })).status).toBe(304);
  }
});

test("a refused query is refused again when repeated", async ({ guest }) => {
  for (let turn = 0; turn < 2; turn++) expect((await guest.get("/api/jobs?limit=x")).status).toBe(422);
});

test("the answer about a member's own user is cached for that member only, and follows every change", async ({
  server,
  guest,
}) => {
  const people = await Promise.all([
    join(server, "kabir"),
    join(server, "rohan", "rohan.two@college.example"),
  ]);
  const names = await Promise.all(
    Array.from({ length: 40 }, async (_, turn) => {
      const person = people[turn % 2];
      const { body } = (await person?.get("/api/users/me")) ?? {};
      return body?.id === person?.id;
    }),
  );
  expect(new Set(names)).toEqual(new Set([true]));
  const [kabir] = people;
  const read = async () => (await kabir?.get("/api/users/me"))?.text;
  const before = await read();
  expect(await read()).toBe(before);
  await kabir?.call("PUT", `/api/users/${kabir.id}`, { company: "Anemometer Works" });
  expect(await read()).toContain("Anemometer Works");
  server.database().exec("update users set position = 'Gauge reader'");
  expect(await read()).toContain("Gauge reader");
  expect((await guest.get("/api/users/me")).status).toBe(401);
});

test("an ended token is refused although its answers are cached", async ({ server }) => {
  const member = await join(server, "meera", "meera.two@college.example");
  const paths = ["/api/users/me", "/api/jobs?limit=9", "/api/resources/categories"];
  for (const path of paths) expect((await member.get(path)).status).toBe(200);
  await member.call("POST", "/api/users/logout");
  for (const path of paths) expect([path, (await member.get(path)).status]).toEqual([path, 401]);
});

test("an answer of 304 leaves a complete answer in the cache", async ({ server, guest }) => {
  const headers = { "If-None-Match": (await guest.get("/api/jobs?limit=11")).headers.get("ETag") ?? "" };
  // A write on another connection invalidates the cache without changing this list.
  server.database().exec("update users set gender = null");
  expect((await guest.get("/api/jobs?limit=11", headers)).status).toBe(304);
  const answer = await guest.get("/api/jobs?limit=11");
  expect([answer.status, answer.headers.get("ETag")]).toEqual([200, headers["If-None-Match"]]);
});

test("a request with cookies gets its sender's answer, not a guest's", async ({ server, guest }) => {
  const member = await join(server, "kabir", "kabir.two@college.example");
  const browser = browse(server, member);
  await guest.get("/api/jobs?limit=3");
  const answer = await browser.get("/api/jobs?limit=3");
  expect(answer.headers.get("Access-Control-Allow-Origin")).toBeNull();
  expect((await browser.get("/api/users/me")).body).toMatchObject({ id: member.id });
});
