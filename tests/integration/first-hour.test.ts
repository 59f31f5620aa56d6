import { expect } from "vitest";
import { createTest } from "../support/integration.ts";
import { join, password, registration } from "../support/people.ts";
import { startServer } from "../support/server.ts";
import { Visitor } from "../support/visitor.ts";

const test = createTest({ RATE_LIMITS: "off" });
const form = (name: "asha" | "rohan" | "meera" | "kabir", email?: string) => ({
  ...registration(name, email),
  batchYear: "2027",
  skills: "",
  confirmPassword: password,
});

test("a registration leads back to where it began, and welcomes once", async ({ guest }) => {
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

test("a registration leads to no other site", async ({ guest }) => {
  const done = await guest.post("/register?redirectTo=%2F%2Felsewhere.example", form("rohan"));
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/"]);
});

test("a taken address comes with two ways out", async ({ server, guest }) => {
  const meera = await join(server, "meera");
  const refused = await guest.post("/register?redirectTo=%2Fevents%2F7", form("meera", meera.email));
  expect(refused.status).toBe(409);
  expect(refused.text).toMatch(
    /already exists\.[\s\S]*href="\/login\?redirectTo=%2Fevents%2F7&amp;notice=none"[^>]*>Log in<[\s\S]*href="\/forgot-password"/,
  );
});

test("every wrong field of a registration is told at once, and the rules before", async ({ guest }) => {
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

test("a log-out is told on the next page, once", async ({ server, guest }) => {
  const kabir = await join(server, "kabir");
  await guest.post("/login", { email: kabir.email, password });
  const out = await guest.post("/logout", {});
  expect([out.status, out.headers.get("Location")]).toEqual([303, "/login"]);
  expect((await guest.get("/login")).text).toContain("You are logged out.");
  expect((await guest.get("/login")).text).not.toContain("You are logged out.");
});

test("who waits for approval learns what comes next, and an early log-in is no mistake", async () => {
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
  const wrong = await asha.post("/login", { email: registration("asha").email, password: "not this one" });
  expect([wrong.status, wrong.text.includes("Invalid email or password")]).toEqual([401, true]);
  expect(wrong.text).not.toContain("waiting for an administrator");
  await server.stop();
});
