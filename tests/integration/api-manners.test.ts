import { expect } from "vitest";
import { createTest, unlimited } from "../support/integration.ts";
import { job, join, password, registration } from "../support/people.ts";
import { Visitor } from "../support/visitor.ts";

const test = createTest(unlimited);
const origin = { Origin: "https://elsewhere.example" };
const originOf = (headers: Headers) => headers.get("Access-Control-Allow-Origin");

test("other sites' pages can read as guests or with a token", async ({ guest, server }) => {
  const asha = await join(server, "asha");
  const answers = [
    await guest.get("/api/jobs", origin),
    await guest.get("/api/jobs/99999", origin),
    await guest.get("/api/nothing", origin),
    await guest.get("/api/users/me", origin),
    await guest.call("POST", "/api/jobs", { title: "x".repeat(300_000) }, origin),
    await asha.get("/api/users/me", origin),
    await asha.call("POST", "/api/jobs", job, origin),
  ];
  expect(answers.map(({ status, headers }) => [status, originOf(headers)])).toEqual(
    [200, 404, 404, 401, 413, 200, 201].map((status) => [status, "*"]),
  );
  for (const { headers } of answers) expect(headers.has("Access-Control-Allow-Credentials")).toBe(false);
  expect(answers[0]?.headers.get("Access-Control-Expose-Headers")).toContain("Link");
});

test("a cookie gives other sites no access", async ({ server }) => {
  const rohan = await join(server, "rohan");
  const browser = new Visitor(server.url);
  await browser.post("/login", { email: rohan.email, password });
  const read = await browser.get("/api/users/me", origin);
  expect([read.status, originOf(read.headers)]).toEqual([200, null]);
  const written = await browser.call("POST", "/api/jobs", job, origin);
  expect([written.status, originOf(written.headers)]).toEqual([403, null]);
});

test("OPTIONS lists the methods of an address", async ({ guest }) => {
  const preflight = await guest.fetch("/api/jobs", {
    method: "OPTIONS",
    headers: {
      ...origin,
      "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": "authorization, content-type",
    },
  });
  expect([preflight.status, preflight.text, originOf(preflight.headers)]).toEqual([204, "", "*"]);
  expect(preflight.headers.get("Allow")).toBe("GET, HEAD, POST");
  expect(preflight.headers.get("Access-Control-Allow-Methods")).toBe("GET, HEAD, POST");
  expect(preflight.headers.get("Access-Control-Allow-Headers")).toContain("Authorization");
  // A revoked token and calls for members get the same answer: it reveals nothing about anyone.
  const member = await guest.fetch("/api/users/me", {
    method: "OPTIONS",
    headers: { Authorization: "Bearer wrong" },
  });
  expect([member.status, member.headers.get("Allow")]).toEqual([204, "GET, HEAD"]);
  expect((await guest.fetch("/api/nothing", { method: "OPTIONS" })).status).toBe(404);
  expect((await guest.call("PATCH", "/api/jobs")).status).toBe(405);
});

test("shared caches may not store any response of the API", async ({ guest, server }) => {
  const meera = await join(server, "meera");
  const cacheOf = async (visitor: Visitor, path: string) =>
    (await visitor.get(path)).headers.get("Cache-Control");
  expect(await cacheOf(guest, "/api/jobs")).toBe("private, no-cache");
  expect(await cacheOf(meera, "/api/jobs")).toBe("private, no-cache");
  expect(await cacheOf(meera, "/api/users/me")).toBe("private, no-store");
  expect(await cacheOf(guest, "/api/users/me")).toBe("private, no-store");
  expect(await cacheOf(guest, "/api/jobs/99999")).toBe("no-store");
  expect(await cacheOf(guest, "/api/nothing")).toBe("no-store");
});

test("a response that contains a token may not be stored", async ({ guest }) => {
  const stored = ({ headers }: { headers: Headers }) => headers.get("Cache-Control");
  const account = registration("meera", "nostore@college.example");
  const { email } = account;
  const answers = [
    await guest.call("POST", "/api/users/register", account),
    await guest.call("POST", "/api/users/login", { email, password }),
    await guest.post("/login", { email, password }),
    await guest.get("/account/tokens"),
    await guest.post("/account/tokens", { name: "Bot", access: "read" }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 303, 200, 200]);
  expect(answers.map(stored)).toEqual(Array(5).fill("private, no-store"));
});
