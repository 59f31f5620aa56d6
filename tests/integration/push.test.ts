import { createECDH, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { join, type Member, openSession } from "../support/people.ts";
import { startServer } from "../support/server.ts";
import { Socket } from "../support/socket.ts";
import { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const tls = (name: string) => resolve(`tests/support/tls/${name}`);
interface Pushed {
  path: string;
  headers: NodeJS.Dict<string | string[]>;
  body: Buffer;
}
const pushed: Pushed[] = [];
let status = 201;
/** A push service: it takes what it gets. */
const service = createServer(
  { key: readFileSync(tls("key.pem")), cert: readFileSync(tls("cert.pem")) },
  async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    pushed.push({ path: req.url ?? "", headers: req.headers, body: Buffer.concat(chunks) });
    res.writeHead(status).end();
  },
);
service.listen(0, "127.0.0.1");
await once(service, "listening");
const origin = `https://127.0.0.1:${(service.address() as AddressInfo).port}`;
const server = await startServer({ RATE_LIMITS: "off", NODE_EXTRA_CA_CERTS: tls("cert.pem") });
afterAll(async () => {
  await server.stop();
  service.close();
});
beforeEach(() => {
  pushed.length = 0;
  status = 201;
});

let count = 0;
const newcomer = (name: Parameters<typeof join>[1]) =>
  join(server, name, `${name}${++count}@college.example`);
const connect = (member: Member, other: Member) => member.call("PUT", `/api/users/${other.id}/connection`);

/** A browser that asked for pushes. */
async function subscribe(member: Member, endpoint = `${origin}/${member.id}`) {
  const browser = new Visitor(server.url);
  browser.cookies.set("session", openSession(server, member.id, "browser"));
  const keys = createECDH("prime256v1");
  const answer = await browser.post("/account/push", {
    endpoint,
    p256dh: keys.generateKeys("base64url"),
    auth: randomBytes(16).toString("base64url"),
  });
  return Object.assign(browser, { answer });
}
const subscriptions = (member: Member) =>
  server
    .database()
    .prepare("select count(*) from push_subscriptions where user_id = ?")
    .pluck()
    .get(Number(member.id));

test("a push goes to a browser without an open page, encrypted, and ends with its session", async () => {
  const [asha, rohan, meera] = [await newcomer("asha"), await newcomer("rohan"), await newcomer("meera")];
  const browser = await subscribe(asha);
  expect(browser.answer.status).toBe(204);
  await connect(rohan, asha);
  const push = await waitUntil("the push", () => pushed[0]);
  expect(push.path).toBe(`/${asha.id}`);
  expect(push.headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400" });
  expect(push.headers.authorization).toMatch(/^vapid t=[\w-]+\.[\w-]+\.[\w-]+, k=[\w-]+$/);
  expect(push.body.toString("latin1")).not.toMatch(/notice|Rohan/);
  expect(push.body.length).toBeLessThan(300);

  const socket = await Socket.of(asha);
  await connect(meera, asha);
  await socket.next("notice");
  socket.socket.close();
  await socket.closed;
  expect(pushed, "a page was open").toHaveLength(1);

  await browser.post("/logout", {});
  expect(subscriptions(asha)).toBe(0);
  await connect(await newcomer("kabir"), asha);
  await connect(asha, rohan);
  expect(pushed).toHaveLength(1);
});

test("each kind can be left out, quiet hours are quiet, and what the browser ended is forgotten", async () => {
  const asha = await newcomer("asha");
  const browser = await subscribe(asha);
  const page = await browser.get("/account/notices");
  expect(page.text).toContain('name="push-connection-asked"');
  const form = { hasPushes: "on", digestHour: "8", quietFrom: "00:00", quietTo: "00:00" };
  expect((await browser.post("/account/notices", form)).status).toBe(303);
  await connect(await newcomer("rohan"), asha);
  expect((await browser.post("/account/notices", { ...form, "push-connection-asked": "on" })).status).toBe(
    303,
  );
  await asha.call("PUT", "/api/users/me/notice-settings", { quietFrom: "00:00", quietTo: "23:59" });
  await connect(await newcomer("rohan"), asha);
  await asha.call("PUT", "/api/users/me/notice-settings", { quietFrom: "00:00", quietTo: "00:00" });
  status = 410;
  await connect(await newcomer("rohan"), asha);
  await waitUntil("the subscription is forgotten", () => subscriptions(asha) === 0);
  expect(pushed).toHaveLength(1);
});

test("a subscription is one of ours, and its address leads outside", async () => {
  const asha = await newcomer("asha");
  for (const endpoint of [
    "http://127.0.0.1/x",
    "ftp://push.example/",
    "nonsense",
    "https://user:x@push.example/",
    "",
  ])
    expect([endpoint, (await subscribe(asha, endpoint)).answer.status]).toEqual([endpoint, 422]);
  expect(subscriptions(asha)).toBe(0);
  const site = await startServer({ APP_URL: "https://community.example" });
  afterAll(async () => void (await site.stop()));
  const rohan = await join(site, "rohan");
  const browser = new Visitor(site.url);
  browser.cookies.set("__Host-session", openSession(site, rohan.id, "browser"));
  const ask = (endpoint: string) =>
    browser.post(
      "/account/push",
      {
        endpoint,
        p256dh: createECDH("prime256v1").generateKeys("base64url"),
        auth: randomBytes(16).toString("base64url"),
      },
      { Origin: "https://community.example" },
    );
  for (const host of [
    "127.0.0.1",
    "10.1.2.3",
    "192.168.1.1",
    "169.254.169.254",
    "[::1]",
    "[fd00::1]",
    "localhost",
  ])
    expect([host, (await ask(`https://${host}/x`)).status]).toEqual([host, 422]);
  expect((await ask("https://push.services.example/x")).status).toBe(204);
});
