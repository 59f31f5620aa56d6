import { expect, test } from "vitest";
import { shareServer } from "../support/integration.ts";
import { allMails, mailedLink, outbox } from "../support/outbox.ts";
import { browse, join, password } from "../support/people.ts";
import { Socket } from "../support/socket.ts";
import { Visitor } from "../support/visitor.ts";

const server = await shareServer();

const fresh = "an even longer secret";
const requestReset = (email: string, visitor = new Visitor(server.url)) =>
  visitor.post("/forgot-password", { email });
const tokenOf = (link: string) => link.split("token=")[1] ?? "";
const setPassword = (token: string, secret: string, visitor = new Visitor(server.url)) =>
  visitor.post("/reset-password", { token, password: secret, confirmPassword: secret });
const logIn = (email: string, secret: string) =>
  new Visitor(server.url).call("POST", "/api/users/login", { email, password: secret });

test("a mailed link sets a new password once and ends every session", async () => {
  const asha = await join(server, "asha");
  const browser = browse(server, asha);
  expect((await browser.get("/post-job")).status).toBe(200);
  expect((await requestReset(asha.email)).text).toContain("If there is an account with this address");

  const link = await mailedLink(server, asha.email, "/reset-password");
  const page = await new Visitor(server.url).get(link);
  expect(page.status).toBe(200);
  expect(page.headers.get("Referrer-Policy")).toBe("strict-origin");
  expect(page.headers.get("Cache-Control")).toBe("no-store");
  expect(page.text).not.toMatch(/(?:src|href)="https?:\/\/(?!127\.0\.0\.1)/);

  const socket = await Socket.of(asha);
  const done = await setPassword(tokenOf(link), fresh);
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/login"]);
  expect(await socket.closed).toBe(4401);
  expect((await logIn(asha.email, fresh)).status).toBe(200);
  expect((await logIn(asha.email, password)).status).toBe(401);
  expect((await asha.call("GET", "/api/users/me")).status).toBe(401);
  const after = await browser.get("/post-job");
  expect([after.status, after.headers.get("Location")]).toEqual([303, "/login?redirectTo=%2Fpost-job"]);

  expect((await setPassword(tokenOf(link), "yet another one")).status).toBe(410);
  expect((await new Visitor(server.url).get(link)).status).toBe(410);
  const wasNotified = () =>
    outbox(server).some((mail) => mail.includes("was changed") && mail.includes(asha.email));
  await expect.poll(wasNotified).toBe(true);
});

test("only one of ten parallel uses of a reset link succeeds", async () => {
  const rohan = await join(server, "rohan");
  await requestReset(rohan.email);
  const token = tokenOf(await mailedLink(server, rohan.email, "/reset-password"));
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => setPassword(token, `secret number ${index}`)),
  );
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  // Only one request waits for its hash. The others get 429 at once, or 410 if they arrive later.
  expect(answers.filter(({ status }) => status === 410 || status === 429)).toHaveLength(9);
  expect((await setPassword(token, "a late one")).status).toBe(410);
  const winner = answers.findIndex(({ status }) => status === 303);
  expect((await logIn(rohan.email, `secret number ${winner}`)).status).toBe(200);
});

test("log-ins with the old password during a reset leave no session, and do not keep the reset waiting", async () => {
  const meera = await join(server, "meera", "overtaken@college.example");
  await requestReset(meera.email);
  const token = tokenOf(await mailedLink(server, meera.email, "/reset-password"));
  const logIns = Array.from({ length: 6 }, () => logIn(meera.email, password));
  const [changed, ...answers] = await Promise.all([setPassword(token, fresh), ...logIns]);
  expect(changed?.status).toBe(303);
  for (const { body } of answers) {
    const visitor = new Visitor(server.url);
    visitor.token = body.token;
    expect((await visitor.call("GET", "/api/users/me")).status).toBe(401);
  }
});

test("a reset link works for thirty minutes", async () => {
  const meera = await join(server, "meera");
  const before = Date.now();
  await requestReset(meera.email);
  const after = Date.now();
  const token = tokenOf(await mailedLink(server, meera.email, "/reset-password"));
  const links = server.database();
  const { expires } = links
    .prepare("select expires_at as expires from mail_links where user_id = ?")
    .get(Number(meera.id)) as { expires: number };
  const requestedAt = expires - 30 * 60_000;
  expect(requestedAt >= before && requestedAt <= after).toBe(true);
  links.prepare("update mail_links set expires_at = ? where user_id = ?").run(Date.now(), Number(meera.id));
  expect((await setPassword(token, fresh)).status).toBe(410);
  expect((await logIn(meera.email, password)).status).toBe(200);
});

test("neither the database nor the log contains a link's secret", async () => {
  const kabir = await join(server, "kabir");
  await requestReset(kabir.email);
  const link = await mailedLink(server, kabir.email, "/reset-password");
  const tables = server.database();
  const all = () =>
    ["mails", "mail_links"]
      .map((table) => JSON.stringify(tables.prepare(`select * from ${table}`).all()))
      .join("");
  expect(all()).not.toContain(tokenOf(link));
  await new Visitor(server.url).get(link);
  await setPassword(tokenOf(link), fresh);
  expect(all()).not.toContain(tokenOf(link));
  await expect.poll(server.logged).toContain('"path":"/reset-password"');
  expect(server.logged()).not.toContain(tokenOf(link));
});

test("an unknown address gets the same response and no mail", async () => {
  const known = await join(server, "asha", "known@college.example");
  const withoutRandomParts = (text: string) =>
    text.replace(/nonce="[^"]*"|[0-9a-f-]{36}|known@|stranger@/g, "");
  const one = await requestReset(known.email);
  const other = await requestReset("stranger@college.example");
  expect(other.status).toBe(one.status);
  expect(withoutRandomParts(other.text)).toBe(withoutRandomParts(one.text));
  await mailedLink(server, known.email, "/reset-password");
  expect(outbox(server).join("")).not.toContain("stranger@");
});

test("invalid fields and unknown or broken tokens are refused", async () => {
  expect((await requestReset("nonsense")).text).toContain("Email is invalid");
  expect((await requestReset("")).text).toContain("Email is required");
  const visitor = new Visitor(server.url);
  for (const token of ["", "x", "\u0000", "a".repeat(5000), "ä%00"]) {
    expect([410, 422]).toContain((await setPassword(token, fresh)).status);
    expect((await visitor.get(`/reset-password?token=${encodeURIComponent(token)}`)).status).toBe(410);
  }
  expect((await visitor.get("/reset-password")).status).toBe(410);

  const mina = await join(server, "asha", "mina@college.example");
  await requestReset(mina.email);
  const token = tokenOf(await mailedLink(server, mina.email, "/reset-password"));
  const short = await setPassword(token, "five5");
  expect(short.status).toBe(422);
  expect(short.text).toContain("At least 6 characters");
  expect(short.text).toContain(token);
  const differ = await visitor.post("/reset-password", { token, password: fresh, confirmPassword: "other" });
  expect(differ.text).toContain("Passwords do not match");
  expect(differ.text).not.toContain(fresh);
  expect((await setPassword(token, fresh)).status).toBe(303);
});

test("an address may request five reset mails an hour, with or without an account", async () => {
  const known = await join(server, "asha", "flooded@college.example");
  for (const email of [known.email, "nobody-flooded@college.example"]) {
    for (let count = 0; count < 5; count++) expect((await requestReset(email)).status).toBe(200);
    const refused = await requestReset(email.toUpperCase());
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  }
});

test("suspended members are sent no reset mail", async () => {
  const gone = await join(server, "asha", "gone@college.example");
  const database = server.database();
  database.prepare("update users set status = 'suspended' where id = ?").run(Number(gone.id));
  expect((await requestReset(gone.email)).status).toBe(200);
  expect((await allMails(server)).filter((mail) => mail.includes(`To: ${gone.email}\n`))).toEqual([]);
});

test("password managers find the page to change a password", async () => {
  const answer = await new Visitor(server.url).get("/.well-known/change-password");
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/forgot-password"]);
});
