import { beforeAll, expect, test } from "vitest";
import { shareServer } from "../../support/integration.ts";
import { join, password, people, register } from "../../support/people.ts";
import { Visitor } from "../../support/visitor.ts";

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

test("an address, or a whole IPv6 /64, gets 100 failures over all accounts, which stay open to others", {}, async () => {
  const sent = await statuses(110, (index) =>
    attempt(`2001:db8:0:1::${(index + 1).toString(16)}`, `nobody${index}@college.example`, "wrong"),
  );
  expect(sent.filter((status) => status === 401)).toHaveLength(100);
  expect((await attempt("2001:db8:0:1:ffff::1", people.rohan.email, password)).status).toBe(429);
  // None of these counts towards the account, so an address over its limit cannot lock others out.
  const refused = await Promise.all(
    Array.from({ length: 120 }, (_, index) => attempt(`2001:db8:0:1::${index}`, people.rohan.email, "wrong")),
  );
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
  expect((await attempt("2001:db8:0:2::1", people.rohan.email, password)).status).toBe(200);
});

test("many log-ins from one address do not delay a log-in from another", async () => {
  const crowd = await Promise.all(
    Array.from({ length: 11 }, (_, index) => join(server, "kabir", `crowd${index}@college.example`)),
  );
  const rohan = await join(server, "rohan", "alone@college.example");
  // Uses the product's own hash, because the tests' cheap hash is faster than the check for an unknown account.
  const registered = await register(server.url, "kabir", "registered@college.example");
  const change = "update users set password_hash = (select password_hash from users where id = ?)";
  server.database().prepare(change).run(Number(registered.id));
  let isOver = false;
  const answers: { status: number; headers: Headers }[] = [];
  const storm = crowd.flatMap(({ email }) =>
    Array.from({ length: 9 }, async () => {
      while (!isOver) answers.push(await attempt("198.51.100.91", email, password));
    }),
  );
  await expect.poll(() => answers.length).toBeGreaterThan(100);
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

test("an account allows 30 successful log-ins an hour from all addresses together", async () => {
  const { email } = await join(server, "meera", "often@college.example");
  const sent = await statuses(32, (index) => attempt(`198.51.101.${index}`, email, password));
  expect(sent).toEqual([...Array(30).fill(200), 429, 429]);
});
