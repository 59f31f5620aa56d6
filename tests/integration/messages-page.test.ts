import { createHmac } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { shareServer } from "../support/integration.ts";
import { browse, join, type Member, password } from "../support/people.ts";
import { startServer } from "../support/server.ts";
import { Socket } from "../support/socket.ts";
import { Visitor } from "../support/visitor.ts";

const metricsToken = "a-token-for-the-metrics";
const server = await shareServer({ RATE_LIMITS: "off", METRICS_TOKEN: metricsToken });
let asha: Member;
let rohan: Member;
let page: Visitor;
beforeAll(async () => {
  asha = await join(server, "asha");
  rohan = await join(server, "rohan");
  page = browse(server, asha);
});

const send = (from: Member, to: Member, content: string) =>
  from.call("POST", "/api/messages/send", {
    senderId: from.id,
    receiverId: to.id,
    content,
    isAnonymous: false,
  });
const unseen = () =>
  server
    .database()
    .prepare("select count(*) from messages where receiver_id = ? and seen_at is null")
    .pluck()
    .get(Number(asha.id));
/** The texts of a page's alerts. */
const alertsOf = (html: string) =>
  [...html.matchAll(/role="alert"[\s\S]*?<p>([\s\S]*?)<\/p>/g)].map(([, text = ""]) => text);
/** The text in the composer. */
const typedIn = (html: string) => /<textarea[^>]*>([\s\S]*?)<\/textarea>/.exec(html)?.[1];
/** The count of the bell on another page. */
async function bell(): Promise<string | undefined> {
  return /aria-label="(\S+) unread messages?"/.exec((await page.get("/")).text)?.[1];
}

/** The number of sockets that the server has. */
async function openSockets(): Promise<number> {
  const visitor = new Visitor(server.url);
  const { text } = await visitor.get("/metrics", { Authorization: `Bearer ${metricsToken}` });
  return Number(/^quadrant_sockets (\d+)/m.exec(text)?.[1]);
}
/** @returns whether the database has the time when Asha left a messages page, between the last two messages */
function isOpeningStored(): boolean {
  return (
    server
      .database()
      .prepare(
        `select messages_opened_at >= (select sent_at from messages order by id desc limit 1 offset 1)
        from users where id = ?`,
      )
      .pluck()
      .get(Number(asha.id)) === 1
  );
}

test("guests are redirected to the log-in and return afterwards", async () => {
  for (const path of ["/messages", `/messages/${rohan.id}`]) {
    const { status, headers } = await new Visitor(server.url).get(path);
    expect([status, headers.get("Location")]).toEqual([303, `/login?redirectTo=${encodeURIComponent(path)}`]);
  }
  expect((await new Visitor(server.url).get("/messages/inbox")).status).toBe(303);
});

test("the form sends messages, and explains refusals", async () => {
  expect((await page.get("/messages")).status).toBe(200);
  const sent = await page.post(`/messages/${rohan.id}`, { content: "By the form" });
  expect([sent.status, sent.headers.get("Location")]).toEqual([303, `/messages/${rohan.id}`]);
  expect((await page.get(`/messages/${rohan.id}`)).text).toContain("By the form");
  const first = await page.get("/messages");
  expect([first.status, first.headers.get("Location")]).toEqual([303, `/messages/${rohan.id}`]);

  const blank = await page.post(`/messages/${rohan.id}`, { content: "  " });
  expect([blank.status, blank.text.includes("Write a message first")]).toEqual([422, true]);
  const long = await page.post(`/messages/${rohan.id}`, { content: "lang ".repeat(900) });
  expect([long.status, long.text.includes("lang lang")]).toEqual([422, true]);
  const unknown = await page.post("/messages/999999", { content: "Anyone?" });
  expect(unknown.status).toBe(404);
  const foreign = { Origin: "https://elsewhere.example" };
  expect((await page.post(`/messages/${rohan.id}`, { content: "Forged" }, foreign)).status).toBe(403);
  for (const path of ["/messages/999999", "/messages/anon_x", `/messages/${asha.id}`]) {
    expect((await page.get(path)).status).toBe(404);
  }
  for (const query of ["?before=x&inbox=y", "?search=%00%25", "?before=1", "?inbox=1"]) {
    expect((await page.get(`/messages/${rohan.id}${query}`)).status).toBe(200);
  }
});

test("a message that the database refuses stays in the form", async () => {
  const database = server.database();
  database.exec("create trigger full before insert on messages begin select raise(abort, 'disk full'); end");
  const failed = await page.post(`/messages/${rohan.id}`, { content: "Please keep" });
  expect(failed.status).toBe(503);
  expect(alertsOf(failed.text)).toEqual(["Failed to send message"]);
  expect(typedIn(failed.text)).toBe("Please keep");
  database.exec("drop trigger full");
});

test("a message sent after the session ended stays in the form, with a link to log in", async () => {
  const browser = browse(server, asha);
  const cookies = new Map(browser.cookies);
  await browser.post("/logout", {});
  browser.cookies = cookies;
  const address = `/messages/${rohan.id}`;
  const rejected = await browser.post(address, { content: "Typed for <minutes>" });
  expect(rejected.status).toBe(401);
  expect(alertsOf(rejected.text)).toEqual(["Failed to send message. You&#x27;ve been logged out."]);
  expect(typedIn(rejected.text)).toBe("Typed for &lt;minutes&gt;");
  expect(rejected.text).toContain('href="/login" target="_blank"');
  expect(rejected.text).not.toContain("By the form");
  // After a log-in in another tab the same form works.
  await browser.post("/login", { email: asha.email, password });
  expect((await browser.post(address, { content: "Typed for minutes" })).status).toBe(303);
});

test("each part that cannot be loaded says so in its position, with Retry", async () => {
  const database = server.database();
  const address = `/messages/${rohan.id}`;
  const retry = (target: string) => new RegExp(`<a[^>]+href="${target.replace("?", "\\?")}"[^>]*>Retry</a>`);
  const whileRenamed = async (table: string, check: () => Promise<void>) => {
    database.exec(`alter table ${table} rename to away`);
    await check().finally(() => database.exec(`alter table away rename to ${table}`));
  };
  await whileRenamed("conversation_members", async () => {
    const { status, text, headers } = await page.get(address);
    expect([status, headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(alertsOf(text)).toEqual(["Failed to load conversations"]);
    expect(text).toMatch(retry(address));
    expect(text).toContain("By the form");
    expect(alertsOf((await page.get("/messages")).text)).toEqual(["Failed to load conversations"]);
  });
  await whileRenamed("messages", async () => {
    const { status, text } = await page.get(address);
    expect(status).toBe(503);
    expect(alertsOf(text)).toEqual(["Failed to load conversations", "Failed to load messages"]);
    expect(text).toContain("Rohan Pillai");
    const failed = await page.post(address, { content: "Kept all the same" });
    expect([failed.status, typedIn(failed.text)]).toEqual([503, "Kept all the same"]);
    expect(alertsOf(failed.text)).toContain("Failed to send message");
  });
  await whileRenamed("users_search", async () => {
    const { status, text } = await page.get(`${address}?search=meera`);
    expect([status, alertsOf(text)]).toEqual([503, ["Failed to search users"]]);
    expect(text).toMatch(retry(`${address}?search=meera`));
  });
  const { text } = await page.get(`${address}?search=rohan`);
  expect(alertsOf(text)).toEqual([]);
  expect(text).toContain(rohan.email);
});

test("without conversations the page explains how to start one", async () => {
  const newcomer = browse(server, await join(server, "kabir"));
  const hint = "Use the search to find someone to message.";
  const searching = "Start a new conversation to connect with others.";
  const { text } = await newcomer.get("/messages");
  expect([text.includes(hint), text.includes(searching)]).toEqual([true, false]);
  const { text: found } = await newcomer.get("/messages?search=meera");
  expect([found.includes(hint), found.includes(searching)]).toEqual([false, true]);
});

test("email settings stay on the screen if they cannot be saved or loaded", async () => {
  const secret = readFileSync(path.join(server.storage, "session-secret"), "utf8");
  const key = createHmac("sha256", secret).update(`mail-unseen:${asha.id}`).digest("base64url").slice(0, 32);
  const address = `/mail-settings?member=${asha.id}&key=${key}`;
  const database = server.database();
  database.exec(
    "create trigger full before insert on notice_settings begin select raise(abort, 'disk full'); end",
  );
  const failed = await page.post(address, { mails: "off" });
  expect(failed.status).toBe(503);
  expect(alertsOf(failed.text)).toEqual(["Your choice couldn&#x27;t be saved. Please try again."]);
  expect(failed.text).toContain("Stop these emails");
  database.exec("drop trigger full");
  expect((await page.post(address, { mails: "off" })).text).toContain("Stopped");
});

test("opening a conversation marks it as seen, and a prefetch or a HEAD does not", async () => {
  const sender = await Socket.of(rohan);
  await send(rohan, asha, "One");
  await send(rohan, asha, "Two");
  await page.get(`/messages/${rohan.id}`, { "Sec-Purpose": "prefetch" });
  await page.fetch(`/messages/${rohan.id}`, { method: "HEAD" });
  await page.get(`/messages/${rohan.id}`, { "Sec-Fetch-Site": "cross-site" });
  await page.get("/");
  expect(unseen()).toBe(2);
  await page.get(`/messages/${rohan.id}`, { Referer: `${server.url}/messages` });
  expect(unseen()).toBe(0);
  expect(await sender.next("message_seen")).toEqual({
    ids: [expect.any(String), expect.any(String)],
    by: asha.id,
  });
  await send(rohan, asha, "Three");
  // As from a bookmark.
  await page.get(`/messages/${rohan.id}`, { "Sec-Fetch-Site": "none" });
  expect(unseen()).toBe(0);
  await sender.close();
});

test("the list of conversations marks no message as seen", async () => {
  await send(rohan, asha, "Listed");
  const before = unseen();
  const list = await page.get("/messages?list", { Referer: `${server.url}/jobs` });
  expect([list.status, unseen()]).toEqual([200, before]);
  expect(list.text).toContain("Listed");
  expect(list.text).toContain('href="/messages?list&amp;archived=1"');
  expect(list.text).toContain('<input type="hidden" name="list"/>');
  expect((await page.get("/messages")).headers.get("Location")).toBe(`/messages/${rohan.id}`);
  expect((await page.get("/messages?list&search=rohan")).status).toBe(200);
});

test("the bell counts messages received since a messages page was last open", async () => {
  const meera = await join(server, "meera");
  await page.get("/messages");
  expect(await bell()).toBeUndefined();
  await send(rohan, asha, "Ring one");
  await send(meera, asha, "Ring two");
  expect(await bell()).toBe("2");
  expect(await bell()).toBe("2");
  // Any messages page resets it, although one conversation stays unread.
  await page.get(`/messages/${rohan.id}`, { Referer: server.url });
  expect(await bell()).toBeUndefined();
  expect(unseen()).toBe(1);
  for (let n = 0; n < 105; n++) await send(meera, asha, `Ring ${n}`);
  expect(await bell()).toBe("99+");

  // It stays empty while a messages page's socket is open on any device, and counts again afterwards.
  for (const round of ["first", "second, shortly after"]) {
    const reading = await Socket.of(asha, "?page=messages");
    expect(await bell()).toBeUndefined();
    await send(meera, asha, `While it is open, ${round}`);
    await reading.close();
    await expect.poll(openSockets).toBe(0);
    expect(await bell()).toBeUndefined();
    await send(meera, asha, `After it, ${round}`);
    expect(await bell()).toBe("1");
    // Storing what was in memory does not change it.
    await expect.poll(isOpeningStored).toBe(true);
    expect(await bell()).toBe("1");
  }
});

test("a server that stops stores the time at which it closed a messages page", async () => {
  const storage = mkdtempSync(path.join(tmpdir(), "quadrant-bell-"));
  let running = await startServer({ RATE_LIMITS: "off" }, storage);
  try {
    const [kabir, meera] = [await join(running, "kabir"), await join(running, "meera")];
    await Socket.of(kabir, "?page=messages");
    await send(meera, kabir, "Just before the end");
    await running.stop();
    running = await startServer({ RATE_LIMITS: "off" }, storage);
    const visitor = browse(running, kabir);
    expect((await visitor.get("/")).text).not.toContain("unread message");
    const unseen = running.database().prepare("select count(*) from messages where seen_at is null").pluck();
    expect(unseen.get()).toBe(1);
  } finally {
    await running.stop();
    rmSync(storage, { recursive: true, force: true });
  }
});
