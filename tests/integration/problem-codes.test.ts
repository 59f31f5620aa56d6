import { expect } from "vitest";
import { createTest, unlimited } from "../support/integration.ts";
import { sendHidden, sendTo } from "../support/messages.ts";
import { readDocument } from "../support/openapi.ts";
import { event, job, join, makeAdmin, openSession, password, registration } from "../support/people.ts";
import { enterPassword, turnOn } from "../support/second-factor.ts";
import type { TestServer } from "../support/server.ts";
import { type Answer, problemOf, Visitor } from "../support/visitor.ts";

const test = createTest(unlimited);
const codeOf = (answer: Answer) => [answer.status, problemOf(answer).code];
const run = (server: TestServer, statement: string, ...values: unknown[]) =>
  server
    .database()
    .prepare(statement)
    .run(...values);

test("each reason for a refusal has its own code", async ({ server, guest }) => {
  const [asha, kabir] = [await join(server, "asha"), await join(server, "kabir")];
  const logIn = (email: string, body: object) =>
    guest.call("POST", "/api/users/login", { email, password, ...body });

  expect(codeOf(await guest.get("/api/users/me"))).toEqual([401, "login-required"]);
  const wrong = await guest.get("/api/jobs", { Authorization: "Bearer quadrant_nonsense" });
  expect(codeOf(wrong)).toEqual([401, "invalid-token"]);
  expect(wrong.headers.get("WWW-Authenticate")).toBe('Bearer error="invalid_token"');
  const refused = await logIn(asha.email, { password: "not my password" });
  expect(codeOf(refused)).toEqual([401, "wrong-credentials"]);
  expect(codeOf(await logIn("nobody@college.example", {}))).toEqual(codeOf(refused));

  expect(codeOf(await guest.call("POST", "/api/users/register", registration("asha")))).toEqual([
    409,
    "email-taken",
  ]);
  expect(codeOf(await guest.call("POST", "/api/users/register", {}))).toEqual([422, "invalid-fields"]);
  const posted = (await asha.call("POST", "/api/jobs", job)).body;
  expect(codeOf(await kabir.call("PUT", `/api/jobs/${posted.id}`, { title: "Mine" }))).toEqual([
    403,
    "not-yours",
  ]);
  const cookie = { Cookie: `session=${openSession(server, asha.id, "browser")}`, Authorization: "" };
  const foreign = await guest.call("POST", "/api/jobs", job, {
    ...cookie,
    Origin: "https://elsewhere.example",
  });
  expect(codeOf(foreign)).toEqual([403, "foreign-origin"]);

  await kabir.call("PUT", `/api/users/${asha.id}/block`);
  expect(codeOf(await sendTo(asha, kabir.id, "Hello"))).toEqual([403, "blocked"]);
  run(server, "update users set allow_anonymous = 0 where id = ?", kabir.id);
  const meera = await join(server, "meera");
  expect(codeOf(await sendHidden(meera, kabir, "Hello"))).toEqual([403, "anonymous-refused"]);
  run(server, "update users set muted_at = 1 where id = ?", meera.id);
  expect(codeOf(await meera.call("POST", "/api/jobs", job))).toEqual([403, "muted"]);
  run(server, "update sessions set is_read_only = 1 where user_id = ?", kabir.id);
  expect(codeOf(await kabir.call("POST", "/api/jobs", job))).toEqual([403, "read-only-token"]);

  for (const [status, code] of [
    ["pending", "awaiting-approval"],
    ["suspended", "suspended"],
  ]) {
    run(server, "update users set status = ? where id = ?", status, meera.id);
    expect(codeOf(await logIn(meera.email, {}))).toEqual([403, code]);
  }
});

test("a log-in without a second factor and one with a wrong code are refused with different codes", async ({
  server,
  guest,
}) => {
  const meera = await join(server, "meera", "meera.factor@college.example");
  makeAdmin(server, meera);
  const { browser } = await enterPassword(server.url, meera.email);
  await turnOn(browser);
  const logIn = (body: object) =>
    guest.call("POST", "/api/users/login", { email: meera.email, password, ...body });
  expect(codeOf(await logIn({}))).toEqual([401, "second-factor-required"]);
  expect(codeOf(await logIn({ code: "000000" }))).toEqual([401, "wrong-code"]);
});

test("the code of a refused registration gives the reason", async ({ server }) => {
  const [asha, rohan] = [await join(server, "asha", "a@college.example"), await join(server, "rohan")];
  const made = await asha.call("POST", "/api/events", { ...event, registrationLimit: 1 });
  const { id } = made.body.data;
  expect(codeOf(await rohan.call("POST", `/api/events/${id}/waiting`))).toEqual([409, "seats-left"]);
  await asha.call("POST", `/api/events/${id}/register`);
  expect(codeOf(await asha.call("POST", `/api/events/${id}/waiting`))).toEqual([409, "already-registered"]);
  expect(codeOf(await rohan.call("POST", `/api/events/${id}/register`))).toEqual([409, "event-full"]);
  run(server, "update events set starts_at = 1 where id = ?", id);
  expect(codeOf(await rohan.call("POST", `/api/events/${id}/register`))).toEqual([409, "event-over"]);
});

test("the OpenAPI document lists the codes of each status, and the errors page explains every code", async ({
  server,
  guest,
}) => {
  const { components } = await readDocument(server);
  const { type, code } = components.schemas.Problem?.properties ?? {};
  const codes = (code?.enum ?? []) as string[];
  expect(type?.enum).toEqual(codes.map((each) => `/developers/errors#${each}`));
  const { text } = await guest.get("/developers/errors");
  for (const each of codes) expect(text).toContain(`id="${each}"`);
  const schema = components.responses.Conflict?.content?.["application/problem+json"]?.schema;
  expect(schema?.properties?.code?.enum).toContain("event-full");
  expect(schema?.properties?.code?.enum).not.toContain("muted");
  const missing = problemOf(await guest.get("/api/jobs/99999"));
  expect(missing).toMatchObject({ type: "/developers/errors#not-found", code: "not-found", success: false });
  expect((await new Visitor(server.url).get(missing.type)).status).toBe(200);
});

test("every page of the resource list links to the next, and the last links to none", async ({
  server,
  guest,
}) => {
  const asha = await join(server, "asha", "shelf@college.example");
  run(server, "insert into files (sha256, size, created_at) values ('f', 1, 1)");
  const [category] = server.database().prepare("select id from resource_categories").pluck().all();
  for (let n = 1; n <= 5; n++) {
    run(
      server,
      `insert into resources (title, category_id, year, file_name, file_type, size, file_sha256, user_id, created_at)
       values (?, ?, 1, 'n.pdf', 'pdf', 1, 'f', ?, ?)`,
      `Notes ${n}`,
      category,
      asha.id,
      n,
    );
  }
  const pages = await guest.getPages("/api/resources?limit=2&search=Notes");
  const titles = pages.flatMap(({ body }) => body.data.map(({ title }) => title));
  expect(titles).toEqual([5, 4, 3, 2, 1].map((n) => `Notes ${n}`));
  expect((await guest.get("/api/resources?page=9&limit=2")).headers.has("Link")).toBe(false);
});
