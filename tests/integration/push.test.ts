import { createECDH, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeEach, expect, test } from "vitest";
import { join, type Member, newMember, openSession } from "../support/people.ts";
import { answer, ask } from "../support/questions.ts";
import { startServer, type TestServer } from "../support/server.ts";
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
let connections = 0;
const unanswered = { now: 0, most: 0 };
let sentBytes = 0;
let endedFloods = 0;
const write = (res: ServerResponse, text: string) => void res.socket?.write(text);
/** Hostile answers of push services, by the first segment of the path. */
const hostile: Record<string, (res: ServerResponse) => void> = {
  flood(res) {
    const block = Buffer.alloc(1 << 20, 97);
    const go = () => {
      do sentBytes += block.length;
      while (res.write(block) && !res.destroyed);
    };
    res.writeHead(201).on("drain", go);
    res.once("close", () => endedFloods++);
    go();
  },
  breaks: (res) => {
    res.writeHead(201, { "Content-Length": 1_000 }).write("a");
    setTimeout(50).then(() => res.destroy());
  },
  silent: (res) => void res.destroy(),
  switches: (res) =>
    write(res, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
  hints(res) {
    const more = setInterval(() => write(res, "HTTP/1.1 103 Early Hints\r\n\r\n".repeat(1_000)), 5);
    res.socket?.once("close", () => clearInterval(more));
  },
  garbage: (res) => write(res, "\0 no answer at all\r\n\r\n"),
  headers: (res) => write(res, `HTTP/1.1 201 Created\r\n${"x: y\r\n".repeat(20_000)}\r\n`),
  body: (res) => {
    res.writeHead(201, { "Content-Length": 1_000 }).flushHeaders();
    const more = setInterval(() => res.write("a"), 3_000);
    res.once("close", () => clearInterval(more));
  },
  drips(res) {
    const text = "HTTP/1.1 201 Created\r\nx: ";
    let at = 0;
    const more = setInterval(() => write(res, text[at++] ?? "y"), 1_000);
    res.socket?.once("close", () => clearInterval(more));
  },
};
/** A push service that records what it receives. */
const service = createServer(
  { key: readFileSync(tls("key.pem")), cert: readFileSync(tls("cert.pem")) },
  async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    pushed.push({ path: req.url ?? "", headers: req.headers, body: Buffer.concat(chunks) });
    const answer = hostile[req.url?.split("/")[1] ?? ""];
    if (answer) answer(res);
    else {
      unanswered.most = Math.max(unanswered.most, ++unanswered.now);
      await setTimeout(20);
      unanswered.now--;
      res.writeHead(status).end();
    }
  },
);
service.on("connection", () => connections++);
service.on("clientError", (_, socket) => socket.destroy());
service.listen(0, "127.0.0.1");
await once(service, "listening");
const { port } = service.address() as AddressInfo;
const origin = `https://127.0.0.1:${port}`;
const token = "metrics-token-of-the-pushes-test";
const settings = { RATE_LIMITS: "off", NODE_EXTRA_CA_CERTS: tls("cert.pem"), METRICS_TOKEN: token };
const server = await startServer(settings);
const site = await startServer(
  { ...settings, APP_URL: "https://community.example" },
  undefined,
  resolve("tests/support/inside-names.ts"),
);
afterAll(async () => {
  await server.stop();
  await site.stop();
  service.closeAllConnections();
  service.close();
});
beforeEach(() => {
  pushed.length = 0;
  status = 201;
  connections = 0;
});

let count = 0;
const connect = (member: Member, other: Member) => member.call("PUT", `/api/users/${other.id}/connection`);

/** @returns a browser that subscribed to pushes */
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

test("a browser without an open page gets encrypted pushes until its session ends", async () => {
  const [asha, rohan, meera] = [
    await newMember(server, "asha"),
    await newMember(server, "rohan"),
    await newMember(server, "meera"),
  ];
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
  await connect(await newMember(server, "kabir"), asha);
  await connect(asha, rohan);
  expect(pushed).toHaveLength(1);
});

test("a browser's new push address replaces the old one of its session", async () => {
  const [asha, rohan, meera] = [
    await newMember(server, "asha"),
    await newMember(server, "rohan"),
    await newMember(server, "meera"),
  ];
  const browser = await subscribe(asha);
  const others = await subscribe(rohan);
  const keys = createECDH("prime256v1");
  const move = (from: string) => ({
    oldEndpoint: `${origin}/${from}`,
    endpoint: `${origin}/moved`,
    p256dh: keys.generateKeys("base64url"),
    auth: randomBytes(16).toString("base64url"),
  });
  expect((await others.post("/account/push", move(asha.id))).status).toBe(204);
  expect((await browser.post("/account/push", move(asha.id))).status).toBe(204);
  expect([subscriptions(asha), subscriptions(rohan)]).toEqual([1, 1]);
  await connect(meera, asha);
  await waitUntil("the push", () => pushed[0]);
  await connect(meera, rohan);
  await waitUntil("the other's push", () => pushed[1]);
  expect(pushed.map(({ path }) => path)).toEqual(["/moved", `/${rohan.id}`]);
  expect((await browser.get("/account/notices")).text).toContain(`${origin}/moved`);
  const next = new Visitor(server.url);
  next.cookies.set("session", openSession(server, asha.id, "browser"));
  expect((await next.get("/account/notices")).text, "another log-in").not.toContain(`${origin}/moved`);
});

test("pushes respect excluded kinds and quiet hours, and an ended subscription is deleted", async () => {
  const asha = await newMember(server, "asha");
  const browser = await subscribe(asha);
  const page = await browser.get("/account/notices");
  expect(page.text).toContain('name="push-connection-asked"');
  const form = { hasPushes: "on", digestHour: "8", quietFrom: "00:00", quietTo: "00:00" };
  expect((await browser.post("/account/notices", form)).status).toBe(303);
  await connect(await newMember(server, "rohan"), asha);
  expect((await browser.post("/account/notices", { ...form, "push-connection-asked": "on" })).status).toBe(
    303,
  );
  await asha.call("PUT", "/api/users/me/notice-settings", { quietFrom: "00:00", quietTo: "23:59" });
  await connect(await newMember(server, "rohan"), asha);
  await asha.call("PUT", "/api/users/me/notice-settings", { quietFrom: "00:00", quietTo: "00:00" });
  status = 410;
  await connect(await newMember(server, "rohan"), asha);
  await waitUntil("the subscription is forgotten", () => subscriptions(asha) === 0);
  expect(pushed).toHaveLength(1);
});

test("a subscription needs an https address outside this host and its network", async () => {
  const asha = await newMember(server, "asha");
  for (const endpoint of [
    "http://127.0.0.1/x",
    "ftp://push.example/",
    "nonsense",
    "https://user:x@push.example/",
    "",
  ])
    expect([endpoint, (await subscribe(asha, endpoint)).answer.status]).toEqual([endpoint, 422]);
  expect(subscriptions(asha)).toBe(0);
  for (const host of [`[::]:${port}`, "10.1.2.3", ...disguised])
    expect([host, (await subscribe(asha, `https://${host}/x`)).answer.status]).toEqual([host, 422]);
  expect(subscriptions(asha)).toBe(0);
});

/** Hosts that `new URL` and `url.parse` understand differently. */
const disguised = [";", "`", "'", "{", '"', "}", "*", "_"].map((sign) => `127.0.0.1${sign}.example.com`);

test("a public site sends pushes to global unicast addresses only", async () => {
  const rohan = await join(site, "rohan");
  const browser = new Visitor(site.url);
  browser.cookies.set("__Host-session", openSession(site, rohan.id, "browser"));
  const key = createECDH("prime256v1").generateKeys("base64url");
  const auth = randomBytes(16).toString("base64url");
  const ask = (endpoint: string) =>
    browser.post("/account/push", { endpoint, p256dh: key, auth }, { Origin: "https://community.example" });
  for (const host of [
    ...["127.0.0.1", "127.9.9.9", "0.0.0.0", "10.1.2.3", "100.64.0.1", "169.254.169.254", "172.31.0.1"],
    ...["192.168.1.1", "192.0.0.8", "198.19.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"],
    ...["0x7f.1", "2130706433", "017700000001", "127.1", "127.0.0.1.", "1.1.1.1;.example.com"],
    ...[
      "[::]",
      "[::1]",
      "[::7f00:1]",
      "[::ffff:8.8.8.8]",
      "[64:ff9b::7f00:1]",
      "[2002:7f00:1::]",
      "[2001::1]",
    ],
    ...["[fd00::1]", "[fe80::1]", "[ff02::1]", "[4000::1]", "localhost", ...disguised],
  ])
    expect([host, (await ask(`https://${host}/x`)).status]).toEqual([host, 422]);
  for (const host of ["push.services.example", "8.8.8.8", "[2606:4700::1111]"])
    expect([host, (await ask(`https://${host}/x`)).status]).toEqual([host, 204]);

  // Checked again when a push is sent: a name may resolve to an inside address, and an older version may have stored
  // one.
  for (const endpoint of [`https://push.inside.example:${port}/secret`, `https://[::]:${port}/secret`]) {
    site
      .database()
      .prepare("update push_subscriptions set endpoint = ? where user_id = ?")
      .run(endpoint, Number(rohan.id));
    const failures = await countFailures(site);
    await connect(await join(site, "asha", `asha${++count}@college.example`), rohan);
    await waitUntil("the failure", async () => (await countFailures(site)) > failures);
  }
  expect(connections).toBe(0);
  expect(site.logged()).toMatch(/"service":"push\.inside\.example:\d+","reason":"not a global address"/);
  expect(site.logged()).not.toContain("secret");
});

/** The numbers of the member's devices whose service got a push. */
const devicesOf = ({ id }: Member) =>
  pushed
    .map(({ path }) => path.split("/").slice(-2).map(Number))
    .flatMap(([member, device = 0]) => (member === Number(id) ? [device] : []));

async function countFailures(of: TestServer): Promise<number> {
  const { text } = await new Visitor(of.url).get("/metrics", { Authorization: `Bearer ${token}` });
  return Number(/^quadrant_push_failures_total (\d+)$/m.exec(text)?.[1]);
}

test("an endless answer of a push service is not read", async () => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await subscribe(asha, `${origin}/flood/${asha.id}`);
  await subscribe(rohan);
  await connect(rohan, asha);
  await waitUntil("the flood", () => sentBytes > 0);
  await connect(asha, rohan);
  await waitUntil("the other's push", () => pushed.find(({ path }) => path === `/${rohan.id}`));
  await waitUntil("the server has hung up", () => endedFloods > 0);
  expect(sentBytes).toBeLessThan(2 ** 25);
  expect(server.process.exitCode).toBe(null);
});

test.each(Object.keys(hostile).filter((name) => name !== "flood"))(
  "the hostile answer “%s” does not delay other members' pushes",
  async (name) => {
    const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
    for (let device = 0; device < 4; device++)
      await subscribe(asha, `${origin}/${name}/${asha.id}/${device}`);
    await subscribe(rohan);
    await connect(rohan, asha);
    await waitUntil("the hostile answer", () => pushed[0]);
    await connect(asha, rohan);
    await waitUntil("the other's push", () => pushed.find(({ path }) => path === `/${rohan.id}`));
  },
);

test("a push service that never finishes its answer is given up after ten seconds", async () => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  for (let device = 0; device < 2; device++) await subscribe(asha, `${origin}/drips/${asha.id}/${device}`);
  const failures = await countFailures(server);
  await connect(rohan, asha);
  await waitUntil("the second try", () => devicesOf(asha).length === 2);
  expect(await countFailures(server)).toBeGreaterThan(failures);
});

test("a member's eleventh device replaces the oldest, and a push service gets one push at a time", async () => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  unanswered.most = 0;
  for (let device = 0; device <= 10; device++) await subscribe(asha, `${origin}/${asha.id}/${device}`);
  expect(subscriptions(asha)).toBe(10);
  await connect(rohan, asha);
  await waitUntil("ten pushes", () => devicesOf(asha).length === 10);
  expect(devicesOf(asha).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(unanswered.most).toBe(1);
});

test("only the first thanks of a day are pushed", async () => {
  const [asha, rohan, kabir] = [
    await newMember(server, "asha"),
    await newMember(server, "rohan"),
    await newMember(server, "kabir"),
  ];
  await subscribe(asha);
  const given = [];
  for (let turn = 0; turn < 2; turn++) given.push(await answer(asha, (await ask(rohan)).id));
  for (const member of [rohan, kabir])
    for (const { id } of given)
      expect((await member.call("PUT", `/api/answers/${id}/thanks`, {})).status).toBe(200);
  await waitUntil("the push", () => pushed[0]);
  await connect(rohan, asha);
  await waitUntil("a push of another kind", () => pushed[1]);
  expect(pushed).toHaveLength(2);
});
