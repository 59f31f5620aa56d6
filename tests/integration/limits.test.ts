import { beforeAll, expect, test } from "vitest";
import { shareServer } from "../support/integration.ts";
import { join, password, people } from "../support/people.ts";
import { startServer } from "../support/server.ts";
import { Visitor } from "../support/visitor.ts";

const appUrl = "http://community.example";
const server = await shareServer({ TRUST_PROXY: "1", APP_URL: appUrl });
beforeAll(async () => {
  await join(server, "asha");
  await join(server, "rohan");
  await join(server, "meera");
});

const attempt = (address: string, email: string, secret: string, visitor = new Visitor(server.url)) =>
  visitor.call("POST", "/api/users/login", { email, password: secret }, { "X-Forwarded-For": address });
async function statuses(count: number, send: (index: number) => Promise<{ status: number }>) {
  const sent: number[] = [];
  for (let index = 0; index < count; index++) sent.push((await send(index)).status);
  return sent;
}

test("10 failures for an account from one address", async () => {
  const sent = await statuses(14, () => attempt("198.51.100.7", people.asha.email, "wrong"));
  expect(sent).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
  const refused = await attempt("198.51.100.7", people.asha.email, password);
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({ detail: "Too many attempts. Please wait a little and try again." });
  const wait = Number(refused.headers.get("Retry-After"));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(900);
  // Neither another account from that address nor this account from elsewhere is limited.
  expect((await attempt("198.51.100.7", people.rohan.email, password)).status).toBe(200);
  expect((await attempt("198.51.100.8", people.asha.email, password)).status).toBe(200);
});

test("50 failures for an account from many addresses, but not for a browser that has logged in before", async () => {
  const browser = new Visitor(server.url);
  const page = (secret: string) =>
    browser.post(
      "/login",
      { email: people.meera.email, password: secret },
      { "X-Forwarded-For": "203.0.113.200", Origin: appUrl },
    );
  expect((await page(password)).status).toBe(303);
  await browser.post("/logout", {}, { Origin: appUrl });

  const sent = await statuses(60, (index) =>
    attempt(`203.0.113.${Math.floor(index / 6)}`, people.meera.email, "wrong"),
  );
  expect(sent.filter((status) => status === 401)).toHaveLength(50);
  expect((await attempt("203.0.113.201", people.meera.email, password)).status).toBe(429);
  expect((await page(password)).status).toBe(303);

  await browser.post("/logout", {}, { Origin: appUrl });
  const own = [];
  for (let index = 0; index < 11; index++) own.push((await page("wrong")).status);
  expect(own).toEqual([...Array(10).fill(401), 429]);
});

test("100 failures from an address for all accounts, which stay open to others; a whole /64 is one address", {
  timeout: 60_000,
}, async () => {
  const sent = await statuses(110, (index) =>
    attempt(`2001:db8:0:1::${(index + 1).toString(16)}`, `nobody${index}@college.example`, "wrong"),
  );
  expect(sent.filter((status) => status === 401)).toHaveLength(100);
  expect((await attempt("2001:db8:0:1:ffff::1", people.rohan.email, password)).status).toBe(429);
  // Each of these would have counted for the account before: an address over its limit locks nobody else out.
  const refused = await Promise.all(
    Array.from({ length: 120 }, (_, index) => attempt(`2001:db8:0:1::${index}`, people.rohan.email, "wrong")),
  );
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
  expect((await attempt("2001:db8:0:2::1", people.rohan.email, password)).status).toBe(200);
});

test("attempts in parallel are no way around it, and one too many to wait is no failure", async () => {
  const address = "198.51.100.90";
  const email = "nobody@college.example";
  const answers = await Promise.all(Array.from({ length: 40 }, () => attempt(address, email, "wrong")));
  const failed = answers.filter(({ status }) => status === 401).length;
  const refused = answers.filter(({ status }) => status === 429);
  expect([failed + refused.length, failed <= 10, refused.length > 0]).toEqual([40, true, true]);
  expect(new Set(refused.map(({ headers }) => headers.has("Retry-After")))).toEqual(new Set([true]));
  const later = await statuses(11, () => attempt(address, email, "wrong"));
  expect(failed + later.filter((status) => status === 401).length).toBe(10);
});

test("addresses take turns: a crowd at one does not hold up a log-in from another", async () => {
  const crowd = await Promise.all(
    Array.from({ length: 11 }, (_, index) => join(server, "kabir", `crowd${index}@college.example`)),
  );
  const rohan = await join(server, "rohan", "alone@college.example");
  let isOver = false;
  const answers: { status: number; headers: Headers }[] = [];
  const storm = crowd.flatMap(({ email }) =>
    Array.from({ length: 9 }, async () => {
      while (!isOver) answers.push(await attempt("198.51.100.91", email, password));
    }),
  );
  await expect.poll(() => answers.length, { timeout: 10_000 }).toBeGreaterThan(100);
  const logins = () => server.logged().match(/"event":"login"/g)?.length ?? 0;
  for (let round = 0; round < 3; round++) {
    const before = logins();
    expect((await attempt(`198.51.100.${100 + round}`, rohan.email, password)).status).toBe(200);
    expect(logins() - before).toBeLessThan(8);
  }
  isOver = true;
  await Promise.all(storm);
  expect(logins()).toBeGreaterThan(3);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every(({ headers }) => Number(headers.get("Retry-After")) > 0)).toBe(true);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
});

test("30 right log-ins of an account in an hour, wherever they come from", async () => {
  const { email } = await join(server, "meera", "often@college.example");
  const sent = await statuses(32, (index) => attempt(`198.51.101.${index}`, email, password));
  expect(sent).toEqual([...Array(30).fill(200), 429, 429]);
});

test("a forged X-Forwarded-For address does not count", async () => {
  const spoofed = (index: number) => attempt(`192.0.2.${index}, 198.51.100.77`, people.rohan.email, "wrong");
  const sent = [];
  for (let index = 0; index < 11; index++) sent.push((await spoofed(index)).status);
  expect(sent.at(-1)).toBe(429);
});

test("RATE_LIMITS=off disables all limits", async () => {
  const open = await startServer({ RATE_LIMITS: "off" });
  await join(open, "asha");
  const visitor = new Visitor(open.url);
  const sent = await statuses(13, () =>
    visitor.call("POST", "/api/users/login", { email: people.asha.email, password: "wrong" }),
  );
  expect(new Set(sent)).toEqual(new Set([401]));
  await open.stop();
});
