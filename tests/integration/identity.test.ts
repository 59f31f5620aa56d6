import { once } from "node:events";
import { resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Profile } from "../support/api-types.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { mailedLink } from "../support/outbox.ts";
import { join, type Member, password, people, registration } from "../support/people.ts";
import { startServer } from "../support/server.ts";
import { nextYear } from "../support/time.ts";
import { type Answer, errorsOf, Visitor } from "../support/visitor.ts";

const server = await shareServer();
let guest: Visitor;
beforeAll(async () => {
  guest = new Visitor(server.url);
});

const register = (body: object) => guest.call("POST", "/api/users/register", body);
const logIn = (email: string, secret = password) =>
  guest.call("POST", "/api/users/login", { email, password: secret });
const userOf = (answer: Answer<{ user: Profile | null }>) => answer.body.user;

describe("registering through the API", () => {
  test("registering returns a token and the user, named by first and last name", async () => {
    const answer = await register({ ...registration("asha"), name: "Someone Else", role: "admin" });
    expect(answer.status).toBe(201);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.body.token).toMatch(/^quadrant_[\w-]{43}$/);
    expect(userOf(answer)).toMatchObject({
      name: "Asha Verma",
      email: "asha.verma@college.example",
      phone: "+91 9876543210",
      batchYear: nextYear,
      skills: ["Python", "sketching"],
      role: "student",
      connection: "none",
      connectionBy: null,
    });
    expect(answer.text).not.toContain(password);
  });

  test("registering returns an error for each field", async () => {
    const answer = await register({});
    expect(answer.status).toBe(422);
    expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
    expect(errorsOf(answer)).toEqual({
      firstName: ["First name is required"],
      lastName: ["Last name is required"],
      email: ["Email is required"],
      phone: ["Phone is required"],
      password: ["Password is required"],
      batchYear: ["Batch year is required"],
    });
    expect(answer.body).toMatchObject({ success: false, status: 422, detail: "First name is required" });
    expect(answer.body).toMatchObject({ error: "First name is required", message: "First name is required" });
  });

  test.each([
    ["email", "not an address", "Email is invalid"],
    ["email", "asha..verma@college.example", "Mail can't reach this address"],
    ["email", "two@@signs.example", "Email is invalid"],
    ["password", "12345", "At least 6 characters"],
    ["phone", "call me", "Phone is invalid"],
    ["phone", "+999 1512 345678", "Phone is invalid"],
    ["countryCode", "+999", "Choose a country code from the list"],
    ["batchYear", 1949, /Batch year must be a year from 1950 to \d{4}/],
    ["batchYear", "soon", /Batch year must be a year/],
    ["batchYear", 2027.5, /Batch year must be a year/],
    ["firstName", "\u0000 \u0007", "First name is required"],
    ["firstName", "a".repeat(61), "At most 60 characters"],
    ["skills", Array.from({ length: 31 }, (_, index) => `skill ${index}`), "At most 30 entries"],
  ])("registering with %s %j is refused", async (field, value, expectedError) => {
    const answer = await register({ ...registration("kabir"), [field]: value });
    expect(answer.status).toBe(422);
    expect(errorsOf(answer)[field]?.[0]).toMatch(expectedError);
  });

  test.each([
    ["98765-43210", undefined, "+91 9876543210"],
    ["+971 50 123 4567", "+91", "+971 501234567"],
    ["(020) 7946 0018", "+44", "+44 02079460018"],
    ["1512 345678", "+49", "+49 1512345678"],
    ["+880 1712 345678", undefined, "+880 1712345678"],
    ["+1 202 555 0143", undefined, "+1 2025550143"],
  ])("registering stores the phone %s with the code %s as %s", async (phone, countryCode, stored) => {
    const email = `phone${stored.replace(/\D/g, "")}@college.example`;
    const answer = await register({ ...registration("rohan"), email, phone, countryCode });
    expect(userOf(answer)?.phone).toBe(stored);
  });

  test("registering refuses a taken email in any letter case", async () => {
    const answer = await register({ ...registration("kabir"), email: " Asha.VERMA@college.Example " });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ detail: "An account with this email already exists." });
  });

  test("parallel registrations of one address create one account", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => register({ ...registration("kabir"), email: "once@college.example" })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    // 429: only one registration of an account waits for its hash.
    expect(answers.filter(({ status }) => ![201, 409, 429].includes(status))).toEqual([]);
  });
});

describe("logging in through the API", () => {
  test("logging in returns a token and no cookie", async () => {
    const answer = await logIn("ASHA.verma@college.example");
    expect(answer.status).toBe(200);
    expect(userOf(answer)?.name).toBe("Asha Verma");
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test("logging in returns the same error for a wrong email and a wrong password, and hashes one password for either", async () => {
    const counting = await startServer(unlimited, undefined, resolve("tests/support/count-hashes.ts"));
    await join(counting, "asha");
    const countHashes = async () => {
      counting.process.send("hashes");
      const [{ hashes }] = (await once(counting.process, "message")) as [{ hashes: number }];
      return hashes;
    };
    const attempt = async (email: string) => {
      const before = await countHashes();
      const wrong = { email, password: "wrong secret" };
      const { status, text } = await new Visitor(counting.url).call("POST", "/api/users/login", wrong);
      return { status, text, hashes: (await countHashes()) - before };
    };
    const known = await attempt(people.asha.email);
    expect(known).toMatchObject({ status: 401, hashes: 1 });
    expect(known.text).toContain("Invalid email or password. Please try again.");
    expect(await attempt("nobody@college.example")).toEqual(known);
    await counting.stop();
  });

  test("the store contains passwords and tokens only as hashes", () => {
    const database = server.database();
    const rows = JSON.stringify([
      database.prepare("select * from users").all(),
      database.prepare("select * from sessions").all(),
    ]);
    expect(rows).not.toContain(password);
    expect(rows).not.toMatch(/quadrant_/);
    expect(rows).toMatch(/\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test("the log contains no passwords, tokens or cookies", () => {
    expect(server.logged()).not.toContain(password);
    expect(server.logged()).not.toContain("quadrant_");
    expect(server.logged()).not.toContain("wrong secret");
  });
});

describe("a session", () => {
  let rohan: Member;
  beforeAll(async () => {
    rohan = await join(server, "rohan");
  });

  test("a session returns the logged-in user, and a guest gets 401", async () => {
    expect((await rohan.get("/api/users/me")).body).toMatchObject({
      name: "Rohan Pillai",
      role: "alumni",
      year: null,
    });
    const answer = await guest.get("/api/users/me");
    expect(answer.status).toBe(401);
    expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
  });

  test("a bad token is refused even where guests are allowed", async () => {
    const answer = await guest.get("/api/jobs", { Authorization: "Bearer quadrant_nonsense" });
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ detail: "Invalid token" });
  });

  test("a session lasts 30 days from its last use", async () => {
    const database = server.database();
    const member = await join(server, "rohan", "lasting@college.example");
    const setLastUse = (days: number) =>
      database
        .prepare("update sessions set last_used_at = ? where user_id = ?")
        .run(Date.now() - days * 86_400_000, Number(member.id));
    setLastUse(29.9);
    expect((await member.get("/api/users/me")).status).toBe(200);
    // Using the session restarts its 30 days.
    const { age } = database
      .prepare("select ? - last_used_at as age from sessions where user_id = ?")
      .get(Date.now(), Number(member.id)) as { age: number };
    expect(age).toBeLessThan(3_600_000);
    setLastUse(30.1);
    expect((await member.get("/api/users/me")).status).toBe(401);
  });

  test("a session ends at once after a log-out", async () => {
    const member = await join(server, "rohan", "leaving@college.example");
    expect((await member.call("POST", "/api/users/logout")).status).toBe(204);
    expect((await member.get("/api/users/me")).status).toBe(401);
  });

  const clearing = ({ headers }: Answer) => headers.get("Clear-Site-Data");
  const openBrowser = async (email: string) => {
    const browser = new Visitor(server.url);
    const member = await join(server, "kabir", email);
    expect((await browser.post("/login", { email, password })).status).toBe(303);
    return { browser, id: Number(member.id) };
  };

  test.each([
    ["ended elsewhere", "delete from sessions where user_id = ?"],
    ["ended by a suspension", "update users set status = 'suspended' where id = ?"],
  ])("a session that was %s clears its browser at once, and on the log-in page", async (_, end) => {
    const { browser, id } = await openBrowser(`${end.length}-emptied@college.example`);
    server.database().prepare(end).run(id);
    const sent = await browser.get("/account");
    expect([sent.status, clearing(sent)]).toEqual([303, '"storage"']);
    const page = await browser.get("/login");
    expect([page.status, clearing(page)]).toEqual([200, '"storage"']);
    for (const path of ["/login", "/", "/jobs"]) expect(clearing(await browser.get(path))).toBeNull();
  });

  test("a browser with an ended session is cleared even if a call notices it first", async () => {
    const { browser, id } = await openBrowser("called@college.example");
    server.database().prepare("delete from sessions where user_id = ?").run(id);
    const called = await browser.get("/api/users/me");
    expect([called.status, clearing(called)]).toEqual([401, '"storage"']);
  });

  test("a browser with an expired session is cleared unless it is led to a log-in", async () => {
    const expire = "update sessions set last_used_at = 1 where user_id = ?";
    const { browser, id } = await openBrowser("expired@college.example");
    server.database().prepare(expire).run(id);
    for (const path of ["/account", "/login"]) expect(clearing(await browser.get(path))).toBeNull();
    const form = { email: "expired@college.example", password };
    expect((await browser.post("/login", form)).status).toBe(303);
    for (const path of ["/account", "/"]) expect(clearing(await browser.get(path))).toBeNull();

    const { browser: left, id: leftId } = await openBrowser("left@college.example");
    server.database().prepare(expire).run(leftId);
    expect(clearing(await left.get("/account"))).toBeNull();
    expect(clearing(await left.get("/jobs"))).toBe('"storage"');
    expect(clearing(await left.get("/jobs"))).toBeNull();
  });

  test("a member has at most 50 browsers and 50 tokens, and those unused for longest end", async () => {
    const { browser, id } = await openBrowser("fifty@college.example");
    const store = server.database();
    for (const kind of ["browser", "token"])
      for (let n = 0; n < 55; n++)
        store
          .prepare(
            "insert into sessions (token_hash, user_id, kind, name, created_at, last_used_at) values (?, ?, ?, ?, ?, ?)",
          )
          .run(
            `${kind} ${n}`,
            id,
            kind,
            kind === "token" && n === 0 ? "Old bot" : null,
            1,
            Date.now() - 55_000 + n,
          );
    const form = { email: "fifty@college.example", password };
    expect((await new Visitor(server.url).post("/login", form)).status).toBe(303);
    expect((await new Visitor(server.url).call("POST", "/api/users/login", form)).status).toBe(200);
    const left = (kind: string) =>
      store
        .prepare("select token_hash from sessions where user_id = ? and kind = ? order by last_used_at")
        .pluck()
        .all(id, kind) as string[];
    expect([left("browser").length, left("browser")[0]]).toEqual([50, "browser 7"]);
    expect([left("token").length, left("token").slice(0, 2)]).toEqual([50, ["token 0", "token 8"]]);
    expect((await browser.get("/account")).status).toBe(200);
  });

  test("a session ends when its member is suspended", async () => {
    const member = await join(server, "rohan", "suspended@college.example");
    server.database().prepare("update users set status = 'suspended' where id = ?").run(Number(member.id));
    expect((await member.get("/api/users/me")).status).toBe(401);
    const answer = await logIn("suspended@college.example");
    expect([answer.status, answer.body]).toMatchObject([403, { detail: "This account is suspended." }]);
  });
});

describe("the pages", () => {
  test("members register, log out and log in without scripts", async () => {
    const visitor = new Visitor(server.url);
    const { skills, ...form } = registration("meera");
    const fields = { ...form, batchYear: "2019", skills: skills.join(", "), confirmPassword: password };
    const registered = await visitor.post("/register", fields);
    expect([registered.status, registered.headers.get("Location")]).toEqual([303, "/"]);
    const cookie = registered.headers.getSetCookie().find((each) => each.startsWith("session="));
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/);
    expect((await visitor.get("/")).text).toContain("Profile menu of Meera Nair");
    expect((await visitor.get("/login")).headers.get("Location")).toBe("/");
    expect((await visitor.get("/register")).headers.get("Location")).toBe("/");

    const before = new Map(visitor.cookies);
    expect((await visitor.post("/logout", {})).headers.get("Location")).toBe("/login");
    visitor.cookies = before;
    expect((await visitor.get("/")).text).toContain('href="/login"');

    const back = await visitor.post("/login?redirectTo=%2Fpost-job%3Fstep%3D2", {
      email: people.meera.email,
      password,
    });
    expect([back.status, back.headers.get("Location")]).toEqual([303, "/post-job?step=2"]);
  });

  test("the registration shows every error beside its field and keeps what was typed except passwords", async () => {
    const answer = await guest.post("/register", {
      firstName: "Kabir",
      lastName: "",
      email: "kabir@",
      phone: "12",
      batchYear: "",
      skills: "",
      password: "a typed secret",
      confirmPassword: "another one",
    });
    expect(answer.status).toBe(422);
    for (const errorText of [
      "Last name is required",
      "Email is invalid",
      "Passwords do not match",
      "Batch year is required",
    ]) {
      expect(answer.text).toContain(errorText);
    }
    expect(answer.text).toContain('value="Kabir"');
    expect(answer.text).toContain('value="kabir@"');
    expect(answer.text).not.toContain("a typed secret");
    expect(answer.text).toContain('aria-invalid="true"');
  });

  test("the log-in page shows its errors", async () => {
    const empty = await guest.post("/login", { email: "", password: "" });
    expect([empty.status, empty.text]).toEqual([422, expect.stringContaining("Email is required")]);
    expect(empty.text).toContain("Password is required");
    const wrong = await guest.post("/login", { email: people.asha.email, password: "wrong secret" });
    expect(wrong.status).toBe(401);
    expect(wrong.text).toContain("Invalid email or password. Please try again.");
    expect(wrong.text).toContain(`value="${people.asha.email}"`);
  });

  test.each([
    "https://elsewhere.example/",
    "//elsewhere.example",
    "/\\elsewhere.example",
    "javascript:alert(1)",
  ])("pages do not redirect to %s after a log-in", async (redirectTo) => {
    const visitor = new Visitor(server.url);
    const address = `/login?redirectTo=${encodeURIComponent(redirectTo)}`;
    const answer = await visitor.post(address, { email: people.asha.email, password });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/"]);
  });

  test("pages redirect a guest to the log-in page with a notice", async () => {
    const answer = await guest.get("/post-job?step=2");
    expect([answer.status, answer.headers.get("Location")]).toEqual([
      303,
      "/login?redirectTo=%2Fpost-job%3Fstep%3D2",
    ]);
    expect((await guest.get("/login?redirectTo=%2Fpost-job")).text).toContain("Please log in first");
  });

  test("pages drop a corrupt cookie and log it", async () => {
    const answer = await guest.get("/jobs", { Cookie: "session=%7B%22token%22" });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual(["session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0"]);
    await expect.poll(server.logged).toContain("corrupt session cookie dropped");
  });

  test("pages refuse a form from another site with an error page", async () => {
    for (const Origin of ["https://elsewhere.example", "null"]) {
      const answer = await guest.post("/login", { email: people.asha.email, password }, { Origin });
      expect(answer.status).toBe(403);
      expect(answer.text).toContain("This form was not sent from our own pages.");
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  test("a cookie authorizes calls that change something only from the site itself", async () => {
    const visitor = new Visitor(server.url);
    await visitor.post("/login", { email: people.asha.email, password });
    const logOut = (headers: Record<string, string>) =>
      visitor.call("POST", "/api/users/logout", undefined, headers);
    expect((await logOut({ Origin: "https://elsewhere.example" })).status).toBe(403);
    expect((await logOut({ Origin: "null" })).status).toBe(403);
    expect((await visitor.get("/api/users/me", { Origin: "https://elsewhere.example" })).status).toBe(200);
    expect((await logOut({ Origin: server.url })).status).toBe(204);
    // An absent Origin passes.
    await visitor.post("/login", { email: people.asha.email, password });
    expect((await logOut({})).status).toBe(204);
  });
});

test("REGISTRATION=domain accepts only addresses of that domain", async () => {
  const closed = await startServer({ REGISTRATION: "domain", ALLOWED_EMAIL_DOMAINS: "college.example" });
  const visitor = new Visitor(closed.url);
  const other = await visitor.call("POST", "/api/users/register", {
    ...registration("asha"),
    email: "asha@else.example",
  });
  expect(other.status).toBe(422);
  expect(errorsOf(other).email).toEqual(["Please use an address that ends with @college.example"]);
  const own = await visitor.call("POST", "/api/users/register", registration("asha"));
  expect(own.status).toBe(202);
  await closed.stop();
});

describe("an address with invisible characters", () => {
  const hidden = "ta\ufe0fra\u200b@college.example";
  const spellings = [
    hidden,
    "tara@college.example",
    "\u2068Tara@college.example\u2069",
    "ｔａｒａ＠college．example",
  ];

  /** Changes an address without cleaning it, as older versions stored it. */
  const store = (from: string, email: string) =>
    server.database().prepare("update users set email = ? where email = ?").run(email, from);

  test("an address with invisible characters is stored without them, and can log in however it is typed", async () => {
    const answer = await register(registration("asha", "\u202anew.７\ufe0f@college.example\u202c"));
    expect(userOf(answer)).toMatchObject({ email: "new.7@college.example" });
    for (const email of ["new.7@college.example", "new.\u200b७@college.example"]) {
      expect((await logIn(email)).status, email).toBe(200);
    }
  });

  test("an address stored with invisible characters can log in, typed with or without them, on the page and through the API", async () => {
    await join(server, "asha", "tara@college.example");
    store("tara@college.example", hidden);
    for (const email of spellings) {
      expect((await logIn(email)).status, email).toBe(200);
      const visitor = new Visitor(server.url);
      expect((await visitor.post("/login", { email, password })).status, email).toBe(303);
      expect((await visitor.get("/account")).status).toBe(200);
      expect((await logIn(email, "a wrong password")).status).toBe(401);
    }
    for (const email of spellings) {
      expect((await register(registration("asha", email))).status, email).toBe(409);
    }
    await new Visitor(server.url).post("/forgot-password", { email: "tara@college.example" });
    expect(await mailedLink(server, hidden, "/reset-password")).toContain("token=");
  });

  test("an address with invisible characters does not replace one spelled the same without them", async () => {
    await join(server, "asha", "twin.one@college.example");
    await join(server, "rohan", "twin@college.example");
    const alike = "tw\ufe0fin@college.example";
    store("twin.one@college.example", alike);
    expect(userOf(await logIn(alike))).toMatchObject({ name: "Asha Verma" });
    expect(userOf(await logIn("twin@college.example"))).toMatchObject({ name: "Rohan Pillai" });
  });

  test("an address with invisible characters can be changed to the same one without them", async () => {
    const member = await join(server, "asha", "change@college.example");
    const typed = "cha\ufe0fnge@college.example";
    store("change@college.example", typed);
    const visitor = new Visitor(server.url);
    await visitor.post("/login", { email: typed, password });
    const email = "change@college.example";
    expect((await visitor.post("/account/email", { email, currentPassword: password })).status).toBe(303);
    const link = await mailedLink(server, email, "/account/email/confirm");
    await visitor.post("/account/email/confirm", { token: link.split("token=")[1] ?? "" });
    expect(server.database().prepare("select email from users where id = ?").get(Number(member.id))).toEqual({
      email,
    });
  });
});
