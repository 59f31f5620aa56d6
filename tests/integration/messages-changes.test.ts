import { beforeAll, expect, test } from "vitest";
import { createTest, limited, shareServer, unlimited } from "../support/integration.ts";
import { aliasFor, inboxOf, readHistory, sendHidden, sendTo } from "../support/messages.ts";
import { allMails } from "../support/outbox.ts";
import { browse, join, type Member, makeAdmin } from "../support/people.ts";
import { Socket } from "../support/socket.ts";
import { clock, passTime } from "../support/time.ts";
import { type Answer, idIn, problemOf, type Query, Visitor } from "../support/visitor.ts";

const server = await shareServer(unlimited);
const limitedTest = createTest(limited, clock);
let count = 0;
/** New members without other conversations. */
const people = () =>
  Promise.all(
    (["asha", "rohan", "meera"] as const).map((name) =>
      join(server, name, `${name}.changes${++count}@college.example`),
    ),
  ) as Promise<[Member, Member, Member]>;
const edit = (by: Visitor, id: string, content = "New") => by.call("PUT", `/api/messages/${id}`, { content });
const remove = (by: Visitor, id: string) => by.call("DELETE", `/api/messages/${id}`);
const react = (by: Visitor, id: string, sign: string) =>
  by.call("PUT", `/api/messages/${id}/reaction`, { sign });
const unreact = (by: Visitor, id: string) => by.call("DELETE", `/api/messages/${id}/reaction`);
const refusal = (answer: Answer) => [answer.status, problemOf(answer).code];
const alter = (sql: string, ...values: unknown[]) =>
  server
    .database()
    .prepare(sql)
    .run(...values);
const deletedText = "This message was deleted";

let asha: Member;
let rohan: Member;
let meera: Member;
beforeAll(async () => {
  [asha, rohan, meera] = await people();
});

test("a reply shows the first words of the message that it answers, and follows its changes", async () => {
  const first = idIn(await sendTo(asha, rohan.id, `When? ${"x".repeat(300)}`));
  const sent = await sendTo(rohan, asha.id, "On Friday", { replyTo: first, tempId: "r1" });
  expect(sent.body).toMatchObject({ replyTo: { id: first, senderId: asha.id } });
  const answered = async () => (await readHistory(asha, rohan.id)).at(-1)?.replyTo?.content;
  expect(await answered()).toBe(`When? ${"x".repeat(300)}`.slice(0, 160));
  await edit(asha, first, "When exactly?");
  expect(await answered()).toBe("When exactly?");
  await remove(asha, first);
  expect(await answered()).toBe(deletedText);

  // A message of another thread, an unknown id and a text that is not a number get the same error, and nothing is
  // stored.
  const elsewhere = idIn(await sendTo(asha, meera.id, "Elsewhere"));
  const hidden = idIn(await sendHidden(rohan, asha, "Hidden"));
  const texts = new Set<string>();
  for (const replyTo of [elsewhere, hidden, "999999", "x", "-1"]) {
    const answer = await sendTo(rohan, asha.id, "To what?", { replyTo });
    expect(refusal(answer)).toEqual([422, "invalid-fields"]);
    texts.add(JSON.stringify(problemOf(answer).errors));
  }
  expect(texts.size).toBe(1);
  for (const replyTo of [null, "", undefined])
    expect((await sendTo(rohan, asha.id, `No answer ${replyTo}`, { replyTo })).status).toBe(201);
  // A first message cannot be a reply, and a refused attempt does not start a conversation.
  const [newcomer] = await people();
  expect(refusal(await sendTo(newcomer, rohan.id, "Hello", { replyTo: first }))[0]).toBe(422);
  expect(await inboxOf(newcomer)).toEqual([]);
  const alias = await aliasFor(asha);
  expect(refusal(await sendTo(asha, alias, "Which?", { replyTo: first }))[0]).toBe(422);
  expect((await sendTo(asha, alias, "This one", { replyTo: hidden })).body).toMatchObject({
    replyTo: { id: hidden, senderId: alias, content: "Hidden" },
  });
});

test("an edit keeps the time, order, ticks and unread count, and is possible for 15 minutes", async () => {
  const [a, b] = await people();
  const sockets = [await Socket.of(a), await Socket.of(b)];
  const id = idIn(await sendTo(a, b.id, "Frist", { tempId: "e1" }));
  await sendTo(a, b.id, "Second");
  const before = (await readHistory(b, a.id))[0];
  const answer = await edit(a, id, " First\r\n");
  expect([answer.status, answer.body]).toEqual([
    200,
    { ...before, content: "First", editedAt: expect.stringMatching(/Z$/) },
  ]);
  expect((await readHistory(b, a.id))[0]).toEqual(answer.body);
  for (const socket of sockets) expect(await socket.next("message_edited")).toEqual(answer.body);
  expect((await inboxOf(b))[0]).toMatchObject({ lastMessage: "Second", unreadCount: 2 });
  // Sending it again stores nothing and returns the current message.
  const again = await sendTo(a, b.id, "Frist", { tempId: "e1" });
  expect([again.status, again.body]).toEqual([200, answer.body]);

  expect(refusal(await edit(b, id))).toEqual([403, "not-yours"]);
  expect(refusal(await edit(meera, id))).toEqual([404, "not-found"]);
  for (const wrong of ["0", "x", "999999", "temp-1"]) expect((await edit(a, wrong)).status).toBe(404);
  for (const content of ["", " ", "x".repeat(4_001), 7]) {
    expect((await a.call("PUT", `/api/messages/${id}`, { content })).status).toBe(422);
  }
  alter("update messages set sent_at = sent_at - 900001 where id = ?", Number(id));
  expect(refusal(await edit(a, id))).toEqual([409, "conflict"]);
  expect((await readHistory(a, b.id))[0]?.content).toBe("First");
  for (const socket of sockets) await socket.close();
});

test("a deleted message leaves a placeholder for both members, and its text nowhere", async () => {
  const [a, b] = await people();
  const socket = await Socket.of(b);
  const secret = "Qwyxzet 7731";
  const id = idIn(await sendTo(a, b.id, secret, { tempId: "d1" }));
  await edit(a, id, `${secret} again`);
  await react(b, id, "heart");
  alter("update messages set sent_at = sent_at - 9000000 where id = ?", Number(id));
  expect(refusal(await remove(b, id))).toEqual([403, "not-yours"]);
  expect(refusal(await remove(meera, id))).toEqual([404, "not-found"]);
  const answer = await remove(a, id);
  expect(answer.body).toMatchObject({ id, content: deletedText, deletedAt: expect.stringMatching(/Z$/) });
  expect(answer.body).not.toHaveProperty("reactions");
  expect((await remove(a, id)).body).toEqual(answer.body);
  expect(await socket.next("message_deleted")).toEqual(answer.body);
  expect(await readHistory(b, a.id)).toEqual([answer.body]);
  expect((await inboxOf(b))[0]).toMatchObject({ lastMessage: deletedText, unreadCount: 1 });
  expect(refusal(await edit(a, id))).toEqual([409, "conflict"]);
  expect(refusal(await react(b, id, "heart"))).toEqual([409, "conflict"]);
  // A retry stores nothing, and the same words can be sent again.
  expect((await sendTo(a, b.id, secret, { tempId: "d1" })).status).toBe(200);
  expect(await readHistory(b, a.id)).toHaveLength(1);
  for (const member of [a, b]) {
    const browser = browse(server, member);
    const archive = await browser.post("/account/data", {});
    expect((await browser.get(`/messages/${member === a ? b.id : a.id}`)).text).not.toContain(secret);
    expect(archive.text).toContain(deletedText);
    expect(archive.text).not.toContain(secret);
  }
  const tables = server
    .database()
    .prepare("select name from sqlite_schema where type = 'table' and name not like '%search%'")
    .pluck()
    .all() as string[];
  for (const table of tables) {
    const rows = server.database().prepare(`select * from "${table}"`).all();
    expect([table, JSON.stringify(rows).includes(secret)]).toEqual([table, false]);
  }
  await socket.close();
});

test("each member can react with one of six signs, which both see", async () => {
  const [a, b] = await people();
  const sockets = [await Socket.of(a), await Socket.of(b)];
  const id = idIn(await sendTo(a, b.id, "I passed"));
  const reactions = async (reader: Member, partner: Member) => (await readHistory(reader, partner.id))[0];
  expect((await react(b, id, "thumb")).body).toMatchObject({
    reactions: [{ sign: "thumb", count: 1, own: true }],
  });
  await react(b, id, "heart");
  await react(a, id, "heart");
  for (const socket of sockets) await socket.next("message_reacted");
  expect((await reactions(a, b))?.reactions).toEqual([{ sign: "heart", count: 2, own: true }]);
  await react(a, id, "wow");
  expect((await reactions(b, a))?.reactions).toEqual([
    { sign: "heart", count: 1, own: true },
    { sign: "wow", count: 1, own: false },
  ]);
  for (let n = 0; n < 2; n++) expect((await unreact(b, id)).status).toBe(200);
  await unreact(a, id);
  expect(await reactions(a, b)).not.toHaveProperty("reactions");
  expect((await inboxOf(b))[0]).toMatchObject({ unreadCount: 1 });
  expect(refusal(await react(meera, id, "heart"))).toEqual([404, "not-found"]);
  for (const sign of ["", "fire", null, ["heart"], "__proto__"]) {
    expect((await b.call("PUT", `/api/messages/${id}/reaction`, { sign })).status).toBe(422);
  }
  for (const socket of sockets) await socket.close();
});

test("after a block, a mute or a departure deletion is possible, and edits and reactions are refused", async () => {
  const [a, b] = await people();
  const mine = idIn(await sendTo(a, b.id, "Mine"));
  const theirs = idIn(await sendTo(b, a.id, "Theirs"));
  const blockedId = idIn(await sendTo(a, b.id, "To be deleted"));
  await b.call("PUT", `/api/users/${a.id}/block`);
  expect(refusal(await edit(a, mine))).toEqual([403, "blocked"]);
  expect(refusal(await react(a, theirs, "heart"))).toEqual([403, "blocked"]);
  expect(refusal(await unreact(a, theirs))).toEqual([403, "blocked"]);
  expect((await edit(b, theirs, "Theirs, new")).status).toBe(200);
  expect((await remove(a, blockedId)).status).toBe(200);
  expect((await readHistory(a, b.id)).map(({ content }) => content)).toEqual([
    "Mine",
    "Theirs, new",
    deletedText,
  ]);
  await b.call("DELETE", `/api/users/${a.id}/block`);
  alter("update users set muted_at = 1 where id = ?", Number(a.id));
  expect(refusal(await edit(a, mine))).toEqual([403, "muted"]);
  expect(refusal(await react(a, theirs, "heart"))).toEqual([403, "muted"]);
  alter("update users set muted_at = null where id = ?", Number(a.id));
  alter("update users set status = 'suspended' where id = ?", Number(b.id));
  expect(refusal(await edit(a, mine))).toEqual([403, "not-allowed"]);
  expect((await remove(a, mine)).status).toBe(200);
});

test("behind a blocked alias edits are accepted but not delivered, and a deletion is delivered", async () => {
  const [a, b] = await people();
  const id = idIn(await sendHidden(a, b, "Before the block"));
  const alias = await aliasFor(b);
  const reply = idIn(await sendTo(b, alias, "My answer"));
  await react(a, reply, "thumb");
  await b.call("PUT", `/api/users/${a.id}/block`);
  expect((await edit(a, id, "After a named block")).status).toBe(200);
  const view = async () => JSON.stringify(await readHistory(b, alias));
  expect(await view()).toContain("After a named block");
  await b.call("PUT", `/api/users/${alias}/block`);
  const socket = await Socket.of(b);
  const before = await view();
  expect((await edit(a, id, "Kept from him")).body).toMatchObject({ content: "Kept from him" });
  expect((await react(a, reply, "heart")).body).toMatchObject({ reactions: [{ sign: "heart", own: true }] });
  expect((await react(a, id, "wow")).body).toMatchObject({ reactions: [{ sign: "wow", own: true }] });
  const undelivered = idIn(await sendHidden(a, b, "Not delivered"));
  expect(await view()).toBe(before);
  const own = JSON.stringify(await readHistory(a, b.id, "?anonymous=1"));
  for (const text of ["Kept from him", '"heart"', '"wow"']) expect(own).toContain(text);
  expect((await inboxOf(b))[0]?.lastMessage).toBe("My answer");
  await socket.settled();
  expect(socket.received("message_edited").length + socket.received("message_reacted").length).toBe(0);

  // A reply to an undelivered message does not show that message to the receiver.
  await b.call("DELETE", `/api/users/${alias}/block`);
  const answer = await sendHidden(a, b, "Once more", { replyTo: undelivered });
  expect(answer.body).toMatchObject({ replyTo: { id: undelivered } });
  expect(await socket.next("receive_message")).not.toHaveProperty("replyTo");
  expect((await readHistory(b, alias)).at(-1)).not.toHaveProperty("replyTo");
  expect((await readHistory(b, alias))[0]?.content).toBe("After a named block");
  await remove(a, id);
  expect((await readHistory(b, alias))[0]?.content).toBe(deletedText);
  expect(await socket.next("message_deleted")).toMatchObject({ id, senderId: alias });
  expect(JSON.stringify(server.database().prepare("select * from messages").all())).not.toContain(
    "Kept from him",
  );
  await socket.close();
});

test("a muted alias can delete, but cannot edit or react", async () => {
  const [a, b] = await people();
  const id = idIn(await sendHidden(a, b, "Rude"));
  const named = idIn(await sendTo(a, b.id, "Polite"));
  alter("insert into alias_mutes (alias, muted_at) values (?, 1)", await aliasFor(b));
  expect(refusal(await edit(a, id))).toEqual([403, "muted"]);
  expect(refusal(await react(a, id, "heart"))).toEqual([403, "muted"]);
  expect((await edit(a, named, "More polite")).status).toBe(200);
  expect((await remove(a, id)).status).toBe(200);
});

test("the page changes messages without scripts and keeps a refused text", async () => {
  const [a, b] = await people();
  const page = browse(server, a);
  const mine = idIn(await sendTo(a, b.id, "Se you"));
  const theirs = idIn(await sendTo(b, a.id, "Where?"));
  const post = (fields: Record<string, string>) => page.post(`/messages/${b.id}`, fields);
  const shown = async (query = "") => (await page.get(`/messages/${b.id}${query}`)).text;
  expect(await shown(`?to=reply&id=${theirs}`)).toContain(`name="replyTo" value="${theirs}"`);
  expect((await post({ content: "There", replyTo: theirs })).status).toBe(303);
  expect((await readHistory(a, b.id)).at(-1)).toMatchObject({ replyTo: { id: theirs } });
  const form = await shown(`?to=edit&id=${mine}`);
  expect(form).toMatch(/<textarea[^>]*>Se you<\/textarea>/);
  const edited = await post({ intent: "edit", id: mine, content: "See you" });
  expect([edited.status, edited.headers.get("Location")]).toEqual([303, `/messages/${b.id}#m${mine}`]);
  expect(await shown()).toContain("edited");
  await post({ intent: "heart", id: theirs });
  expect(await shown()).toContain('value="unreact"');
  await post({ intent: "unreact", id: theirs });
  expect(await shown()).not.toContain('value="unreact"');
  alter("update messages set sent_at = sent_at - 900001 where id = ?", Number(mine));
  const late = await page.post(`/messages/${b.id}?to=edit&id=${mine}`, {
    intent: "edit",
    id: mine,
    content: "See you later",
  });
  expect(late.status).toBe(409);
  expect(late.text).toContain("A message can be edited for 15 minutes.");
  expect(late.text).toMatch(/<textarea[^>]*>See you later<\/textarea>/);
  expect((await post({ intent: "delete", id: mine })).status).toBe(303);
  expect(await shown()).toContain(deletedText);
  for (const id of ["", "x", "999999"]) expect((await post({ intent: "delete", id })).status).toBe(404);
  expect((await post({ content: "x", replyTo: "999999" })).status).toBe(422);
});

test("a report keeps the reported text", async () => {
  const [a, b, c] = await people();
  makeAdmin(server, c);
  const text = `Rude words ${"and more ".repeat(60)}end`;
  const id = idIn(await sendTo(a, b.id, text));
  const browser = browse(server, b);
  await browser.post(`/reports/new?subject=message&id=${id}`, { reason: "Rude" });
  await remove(a, id);
  const desk = browse(server, c);
  const list = (await desk.get("/admin/reports")).text;
  const reportId = /\/admin\/reports\/(\d+)/.exec(list)?.[1];
  expect((await desk.get(`/admin/reports/${reportId}`)).text).toContain("and more end");
});

limitedTest("30 changes in ten minutes, whichever they are and by whichever door", async ({ server }) => {
  const a = await join(server, "asha");
  const b = await join(server, "rohan");
  const id = idIn(await sendTo(a, b.id, "Often"));
  const page = browse(server, a);
  for (let n = 0; n < 14; n++) expect((await react(a, id, "heart")).status).toBe(200);
  for (let n = 0; n < 14; n++)
    expect((await page.post(`/messages/${b.id}`, { intent: "unreact", id })).status).toBe(303);
  expect((await edit(a, id)).headers.get("RateLimit")).toContain("r=1");
  expect((await remove(a, id)).status).toBe(200);
  const refused = await remove(a, id);
  expect(refusal(refused)).toEqual([429, "too-many-requests"]);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect((await page.post(`/messages/${b.id}`, { intent: "delete", id })).status).toBe(429);
  expect((await unreact(b, id)).status).toBe(409);
});

test("muting, marking as unread and archiving affect only the member's own view, and end when something new arrives", async () => {
  const [a, b, c] = await people();
  await sendTo(b, a.id, "One");
  await sendTo(c, a.id, "Other");
  const change = (body: object, who = a, of = b.id) =>
    who.call("PUT", `/api/messages/conversations/${of}`, body);
  const listed = async (query: Query = "") => (await a.get(`/api/messages/conversations${query}`)).body;
  const ids = async (query: Query = "") => (await listed(query)).map(({ userId }) => userId);
  const page = browse(server, a);
  const own = { "Sec-Fetch-Site": "same-origin" };
  await page.get(`/messages/${b.id}`, own);
  await expect.poll(async () => (await listed()).at(-1)?.unreadCount).toBe(0);
  expect((await change({ muted: true, unread: true })).body).toMatchObject({
    userId: b.id,
    muted: true,
    unreadCount: 1,
  });
  expect((await readHistory(b, a.id))[0]?.seen).toBe(true);
  await page.get(`/messages/${b.id}`, own);
  await expect.poll(async () => (await listed()).at(-1)?.unreadCount).toBe(0);
  expect((await change({ archived: true })).body).toMatchObject({ archived: true, muted: true });
  expect(await ids()).toEqual([c.id]);
  expect(await ids("?archived=1")).toEqual([b.id]);
  expect((await page.get(`/messages/${c.id}?archived=1`)).text).toContain("Rohan");
  expect((await inboxOf(b)).map(({ userId }) => userId)).toEqual([a.id]);
  await sendTo(b, a.id, "Something new");
  expect(await ids()).toEqual([b.id, c.id]);
  expect(await ids("?archived=1")).toEqual([]);
  const post = (intent: string) => page.post(`/messages/${b.id}`, { intent });
  const archived = await post("archive");
  expect([archived.status, archived.headers.get("Location")]).toEqual([303, `/messages/${c.id}`]);
  expect(await ids()).toEqual([c.id]);
  await post("unarchive");
  await post("unmute");
  expect((await listed())[0]).not.toHaveProperty("muted");
  await post("unread");
  for (const wrong of ["999999", "x", a.id, "anon_nobody"])
    expect((await change({ muted: true }, a, wrong)).status).toBe(404);
  expect((await change({ muted: "yes" })).status).toBe(422);
});

limitedTest("a muted conversation makes no mail", async ({ server }) => {
  const [a, b, c] = [
    await join(server, "asha", "asha.muting@college.example"),
    await join(server, "rohan", "rohan.muted@college.example"),
    await join(server, "meera"),
  ];
  await sendTo(b, a.id, "Muted");
  await sendTo(c, a.id, "Not muted");
  await a.call("PUT", `/api/messages/conversations/${b.id}`, { muted: true });
  await passTime(server, 31 * 60_000);
  const settled = server
    .database()
    .prepare("select count(*) from conversation_members where mailed_message_id > 0 and user_id = ?")
    .pluck();
  await expect.poll(() => settled.get(Number(a.id))).toBe(2);
  const mails = (await allMails(server)).filter((mail) => mail.includes(`To: ${a.email}`));
  expect(mails.map((mail) => /Meera|Rohan/.exec(mail)?.[0])).toEqual(["Meera"]);
});

test("programs that ignore changes can still read messages, and see none twice", async () => {
  const [a, b] = await people();
  const socket = await Socket.of(b);
  const first = idIn(await sendTo(a, b.id, "When?"));
  const second = idIn(await sendTo(a, b.id, "On Friday?", { replyTo: first }));
  await edit(a, first, "When exactly?");
  await react(b, second, "thumb");
  await unreact(b, second);
  await react(b, second, "heart");
  await remove(a, first);
  socket.send("send_message", { senderId: b.id, receiverId: a.id, content: "Yes", isAnonymous: false });
  expect(Object.keys((await socket.next("message_saved")).message as object).length).toBe(8);
  await socket.settled();
  const frames = socket.received("receive_message");
  expect(frames.map(({ id }) => id)).toEqual([first, second]);
  const history = await readHistory(b, a.id);
  expect(history.map(({ content }) => content)).toEqual([deletedText, "On Friday?", "Yes"]);
  const known = {
    id: "string",
    senderId: "string",
    receiverId: "string",
    content: "string",
    timestamp: "string",
    isAnonymous: "boolean",
    seen: "boolean",
    sender: "object",
  };
  for (const message of [...frames, ...history])
    for (const [name, type] of Object.entries(known))
      expect([name, typeof (message as Record<string, unknown>)[name]]).toEqual([name, type]);
  expect(Object.keys((await inboxOf(b))[0] ?? {})).toEqual([
    "userId",
    "name",
    "email",
    "lastMessage",
    "lastMessageTime",
    "unreadCount",
    "isAnonymous",
  ]);
  // The program requests missed messages by the last id it knows.
  expect(await readHistory(b, a.id, `?after=${second}`)).toHaveLength(1);
  await socket.close();
});

test("members can search their own messages, newest first, with aliases instead of names and without deleted messages", async () => {
  const [a, b, c] = await people();
  const first = idIn(await sendTo(a, b.id, "The Capstoné report, https://foreign.example/x"));
  const second = idIn(await sendTo(b, a.id, "Report on the capstone"));
  await sendTo(b, c.id, "Their capstone report");
  const hidden = idIn(await sendHidden(c, a, "My capstone report is late"));
  const alias = await aliasFor(a);
  const find = (by: Member, q: string, more = "") =>
    by.get(`/api/messages/search?q=${encodeURIComponent(q)}${more}`);
  const found = async (by: Member, q: string) =>
    (await find(by, q)).body.map(({ id, partnerId }) => [id, partnerId]);
  expect(await found(a, "capstone rep")).toEqual([
    [hidden, alias],
    [second, b.id],
    [first, b.id],
  ]);
  expect(await found(c, "late")).toEqual([[hidden, a.id]]);
  expect(JSON.stringify((await find(a, "late")).body)).not.toContain(c.email);
  const part = await find(a, "capstone", "&limit=1");
  expect((await a.next(part)).body[0]?.id).toBe(second);
  // The writer finds an edit that is held back. The receiver finds the text that it replaced.
  await a.call("PUT", `/api/users/${alias}/block`);
  await edit(c, hidden, "Never mind, thermodynamics");
  expect([await found(c, "thermodynamics"), await found(a, "thermodynamics")]).toEqual([
    [[hidden, a.id]],
    [],
  ]);
  expect([await found(c, "late"), await found(a, "late")]).toEqual([[], [[hidden, alias]]]);
  // The end of a page does not reveal the edit.
  await sendTo(b, a.id, "My thermodynamics");
  const one = await find(a, "thermodynamics", "&limit=1");
  expect([one.body.length, one.headers.get("Link")]).toEqual([1, null]);
  await sendHidden(c, a, "An undelivered thermostat");
  expect(await found(a, "thermostat")).toEqual([]);
  await edit(b, second, "Summary of the sensor");
  expect(await found(a, "capstone")).toEqual([
    [hidden, alias],
    [first, b.id],
  ]);
  await remove(a, first);
  expect(await found(a, "capstone")).toEqual([[hidden, alias]]);
  expect(await found(a, "deleted")).toEqual([]);
  expect(
    server
      .database()
      .prepare("select count(*) from messages_search where messages_search match 'tôn'")
      .pluck()
      .get(),
  ).toBe(2);
  for (const q of ["", " "]) expect((await find(a, q)).body).toEqual([]);
  expect((await find(a, "x".repeat(500))).status).toBe(422);
  expect((await find(a, "st")).status).toBe(200);
  for (const q of ['"', '"""', "AND OR NOT", "readers:abc", "a*b(c", "%25_\\"]) {
    expect([200, 422]).toContain((await find(a, q)).status);
  }
  const page = browse(server, a);
  const shown = await page.get("/messages/search?q=sensor");
  expect(shown.text).toMatch(
    new RegExp(`<a [^>]*href="/messages/${b.id}\\?at=${second}#m${second}".*?<mark>.*?</a>`, "s"),
  );
  expect((await page.get(`/messages/${b.id}?at=${second}`)).text).toContain("Summary of the sensor");
  expect((await page.get("/messages/search")).status).toBe(200);
  expect((await new Visitor(server.url).get("/messages/search?q=sensor")).status).toBe(303);
});

test("a line of the room can be answered, deleted by its writer on its day, and not reacted to", async () => {
  const [a, b] = await people();
  const path = "/api/anonymous-messages";
  const sockets = [await Socket.of(a), await Socket.of(b)];
  for (const socket of sockets) socket.send("join-room", { room: "anonymous-chat" });
  const say = async (by: Member, content: string, more: object = {}) =>
    (await by.call("POST", path, { content, ...more })).body;
  const last = async (by: Member) => (await by.get(`${path}?limit=1`)).body[0];
  const first = await say(a, "Who knows?");
  const reply = await say(b, "I do", { replyTo: first.id });
  expect(reply).toMatchObject({ replyTo: { id: first.id, content: "Who knows?" }, own: true });
  expect(refusal(await b.call("POST", path, { content: "x", replyTo: "999999" }))[0]).toBe(422);
  const sign = (by: Member, value: string) => by.call("PUT", `${path}/${reply.id}/reaction`, { sign: value });
  await sign(a, "heart");
  await sign(a, "thanks");
  expect((await sign(b, "thanks")).body).toMatchObject({
    reactions: [{ sign: "thanks", count: 2, own: true }],
  });
  expect(await last(a)).toMatchObject({ reactions: [{ sign: "thanks", count: 2, own: true }] });
  for (const socket of sockets) {
    const frame = await socket.next("message_reacted");
    expect(frame).not.toHaveProperty("own");
    expect(JSON.stringify(frame)).not.toContain("true");
  }
  // No two reactions, and no reaction and line, share a hash.
  const hashes = server
    .database()
    .prepare("select hex(author) from room_reactions union all select distinct hex(author) from room_lines")
    .pluck()
    .all();
  expect(new Set(hashes).size).toBe(hashes.length);
  await b.call("DELETE", `${path}/${reply.id}/reaction`);
  expect(await last(b)).toMatchObject({ reactions: [{ sign: "thanks", count: 1, own: false }] });

  expect(refusal(await a.call("DELETE", `${path}/${reply.id}`))).toEqual([403, "not-yours"]);
  expect(refusal(await a.call("DELETE", `${path}/999999`))).toEqual([404, "not-found"]);
  alter(
    "insert into room_mutes (author, day, guest_id) select author, day, guest_id from room_lines where id = ?",
    Number(reply.id),
  );
  expect(refusal(await sign(b, "wow"))).toEqual([403, "muted"]);
  for (let n = 0; n < 2; n++) {
    const answer = await b.call("DELETE", `${path}/${reply.id}`);
    expect(answer.body).toMatchObject({ content: deletedText, own: true, deletedAt: expect.any(String) });
    expect(answer.body).not.toHaveProperty("reactions");
  }
  alter("delete from room_mutes");
  expect(await sockets[0]?.next("message_deleted")).toMatchObject({ content: deletedText });
  expect(refusal(await sign(a, "heart"))).toEqual([409, "conflict"]);
  // Yesterday's key is deleted, and with it the link to a writer.
  alter("update room_lines set author = x'00' where id = ?", Number(first.id));
  expect(refusal(await a.call("DELETE", `${path}/${first.id}`))).toEqual([403, "not-yours"]);
  const page = browse(server, b);
  const mine = await say(b, "By form");
  expect((await page.get(`/anonymous-post?to=reply&id=${mine.id}`)).text).toContain(
    `name="replyTo" value="${mine.id}"`,
  );
  expect((await page.post("/anonymous-post", { intent: "check", id: mine.id })).status).toBe(303);
  expect((await page.post("/anonymous-post", { intent: "delete", id: mine.id })).status).toBe(303);
  expect((await page.post("/anonymous-post", { intent: "delete", id: first.id })).status).toBe(403);
  expect(await last(a)).toMatchObject({ content: deletedText });
  for (const socket of sockets) await socket.close();
});
