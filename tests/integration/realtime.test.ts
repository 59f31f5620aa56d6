import { beforeAll, beforeEach, expect, test } from "vitest";
import { limited, shareServer } from "../support/integration.ts";
import { sendTo } from "../support/messages.ts";
import { browse, join, type Member } from "../support/people.ts";
import { Socket } from "../support/socket.ts";
import { clock, endLimits, passTime, withStoppedClock } from "../support/time.ts";

const server = await shareServer(limited, clock);
let asha: Member;
let rohan: Member;
beforeAll(async () => {
  asha = await join(server, "asha");
  rohan = await join(server, "rohan");
});
// The tests share members, whose frames count towards one limit.
beforeEach(() => endLimits(server));

let count = 0;
const message = (from: Member, to: Member, content: string, more: object = {}) => ({
  senderId: from.id,
  receiverId: to.id,
  content,
  isAnonymous: false,
  ...more,
});
const someone = (name: "asha" | "rohan") => join(server, name, `${name}.live${++count}@college.example`);
/** @returns the session cookie of a browser where the member logs in */
async function cookieOf(member: Member): Promise<string> {
  const browser = browse(server, member);
  return `session=${browser.cookies.get("session")}`;
}

test("a message reaches the receiver and is confirmed to the sender", async () => {
  const [from, to] = [await Socket.of(asha), await Socket.of(rohan)];
  from.send("send_message", message(asha, rohan, "Are you at the lab?", { tempId: "temp-a" }));
  const saved = await from.next("message_saved");
  expect(saved).toEqual({
    tempId: "temp-a",
    message: {
      ...message(asha, rohan, "Are you at the lab?"),
      id: expect.stringMatching(/^\d+$/),
      timestamp: expect.any(String),
      seen: false,
      sender: { id: asha.id, name: "Asha Verma", email: asha.email },
    },
  });
  expect(await to.next("receive_message")).toEqual(saved.message);
  await from.settled();
  expect(from.received("receive_message")).toEqual([]);

  await rohan.call("PUT", `/api/messages/seen/${(saved.message as { id: string }).id}`);
  expect(await from.next("message_seen")).toEqual({
    ids: [(saved.message as { id: string }).id],
    by: rohan.id,
  });
  await Promise.all([from.close(), to.close()]);
});

test("reading a message updates the unread count on the reader's other pages, and on nobody else's", async () => {
  const reader = await join(server, "meera");
  const ids: string[] = [];
  for (const text of ["One", "Two", "Three"]) ids.push((await sendTo(asha, reader.id, text)).body.id);
  const [from, to] = [await Socket.of(asha), await Socket.of(reader)];
  await reader.call("PUT", `/api/messages/seen/${ids[0]}`);
  expect(await to.next("unread_messages")).toEqual({ unread: 2 });
  // Reading it again sends no count, and neither does another member's call.
  await reader.call("PUT", `/api/messages/seen/${ids[0]}`);
  expect((await asha.call("PUT", `/api/messages/seen/${ids[1]}`)).status).toBe(404);
  await to.settled();
  expect(to.received("unread_messages")).toEqual([]);
  const visitor = browse(server, reader);
  await visitor.get(`/messages/${asha.id}`);
  expect(await to.next("unread_messages")).toEqual({ unread: 0 });
  await from.settled();
  expect(from.received("unread_messages")).toEqual([]);
  await Promise.all([from.close(), to.close()]);
});

test("messages sent by POST or from another device reach every socket", async () => {
  const [one, two, to] = [await Socket.of(asha), await Socket.of(asha), await Socket.of(rohan)];
  await asha.call("POST", "/api/messages/send", message(asha, rohan, "By POST"));
  for (const socket of [one, two, to]) {
    expect(await socket.next("receive_message")).toMatchObject({ content: "By POST" });
  }
  one.send("send_message", message(asha, rohan, "By the first device"));
  expect(await two.next("receive_message")).toMatchObject({ content: "By the first device" });
  expect(await to.next("receive_message")).toMatchObject({ content: "By the first device" });
  await one.settled();
  expect(one.received("receive_message")).toEqual([]);
  // A duplicate is stored and broadcast once.
  one.send("send_message", message(asha, rohan, "By the first device"));
  await one.next("message_saved");
  await to.settled();
  expect(to.received("receive_message")).toEqual([]);
  await Promise.all([one.close(), two.close(), to.close()]);
});

test("a refused message fails with an explanation", async () => {
  const from = await Socket.of(asha);
  const error = async (data: object) => {
    from.send("send_message", data);
    return from.next("message_failed");
  };
  expect(await error(message(asha, rohan, "  ", { tempId: "t" }))).toEqual({
    tempId: "t",
    error: "Write a message first",
    delivered: false,
  });
  expect(await error(message(rohan, asha, "Not me"))).toMatchObject({
    error: "You can only send messages as yourself.",
  });
  expect(await error(message(asha, { id: "99999" } as Member, "Who"))).toMatchObject({
    error: "No such member.",
  });
  expect(await error({})).toMatchObject({ tempId: null });
  await from.close();
});

test("typing is shown to the partner, and only with the sender's own id", async () => {
  const [from, to] = [await Socket.of(asha), await Socket.of(rohan)];
  from.send("typing", { senderId: asha.id, receiverId: rohan.id });
  expect(await to.next("user_typing")).toEqual({ senderId: asha.id, name: "Asha Verma", isAnonymous: false });
  from.send("typing", { senderId: rohan.id, receiverId: asha.id });
  expect(await from.next("error")).toEqual({ message: "Forbidden" });

  const database = server.database();
  database.prepare("insert into blocks values (?, ?, 1)").run(Number(rohan.id), Number(asha.id));
  await endLimits(server);
  from.send("typing", { senderId: asha.id, receiverId: rohan.id });
  // Anonymous typing is sent only in a conversation that has messages.
  from.send("typing", { senderId: asha.id, receiverId: rohan.id, isAnonymous: true });
  await from.settled();
  await to.settled();
  expect(to.received("user_typing")).toEqual([]);
  database.prepare("delete from blocks").run();
  await Promise.all([from.close(), to.close()]);
});

test("several typing frames in one conversation reach the partner as one", async () => {
  const [from, to] = [await someone("asha"), await someone("rohan")];
  const other = await someone("rohan");
  const [sender, second] = [await Socket.of(from), await Socket.of(from)];
  const [receiver, bystander] = [await Socket.of(to), await Socket.of(other)];
  for (const socket of [sender, second])
    for (let n = 0; n < 4; n++) socket.send("typing", { senderId: from.id, receiverId: to.id });
  sender.send("typing", { senderId: from.id, receiverId: other.id });
  for (const socket of [sender, second, receiver, bystander]) await socket.settled();
  expect(receiver.received("user_typing")).toHaveLength(1);
  expect(bystander.received("user_typing")).toHaveLength(1);
  await endLimits(server);
  sender.send("typing", { senderId: from.id, receiverId: to.id });
  await receiver.next("user_typing");
  await Promise.all([sender, second, receiver, bystander].map((socket) => socket.close()));
});

test("a socket joins its member's own room and cannot join another's", async () => {
  const socket = new Socket(server.url, { Authorization: `Bearer ${asha.token}` });
  expect(await socket.next("ready")).toEqual({ userId: asha.id });
  await rohan.call("POST", "/api/messages/send", message(rohan, asha, "No join needed"));
  expect(await socket.next("receive_message")).toMatchObject({ content: "No join needed" });
  socket.send("join", { userId: asha.id });
  await socket.settled();
  expect(socket.frames).toEqual([]);
  socket.send("join", { userId: rohan.id });
  expect(await socket.next("error")).toEqual({ message: "Forbidden" });
  socket.send("join-room", { room: "anonymous-chat" });
  socket.send("join-room", { room: `user:${rohan.id}` });
  await socket.next("error");
  const kabir = await join(server, "kabir", "kabir.rooms@college.example");
  await kabir.call("POST", "/api/messages/send", message(kabir, rohan, "For Rohan"));
  await socket.settled();
  expect(socket.received("receive_message")).toEqual([]);
  await socket.close();
});

test("every frame with an id is acknowledged once it is handled", async () => {
  const socket = new Socket(server.url);
  await socket.opened();
  const send = (event: string, data: object, id: unknown) =>
    socket.socket.send(JSON.stringify({ event, data, id }));
  const accepted = (id: unknown) => ({ id, ok: true, code: null, error: null });
  send("authenticate", { token: asha.token }, "login");
  expect(await socket.next("ack")).toEqual(accepted("login"));
  expect(socket.frames).toEqual([{ event: "ready", data: { userId: asha.id } }]);
  const told = message(asha, rohan, "With an id");
  for (const [event, data] of [
    ["join", { userId: asha.id }],
    ["join-room", { room: "anonymous-chat" }],
    ["typing", { senderId: asha.id, receiverId: rohan.id }],
    ["send_message", told],
    ["anonymous-message", { content: "Hello, room" }],
  ] as const) {
    send(event, data, 7);
    expect([event, await socket.next("ack")]).toEqual([event, accepted(7)]);
  }
  expect(socket.received("message_saved")).toHaveLength(1);
  for (const [event, data, code] of [
    ["join", { userId: rohan.id }, "not-allowed"],
    ["nothing", {}, "not-found"],
    ["typing", {}, "invalid-fields"],
    ["send_message", { ...told, receiverId: "999999" }, "not-found"],
    ["send_message", { ...told, content: "" }, "invalid-fields"],
    ["authenticate", { token: asha.token }, "conflict"],
  ] as const) {
    send(event, data, "refused");
    expect([event, await socket.next("ack")]).toEqual([
      event,
      { id: "refused", ok: false, code, error: expect.stringMatching(/./) },
    ]);
  }
  // An id that no member has.
  for (const id of [{}, null, "x".repeat(65), 0.5]) send("join", { userId: asha.id }, id);
  await socket.settled();
  expect(socket.received("ack")).toEqual([]);
  await socket.close();
});

test("sockets without a valid session get an error and are closed", async () => {
  const refused = async (headers: Record<string, string>, first?: [string, unknown]) => {
    const socket = new Socket(server.url, headers);
    await socket.opened();
    if (first) socket.send(...first);
    return [(await socket.next("error")).message, await socket.closed];
  };
  const cookie = await cookieOf(asha);
  // In two groups, because an address may have only five unauthenticated sockets.
  const badSessions = await Promise.all([
    refused({ Authorization: "Bearer quadrant_wrong" }),
    refused({ Cookie: `session=${"x".repeat(43)}` }),
    refused({ Cookie: cookie, Origin: "https://elsewhere.example" }),
  ]);
  const strangers = await Promise.all([
    refused({}, ["authenticate", { token: "quadrant_wrong" }]),
    refused({}, ["join", { userId: asha.id }]),
  ]);
  const silent = new Socket(server.url);
  await silent.opened();
  await passTime(server, 10_000);
  const results = [...badSessions, ...strangers, [(await silent.next("error")).message, await silent.closed]];
  expect(results).toEqual([
    ["Invalid token", 4401],
    ["Invalid token", 4401],
    ["Authentication required", 4401],
    ["Invalid token", 4401],
    ["Authentication required", 4401],
    ["Authentication required", 4401],
  ]);
});

test("sockets can authenticate with the cookie of our own pages or an authenticate frame", async () => {
  const byCookie = new Socket(server.url, { Cookie: await cookieOf(asha), Origin: server.url });
  const byFrame = new Socket(server.url);
  await Promise.all([byCookie.opened(), byFrame.opened()]);
  byFrame.send("authenticate", { token: asha.token });
  for (const socket of [byCookie, byFrame]) socket.send("join", { userId: asha.id });
  await Promise.all([byCookie.settled(), byFrame.settled()]);
  await rohan.call("POST", "/api/messages/send", message(rohan, asha, "To both"));
  for (const socket of [byCookie, byFrame]) {
    expect(await socket.next("receive_message")).toMatchObject({ content: "To both" });
    await socket.close();
  }
});

test("bad frames get an error, and their socket stays open", async () => {
  const socket = await Socket.of(asha);
  const error = async (text: string | Buffer) => {
    socket.socket.send(text);
    return (await socket.next("error")).message;
  };
  expect(await error("not JSON")).toBe("Frames are JSON: an event and its data");
  expect(await error("null")).toBe("Frames are JSON: an event and its data");
  expect(await error('{"event":5}')).toBe("Frames are JSON: an event and its data");
  expect(await error('{"event":"constructor","data":{}}')).toBe("Unknown event");
  expect(await error('{"event":"join","data":{"userId":5}}')).toMatch(/./);
  expect(await error('{"event":"typing"}')).toMatch(/./);
  expect(await error(Buffer.from([1, 2, 3]))).toBe("Frames are text");
  expect(await error(JSON.stringify({ event: "x", data: "y".repeat(16_384) }))).toBe("Frame too large");
  socket.send("typing", { senderId: asha.id, receiverId: "anon_unknown" });
  await socket.settled();
  await socket.close();
});

test("a socket that sends too many frames is closed, and so is a member's eleventh socket", async () => {
  const flood = await Socket.of(await someone("asha"));
  await withStoppedClock(server, async () => {
    for (let n = 0; n < 60; n++) flood.send("typing", { senderId: "1", receiverId: "2" });
    expect(await flood.closed).toBe(4429);
  });

  const member = await someone("rohan");
  const sockets: Socket[] = [];
  for (let n = 0; n < 10; n++) sockets.push(await Socket.of(member));
  const eleventh = new Socket(server.url, { Authorization: `Bearer ${member.token}` });
  expect(await eleventh.closed).toBe(4429);
  await Promise.all(sockets.map((socket) => socket.close()));
  await (await Socket.of(member)).close();
});

test("a member's frames count together over all their sockets", async () => {
  const member = await someone("asha");
  const bystander = await Socket.of(await someone("rohan"));
  const sockets: Socket[] = [];
  for (let n = 0; n < 10; n++) sockets.push(await Socket.of(member));
  await withStoppedClock(server, async () => {
    for (let n = 0; n < 15; n++)
      for (const socket of sockets) socket.send("typing", { senderId: member.id, receiverId: "1" });
    expect(await Promise.race(sockets.map(({ closed }) => closed))).toBe(4429);
  });
  await bystander.settled();
  await Promise.all([bystander, ...sockets].map((socket) => socket.close()));
});

test("logging out closes the sockets of that session only", async () => {
  const member = await someone("asha");
  const other = await join(server, "kabir", `kabir.live${++count}@college.example`);
  const [loggedOut, unaffected] = [await Socket.of(member), await Socket.of(other)];
  const browser = browse(server, member);
  const inBrowser = new Socket(server.url, { Cookie: `session=${browser.cookies.get("session")}` });
  await inBrowser.opened();

  await member.call("POST", "/api/users/logout");
  expect(await loggedOut.closed).toBe(4401);
  await inBrowser.settled();
  await browser.post("/logout", {});
  expect(await inBrowser.closed).toBe(4401);
  await unaffected.settled();
  await unaffected.close();
});

test("only /realtime accepts sockets, and other upgrades are plain requests", async () => {
  const elsewhere = new Socket(`${server.url}/jobs`);
  await expect(elsewhere.opened()).rejects.toThrow(/404/);
  const http = await import("node:http");
  const status = await new Promise((resolve, reject) => {
    const headers = { Connection: "Upgrade, HTTP2-Settings", Upgrade: "h2c" };
    http.get(`${server.url}/healthz`, { headers }, (res) => resolve(res.statusCode)).on("error", reject);
  });
  expect(status).toBe(200);
});
