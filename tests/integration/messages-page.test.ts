import { afterAll, beforeAll, expect, test } from "vitest";
import { join, type Member, password } from "../support/people.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { Socket } from "../support/socket.ts";
import { Visitor } from "../support/visitor.ts";

let server: TestServer;
let asha: Member;
let rohan: Member;
let page: Visitor;
beforeAll(async () => {
  server = await startServer({ RATE_LIMITS: "off" });
  asha = await join(server, "asha");
  rohan = await join(server, "rohan");
  page = await browserOf(asha);
});
afterAll(() => server.stop());

async function browserOf(member: Member): Promise<Visitor> {
  const visitor = new Visitor(server.url);
  await visitor.post("/login", { email: member.email, password });
  return visitor;
}
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
/** What the bell on a page that has nothing to do with messages says. */
async function bell(): Promise<string | undefined> {
  return /aria-label="(\S+) unread messages"/.exec((await page.get("/")).text)?.[1];
}

test("guests are sent to log in, and come back", async () => {
  for (const path of ["/messages", `/messages/${rohan.id}`]) {
    const { status, headers } = await new Visitor(server.url).get(path);
    expect([status, headers.get("Location")]).toEqual([303, `/login?redirectTo=${encodeURIComponent(path)}`]);
  }
  const posted = await new Visitor(server.url).post(`/messages/${rohan.id}`, { content: "x" });
  expect(posted.status).toBe(303);
  expect((await new Visitor(server.url).get("/messages/inbox")).status).toBe(303);
});

test("the form sends, and says beside the field what is wrong", async () => {
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
  const gone = await page.post("/messages/999999", { content: "Anyone?" });
  expect(gone.status).toBe(404);
  expect((await page.post(`/messages/${rohan.id}?anonymous=1`, { content: "Hidden" })).status).toBe(422);
  const foreign = { Origin: "https://elsewhere.example" };
  expect((await page.post(`/messages/${rohan.id}`, { content: "Forged" }, foreign)).status).toBe(403);
  for (const path of ["/messages/999999", "/messages/anon_x", `/messages/${asha.id}`]) {
    expect((await page.get(path)).status).toBe(404);
  }
  for (const query of ["?before=x&inbox=y", "?search=%00%25", "?before=1", "?inbox=1"]) {
    expect((await page.get(`/messages/${rohan.id}${query}`)).status).toBe(200);
  }
});

test("a refused message and an unreadable store are told on the page", async () => {
  const database = server.database();
  database.exec("create trigger full before insert on messages begin select raise(abort, 'disk full'); end");
  const failed = await page.post(`/messages/${rohan.id}`, { content: "Please keep" });
  expect(failed.status).toBe(503);
  expect(failed.text).toContain("Failed to send message");
  expect(failed.text).toContain("Please keep");
  database.exec("drop trigger full; alter table conversation_members rename to away");
  const { status, text } = await page.get(`/messages/${rohan.id}`);
  expect([status, text.includes("Failed to load conversations"), text.includes("By the form")]).toEqual([
    200,
    true,
    true,
  ]);
  database.exec("alter table away rename to conversation_members");
});

test("opening a conversation marks it seen; a prefetch and a HEAD do not", async () => {
  const sender = await Socket.of(rohan);
  await send(rohan, asha, "One");
  await send(rohan, asha, "Two");
  await page.get(`/messages/${rohan.id}`, { "Sec-Purpose": "prefetch" });
  await page.fetch(`/messages/${rohan.id}`, { method: "HEAD" });
  await page.get("/");
  expect(unseen()).toBe(2);
  await page.get(`/messages/${rohan.id}`);
  expect(unseen()).toBe(0);
  expect(await sender.next("message_seen")).toEqual({
    ids: [expect.any(String), expect.any(String)],
    by: asha.id,
  });
  await sender.close();
});

test("the bell counts what came since a messages page was open", async () => {
  const meera = await join(server, "meera");
  await page.get("/messages");
  expect(await bell()).toBeUndefined();
  await send(rohan, asha, "Ring one");
  await send(meera, asha, "Ring two");
  expect(await bell()).toBe("2");
  expect(await bell()).toBe("2");
  // Any messages page empties it, although one conversation stays unread.
  await page.get(`/messages/${rohan.id}`);
  expect(await bell()).toBeUndefined();
  expect(unseen()).toBe(1);
  for (let n = 0; n < 105; n++) await send(meera, asha, `Ring ${n}`);
  expect(await bell()).toBe("99+");

  // While the socket of a messages page is open on any device, and from the moment it closes.
  const reading = await Socket.of(asha, "?page=messages");
  expect(await bell()).toBeUndefined();
  await send(meera, asha, "While it is open");
  await reading.close();
  await expect.poll(bell).toBeUndefined();
  await send(meera, asha, "After it");
  expect(await bell()).toBe("1");
});
