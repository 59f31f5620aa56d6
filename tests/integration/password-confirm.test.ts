import { expect, test } from "vitest";
import { shareServer } from "../support/integration.ts";
import { allMails, mailedLink } from "../support/outbox.ts";
import { password, registration } from "../support/people.ts";
import { Visitor } from "../support/visitor.ts";

const server = await shareServer({ REGISTRATION: "domain", ALLOWED_EMAIL_DOMAINS: "college.example" });

const register = (email: string) =>
  new Visitor(server.url).call("POST", "/api/users/register", registration("asha", email));
const logIn = (email: string, secret = password) =>
  new Visitor(server.url).call("POST", "/api/users/login", { email, password: secret });
const confirm = (link: string, secret = password) =>
  new Visitor(server.url).post("/confirm-email", {
    token: link.split("token=")[1] ?? "",
    password: secret,
    confirmPassword: secret,
  });
const mailsTo = async (name: string) =>
  (await allMails(server)).filter((mail) => mail.includes(`To: ${name}@`));

test("only accounts with a confirmed college address can log in", async () => {
  expect((await register("asha@elsewhere.example")).status).toBe(422);
  expect((await register("asha@college.example")).status).toBe(202);
  expect((await logIn("asha@college.example")).status).toBe(403);

  const link = await mailedLink(server, "asha@college.example", "/confirm-email");
  // Mail scanners open links, so opening one must not confirm the address.
  const page = await new Visitor(server.url).get(link);
  expect(page.status).toBe(200);
  expect(page.text).toContain("Confirm my address");
  expect((await logIn("asha@college.example")).status).toBe(403);

  const done = await confirm(link);
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/login"]);
  expect((await logIn("asha@college.example")).status).toBe(200);
  expect((await confirm(link)).status).toBe(410);
});

test("logging in unconfirmed sends another confirmation mail, at most one an hour", async () => {
  await register("late@college.example");
  await mailedLink(server, "late@college.example", "/confirm-email");
  await logIn("late@college.example");
  await logIn("late@college.example");
  const second = await mailedLink(server, "late@college.example", "/confirm-email", 2);
  expect(await mailsTo("late")).toHaveLength(2);
  expect((await confirm(second)).status).toBe(303);
  expect((await logIn("late@college.example")).status).toBe(200);
});

test("resetting the password by mail confirms the address", async () => {
  await register("forgetful@college.example");
  await new Visitor(server.url).post("/forgot-password", { email: "forgetful@college.example" });
  const link = await mailedLink(server, "forgetful@college.example", "/reset-password");
  const fields = { token: link.split("token=")[1] ?? "", password, confirmPassword: password };
  expect((await new Visitor(server.url).post("/reset-password", fields)).status).toBe(303);
  expect((await logIn("forgetful@college.example")).status).toBe(200);
});

test("registering an address again sends its owner no mail", async () => {
  await register("twice@college.example");
  await mailedLink(server, "twice@college.example", "/confirm-email");
  expect((await register("Twice@College.example")).status).toBe(409);
  expect(await mailsTo("twice")).toHaveLength(1);
});

test("the owner of an address that someone else registered can lock them out", async () => {
  const email = "owner@college.example";
  await register(email);
  const link = await mailedLink(server, email, "/confirm-email");
  // Confirming requires a new password, because the person who registered the address knows the first one.
  const token = link.split("token=")[1] ?? "";
  const pressed = await new Visitor(server.url).post("/confirm-email", { token });
  expect(pressed.status).toBe(422);
  expect(pressed.text).toContain("Password is required");
  expect(pressed.text).toContain(token);
  expect((await logIn(email)).status).toBe(403);

  expect((await confirm(link, "the owner's own secret")).status).toBe(303);
  expect((await logIn(email)).status).toBe(401);
  expect((await logIn(email, "the owner's own secret")).status).toBe(200);
});

test("confirming an address uses up every link mailed before", async () => {
  const email = "links@college.example";
  await register(email);
  const link = await mailedLink(server, email, "/confirm-email");
  await new Visitor(server.url).post("/forgot-password", { email });
  const reset = await mailedLink(server, email, "/reset-password");
  expect((await confirm(link, "a secret of my own")).status).toBe(303);
  expect((await new Visitor(server.url).get(reset)).status).toBe(410);
  expect((await new Visitor(server.url).get(link)).status).toBe(410);
});

const fieldsOf = (email: string) => ({
  ...registration("asha", email),
  batchYear: "2027",
  skills: "",
  confirmPassword: password,
});

test("the confirmation mail leads back to the event page where registration began", async () => {
  const email = "returning@college.example";
  await new Visitor(server.url).post("/register?redirectTo=%2Fevents%2F7", fieldsOf(email));
  const link = await mailedLink(server, email, "/confirm-email");
  const [mail = ""] = await mailsTo("returning");
  expect(mail).toContain(`${link}&redirectTo=%2Fevents%2F7\n`);

  const action = "/confirm-email?redirectTo=%2Fevents%2F7";
  const page = await new Visitor(server.url).get(`${link}&redirectTo=%2Fevents%2F7`);
  expect(page.text).toContain(`action="${action}"`);
  const token = link.split("token=")[1] ?? "";
  const done = await new Visitor(server.url).post(action, { token, password, confirmPassword: password });
  expect(done.headers.get("Location")).toBe("/login?redirectTo=%2Fevents%2F7&notice=none");
});

test("a crafted return path adds no text to the confirmation mail", async () => {
  const paths = [
    "/jobs?search=Call+our+number",
    "/events/7/{token}",
    "//elsewhere.example",
    "/Call-our-number",
  ];
  for (const [index, path] of paths.entries()) {
    const email = `victim${index}@college.example`;
    await new Visitor(server.url).post(`/register?redirectTo=${encodeURIComponent(path)}`, fieldsOf(email));
    const [mail = ""] = await mailsTo(`victim${index}`);
    expect(mail).toContain("/confirm-email?token=");
    expect(mail).not.toMatch(/redirectTo|Call|elsewhere/);
  }
  const token =
    (await mailedLink(server, "victim0@college.example", "/confirm-email")).split("token=")[1] ?? "";
  const away = "/confirm-email?redirectTo=%2F%2Felsewhere.example";
  const done = await new Visitor(server.url).post(away, { token, password, confirmPassword: password });
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/login"]);
});
