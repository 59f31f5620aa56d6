import { beforeEach, expect, test } from "vitest";
import { shareServer } from "../support/integration.ts";
import { allMails, mailedLink } from "../support/outbox.ts";
import { join, type Member, makeAdmin, password } from "../support/people.ts";
import { codeOf, turnOn } from "../support/second-factor.ts";
import { Visitor } from "../support/visitor.ts";

// An attacker who has an administrator's password or mailbox guesses codes.

const appUrl = "http://community.example";
const server = await shareServer({ TRUST_PROXY: "1", APP_URL: appUrl });

/** A browser with its own IP address. */
class Browser extends Visitor {
  address: string;

  constructor(address: string) {
    super(server.url);
    this.address = address;
  }

  override fetch(path: string, init: RequestInit = {}) {
    const headers = new Headers(init.headers);
    if (headers.has("Origin")) headers.set("Origin", appUrl);
    headers.set("X-Forwarded-For", this.address);
    return super.fetch(path, { ...init, headers });
  }
}

let count = 0;
let meera: Member;
let secret: string;
let owner: Browser;
beforeEach(async () => {
  meera = await join(server, "meera", `meera${++count}@college.example`);
  makeAdmin(server, meera);
  owner = new Browser(`192.0.2.${count}`);
  await enterPassword(owner);
  ({ secret } = await turnOn(owner));
  await owner.post("/logout", {});
});

const enterPassword = (browser: Browser) => browser.post("/login", { email: meera.email, password });
const enterCode = async (browser: Browser, code = "000000") =>
  (await browser.post("/login/code", { code })).status;
/** Sends wrong codes. @returns how many the server checked */
async function guess(browser: Browser, tries: number): Promise<number> {
  let looked = 0;
  await enterPassword(browser);
  for (let n = 0; n < tries; n++) if ((await enterCode(browser)) === 401) looked++;
  return looked;
}
const wrongCodeMails = async () =>
  (await allMails(server)).filter(
    (mail) => mail.includes(`\nTo: ${meera.email}\n`) && mail.includes("Subject: Wrong codes"),
  );

test("browsers known before the second factor, or by a mailed link, share the limit of strangers", async () => {
  const thief = "198.51.100.7";
  const browsers: Browser[] = [];
  for (let nth = 1; nth <= 3; nth++) {
    const browser = new Browser(thief);
    await browser.post("/forgot-password", { email: meera.email });
    const token = (await mailedLink(server, meera.email, "/reset-password", nth)).split("token=")[1] ?? "";
    await browser.post("/reset-password", { token, password, confirmPassword: password });
    browsers.push(browser);
  }
  // The owner's browser was remembered before the second factor was turned on.
  owner.address = thief;
  let looked = 0;
  for (const browser of [...browsers, owner]) looked += await guess(browser, 12);
  expect(looked).toBe(10);
});

test("wrong codes are limited for each account, with a reserve for browsers that gave a right one", async () => {
  await enterPassword(owner);
  expect(await enterCode(owner, codeOf(secret))).toBe(303);
  await owner.post("/logout", {});
  let looked = 0;
  for (let n = 0; n < 5; n++) looked += await guess(new Browser(`203.0.113.${n}`), 12);
  expect(looked).toBe(30);
  await enterPassword(owner);
  expect(await enterCode(owner, codeOf(secret, 30))).toBe(303);
});

test("the owner gets one mail after ten wrong codes, and another only after a right one", async () => {
  const browser = new Browser("203.0.113.90");
  expect(await guess(browser, 9)).toBe(9);
  expect(await wrongCodeMails()).toEqual([]);
  expect(await guess(browser, 3)).toBe(1);
  expect(await guess(new Browser("203.0.113.91"), 5)).toBe(5);
  const mails = await wrongCodeMails();
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain("10 wrong codes");
  expect(mails[0]).not.toContain("203.0.113");

  await enterPassword(owner);
  expect(await enterCode(owner, codeOf(secret))).toBe(303);
  const wrong = () =>
    server
      .database()
      .prepare("select wrong_codes from second_factors where user_id = ?")
      .pluck()
      .get(Number(meera.id));
  expect(wrong()).toBe(0);
});
