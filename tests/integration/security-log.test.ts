import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { runCommand } from "../support/commands.ts";
import { createTest } from "../support/integration.ts";
import { mailedLink } from "../support/outbox.ts";
import { join, password, register } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { waitUntil } from "../support/wait-until.ts";

const test = createTest();

/** @returns the security events logged for a member, oldest first */
const eventsOf = (server: TestServer, memberId: string) =>
  server
    .logged()
    .split("\n")
    .filter((line) => line.includes('"msg":"security"'))
    .map((line): Record<string, unknown> => JSON.parse(line))
    .filter((event) => event.memberId === Number(memberId));

test("the log has the security events of an account, without emails, passwords and IP addresses", async ({
  guest,
  server,
}) => {
  const asha = await register(server.url, "asha");
  await guest.post("/login", { email: asha.email, password: "a wrong secret" });
  await guest.post("/login", { email: asha.email, password });
  await guest.post("/logout", {});
  await asha.call("POST", "/api/users/logout");
  await guest.post("/forgot-password", { email: asha.email });
  const token = (await mailedLink(server, asha.email, "/reset-password")).split("token=")[1] ?? "";
  await guest.post("/reset-password", { token, password: "a new secret", confirmPassword: "a new secret" });

  const names = () => eventsOf(server, asha.id).map(({ event }) => event);
  await waitUntil("the last event", () => names().includes("all-sessions-ended"));
  expect(names()).toEqual([
    "registered",
    "login",
    "login-refused",
    "login",
    "session-ended",
    "session-ended",
    "password-changed",
    "all-sessions-ended",
  ]);
  const lines = JSON.stringify(eventsOf(server, asha.id));
  for (const secret of [asha.email, "Verma", password, "secret", token, "127.0.0.1"]) {
    expect(lines).not.toContain(secret);
  }
  const [refusal] = eventsOf(server, asha.id).filter(({ event }) => event === "login-refused");
  expect(refusal).toMatchObject({ reason: "wrong email or password", level: "info" });
  // The IP address is in the line of the request with the same id.
  expect(server.logged()).toMatch(new RegExp(`"requestId":"${refusal?.requestId}","method":"POST"`));
});

test("the log has members' changes to their account, without the new email address", async ({
  guest,
  server,
}) => {
  const kabir = await register(server.url, "kabir");
  await guest.post("/login", { email: kabir.email, password });
  await guest.post("/account/data", {});
  const email = "kabir.elsewhere@college.example";
  await guest.post("/account/email", { email, currentPassword: password });
  const token = (await mailedLink(server, email, "/account/email/confirm")).split("token=")[1] ?? "";
  await guest.post("/account/email/confirm", { token });
  await guest.post("/account/sessions", { intent: "end-others" });
  const secret = "a new secret";
  await guest.post("/account/password", {
    currentPassword: password,
    password: secret,
    confirmPassword: secret,
  });
  await guest.post("/account/delete", { posts: "keep", currentPassword: secret });
  const names = () => eventsOf(server, kabir.id).map(({ event }) => event);
  await waitUntil("the last event", () => names().includes("account-deleted"));
  expect(names().slice(3)).toEqual([
    "data-downloaded",
    "email-changed",
    "other-sessions-ended",
    "password-changed",
    "all-sessions-ended",
    "login",
    "account-deleted",
  ]);
  const lines = JSON.stringify(eventsOf(server, kabir.id));
  for (const text of [kabir.email, email, "Sethi", secret, token]) expect(lines).not.toContain(text);
});

test("the log has the refused log-in of a stranger, without the email they tried", async ({
  guest,
  server,
}) => {
  await guest.call("POST", "/api/users/login", { email: "stranger@college.example", password });
  await waitUntil("the refusal", () => server.logged().includes('"login-refused"'));
  expect(server.logged()).not.toContain("stranger@college.example");
});

test("the fail2ban filter matches refused log-ins and nothing else", async ({ guest, server }) => {
  const filter = readFileSync("deploy/fail2ban/quadrant.conf", "utf8");
  const source = /^failregex = (.+)$/m.exec(filter)?.[1] ?? "";
  const refused = new RegExp(source.replace("<ADDR>", '(?<address>[^"]+)'));
  const meera = await register(server.url, "meera");
  await guest.call("POST", "/api/users/login", { email: meera.email, password: "a wrong secret" });
  await guest.post("/login", { email: meera.email, password: "a wrong secret" });
  await guest.post("/login", { email: meera.email, password });
  await guest.get("/profile");
  await expect.poll(server.logged).toContain('"path":"/profile"');
  const found = server
    .logged()
    .split("\n")
    .flatMap((line) => refused.exec(line)?.groups?.address ?? []);
  expect(found.length).toBeGreaterThanOrEqual(2);
  const lines = server
    .logged()
    .split("\n")
    .filter((line) => refused.test(line));
  expect(lines.every((line) => /"status":(401|429)/.test(line))).toBe(true);
  expect(new Set(found)).toEqual(new Set(["127.0.0.1"]));
});

test("make-admin writes a log line", async ({ server }) => {
  const rohan = await join(server, "rohan");
  const { stderr } = await runCommand("make-admin", server.storage, [rohan.email]);
  const line = stderr.split("\n").find((each) => each.includes("role-changed")) ?? "{}";
  expect(JSON.parse(line)).toMatchObject({
    event: "role-changed",
    memberId: Number(rohan.id),
    isAdmin: true,
  });
  expect(line).not.toContain(rohan.email);
});
