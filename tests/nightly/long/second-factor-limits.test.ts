import { expect, test } from "vitest";
import { shareServer } from "../../support/integration.ts";
import { join, makeAdmin, password } from "../../support/people.ts";
import { turnOn } from "../../support/second-factor.ts";
import { Visitor } from "../../support/visitor.ts";

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

const meera = await join(server, "meera");
makeAdmin(server, meera);
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

test("all browsers that entered a recovery code share the account's limit", async () => {
  const owner = new Browser("192.0.2.1");
  await enterPassword(owner);
  const { codes } = await turnOn(owner);
  await owner.post("/logout", {});
  const browsers: Browser[] = [];
  for (const [n, code] of codes.slice(0, 7).entries()) {
    const browser = new Browser(`203.0.113.${100 + n}`);
    await enterPassword(browser);
    expect(await enterCode(browser, code)).toBe(303);
    await browser.post("/logout", {});
    browsers.push(browser);
  }
  let looked = 0;
  for (const browser of browsers) looked += await guess(browser, 12);
  expect(looked).toBe(60);
});
