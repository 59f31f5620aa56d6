import { expect, test } from "vitest";
import { mailedLink, outbox } from "../support/outbox.ts";
import { browse, join, password } from "../support/people.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { Visitor } from "../support/visitor.ts";

const linkOf = (server: TestServer) => /\/first-administrator\?token=[\w-]+/.exec(server.logged())?.[0] ?? "";

test("a server without an administrator prints a link for the first one, and none once there is one", async () => {
  const server = await startServer({ RATE_LIMITS: "off" });
  await expect.poll(server.logged).toContain("This community has no administrator yet.");
  const link = linkOf(server);
  const token = link.split("=")[1] ?? "";
  const [asha, rohan] = [await join(server, "asha"), await join(server, "rohan")];

  const guest = new Visitor(server.url);
  const invited = await guest.get(link);
  expect(invited.status).toBe(200);
  expect(invited.headers.get("Referrer-Policy")).toBe("strict-origin");
  expect(invited.text).toContain(`/register?redirectTo=${encodeURIComponent(link)}`);
  expect((await guest.post("/first-administrator", { token })).status).toBe(401);

  const [ashas, rohans] = [browse(server, asha), browse(server, rohan)];
  expect((await ashas.get(link)).text).toContain("Become the administrator");
  expect((await ashas.post("/first-administrator", { token: `${token}x` })).status).toBe(410);
  expect((await ashas.get("/admin")).status).toBe(403);

  const both = await Promise.all([ashas, rohans].map((each) => each.post("/first-administrator", { token })));
  expect(both.map(({ status }) => status).sort()).toEqual([303, expect.toBeOneOf([409, 410])]);
  const seen = await Promise.all([ashas, rohans].map((each) => each.get("/admin")));
  expect(seen.map(({ status }) => status).sort()).toEqual([200, 403]);
  expect((await rohans.get(link)).status).toBe(410);
  const trail = server.database().prepare("select action from audit_entries").pluck();
  expect(trail.all()).toEqual(["became the first administrator"]);

  const store = server
    .database()
    .prepare(
      "insert into member_imports (admin_id, file_name, content, created_at) values (?, ?, 'Name,Email', ?)",
    );
  for (const [name, age] of [
    ["old.csv", 25],
    ["new.csv", 23],
  ] as const)
    store.run(Number(asha.id), name, Date.now() - age * 3_600_000);
  await server.kill();
  const again = await startServer({}, server.storage);
  await new Visitor(again.url).get("/healthz");
  expect(linkOf(again)).toBe("");
  // A list that was checked but not run is deleted after a day.
  const lists = () => again.database().prepare("select file_name from member_imports").pluck().all();
  await expect.poll(lists).toEqual(["new.csv"]);
  await again.stop();
  await server.stop();
});

const form = {
  firstName: "Asha",
  lastName: "Verma",
  email: "asha.verma@college.example",
  phone: "98765 43210",
  countryCode: "+91",
  password,
  confirmPassword: password,
  batchYear: "2027",
  skills: "Python",
};

test("with REGISTRATION=approval the link admits the member who signs up with it, until there is an administrator", async () => {
  const settings = { REGISTRATION: "approval", RATE_LIMITS: "off", APP_URL: "https://quadrant.example" };
  const server = await startServer(settings);
  await expect.poll(server.logged).toContain("https://quadrant.example/first-administrator?token=");
  const link = linkOf(server);
  const Origin = settings.APP_URL;
  const to = (path: string) => `/register?redirectTo=${encodeURIComponent(path)}`;
  const late = new Visitor(server.url);
  const wrong = { ...form, email: "wrong@college.example" };
  expect((await late.post(to(`${link}x`), wrong, { Origin })).status).toBe(202);

  const asha = new Visitor(server.url);
  const signedUp = await asha.post(to(link), form, { Origin });
  expect([signedUp.status, signedUp.headers.get("Location")]).toEqual([303, link]);
  expect((await asha.get(link)).text).toContain("Become the administrator");
  // The link admits a waiting member. Another address does not.
  const waiting = new Visitor(server.url);
  const account = { email: wrong.email, password };
  const login = (path: string) =>
    waiting.post(`/login?redirectTo=${encodeURIComponent(path)}`, account, { Origin });
  for (const path of ["/", `${link}x`]) expect((await login(path)).status, path).toBe(403);
  const admitted = await login(link);
  expect([admitted.status, admitted.headers.get("Location")]).toEqual([303, link]);
  expect(
    (await new Visitor(server.url).post(to("/"), { ...form, email: "late@college.example" }, { Origin }))
      .status,
  ).toBe(202);
  server.database().prepare("update users set is_admin = 1 where email = ?").run(wrong.email);
  account.email = "late@college.example";
  const tooLate = await new Visitor(server.url).post(
    `/login?redirectTo=${encodeURIComponent(link)}`,
    account,
    { Origin },
  );
  expect(tooLate.status, "there is an administrator").toBe(403);
  const opened = await asha.get(link);
  expect([opened.status, opened.text.includes("already has an administrator")]).toEqual([410, true]);
  expect(opened.text).not.toContain("Become the administrator");
  const next = { ...form, email: "next@college.example" };
  expect((await new Visitor(server.url).post(to(link), next, { Origin })).status).toBe(202);
  await server.stop();
});

test("with REGISTRATION=domain the confirmation leads back to the link", async () => {
  const settings = { REGISTRATION: "domain", ALLOWED_EMAIL_DOMAINS: "college.example", RATE_LIMITS: "off" };
  const server = await startServer(settings);
  await expect.poll(server.logged).toContain("/first-administrator?token=");
  const link = linkOf(server);
  const asha = new Visitor(server.url);
  await asha.post(`/register?redirectTo=${encodeURIComponent(link)}`, form);
  const confirmation = await mailedLink(server, form.email, "/confirm-email");
  expect(outbox(server).join()).not.toContain("first-administrator");
  const token = confirmation.split("token=")[1] ?? "";
  const fields = { token, password, confirmPassword: password };
  const done = await asha.post("/confirm-email", fields);
  expect(done.headers.get("Location")).toContain(`redirectTo=${encodeURIComponent(link)}`);
  const loggedIn = await asha.post(String(done.headers.get("Location")), { email: form.email, password });
  expect([loggedIn.status, loggedIn.headers.get("Location")]).toEqual([303, link]);
  // If it is confirmed in another browser, a sign-up does not lead to the link.
  const other = { ...form, email: "other@college.example" };
  const typist = new Visitor(server.url);
  await typist.post(`/register?redirectTo=${encodeURIComponent(link)}`, other);
  const second = await mailedLink(server, other.email, "/confirm-email");
  const stranger = await new Visitor(server.url).post("/confirm-email", {
    ...fields,
    token: second.split("token=")[1] ?? "",
  });
  expect([stranger.status, stranger.headers.get("Location")]).toEqual([303, "/login"]);
  await server.stop();
});
