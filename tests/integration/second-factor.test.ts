import { beforeEach, describe, expect, test } from "vitest";
import { runCommand } from "../support/commands.ts";
import { shareServer } from "../support/integration.ts";
import { allMails, mailedLink } from "../support/outbox.ts";
import { browse, join, type Member, makeAdmin, password } from "../support/people.ts";
import { codeOf, enterPassword, readSecret, turnOn } from "../support/second-factor.ts";
import { Socket } from "../support/socket.ts";
import { problemOf, Visitor } from "../support/visitor.ts";

const server = await shareServer();
const database = server.database();
const page = "/account/second-factor";
let count = 0;
let meera: Member;
let browser: Visitor;
beforeEach(async () => {
  meera = await join(server, "meera", `meera${++count}@college.example`);
  makeAdmin(server, meera);
  browser = browse(server, meera);
});

const enterCode = (visitor: Visitor, code: string) => visitor.post("/login/code", { code });
const isIn = async (visitor: Visitor) => (await visitor.get("/account")).status === 200;
const call = (fields: object) =>
  new Visitor(server.url).call("POST", "/api/users/login", { email: meera.email, password, ...fields });

describe("Setting up", () => {
  test("setting up a second factor shows the key until a code confirms it, and ends all other sessions", async () => {
    const other = browse(server, meera);
    const socket = await Socket.of(meera);
    const { secret, codes, answer } = await turnOn(browser);
    expect(secret.replaceAll(" ", "")).toHaveLength(32);
    expect([answer.status, new Set(codes).size]).toEqual([200, 10]);
    expect(await isIn(browser)).toBe(true);
    expect(await isIn(other)).toBe(false);
    expect(await socket.closed).toBe(4401);
    expect((await meera.get("/api/users/me")).status).toBe(401);

    const later = await browser.get(page);
    expect(later.text).toContain("10 recovery codes left");
    for (const shown of [secret, ...codes]) expect(later.text).not.toContain(shown);
  });

  test("setting up a second factor needs the password and a right code", async () => {
    await browser.post(page, { intent: "start" });
    const secret = readSecret(await browser.get(page));
    const code = codeOf(secret);
    const wrong = await browser.post(page, { intent: "confirm", code, currentPassword: "not it" });
    expect([wrong.status, wrong.text.includes("That isn&#x27;t your password.")]).toEqual([422, true]);
    for (const [bad, status] of [
      ["000000", 422],
      ["12345", 422],
      ["", 422],
      ["x".repeat(100), 422],
    ] as const) {
      const refused = await browser.post(page, { intent: "confirm", code: bad, currentPassword: password });
      expect([bad, refused.status]).toEqual([bad, status]);
    }
    expect((await call({})).status).toBe(200);
  });

  test("only administrators can set up a second factor, and former ones can turn it off", async () => {
    const rohan = await join(server, "rohan", `rohan${count}@college.example`);
    const other = browse(server, rohan);
    expect((await other.get(page)).status).toBe(403);
    expect((await other.post(page, { intent: "start" })).status).toBe(403);
    expect((await other.get("/account")).text).not.toContain(page);

    const { secret } = await turnOn(browser);
    database.prepare("update users set is_admin = 0 where id = ?").run(Number(meera.id));
    expect((await browser.get("/account")).text).toContain(page);
    const answer = await browser.post(page, {
      intent: "off",
      code: codeOf(secret),
      currentPassword: password,
    });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/account"]);
    expect((await browser.get("/account")).text).toContain("Two-step login is off.");
    expect((await browser.get(page)).status).toBe(403);
    expect((await call({})).status).toBe(200);
  });

  test("setting up a second factor again does not replace the first", async () => {
    const { secret } = await turnOn(browser);
    expect((await browser.post(page, { intent: "start" })).status).toBe(303);
    const again = await browser.post(page, {
      intent: "confirm",
      code: codeOf(secret),
      currentPassword: password,
    });
    expect(again.status).toBe(409);
    expect((await call({ code: codeOf(secret) })).status).toBe(200);
  });

  test("the key and recovery codes are not stored in plain text, and the owner gets a mail", async () => {
    const { secret, codes } = await turnOn(browser);
    const rows = JSON.stringify([
      database.prepare("select * from second_factors").all(),
      database.prepare("select * from recovery_codes").all(),
    ]);
    for (const hidden of [secret, ...codes]) {
      const plain = hidden.replaceAll(" ", "");
      expect(rows).not.toContain(plain);
      expect(server.logged()).not.toContain(plain);
    }
    const mails = (await allMails(server)).filter((mail) => mail.includes(`To: ${meera.email}\n`));
    expect(mails.at(-1)).toContain("Subject: Two-step login for Quadrant is on\n");
    await expect.poll(server.logged).toContain(`"event":"second-factor-on","memberId":${meera.id}`);
  });
});

describe("Logging in", () => {
  test("logging in asks for a code after the password, and redirects to the page asked for", async () => {
    const { secret } = await turnOn(browser);
    const { browser: fresh, answer } = await enterPassword(
      server.url,
      meera.email,
      "/login?redirectTo=%2Fadmin",
    );
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/login/code"]);
    expect(await isIn(fresh)).toBe(false);
    const form = await fresh.get("/login/code");
    expect(form.text).toContain('autoComplete="one-time-code"');
    expect(form.text).toMatch(/inputMode="numeric"/i);
    const spaced = codeOf(secret).replace(/^.{3}/, "$& ");
    const done = await enterCode(fresh, spaced);
    expect([done.status, done.headers.get("Location")]).toEqual([303, "/admin"]);
    expect(await isIn(fresh)).toBe(true);
  });

  test("a code works once, even if sent twice at the same time, and not when more than one step old", async () => {
    const { secret } = await turnOn(browser);
    const visitors: Visitor[] = [];
    // One after another, because only one log-in of an account may wait.
    for (let n = 0; n < 3; n++) visitors.push((await enterPassword(server.url, meera.email)).browser);
    expect((await call({ code: codeOf(secret, -90) })).status).toBe(401);
    const code = codeOf(secret, 0);
    const answers = await Promise.all(visitors.map((each) => enterCode(each, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 401, 401]);
    const areIn = await Promise.all(visitors.map(isIn));
    expect(areIn.filter(Boolean)).toHaveLength(1);
    expect((await call({ code })).status).toBe(401);
  });

  test("each recovery code works once", async () => {
    const { codes } = await turnOn(browser);
    const { browser: fresh } = await enterPassword(server.url, meera.email);
    expect((await enterCode(fresh, codes[0] ?? "")).status).toBe(303);
    expect(await isIn(fresh)).toBe(true);
    expect((await call({ code: codes[0] })).status).toBe(401);
    expect((await browser.get(page)).text).toContain("9 recovery codes left");
    await expect.poll(server.logged).toContain(`"event":"recovery-code-used","memberId":${meera.id}`);
  });

  test("the API takes the code together with the password", async () => {
    const { secret } = await turnOn(browser);
    const without = await call({});
    expect(without.status).toBe(401);
    expect(without.body).toMatchObject({
      status: 401,
      success: false,
      detail: expect.stringContaining("code"),
    });
    const wrongPassword = await call({ password: "not it", code: codeOf(secret) });
    expect(problemOf(wrongPassword).detail).toBe("Invalid email or password. Please try again.");
    expect((await call({ code: "12" })).status).toBe(422);
    expect((await call({ code: "000000" })).status).toBe(401);
    const done = await call({ code: codeOf(secret) });
    expect([done.status, done.body.user.id]).toEqual([200, meera.id]);
  });

  test("a missing, outdated or forged password step redirects to the log-in", async () => {
    const { secret } = await turnOn(browser);
    const stranger = new Visitor(server.url);
    const back = "/login?notice=code-expired";
    expect((await stranger.get("/login/code")).headers.get("Location")).toBe(back);
    expect((await enterCode(stranger, codeOf(secret))).headers.get("Location")).toBe(back);

    const { browser: pending } = await enterPassword(server.url, meera.email);
    const cookie = pending.cookies.get("second-factor") ?? "";
    stranger.cookies.set("second-factor", `x${cookie}`);
    expect((await enterCode(stranger, codeOf(secret))).headers.get("Location")).toBe(back);

    const changed = "another long secret";
    await browser.post("/account/password", {
      currentPassword: password,
      password: changed,
      confirmPassword: changed,
    });
    expect(await isIn(browser)).toBe(true);
    expect((await enterCode(pending, codeOf(secret))).headers.get("Location")).toBe(back);
  });

  test("wrong codes count as failed log-ins, and the password alone does not make a browser known", async () => {
    const { secret } = await turnOn(browser);
    const { browser: pending } = await enterPassword(server.url, meera.email);
    expect([...pending.cookies.keys()]).not.toContain("known");
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries++) statuses.push((await enterCode(pending, "000000")).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    expect((await enterCode(pending, codeOf(secret))).status).toBe(429);
    // The password is not checked either.
    expect((await enterPassword(server.url, meera.email)).answer.status).toBe(429);
    await expect.poll(server.logged).toContain('"reason":"wrong code"');
  });
});

describe("A lost phone", () => {
  test("a password reset does not replace the code", async () => {
    const { secret } = await turnOn(browser);
    const guest = new Visitor(server.url);
    await guest.post("/forgot-password", { email: meera.email });
    const link = await mailedLink(server, meera.email, "/reset-password");
    const token = link.split("token=")[1] ?? "";
    const chosen = "three quiet tidal harbours";
    await guest.post("/reset-password", { token, password: chosen, confirmPassword: chosen });
    expect((await call({ password: chosen })).status).toBe(401);
    const answer = await guest.post("/login", { email: meera.email, password: chosen });
    expect(answer.headers.get("Location")).toBe("/login/code");
    expect(await isIn(guest)).toBe(false);
    expect((await call({ password: chosen, code: codeOf(secret) })).status).toBe(200);
  });

  test("the operator can reset a lost second factor with a command, and the member stays an administrator", async () => {
    await turnOn(browser);
    const parameters = [meera.email, "--reset-second-factor"];
    const { status, stdout, stderr } = await runCommand("make-admin", server.storage, parameters);
    expect([status, stdout]).toEqual([0, "Meera Nair logs in without a code now.\n"]);
    expect(stderr).toContain('"event":"second-factor-off","by":"command"');
    const answer = await call({});
    expect([answer.status, answer.body.user.role]).toEqual([200, "admin"]);
    expect(
      database.prepare("select count(*) from recovery_codes where user_id = ?").pluck().get(meera.id),
    ).toBe(0);
  });

  test("deleting the account deletes the second factor", async () => {
    await turnOn(browser);
    const other = await join(server, "asha", `asha${count}@college.example`);
    makeAdmin(server, other);
    const gone = await browser.post("/account/delete", { posts: "keep", currentPassword: password });
    expect(gone.status).toBe(303);
    expect(
      database.prepare("select count(*) from second_factors where user_id = ?").pluck().get(meera.id),
    ).toBe(0);
  });
});
