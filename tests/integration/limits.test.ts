import { beforeAll, expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { join, password, people } from "../support/people.ts";
import { Visitor } from "../support/visitor.ts";

const appUrl = "http://community.example";
const server = await shareServer({ TRUST_PROXY: "1", APP_URL: appUrl });
const open = await shareServer(unlimited);
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

test("after 10 failures an account is limited for one address", async () => {
  const sent = await statuses(14, () => attempt("198.51.100.7", people.asha.email, "wrong"));
  expect(sent).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
  const refused = await attempt("198.51.100.7", people.asha.email, password);
  expect(refused.status).toBe(429);
  const wait = Number(refused.headers.get("Retry-After"));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(900);
  const statedMinutes = (text: string) =>
    Number(/Too many attempts\. Please try again in (\d+) minutes\./.exec(text)?.[1]);
  expect(statedMinutes(JSON.stringify(refused.body))).toBe(Math.ceil(wait / 60));
  const refusedPage = await new Visitor(server.url).post(
    "/login",
    { email: people.asha.email, password },
    { "X-Forwarded-For": "198.51.100.7", Origin: appUrl },
  );
  expect(refusedPage.status).toBe(429);
  expect(statedMinutes(refusedPage.text)).toBe(
    Math.ceil(Number(refusedPage.headers.get("Retry-After")) / 60),
  );
  // Neither another account from that address nor this account from another address is limited.
  expect((await attempt("198.51.100.7", people.rohan.email, password)).status).toBe(200);
  expect((await attempt("198.51.100.8", people.asha.email, password)).status).toBe(200);
});

test("after 50 failures from many addresses an account is limited, except for a browser that has logged in before", async () => {
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

test("parallel attempts cannot exceed the limit, and an attempt refused for waiting is not a failure", async () => {
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

test("a forged X-Forwarded-For address does not count", async () => {
  const spoofed = (index: number) => attempt(`192.0.2.${index}, 198.51.100.77`, people.rohan.email, "wrong");
  const sent = [];
  for (let index = 0; index < 11; index++) sent.push((await spoofed(index)).status);
  expect(sent.at(-1)).toBe(429);
});

test("RATE_LIMITS=off disables all limits", async () => {
  await join(open, "asha");
  const visitor = new Visitor(open.url);
  const sent = await statuses(13, () =>
    visitor.call("POST", "/api/users/login", { email: people.asha.email, password: "wrong" }),
  );
  expect(new Set(sent)).toEqual(new Set([401]));
});

test("a hundred and ten requests for one link preview at the same time draw it once", async () => {
  const requests = Array.from({ length: 110 }, () =>
    fetch(`${server.url}/covers/sky-0-0-0.png`, { redirect: "manual" }),
  );
  const answers = await Promise.all(requests);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  // Drawing it each time would have used up the hour's limit.
  expect((await fetch(`${server.url}/covers/sky-0-0-1.png`, { redirect: "manual" })).status).toBe(200);
});

test("requesting many link previews does not use up others' limits", async () => {
  const draw = async (name: string, address: string) =>
    (
      await fetch(`${server.url}/covers/${name}.png`, {
        redirect: "manual",
        headers: { "X-Forwarded-For": address },
      })
    ).status;
  const names = [0, 1, 2].flatMap((composition) =>
    Array.from({ length: 8 }, (_, seed) => `sky-${composition}-1-${seed}`),
  );
  // A busy machine may give up on a drawing, or close the connection that waits for it. Both count as well.
  const asked = await Promise.all(names.map((name) => draw(name, "203.0.113.50").catch(() => null)));
  const [refused = "", ...more] = names.filter((_, index) => asked[index] === 302);
  expect(more.length).toBeGreaterThanOrEqual(3);
  expect(await draw(refused, "203.0.113.50")).toBe(302);
  await expect.poll(() => draw(refused, "203.0.113.51").catch(() => null)).toBe(200);
  // An existing picture does not count towards the limit.
  expect(await draw(refused, "203.0.113.50")).toBe(200);
});
