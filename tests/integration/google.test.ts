import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type OpenIdProvider, type Person, startOpenId } from "../support/openid.ts";
import { join, password, registration } from "../support/people.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { Visitor } from "../support/visitor.ts";

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

/** Goes to the provider and comes back with what it sent along. */
async function goThere(visitor: Visitor, path = "/auth/google"): Promise<string> {
  const away = await visitor.get(path);
  expect(away.status).toBe(303);
  const back = await fetch(away.headers.get("Location") ?? "", { redirect: "manual" });
  const url = new URL(back.headers.get("Location") ?? "");
  expect(url.origin).toBe(visitor.url);
  return url.pathname + url.search;
}

/** The whole way by Google. Answers the last redirect's target. */
async function signIn(
  person: Person | null,
  visitor = new Visitor(server.url),
  path?: string,
): Promise<string | null> {
  provider.person = person;
  return (await visitor.get(await goThere(visitor, path))).headers.get("Location");
}
const loggedIn = async (visitor: Visitor) => (await visitor.get("/post-job")).status === 200;

test("a first sign-in completes phone and batch year, and the next one is straight", async () => {
  const visitor = new Visitor(server.url);
  expect(await signIn(asha, visitor, "/auth/google?redirectTo=/jobs%3Fsearch=robot")).toBe(
    "/auth/google/complete",
  );
  expect(await loggedIn(visitor)).toBe(false);
  const page = await visitor.get("/auth/google/complete");
  expect(page.text).toContain("asha.verma@college.example");
  const wrong = await visitor.post("/auth/google/complete", { ...details, phone: "", batchYear: "1900" });
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain("Phone is required");
  expect(wrong.text).toContain("Batch year must be a year from");
  const done = await visitor.post("/auth/google/complete", details);
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/jobs?search=robot"]);
  expect(await loggedIn(visitor)).toBe(true);

  const again = new Visitor(server.url);
  expect(await signIn({ ...asha, email: "changed@college.example" }, again)).toBe("/");
  expect(await loggedIn(again)).toBe(true);
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
  test("an account whose address was never confirmed loses its password and its sessions", async () => {
    const taken = await join(server, "rohan", "victim@college.example");
    const visitor = new Visitor(server.url);
    expect(await signIn(someone("victim"), visitor)).toBe("/");
    expect(await loggedIn(visitor)).toBe(true);
    expect((await taken.call("GET", "/api/users/me")).status).toBe(401);
    const login = { email: "victim@college.example", password };
    expect((await new Visitor(server.url).call("POST", "/api/users/login", login)).status).toBe(401);
  });

  test("a confirmed account keeps both", async () => {
    const owner = await join(server, "meera", "owner@college.example");
    server.database().prepare("update users set email_confirmed_at = 1 where id = ?").run(Number(owner.id));
    expect(await signIn(someone("owner", { email: "Owner@College.example" }))).toBe("/");
    expect((await owner.call("GET", "/api/users/me")).status).toBe(200);
    const login = { email: "owner@college.example", password };
    expect((await new Visitor(server.url).call("POST", "/api/users/login", login)).status).toBe(200);
  });

  test("an account belongs to the Google account that came first", async () => {
    expect(await signIn(someone("owner", { sub: "google-thief" }))).toBe("/login?notice=google-other");
  });

  test("suspended members stay outside", async () => {
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
    ["a token that is over", { exp: 1, iat: 0 }, refused],
    ["an unverified address", { email_verified: false }, "/login?notice=google-unverified"],
    ["no word on the address", { email_verified: undefined }, "/login?notice=google-unverified"],
    ["a verified one as text", { email_verified: "true" }, "/login?notice=google-unverified"],
    ["no address", { email: undefined }, "/login?notice=google-unverified"],
    ["an address that is none", { email: "a b@\u0000" }, "/login?notice=google-unverified"],
  ])("%s", async (_, claims, target) => {
    const visitor = new Visitor(server.url);
    expect(await signIn(stranger(claims as Partial<Person>), visitor)).toBe(target);
    expect(await loggedIn(visitor)).toBe(false);
    expect((await visitor.get(target)).text).toContain("Google");
  });

  test("a token that somebody else signed", async () => {
    provider.forge = true;
    expect(await signIn(stranger())).toBe(refused);
  });

  test("a wrong state, and a callback without a journey", async () => {
    provider.person = stranger();
    const visitor = new Visitor(server.url);
    const back = await goThere(visitor);
    const before = provider.granted;
    const wrong = await visitor.get(back.replace(/state=[^&]+/, "state=made-up"));
    expect(wrong.headers.get("Location")).toBe(refused);
    // Another's callback in one's own browser would log one in as them.
    expect((await new Visitor(server.url).get(back)).headers.get("Location")).toBe(refused);
    expect(provider.granted).toBe(before);
  });

  test("a replayed code, even with the journey's cookie", async () => {
    provider.person = stranger();
    const visitor = new Visitor(server.url);
    const back = await goThere(visitor);
    const copy = new Visitor(server.url);
    copy.cookies = new Map(visitor.cookies);
    expect((await visitor.get(back)).headers.get("Location")).toBe("/auth/google/complete");
    expect((await visitor.get(back)).headers.get("Location")).toBe(refused);
    expect((await copy.get(back)).headers.get("Location")).toBe(refused);
    expect((await copy.get("/auth/google/complete")).headers.get("Location")).toBe(refused);
  });

  test("a cookie that was changed", async () => {
    provider.person = stranger();
    const visitor = new Visitor(server.url);
    await visitor.get(await goThere(visitor));
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

  test("whoever declines at Google, and whoever would be sent to another site", async () => {
    expect(await signIn(null)).toBe("/login?notice=google-cancelled");
    const onward = "/auth/google?redirectTo=%2Fpost-job%3Fstep%3D2";
    expect(await signIn(null, new Visitor(server.url), onward)).toBe(
      "/login?notice=google-cancelled&redirectTo=%2Fpost-job%3Fstep%3D2",
    );
    const visitor = new Visitor(server.url);
    expect(await signIn(asha, visitor, "/auth/google?redirectTo=//elsewhere.example")).toBe("/");
  });

  test("the log holds no code and no token", () => {
    expect(server.logged()).toContain("google sign-in refused");
    expect(server.logged()).not.toMatch(/code=|id_token|eyJ/);
  });
});

test("where registration is closed to others, Google opens nothing", async () => {
  const closed = await startServer({
    ...provider.settings,
    REGISTRATION: "domain",
    ALLOWED_EMAIL_DOMAINS: "college.example",
  });
  const stranger = someone("x", { email: "x@elsewhere.example" });
  expect(await signIn(stranger, new Visitor(closed.url))).toBe("/login?notice=google-domain");
  // A verified address needs no mail of ours to be confirmed.
  await new Visitor(closed.url).call("POST", "/api/users/register", registration("asha"));
  expect(await signIn(asha, new Visitor(closed.url))).toBe("/");
  await closed.stop();

  const approval = await startServer({ ...provider.settings, REGISTRATION: "approval" });
  const visitor = new Visitor(approval.url);
  expect(await signIn(asha, visitor)).toBe("/auth/google/complete");
  const done = await visitor.post("/auth/google/complete", details);
  expect(done.headers.get("Location")).toBe("/login?notice=google-approval");
  expect(await signIn(asha, new Visitor(approval.url))).toBe("/login?notice=google-approval");
  await approval.stop();
});

test("without Google, or while it is away, the log-in page says so", async () => {
  const without = await startServer();
  const off = await new Visitor(without.url).get("/auth/google");
  expect(off.headers.get("Location")).toBe("/login?notice=google-off");
  expect((await new Visitor(without.url).get("/login?notice=google-off")).text).toContain("not set up here");
  await without.stop();

  const away = await startServer({ ...provider.settings, GOOGLE_ISSUER: "http://127.0.0.1:1" });
  expect((await new Visitor(away.url).get("/auth/google")).headers.get("Location")).toBe(
    "/login?notice=google-away",
  );
  await away.stop();
});
