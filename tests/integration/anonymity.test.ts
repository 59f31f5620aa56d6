import { expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { aliasFor, inboxOf, readHistory, sendHidden, sendTo } from "../support/messages.ts";
import { type Member, newMember } from "../support/people.ts";
import { Socket } from "../support/socket.ts";
import { problemOf } from "../support/visitor.ts";

const server = await shareServer(unlimited);
const _count = 0;
/** Asha writes anonymously, and Rohan sees her alias. */
const pair = async () => [await newMember(server, "asha"), await newMember(server, "rohan")] as const;
const texts = async (member: Member, partnerId: string, query = "") =>
  (await readHistory(member, partnerId, query)).map(({ content }) => content);
const typing = (from: Member, receiverId: string, more: object = {}) => ({
  senderId: from.id,
  receiverId,
  ...more,
});
const setAllowed = (member: Member, isAllowed: boolean) =>
  server
    .database()
    .prepare("update users set allow_anonymous = ? where id = ?")
    .run(Number(isAllowed), Number(member.id));

test("the first anonymous message creates an alias that hides its sender from the receiver only", async () => {
  const [asha, rohan] = await pair();
  const sent = await sendHidden(asha, rohan, "May I ask you something?", { tempId: "temp-1" });
  expect(sent.status).toBe(201);
  const own = {
    senderId: asha.id,
    receiverId: rohan.id,
    isAnonymous: true,
    sender: { id: asha.id, name: asha.name, email: asha.email },
  };
  expect(sent.body).toMatchObject(own);
  const alias = await aliasFor(rohan);
  expect(alias).toMatch(/^anon_[\w-]{22}$/);
  expect(await inboxOf(rohan)).toEqual([
    {
      userId: alias,
      name: "Anonymous",
      email: null,
      lastMessage: "May I ask you something?",
      lastMessageTime: expect.any(String),
      unreadCount: 1,
      isAnonymous: true,
    },
  ]);
  expect(await inboxOf(asha)).toEqual([
    expect.objectContaining({ userId: rohan.id, name: rohan.name, email: rohan.email, isAnonymous: true }),
  ]);
  const [received] = await readHistory(rohan, alias);
  expect(received).toEqual({
    ...sent.body,
    senderId: alias,
    sender: { id: alias, name: "Anonymous", email: null },
  });
  expect(await readHistory(asha, rohan.id, "?anonymous=1")).toEqual([sent.body]);
  // The path may have the two members in either order.
  const turned = await rohan.get(`/api/messages/history/${alias}/${rohan.id}`);
  expect(turned.body).toEqual([received]);
  for (const [member, partner] of [[rohan, asha] as const, [asha, rohan] as const]) {
    expect(await readHistory(member, partner.id)).toEqual([]);
  }
  expect(await readHistory(rohan, asha.id, "?anonymous=1")).toEqual([]);
});

test("in a conversation with an alias, the alias decides who is hidden, whatever a reply contains", async () => {
  const [asha, rohan] = await pair();
  await sendHidden(asha, rohan, "Question");
  const alias = await aliasFor(rohan);
  for (const isAnonymous of [true, false]) {
    const reply = await sendTo(rohan, alias, `Answer ${isAnonymous}`, { isAnonymous });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      senderId: rohan.id,
      receiverId: alias,
      isAnonymous: true,
      sender: { name: rohan.name },
    });
  }
  expect(await readHistory(asha, rohan.id, "?anonymous=1&after=1")).toEqual([
    expect.objectContaining({ content: "Question", senderId: asha.id }),
    expect.objectContaining({ content: "Answer true", senderId: rohan.id, receiverId: asha.id }),
    expect.objectContaining({
      content: "Answer false",
      sender: expect.objectContaining({ name: rohan.name }),
    }),
  ]);
  await sendHidden(asha, rohan, "And another");
  expect(await aliasFor(rohan)).toBe(alias);
});

test("the named conversation and the anonymous ones in either direction are three separate conversations", async () => {
  const [asha, rohan] = await pair();
  await sendHidden(asha, rohan, "From a hidden Asha");
  await sendHidden(rohan, asha, "From a hidden Rohan");
  await sendTo(asha, rohan.id, "From Asha");
  const ashasAlias = await aliasFor(rohan);
  const rohansAlias = await aliasFor(asha);
  expect(ashasAlias).not.toBe(rohansAlias);
  const listed = (await inboxOf(rohan)).map(({ userId, isAnonymous, lastMessage }) => [
    userId,
    isAnonymous,
    lastMessage,
  ]);
  expect(listed).toEqual([
    [asha.id, false, "From Asha"],
    [asha.id, true, "From a hidden Rohan"],
    [ashasAlias, true, "From a hidden Asha"],
  ]);
  expect(await texts(rohan, asha.id)).toEqual(["From Asha"]);
  expect(await texts(rohan, asha.id, "?anonymous=true")).toEqual(["From a hidden Rohan"]);
  expect(await texts(rohan, ashasAlias)).toEqual(["From a hidden Asha"]);
  expect(await texts(asha, rohansAlias)).toEqual(["From a hidden Rohan"]);
});

test("twenty identical first messages sent at once become one message in one conversation", async () => {
  const [asha, rohan] = await pair();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      sendHidden(asha, rohan, n % 2 ? "One" : "Two", { tempId: `temp-${n % 2}` }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(18);
  expect(await inboxOf(rohan)).toHaveLength(1);
  expect((await texts(rohan, await aliasFor(rohan))).toSorted()).toEqual(["One", "Two"]);
});

test("each frame names only what its receiver may know, and only the sender gets the tempId", async () => {
  const [asha, rohan] = await pair();
  const [from, second, to] = [await Socket.of(asha), await Socket.of(asha), await Socket.of(rohan)];
  from.send("send_message", {
    senderId: asha.id,
    receiverId: rohan.id,
    content: "By socket",
    isAnonymous: true,
    tempId: "temp-own",
  });
  const { message } = await from.next("message_saved");
  const alias = await aliasFor(rohan);
  expect(message).toMatchObject({ senderId: asha.id, receiverId: rohan.id, isAnonymous: true });
  expect(await second.next("receive_message")).toEqual(message);
  const received = await to.next("receive_message");
  expect(received).toMatchObject({ senderId: alias, sender: { id: alias, name: "Anonymous", email: null } });
  expect(JSON.stringify(to.frames)).not.toContain("temp-own");

  // The receiver's read receipt uses their name, the hidden member's uses the alias.
  await rohan.call("PUT", `/api/messages/seen/${received.id}`);
  expect(await from.next("message_seen")).toEqual({ ids: [received.id], by: rohan.id });
  const reply = (await sendTo(rohan, alias, "Reply")).body;
  expect(await from.next("receive_message")).toMatchObject({
    senderId: rohan.id,
    receiverId: asha.id,
    isAnonymous: true,
  });
  expect(await to.next("receive_message")).toMatchObject({ senderId: rohan.id, receiverId: alias });
  await asha.call("PUT", `/api/messages/seen/${reply.id}`);
  expect(await to.next("message_seen")).toEqual({ ids: [reply.id], by: alias });
  await Promise.all([from.close(), second.close(), to.close()]);
});

test("typing is shown under the alias once a message has arrived, and never under the name", async () => {
  const [asha, rohan] = await pair();
  const [from, to] = [await Socket.of(asha), await Socket.of(rohan)];
  const heard = async () => {
    await from.settled();
    await to.settled();
    return to.received("user_typing").length;
  };
  from.send("typing", typing(asha, rohan.id, { isAnonymous: true }));
  expect(await heard()).toBe(0);
  await sendHidden(asha, rohan, "Hello");
  const alias = await aliasFor(rohan);
  const hidden = { senderId: alias, name: "Anonymous", isAnonymous: true };
  from.send("typing", typing(asha, rohan.id, { isAnonymous: true }));
  expect(await to.next("user_typing")).toEqual(hidden);
  // Only the anonymous conversation exists.
  from.send("typing", typing(asha, rohan.id));
  expect(await to.next("user_typing")).toEqual(hidden);
  // The receiver types to the alias, and is shown by name even without a named conversation.
  to.send("typing", typing(rohan, alias));
  expect(await from.next("user_typing")).toEqual({ senderId: rohan.id, name: rohan.name, isAnonymous: true });
  to.send("typing", typing(rohan, asha.id));
  expect(await from.next("user_typing")).toEqual({
    senderId: rohan.id,
    name: rohan.name,
    isAnonymous: false,
  });
  // A named block changes nothing here. A block of the alias ends the conversation.
  await rohan.call("PUT", `/api/users/${asha.id}/block`);
  from.send("typing", typing(asha, rohan.id, { isAnonymous: true }));
  expect(await to.next("user_typing")).toEqual(hidden);
  await rohan.call("DELETE", `/api/users/${asha.id}/block`);
  await rohan.call("PUT", `/api/users/${alias}/block`);
  for (const more of [{}, { isAnonymous: true }]) from.send("typing", typing(asha, rohan.id, more));
  expect(await heard()).toBe(0);
  await rohan.call("DELETE", `/api/users/${alias}/block`);
  await sendTo(asha, rohan.id, "By name");
  from.send("typing", typing(asha, rohan.id));
  expect(await to.next("user_typing")).toMatchObject({ senderId: asha.id, isAnonymous: false });
  await Promise.all([from.close(), to.close()]);
});

test("a member who turns off anonymous messages gets no new ones, and existing conversations continue", async () => {
  const [asha, rohan] = await pair();
  const meera = await newMember(server, "meera");
  await sendHidden(asha, rohan, "Before");
  setAllowed(rohan, false);
  const refused = await sendHidden(meera, rohan, "Too late");
  expect([refused.status, problemOf(refused).error]).toEqual([
    403,
    "This member doesn't accept anonymous messages.",
  ]);
  expect(await inboxOf(meera)).toEqual([]);
  expect((await sendHidden(asha, rohan, "Still here")).status).toBe(201);
  expect(await texts(rohan, await aliasFor(rohan))).toEqual(["Before", "Still here"]);
  expect((await sendTo(meera, rohan.id, "By name")).status).toBe(201);
  setAllowed(rohan, true);
  expect((await sendHidden(meera, rohan, "Now?")).status).toBe(201);
});

test("a named block refuses named messages and silently drops a first anonymous message", async () => {
  const [asha, rohan] = await pair();
  await rohan.call("PUT", `/api/users/${asha.id}/block`);
  expect((await sendTo(asha, rohan.id, "By name")).status).toBe(403);
  const [from, to] = [await Socket.of(asha), await Socket.of(rohan)];
  const first = await sendHidden(asha, rohan, "Dropped");
  expect(first.status).toBe(201);
  expect((await sendHidden(asha, rohan, "Dropped, too")).status).toBe(201);
  for (const more of [{ isAnonymous: true }, {}]) from.send("typing", typing(asha, rohan.id, more));
  await from.settled();
  await to.settled();
  expect(to.frames).toEqual([]);
  // Its sender cannot tell the difference.
  expect(await texts(asha, rohan.id, "?anonymous=1")).toEqual(["Dropped", "Dropped, too"]);
  expect(await inboxOf(asha)).toHaveLength(1);
  expect(await inboxOf(rohan)).toEqual([]);
  expect((await rohan.call("PUT", `/api/messages/seen/${first.body.id}`)).status).toBe(404);
  expect((await rohan.get("/api/users/me/blocks")).body).toEqual([{ id: asha.id, name: asha.name }]);
  // A later change of the setting does not reveal it either.
  setAllowed(rohan, false);
  expect((await sendHidden(asha, rohan, "Dropped, three")).status).toBe(201);
  setAllowed(rohan, true);

  await rohan.call("DELETE", `/api/users/${asha.id}/block`);
  from.send("typing", typing(asha, rohan.id));
  await from.settled();
  await to.settled();
  expect(to.frames).toEqual([]);
  await sendHidden(asha, rohan, "Arrives");
  expect(await texts(rohan, await aliasFor(rohan))).toEqual(["Arrives"]);
  expect(await inboxOf(rohan)).toEqual([expect.objectContaining({ unreadCount: 1 })]);
  await Promise.all([from.close(), to.close()]);
});

test("only a block of its alias ends a running conversation, and neither block shows in the other conversation", async () => {
  const [asha, rohan] = await pair();
  await sendHidden(asha, rohan, "One");
  const alias = await aliasFor(rohan);
  await rohan.call("PUT", `/api/users/${asha.id}/block`);
  await sendHidden(asha, rohan, "Two, while the name is blocked");
  expect(await texts(rohan, alias)).toEqual(["One", "Two, while the name is blocked"]);
  await rohan.call("DELETE", `/api/users/${asha.id}/block`);

  expect((await rohan.call("PUT", `/api/users/${alias}/block`)).status).toBe(204);
  expect((await rohan.get("/api/users/me/blocks")).body).toEqual([{ id: alias, name: "Anonymous" }]);
  const to = await Socket.of(rohan);
  const sent = await sendHidden(asha, rohan, "Three, blocked");
  expect(sent.status).toBe(201);
  expect(sent.body).toMatchObject({ seen: false, receiverId: rohan.id });
  await to.settled();
  expect(to.frames).toEqual([]);
  expect(await texts(rohan, alias)).toHaveLength(2);
  expect((await inboxOf(rohan))[0]).toMatchObject({
    lastMessage: "Two, while the name is blocked",
    unreadCount: 2,
  });
  expect(await texts(asha, rohan.id, "?anonymous=1")).toHaveLength(3);
  // By name they can write as before, and the alias can still be answered.
  expect((await sendTo(asha, rohan.id, "By name")).status).toBe(201);
  expect((await sendTo(rohan, alias, "A last word")).status).toBe(201);
  expect(await texts(asha, rohan.id, "?anonymous=1")).toHaveLength(4);

  expect((await rohan.call("DELETE", `/api/users/${alias}/block`)).status).toBe(204);
  await sendHidden(asha, rohan, "Four");
  expect(await texts(rohan, alias)).toEqual(["One", "Two, while the name is blocked", "A last word", "Four"]);
  await to.close();
});

test("a block by the anonymous member is not visible at the alias", async () => {
  const [asha, rohan] = await pair();
  await sendHidden(asha, rohan, "Question");
  const alias = await aliasFor(rohan);
  await asha.call("PUT", `/api/users/${rohan.id}/block`);
  expect((await sendTo(rohan, asha.id, "By name")).status).toBe(403);
  expect((await sendTo(rohan, alias, "Answer")).status).toBe(201);
  expect(await texts(asha, rohan.id, "?anonymous=1")).toEqual(["Question", "Answer"]);
});

test("members list only their own blocks, newest first, in pages", async () => {
  const [asha, rohan] = await pair();
  const meera = await newMember(server, "meera");
  await sendHidden(meera, asha, "Hello");
  const alias = await aliasFor(asha);
  for (const person of [rohan.id, alias, meera.id]) {
    for (let n = 0; n < 2; n++)
      expect((await asha.call("PUT", `/api/users/${person}/block`)).status).toBe(204);
  }
  const all = (await asha.get("/api/users/me/blocks")).body;
  expect(all.map(({ id }) => id).toSorted()).toEqual([rohan.id, alias, meera.id].toSorted());
  const paged = (await asha.getPages("/api/users/me/blocks?limit=1")).flatMap(({ body }) => body);
  expect(paged).toEqual(all);
  expect((await rohan.get("/api/users/me/blocks?cursor=nonsense")).status).toBe(422);
  expect((await asha.call("PUT", `/api/users/${asha.id}/block`)).status).toBe(422);
  for (const nobody of ["999999", "anon_", "anon_nobody", "0", "x", "%00"]) {
    expect((await asha.call("PUT", `/api/users/${nobody}/block`)).status).toBe(404);
  }
  for (const person of [rohan.id, alias, meera.id, rohan.id, "999999", "anon_nobody"]) {
    expect((await asha.call("DELETE", `/api/users/${person}/block`)).status).toBe(204);
  }
  expect((await asha.get("/api/users/me/blocks")).body).toEqual([]);
});

test("another member's alias, the member's own alias and an unknown one get the same answer", async () => {
  const [asha, rohan] = await pair();
  const meera = await newMember(server, "meera");
  await sendHidden(asha, rohan, "Question");
  const alias = await aliasFor(rohan);
  const before = await texts(rohan, alias);
  for (const [member, tried] of [
    [meera, alias],
    [asha, alias],
    [rohan, "anon_AAAAAAAAAAAAAAAAAAAAAA"],
  ] as const) {
    const answers = [
      await member.get(`/api/messages/history/${member.id}/${tried}`),
      await sendTo(member, tried, "Who are you?"),
      await sendTo(member, tried, "Who are you?", { isAnonymous: true }),
      await member.get(`/api/users/${tried}`),
      await member.call("PUT", `/api/users/${tried}/block`),
    ];
    for (const answer of answers) {
      expect([answer.status, problemOf(answer).detail]).toEqual([404, "No such member."]);
    }
    expect((await member.get(`/api/messages/history/${tried}/${rohan.id}`)).status).toBe(
      member === rohan ? 404 : 403,
    );
    expect((await sendTo(member, rohan.id, "In their name", { senderId: tried })).status).toBe(403);
    const socket = await Socket.of(member);
    socket.send("join", { userId: tried });
    expect(await socket.next("error")).toEqual({ message: "Forbidden" });
    socket.send("typing", { senderId: tried, receiverId: rohan.id });
    expect(await socket.next("error")).toEqual({ message: "Forbidden" });
    socket.send("typing", typing(member, tried));
    await socket.settled();
    expect(socket.frames).toEqual([]);
    await socket.close();
  }
  expect((await rohan.get(`/api/users/${alias}`)).status).toBe(404);
  expect(await texts(rohan, alias)).toEqual(before);
});

test("an anonymous message must follow the rules for every message", async () => {
  const [asha, rohan] = await pair();
  const refused = async (content: unknown, more: object = {}) =>
    (await sendTo(asha, rohan.id, content as string, { isAnonymous: true, ...more })).status;
  expect(await refused(" \n\u200b ")).toBe(422);
  expect(await refused("x".repeat(4_001))).toBe(422);
  expect(await refused(`a${"\u0301".repeat(400)}`)).toBe(422);
  expect(await refused(["x"])).toBe(422);
  expect(await refused("x", { isAnonymous: "yes" })).toBe(422);
  expect(await refused("x", { receiverId: asha.id })).toBe(422);
  expect(await refused("x", { receiverId: "999999" })).toBe(404);
  expect(await refused("x", { receiverId: `anon_${"x".repeat(30)}` })).toBe(404);
  expect(await refused("x", { receiverId: `anon_${"x".repeat(300)}` })).toBe(422);
  expect(await refused("x", { senderId: rohan.id })).toBe(403);
  expect(await inboxOf(rohan)).toEqual([]);
  expect(await refused("😀".repeat(4_000))).toBe(201);
  for (const status of ["suspended", "deleted", "pending"]) {
    server.database().prepare("update users set status = ? where id = ?").run(status, Number(rohan.id));
    expect(await refused("Anyone?")).toBe(404);
  }
});

test("a hundred messages of all kinds at once share commits and do not mix", async () => {
  const [asha, rohan] = await pair();
  await sendHidden(asha, rohan, "First");
  const alias = await aliasFor(rohan);
  const answers = await Promise.all(
    Array.from({ length: 99 }, (_, n) =>
      n % 3 === 0
        ? sendHidden(asha, rohan, `Hidden ${n}`)
        : n % 3 === 1
          ? sendTo(asha, rohan.id, `Named ${n}`)
          : sendTo(rohan, alias, `To the alias ${n}`),
    ),
  );
  expect(answers.every(({ status }) => status === 201)).toBe(true);
  expect((await texts(rohan, alias, "?limit=200")).filter((text) => text.startsWith("Named"))).toEqual([]);
  expect(await texts(rohan, alias, "?limit=200")).toHaveLength(67);
  expect(await texts(rohan, asha.id, "?limit=200")).toHaveLength(33);
});

test("if the store refuses an anonymous message, nobody learns who is connected", async () => {
  const [asha, rohan] = await pair();
  await sendHidden(asha, rohan, "Stored");
  const alias = await aliasFor(rohan);
  const [from, to] = [await Socket.of(asha), await Socket.of(rohan)];
  const database = server.database();
  database.exec("create trigger full before insert on messages begin select raise(abort, 'disk full'); end");
  const failed = { error: "Failed to send message", delivered: false };
  const send = async (socket: Socket, data: object) => {
    socket.send("send_message", { content: "Not stored", isAnonymous: false, ...data });
    return socket.next("message_failed");
  };
  expect(await send(to, { senderId: rohan.id, receiverId: alias })).toMatchObject(failed);
  expect(await send(from, { senderId: asha.id, receiverId: rohan.id, isAnonymous: true })).toMatchObject(
    failed,
  );
  await from.settled();
  await to.settled();
  expect([from.received("receive_message"), to.received("receive_message")]).toEqual([[], []]);
  database.exec("drop trigger full");
  await Promise.all([from.close(), to.close()]);
});
