import { expect } from "vitest";
import { pdf } from "../../scripts/demo/sample-files.ts";
import { createTest, unlimited } from "../support/integration.ts";
import { join, openSession, password, people, registration } from "../support/people.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { share } from "../support/upload.ts";
import { Visitor } from "../support/visitor.ts";

const test = createTest(unlimited);
const form = (name: "asha" | "rohan" | "meera" | "kabir", email?: string) => ({
  ...registration(name, email),
  batchYear: String(people.asha.batchYear),
  skills: "",
  confirmPassword: password,
});

test("a registration returns to where it began and welcomes the member once", async ({ guest }) => {
  expect((await guest.get("/login?redirectTo=%2Fevents%2F7&notice=none")).text).toContain(
    'href="/register?redirectTo=%2Fevents%2F7"',
  );
  const page = await guest.get("/register?redirectTo=%2Fevents%2F7");
  expect(page.text).toContain('href="/login?redirectTo=%2Fevents%2F7&amp;notice=none"');
  const done = await guest.post("/register?redirectTo=%2Fjobs%3Fsearch%3Drobots", form("asha"));
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/jobs?search=robots"]);
  expect((await guest.get("/jobs?search=robots")).text).toContain("Welcome, Asha! You are logged in.");
  expect((await guest.get("/jobs?search=robots")).text).not.toContain("Welcome, Asha!");
});

test("a registration does not lead to another site", async ({ guest }) => {
  const done = await guest.post("/register?redirectTo=%2F%2Felsewhere.example", form("rohan"));
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/"]);
});

test("a taken address offers two alternatives", async ({ server, guest }) => {
  const meera = await join(server, "meera");
  const refused = await guest.post("/register?redirectTo=%2Fevents%2F7", form("meera", meera.email));
  expect(refused.status).toBe(409);
  expect(refused.text).toMatch(
    /already exists\.[\s\S]*href="\/login\?redirectTo=%2Fevents%2F7&amp;notice=none"[^>]*>Log in<[\s\S]*href="\/forgot-password"/,
  );
});

test("a registration shows every wrong field at once, and the rules beforehand", async ({ guest }) => {
  expect((await guest.get("/register")).text).toContain("At least 6 characters. Three or four words");
  const refused = await guest.post("/register", {
    ...form("kabir"),
    email: "kabir",
    phone: "call me",
    password: "short",
    confirmPassword: "shorter",
    batchYear: "",
  });
  expect(refused.status).toBe(422);
  for (const error of [
    "Email is invalid",
    "Phone is invalid",
    "At least 6 characters",
    "Passwords do not match",
    "Batch year is required",
  ]) {
    expect(refused.text).toContain(`${error}</p>`);
  }
  const long = await guest.post("/register", { ...form("kabir"), phone: "(".repeat(15_000) });
  expect([long.status, long.text.includes("Phone is invalid")]).toEqual([422, true]);
});

test("a log-out is confirmed once on the next page", async ({ server, guest }) => {
  const kabir = await join(server, "kabir");
  await guest.post("/login", { email: kabir.email, password });
  const out = await guest.post("/logout", {});
  expect([out.status, out.headers.get("Location")]).toEqual([303, "/login"]);
  expect((await guest.get("/login")).text).toContain("You are logged out.");
  expect((await guest.get("/login")).text).not.toContain("You are logged out.");
});

test("a member who waits for approval learns what happens next, and an early log-in is not an error", async () => {
  const server = await startServer({ REGISTRATION: "approval" });
  const asha = new Visitor(server.url);
  const registered = await asha.post("/register", form("asha"));
  const early = await asha.post("/login", { email: registration("asha").email, password });
  for (const [page, status] of [
    [registered, 202],
    [early, 403],
  ] as const) {
    expect(page.status).toBe(status);
    expect(page.text).toContain("Your account is waiting for an administrator to approve it.");
    expect(page.text).toContain("We will email you as soon as that is done.");
    expect(page.text).toContain('href="/events"');
    expect(page.text).not.toContain('role="alert"');
    expect(page.headers.getSetCookie().join()).not.toContain("session=");
  }
  const message = "Your account is waiting for an administrator to approve it.";
  const called = await asha.call("POST", "/api/users/register", registration("rohan"));
  expect([called.status, called.body]).toEqual([202, { token: null, user: null, message }]);
  const login = await asha.call("POST", "/api/users/login", { email: registration("rohan").email, password });
  expect([login.status, login.body]).toMatchObject([403, { detail: message }]);
  const wrong = await asha.post("/login", { email: registration("asha").email, password: "not this one" });
  expect([wrong.status, wrong.text.includes("Invalid email or password")]).toEqual([401, true]);
  expect(wrong.text).not.toContain("waiting for an administrator");
  await server.stop();
});

async function enter(server: TestServer, name: "asha" | "rohan" | "meera" | "kabir", email: string) {
  const member = await join(server, name, email);
  const browser = new Visitor(server.url);
  browser.cookies.set("session", openSession(server, member.id, "browser"));
  return { member, browser };
}

test("a new member sees three first steps until they dismiss them", async ({ server }) => {
  const { member, browser } = await enter(server, "asha", "new.asha@college.example");
  const { browser: other } = await enter(server, "rohan", "new.rohan@college.example");
  const { text } = await browser.get("/");
  expect(text).toContain("Three first steps");
  // The first member of a batch has no one to meet in it.
  const first = await enter(server, "meera", "new.meera@college.example");
  server.database().prepare("update users set batch_year = 2041 where id = ?").run(Number(first.member.id));
  expect((await first.browser.get("/")).text).toMatch(/href="\/qa-threads"[^>]*>Meet people</);
  for (const href of ["/profile?edit", `/qa-threads?batch=${people.asha.batchYear}`])
    expect(text).toContain(`href="${href}"`);
  expect(text).toMatch(/href="\/resources\/browse\?year=[34]"/);

  const away = await browser.post("/", { intent: "put-away" });
  expect([away.status, away.headers.get("Location")]).toEqual([303, "/"]);
  const after = await browser.get("/");
  expect(after.text).toContain("The first steps are hidden.");
  expect(after.text).not.toContain("Three first steps");
  // Nobody else's steps are dismissed, and a guest has none.
  expect((await other.get("/")).text).toContain("Three first steps");
  expect((await new Visitor(server.url).post("/", { intent: "put-away" })).status).toBe(401);
  expect(
    (await browser.post("/", { intent: "put-away" }, { Origin: "https://elsewhere.example" })).status,
  ).toBe(403);
  const row = server.database().prepare("select steps_dismissed_at as at from users where id = ?");
  expect(row.get(Number(member.id))).toMatchObject({ at: expect.any(Number) });
});

test("the first steps end when they are done, and after a month", async ({ server }) => {
  const { member, browser } = await enter(server, "kabir", "done.kabir@college.example");
  const { member: friend } = await enter(server, "meera", "done.meera@college.example");
  const database = server.database();
  database
    .prepare("update users set branch = 'Civil', location = 'Pune', avatar_file = 'x.webp' where id = ?")
    .run(Number(member.id));
  const before = (await browser.get("/")).text;
  expect(before).toContain("Three first steps");
  expect(before.match(/> Done</g)).toHaveLength(1);
  await member.call("PUT", `/api/users/${friend.id}/connection`);
  expect((await browser.get("/")).text.match(/> Done</g)).toHaveLength(2);

  // Another site's page may send any request, but learns nothing about a member's results.
  const { body } = await share(friend, { name: "notes.pdf", bytes: pdf("Notes") });
  const file = `/files/${body.data.id}/notes.pdf`;
  await browser.get(file, { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors" });
  expect((await browser.get("/")).text).toContain("Three first steps");
  expect((await browser.get(`${file}?preview`)).status).toBe(200);
  await expect.poll(async () => (await browser.get("/")).text).not.toContain("Three first steps");

  const { member: rohan, browser: late } = await enter(server, "rohan", "late.rohan@college.example");
  const created = Date.now() - 31 * 86_400_000;
  database.prepare("update users set created_at = ? where id = ?").run(created, Number(rohan.id));
  expect((await late.get("/")).text).not.toContain("Three first steps");
});
