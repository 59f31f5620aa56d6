import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type OpenIdProvider, type Person, startOpenId } from "../support/openid.ts";
import { join, makeAdmin, password } from "../support/people.ts";
import { codeOf, enterPassword, turnOn } from "../support/second-factor.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { clock, passTime } from "../support/time.ts";
import { Visitor } from "../support/visitor.ts";

let provider: OpenIdProvider;
let server: TestServer;
/** Accepts addresses that the provider says nothing about. */
let trusting: TestServer;
const settingsOf = ({ issuer, client }: OpenIdProvider) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: client.id,
  OIDC_CLIENT_SECRET: client.secret,
  OIDC_NAME: "Campus ID",
});
beforeAll(async () => {
  provider = await startOpenId();
  server = await startServer(settingsOf(provider), undefined, clock);
  trusting = await startServer({ ...settingsOf(provider), OIDC_TRUST_EMAIL: "yes" });
});
afterAll(async () => {
  await server.stop();
  await trusting.stop();
  await provider.stop();
});

const someone = (name: string, more: Partial<Person> = {}): Person => ({
  sub: name,
  email: `${name}@college.example`,
  email_verified: true,
  given_name: "Asha",
  family_name: "Verma",
  ...more,
});
const unstated = { email_verified: undefined } as unknown as Partial<Person>;
const details = { phone: "98765 43210", countryCode: "+91", batchYear: "2027", skills: "" };
const complete = "/auth/oidc/complete";

/** Logs in at the provider. @returns the target of the last redirect */
async function signIn(
  person: Person | null,
  { at = server, visitor = new Visitor(at.url), path = "/auth/oidc" } = {},
): Promise<string | null> {
  provider.person = person;
  const away = await visitor.get(path);
  const back = await fetch(away.headers.get("Location") ?? "", { redirect: "manual" });
  const { pathname, search } = new URL(back.headers.get("Location") ?? "");
  return (await visitor.get(pathname + search)).headers.get("Location");
}
const whoIs = async (visitor: Visitor) => (await visitor.call("GET", "/api/users/me")).body.email;

test("the log-in page offers the provider by its name, and keeps where to return", async () => {
  const { text } = await new Visitor(server.url).get("/login?redirectTo=%2Fpost-job");
  expect(text).toContain('href="/auth/oidc?redirectTo=%2Fpost-job"');
  expect(text).toContain("Continue with Campus ID");
  expect(text).not.toContain("Google");
  expect((await new Visitor(server.url).get("/auth/github")).status).toBe(404);
});

test("a first log-in asks for phone and batch year, and the account follows the provider's subject when the address changes", async () => {
  const visitor = new Visitor(server.url);
  expect(await signIn(someone("new"), { visitor, path: "/auth/oidc?redirectTo=/jobs" })).toBe(complete);
  expect((await visitor.get(complete)).text).toContain("logged in to Campus ID as new@college.example");
  const done = await visitor.post(complete, details);
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/jobs"]);
  const again = new Visitor(server.url);
  expect(await signIn(someone("new", { email: "elsewhere@college.example" }), { visitor: again })).toBe("/");
  expect(await whoIs(again)).toBe("new@college.example");
});

describe("a token", () => {
  const refused = "/login?notice=oidc-failed";
  const unverified = "/login?notice=oidc-unverified";
  test.each([
    ["that says nothing about the address is refused", unstated, unverified],
    ["that calls the address unverified is refused", { email_verified: false }, unverified],
    ["that calls it unverified in a text is refused", { email_verified: "false" }, unverified],
    ["that calls it verified in a text is accepted", { email_verified: "true" }, complete],
    [
      "for several clients is accepted if it was made for us",
      { aud: ["quadrant", "x"], azp: "quadrant" },
      complete,
    ],
    [
      "for several clients is refused if another one asked for it",
      { aud: ["quadrant", "x"], azp: "x" },
      refused,
    ],
    ["for another client is refused", { aud: "x" }, refused],
    ["with another nonce is refused", { nonce: "another" }, refused],
    ["of another issuer is refused", { iss: "http://127.0.0.1:1" }, refused],
  ])("%s", async (_, claims, target) => {
    expect(await signIn(someone("stranger", claims as Partial<Person>))).toBe(target);
    if (target !== complete) expect((await new Visitor(server.url).get(target)).text).toContain("Campus ID");
  });
});

test("the provider may replace its keys", async () => {
  expect(await signIn(someone("keys"))).toBe(complete);
  provider.rotateKeys();
  await passTime(server, 2 * 60_000);
  expect(await signIn(someone("keys"))).toBe(complete);
});

test("a visitor who cancels, or whose provider is unavailable, reads the provider's name", async () => {
  expect(await signIn(null)).toBe("/login?notice=oidc-cancelled");
  const alone = await startServer({ ...settingsOf(provider), OIDC_ISSUER: "http://127.0.0.1:1" });
  onTestFinished(async () => void (await alone.stop()));
  const away = (await new Visitor(alone.url).get("/auth/oidc")).headers.get("Location") ?? "";
  expect(away).toBe("/login?notice=oidc-away");
  expect((await new Visitor(alone.url).get(away)).text).toContain("Campus ID cannot be reached");
});

test("a verified address of an account is linked at once, and its second factor still applies", async () => {
  const meera = await join(trusting, "meera", "meera@college.example");
  makeAdmin(trusting, meera);
  const { browser } = await enterPassword(trusting.url, "meera@college.example");
  const { secret } = await turnOn(browser);
  const visitor = new Visitor(trusting.url);
  expect(await signIn(someone("meera"), { at: trusting, visitor })).toBe("/login/code");
  expect((await visitor.post("/login/code", { code: codeOf(secret) })).status).toBe(303);
  expect(await whoIs(visitor)).toBe("meera@college.example");
  const { text } = await visitor.get(`/admin/members/${meera.id}`);
  expect(text).toContain("Password or Campus ID");
  expect(await signIn(someone("thief", { email: "meera@college.example" }), { at: trusting })).toBe(
    "/login?notice=oidc-other",
  );
});

test("accounts at Google and at the provider are different, even with the same subject", async () => {
  const google = await startOpenId();
  const both = await startServer({ ...settingsOf(provider), ...google.settings });
  onTestFinished(async () => {
    await both.stop();
    await google.stop();
  });
  const atGoogle = new Visitor(both.url);
  google.person = someone("1", { email: "google@college.example" });
  const away = (await atGoogle.get("/auth/google")).headers.get("Location") ?? "";
  const { pathname, search } = new URL(
    (await fetch(away, { redirect: "manual" })).headers.get("Location") ?? "",
  );
  expect((await atGoogle.get(pathname + search)).headers.get("Location")).toBe("/auth/google/complete");
  expect((await atGoogle.post("/auth/google/complete", details)).status).toBe(303);
  const visitor = new Visitor(both.url);
  expect(await signIn(someone("1", { email: "other@college.example" }), { at: both, visitor })).toBe(
    complete,
  );
  expect((await visitor.post(complete, details)).status).toBe(303);
  expect(await whoIs(visitor)).toBe("other@college.example");
});

test("members of allowed domains only can join with the provider", async () => {
  const closed = await startServer({
    ...settingsOf(provider),
    REGISTRATION: "domain",
    ALLOWED_EMAIL_DOMAINS: "college.example",
  });
  onTestFinished(async () => void (await closed.stop()));
  expect(await signIn(someone("x", { email: "x@elsewhere.example" }), { at: closed })).toBe(
    "/login?notice=oidc-domain",
  );
});

describe("with OIDC_TRUST_EMAIL", () => {
  const prove = "/login?notice=oidc-prove";

  test("OIDC_TRUST_EMAIL accepts an address without a claim for a new account, but not one called unverified", async () => {
    const visitor = new Visitor(trusting.url);
    expect(await signIn(someone("fresh", unstated), { at: trusting, visitor })).toBe(complete);
    expect((await visitor.post(complete, details)).headers.get("Location")).toBe("/");
    expect(await signIn(someone("fresh", unstated), { at: trusting })).toBe("/");
    expect(await signIn(someone("other", { email_verified: false }), { at: trusting })).toBe(
      "/login?notice=oidc-unverified",
    );
  });

  test("with OIDC_TRUST_EMAIL an account with the same address is linked only after another log-in to it", async () => {
    const email = "known@college.example";
    await join(trusting, "kabir", email);
    const known = someone("known", unstated);
    const visitor = new Visitor(trusting.url);
    expect(await signIn(known, { at: trusting, visitor, path: "/auth/oidc?redirectTo=/jobs" })).toBe(
      `${prove}&redirectTo=%2Fjobs`,
    );
    expect((await visitor.get(prove)).text).toContain("Log in to it once in another way");
    // Until then they cannot log in, and cannot make a second account.
    expect((await visitor.post(complete, details)).headers.get("Location")).toContain("oidc-failed");
    expect(await signIn(known, { at: trusting, visitor })).toBe(prove);
    expect((await visitor.post("/login", { email, password: "wrong-password" })).status).toBe(401);

    const loggedIn = await visitor.post("/login", { email, password });
    expect([loggedIn.status, loggedIn.headers.get("Location")]).toEqual([303, complete]);
    // Scripts open the page of the code after every right password.
    expect((await visitor.get("/login/code")).headers.get("Location")).toBe(complete);
    // Opening the page changes nothing.
    expect((await visitor.get(complete)).text).toContain("Link Campus ID");
    expect(await signIn(known, { at: trusting })).toBe(prove);
    expect((await visitor.post(complete, {})).headers.get("Location")).toBe("/");
    const again = new Visitor(trusting.url);
    expect(await signIn(known, { at: trusting, visitor: again })).toBe("/");
    expect(await whoIs(again)).toBe(email);
  });

  test("a member who logs in to a different account reads that nothing was linked", async () => {
    await join(trusting, "asha", "mine@college.example");
    await join(trusting, "rohan", "yours@college.example");
    const visitor = new Visitor(trusting.url);
    expect(await signIn(someone("yours", unstated), { at: trusting, visitor })).toBe(prove);
    await visitor.post("/login", { email: "mine@college.example", password });
    const sent = await visitor.post(complete, {});
    expect(sent.headers.get("Location")).toBe("/");
    expect((await visitor.get("/")).text).toContain("so it was not linked with Campus ID");
    // The identity is forgotten.
    expect((await visitor.get(complete)).headers.get("Location")).toBe("/");
    expect(await signIn(someone("yours", unstated), { at: trusting })).toBe(prove);
  });

  test("an account with a second factor needs its code before it is linked", async () => {
    const email = "code@college.example";
    makeAdmin(trusting, await join(trusting, "meera", email));
    const { browser } = await enterPassword(trusting.url, email);
    const { secret } = await turnOn(browser);
    const visitor = new Visitor(trusting.url);
    expect(await signIn(someone("code", unstated), { at: trusting, visitor })).toBe(prove);
    expect((await visitor.post("/login", { email, password })).headers.get("Location")).toBe("/login/code");
    expect((await visitor.post(complete, details)).headers.get("Location")).toContain("oidc-failed");
    await signIn(someone("code", unstated), { at: trusting, visitor });
    await visitor.post("/login", { email, password });
    const done = await visitor.post("/login/code", { code: codeOf(secret) });
    expect([done.status, done.headers.get("Location")]).toEqual([303, complete]);
    expect((await visitor.post(complete, {})).headers.get("Location")).toBe("/");
  });
});
