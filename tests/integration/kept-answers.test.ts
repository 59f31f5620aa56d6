import { expect } from "vitest";
import { createTest } from "../support/integration.ts";
import { job, join } from "../support/people.ts";
import { Visitor } from "../support/visitor.ts";

const test = createTest({ RATE_LIMITS: "off" });

const titles = (body: unknown) => (body as { title: string }[]).map(({ title }) => title);

test("a list that is kept for all changes with the next write, also from another connection", async ({
  server,
  guest,
}) => {
  const asha = await join(server, "asha");
  const post = (title: string) => asha.call("POST", "/api/jobs", { ...job, title });
  await post("First");
  const first = await guest.get("/api/jobs?limit=5");
  expect(titles(first.body)).toEqual(["First"]);
  await post("Second");
  expect(titles((await guest.get("/api/jobs?limit=5")).body)).toEqual(["Second", "First"]);
  server.database().exec("update jobs set title = 'Renamed' where title = 'First'");
  expect(titles((await guest.get("/api/jobs?limit=5")).body)).toEqual(["Second", "Renamed"]);
  server.database().exec("update users set first_name = 'Anya', name = 'Anya Verma'");
  expect((await guest.get("/api/jobs?limit=5")).text).toContain("Anya Verma");
});

test("guests and members never get each other's answer, however they alternate", async ({ server }) => {
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

test("a kept answer is compressed, tagged and linked as the first one was", async ({ server, guest }) => {
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

test("a refused query is refused again", async ({ guest }) => {
  for (let turn = 0; turn < 2; turn++) expect((await guest.get("/api/jobs?limit=x")).status).toBe(422);
});
