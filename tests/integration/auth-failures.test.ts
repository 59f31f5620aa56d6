import { beforeAll, expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { mailedLink } from "../support/outbox.ts";
import { join, password, registration } from "../support/people.ts";
import { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const server = await shareServer(unlimited);
let guest: Visitor;
beforeAll(async () => {
  guest = new Visitor(server.url);
});

/** Calls a function while every statement about members fails. */
async function withBrokenStore<T>(run: () => Promise<T>): Promise<T> {
  const database = server.database();
  database.exec("alter table users rename to hidden_users");
  try {
    return await run();
  } finally {
    database.exec("alter table hidden_users rename to users");
  }
}

const { skills, ...person } = registration("meera");
const form = { ...person, batchYear: "2019", skills: skills.join(", "), confirmPassword: password };

test.each([
  ["/login", { email: form.email, password }, "Login failed. Please try again."],
  ["/register", form, "Registration failed. Please try again."],
  ["/forgot-password", { email: form.email }, "We could not send the link. Please try again."],
  [
    "/confirm-email",
    { token: "some-token", password, confirmPassword: password },
    "We could not confirm your address. Please try again.",
  ],
])("%s shows the form again with what was typed when the store fails", async (path, fields, sentence) => {
  const answer = await withBrokenStore(() => guest.post(path, fields));
  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(answer.text).toMatch(new RegExp(`role="alert"(?:(?!</div>).)*${sentence}`));
  for (const [name, value] of Object.entries<string | number>(fields)) {
    if (/password/i.test(name)) expect(answer.text).not.toContain(value);
    else expect(answer.text).toContain(`"${value}"`);
  }
  expect(answer.text).not.toMatch(/<(button|input|select)[^>]* disabled/);
  const id = answer.headers.get("X-Request-Id") ?? "-";
  const lines = () => server.logged().split("\n");
  const line = await waitUntil("the failure is logged", () =>
    lines().find((each) => each.includes('"form failed"') && each.includes(id)),
  );
  expect(line).toContain("no such table");
  expect(line).not.toContain(password);
});

test("when a new password cannot be stored, the form and its link can be used again", async () => {
  const asha = await join(server, "asha");
  await guest.post("/forgot-password", { email: asha.email });
  const token = (await mailedLink(server, asha.email, "/reset-password")).split("token=")[1] ?? "";
  const fields = { token, password: "a new secret", confirmPassword: "a new secret" };
  const failed = await withBrokenStore(() => guest.post("/reset-password", fields));
  expect(failed.status).toBe(503);
  expect(failed.text).toContain("We could not change your password. Please try again.");
  expect(failed.text).toContain(token);
  expect(failed.headers.get("Cache-Control")).toBe("private, no-store");
  expect((await guest.post("/reset-password", fields)).status).toBe(303);
});

test("nothing is disabled in the server's HTML, even after an error", async () => {
  for (const answer of [
    await guest.get("/register"),
    await guest.post("/register", { firstName: "Kabir" }),
    await guest.post("/login", { email: form.email, password: "wrong secret" }),
  ]) {
    expect(answer.text).toContain("<button");
    expect(answer.text).not.toMatch(/<(button|input|select)[^>]* disabled/);
  }
});

test("only people redirected from a page are asked to log in first", async () => {
  const notice = "Please log in first";
  const sentAway = (await guest.get("/post-job")).headers.get("Location") ?? "";
  expect((await guest.get(sentAway)).text).toContain(notice);
  const navigationLink = /href="([^"]+)" aria-disabled="true"/.exec((await guest.get("/")).text)?.[1] ?? "";
  expect((await guest.get(navigationLink)).text).toContain(notice);

  const jobs = await guest.get("/jobs");
  const button = (/href="(\/login\?redirectTo=%2Fpost-job[^"]*)"/.exec(jobs.text)?.[1] ?? "").replace(
    "&amp;",
    "&",
  );
  const login = await guest.get(button);
  expect(login.text).not.toContain(notice);
  // Google is not set up on this server.
  expect(login.text).not.toContain("/auth/google");
  const rohan = await join(server, "rohan");
  const done = await new Visitor(server.url).post(button, { email: rohan.email, password });
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/post-job"]);
});

test.each([
  ["/confirm-email", "A link for a new password confirms your address, too."],
  ["/invitation", "Your account is still there: get a new link to set its password."],
  ["/reset-password", "It works once, within 30 minutes."],
])("%s explains the next step when its link has expired", async (path, sentence) => {
  const { status, text } = await guest.get(`${path}?token=used-long-ago`);
  expect(status).toBe(410);
  expect(text).toContain(sentence);
  expect(text).toContain('href="/forgot-password"');
  expect(text).not.toContain('name="password"');
});
