import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startDemoGoogle } from "../../scripts/demo/google.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { type OpenIdProvider, type Person, startOpenId } from "../support/openid.ts";
import { join, makeAdmin, password, registration } from "../support/people.ts";
import { codeOf, enterPassword, turnOn } from "../support/second-factor.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { Visitor } from "../support/visitor.ts";

const without = await shareServer(unlimited);
let provider: OpenIdProvider;
let server: TestServer;
beforeAll(async () => {
  provider = await startOpenId();
  server = await startServer(provider.settings);
});
beforeEach(() => {
  provider.forge = false;
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});

const asha: Person = {
  sub: "google-asha",
  email: "asha.verma@college.example",
  email_verified: true,
  name: "Asha Verma",
  given_name: "Asha",
  family_name: "Verma",
};
const someone = (name: string, more: Partial<Person> = {}): Person => ({
  ...asha,
  sub: `google-${name}`,
  email: `${name}@college.example`,
  ...more,
});
const details = { phone: "98765 43210", countryCode: "+91", batchYear: "2027", skills: "Python" };

/** Starts at the provider and returns the path that it redirects back to. */
async function visitProvider(visitor: Visitor, path = "/auth/google"): Promise<string> {
  const away = await visitor.get(path);
  expect(away.status).toBe(303);
  const back = await fetch(away.headers.get("Location") ?? "", { redirect: "manual" });
  const url = new URL(back.headers.get("Location") ?? "");
  expect(url.origin).toBe(visitor.url);
  return url.pathname + url.search;
}

/** Logs in with Google. @returns the target of the last redirect */
async function signIn(
  person: Person | null,
  visitor = new Visitor(server.url),
  path?: string,
): Promise<string | null> {
  provider.person = person;
  return (await visitor.get(await visitProvider(visitor, path))).headers.get("Location");
}
const isLoggedIn = async (visitor: Visitor) => (await visitor.get("/post-job")).status === 200;

test("the log-in page offers Google and continues after the log-in", async () => {
  const page = await new Visitor(server.url).get("/login?redirectTo=%2Fpost-job");
  expect(page.text).toContain('href="/auth/google?redirectTo=%2Fpost-job"');
});

test("a request from another site cannot start a log-in, and is redirected to the log-in page", async () => {
  const visitor = new Visitor(server.url);
  const { headers } = await visitor.get("/auth/google?redirectTo=/jobs", { "Sec-Fetch-Site": "cross-site" });
  expect(headers.get("Location")).toBe("/login?redirectTo=%2Fjobs");
  expect(visitor.cookies.size).toBe(0);
});

test("an account with a second factor must enter its code, and continues after it", async () => {
  const person = someone("meera");
  const meera = await join(server, "meera", person.email);
  makeAdmin(server, meera);
  const { browser } = await enterPassword(server.url, person.email);
  const { secret } = await turnOn(browser);
  const visitor = new Visitor(server.url);
  expect(await signIn(person, visitor, "/auth/google?redirectTo=/admin")).toBe("/login/code");
  expect(await isLoggedIn(visitor)).toBe(false);
  expect((await visitor.post("/login/code", { code: "000000" })).status).toBe(401);
  const done = await visitor.post("/login/code", { code: codeOf(secret) });
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/admin"]);
  expect(await isLoggedIn(visitor)).toBe(true);
  server.database().prepare("delete from users where id = ?").run(Number(meera.id));
});

test("the demo's provider lets visitors choose an account", async () => {
  const demo = await startServer(await startDemoGoogle());
  try {
    await join(demo, "meera", "alumna@demo.example");
    const choose = async (name: string) => {
      const visitor = new Visitor(demo.url);
      const away = (await visitor.get("/auth/google")).headers.get("Location") ?? "";
      const page = await (await fetch(away)).text();
      const [, query = ""] = new RegExp(`href="([^"]+)"[^>]*>(?:<b>)?${name}`).exec(page) ?? [];
      const back = await fetch(new URL(query.replaceAll("&amp;", "&"), away), { redirect: "manual" });
      const { pathname, search } = new URL(back.headers.get("Location") ?? "");
      return (await visitor.get(pathname + search)).headers.get("Location");
    };
    expect(await choose("Nila Varghese")).toBe("/auth/google/complete");
    expect(await choose("Ira Banerjee")).toBe("/");
    expect(await choose("Omkar Desai")).toBe("/login?notice=google-unverified");
    expect(await choose("Cancel")).toBe("/login?notice=google-cancelled");
  } finally {
    await demo.stop();
  }
});

test("only the first sign-in asks for phone and batch year", async () => {
  const visitor = new Visitor(server.url);
  expect(await signIn(asha, visitor, "/auth/google?redirectTo=/jobs%3Fsearch=robot")).toBe(
    "/auth/google/complete",
  );
  expect(await isLoggedIn(visitor)).toBe(false);
  const page = await visitor.get("/auth/google/complete");
  expect(page.text).toContain("asha.verma@college.example");
  const wrong = await visitor.post("/auth/google/complete", { ...details, phone: "", batchYear: "1900" });
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain("Phone is required");
  expect(wrong.text).toContain("Batch year must be a year from");
  const done = await visitor.post("/auth/google/complete", details);
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/jobs?search=robot"]);
  expect(await isLoggedIn(visitor)).toBe(true);

  const again = new Visitor(server.url);
  expect(await signIn({ ...asha, email: "changed@college.example" }, again)).toBe("/");
  expect(await isLoggedIn(again)).toBe(true);
  const rows = server.database().prepare("select name, phone, batch_year, password_hash from users").all();
  expect(rows).toEqual([
    { name: "Asha Verma", phone: "+91 9876543210", batch_year: 2027, password_hash: null },
  ]);
  const byPassword = await new Visitor(server.url).call("POST", "/api/users/login", {
    email: asha.email,
    password: password,
  });
  expect(byPassword.status).toBe(401);
});

describe("linking", () => {
  test("linking with Google removes the password and sessions of an account whose address was never confirmed", async () => {
    const unconfirmed = await join(server, "rohan", "victim@college.example");
    server
      .database()
      .prepare("update users set email_confirmed_at = null where id = ?")
      .run(Number(unconfirmed.id));
    const visitor = new Visitor(server.url);
    expect(await signIn(someone("victim"), visitor)).toBe("/");
    expect(await isLoggedIn(visitor)).toBe(true);
    expect((await unconfirmed.call("GET", "/api/users/me")).status).toBe(401);
    const login = { email: "victim@college.example", password };
    expect((await new Visitor(server.url).call("POST", "/api/users/login", login)).status).toBe(401);
  });

  test("a confirmed account keeps its password and sessions when it is linked", async () => {
    const owner = await join(server, "meera", "owner@college.example");
    expect(await signIn(someone("owner", { email: "Owner@College.example" }))).toBe("/");
    expect((await owner.call("GET", "/api/users/me")).status).toBe(200);
    const login = { email: "owner@college.example", password };
    expect((await new Visitor(server.url).call("POST", "/api/users/login", login)).status).toBe(200);
  });

  test("an account remains linked to its first Google account", async () => {
    expect(await signIn(someone("owner", { sub: "google-thief" }))).toBe("/login?notice=google-other");
  });

  test("suspended members cannot log in", async () => {
    const member = await join(server, "kabir", "suspended@college.example");
    server.database().prepare("update users set status = 'suspended' where id = ?").run(Number(member.id));
    expect(await signIn(someone("suspended"))).toBe("/login?notice=google-suspended");
  });
});

describe("refusals", () => {
  const refused = "/login?notice=google-failed";
  const stranger = (more: Partial<Person> = {}) => someone("stranger", more);

  test.each([
    ["a wrong nonce", { nonce: "another" }, refused],
    ["no nonce", { nonce: undefined }, refused],
    ["a wrong issuer", { iss: "http://127.0.0.1:1" }, refused],
    ["another client's token", { aud: "somebody-else" }, refused],
    ["an expired token", { exp: 1, iat: 0 }, refused],
    ["an unverified address", { email_verified: false }, "/login?notice=google-unverified"],
    ["no claim about the address", { email_verified: undefined }, "/login?notice=google-unverified"],
    ["a verified address as text", { email_verified: "true" }, "/login?notice=google-unverified"],
    ["no address", { email: undefined }, "/login?notice=google-unverified"],
    ["an invalid address", { email: "a b@\u0000" }, "/login?notice=google-unverified"],
  ])("%s", async (_, claims, target) => {
    const visitor = new Visitor(server.url);
    expect(await signIn(stranger(claims as Partial<Person>), visitor)).toBe(target);
    expect(await isLoggedIn(visitor)).toBe(false);
    expect((await visitor.get(target)).text).toContain("Google");
  });

  test("a token signed by someone else is refused", async () => {
    provider.forge = true;
    expect(await signIn(stranger())).toBe(refused);
  });

  test("a wrong state and a callback without a started flow are refused", async () => {
    provider.person = stranger();
    const visitor = new Visitor(server.url);
    const back = await visitProvider(visitor);
    const before = provider.granted;
    const wrong = await visitor.get(back.replace(/state=[^&]+/, "state=made-up"));
    expect(wrong.headers.get("Location")).toBe(refused);
    // Otherwise an attacker could log someone in as the attacker.
    expect((await new Visitor(server.url).get(back)).headers.get("Location")).toBe(refused);
    expect(provider.granted).toBe(before);
  });

  test("a replayed code is refused, even with the flow's cookie", async () => {
    provider.person = stranger();
    const visitor = new Visitor(server.url);
    const back = await visitProvider(visitor);
    const copy = new Visitor(server.url);
    copy.cookies = new Map(visitor.cookies);
    expect((await visitor.get(back)).headers.get("Location")).toBe("/auth/google/complete");
    expect((await visitor.get(back)).headers.get("Location")).toBe(refused);
    expect((await copy.get(back)).headers.get("Location")).toBe(refused);
    expect((await copy.get("/auth/google/complete")).headers.get("Location")).toBe(refused);
  });

  test("a changed cookie is refused", async () => {
    provider.person = stranger();
    const visitor = new Visitor(server.url);
    await visitor.get(await visitProvider(visitor));
    const original = visitor.cookies.get("google-identity") ?? "";
    const [text = "", signature] = decodeURIComponent(original).split(".");
    const stored = JSON.parse(Buffer.from(text, "base64").toString());
    const change = (more: object) => {
      const changed = Buffer.from(JSON.stringify({ ...stored, ...more })).toString("base64");
      visitor.cookies.set("google-identity", encodeURIComponent(`${changed}.${signature}`));
    };
    change({ value: { ...stored.value, email: asha.email } });
    expect((await visitor.post("/auth/google/complete", details)).headers.get("Location")).toBe(refused);
    for (const nonsense of ["", ".", "x.y", "%00.%00"]) {
      visitor.cookies.set("google-identity", nonsense);
      expect((await visitor.get("/auth/google/complete")).headers.get("Location")).toBe(refused);
    }
  });

  test("a visitor who declines at Google returns to the log-in page, and no redirect leads to another site", async () => {
    expect(await signIn(null)).toBe("/login?notice=google-cancelled");
    const path = "/auth/google?redirectTo=%2Fpost-job%3Fstep%3D2";
    expect(await signIn(null, new Visitor(server.url), path)).toBe(
      "/login?notice=google-cancelled&redirectTo=%2Fpost-job%3Fstep%3D2",
    );
    const visitor = new Visitor(server.url);
    expect(await signIn(asha, visitor, "/auth/google?redirectTo=//elsewhere.example")).toBe("/");
  });

  test("the log contains no code and no token", async () => {
    await expect.poll(server.logged).toContain("google sign-in refused");
    expect(server.logged()).not.toMatch(/code=|id_token|eyJ/);
  });
});

test("if the store fails, the form that completes an account is shown again", async () => {
  const visitor = new Visitor(server.url);
  expect(await signIn(someone("patient"), visitor)).toBe("/auth/google/complete");
  const database = server.database();
  database.exec("alter table users rename to hidden_users");
  const failed = await visitor.post("/auth/google/complete", details);
  database.exec("alter table hidden_users rename to users");
  expect(failed.status).toBe(503);
  expect(failed.text).toContain("Registration failed. Please try again.");
  expect(failed.text).toContain(`value="${details.phone}"`);
  const done = await visitor.post("/auth/google/complete", details);
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/"]);
});

test("Google accounts follow the registration rules", async () => {
  const closed = await startServer({
    ...provider.settings,
    REGISTRATION: "domain",
    ALLOWED_EMAIL_DOMAINS: "college.example",
  });
  const stranger = someone("x", { email: "x@elsewhere.example" });
  expect(await signIn(stranger, new Visitor(closed.url))).toBe("/login?notice=google-domain");
  // An address that Google has verified needs no confirmation mail.
  await new Visitor(closed.url).call("POST", "/api/users/register", registration("asha"));
  expect(await signIn(asha, new Visitor(closed.url))).toBe("/");
  await closed.stop();

  const approval = await startServer({ ...provider.settings, REGISTRATION: "approval" });
  const visitor = new Visitor(approval.url);
  expect(await signIn(asha, visitor)).toBe("/auth/google/complete");
  const done = await visitor.post("/auth/google/complete", details);
  expect(done.headers.get("Location")).toBe("/login?notice=google-approval");
  expect(await signIn(asha, new Visitor(approval.url))).toBe("/login?notice=google-approval");
  // The first administrator's link admits the waiting member, and no other address does.
  const link = /\/first-administrator\?token=[\w-]+/.exec(approval.logged())?.[0] ?? "";
  const by = (path: string) => `/auth/google?redirectTo=${encodeURIComponent(path)}`;
  expect(await signIn(asha, new Visitor(approval.url), by(`${link}x`))).toContain("google-approval");
  expect(await signIn(asha, new Visitor(approval.url), by(link))).toBe(link);
  await approval.stop();
});

test("the log-in page says if Google is not set up or unreachable", async () => {
  const off = await new Visitor(without.url).get("/auth/google");
  expect(off.headers.get("Location")).toBe("/login?notice=google-off");
  expect((await new Visitor(without.url).get("/login?notice=google-off")).text).toContain("not set up here");

  const away = await startServer({ ...provider.settings, GOOGLE_ISSUER: "http://127.0.0.1:1" });
  expect((await new Visitor(away.url).get("/auth/google")).headers.get("Location")).toBe(
    "/login?notice=google-away",
  );
  await away.stop();
});
