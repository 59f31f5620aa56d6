import { beforeAll, expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { readDocument } from "../support/openapi.ts";
import { join, type Member } from "../support/people.ts";
import { withStoppedClock } from "../support/time.ts";
import { problemOf } from "../support/visitor.ts";

const server = await shareServer(unlimited);
let asha: Member;
let rohan: Member;
let meera: Member;
beforeAll(async () => {
  asha = await join(server, "asha");
  rohan = await join(server, "rohan");
  meera = await join(server, "meera");
});

let count = 0;
const send = (from: Member, to: { id: string }, content: string, more: object = {}) =>
  from.call("POST", "/api/messages/send", {
    senderId: from.id,
    receiverId: to.id,
    content,
    isAnonymous: false,
    ...more,
  });
const history = async (reader: Member, a: Member, b: Member, query = "") =>
  (await reader.get(`/api/messages/history/${a.id}/${b.id}${query}`)).body;
/** Two new members without other conversations. */
const pair = async (): Promise<[Member, Member]> => {
  const n = ++count;
  return [
    await join(server, "asha", `asha.pair${n}@college.example`),
    await join(server, "rohan", `rohan.pair${n}@college.example`),
  ];
};

test("a message is stored, returned and read by both", async () => {
  const sent = await send(asha, rohan, "  Did the sensor answer?\r\nMine did. ", { tempId: "temp-1" });
  expect(sent.status).toBe(201);
  expect(sent.body).toEqual({
    id: expect.stringMatching(/^\d+$/),
    senderId: asha.id,
    receiverId: rohan.id,
    content: "Did the sensor answer?\nMine did.",
    isAnonymous: false,
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    seen: false,
    sender: { id: asha.id, name: "Asha Verma", email: asha.email },
  });
  expect(await history(rohan, asha, rohan)).toEqual([sent.body]);
  expect(await history(asha, rohan, asha)).toEqual([sent.body]);
});

test("the same text within 2 seconds and the same tempId are stored once, even at the same time", async () => {
  const [a, b] = await pair();
  await withStoppedClock(server, async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(a, b, "Are you there?")));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });

  const named = await Promise.all(
    Array.from({ length: 20 }, (_, n) => send(a, b, `Text ${n}`, { tempId: "temp-same" })),
  );
  expect(named.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(await history(b, a, b)).toHaveLength(2);
  // The other direction, another conversation and a later time are other messages.
  expect((await send(b, a, "Are you there?")).status).toBe(201);
  expect((await send(a, meera, "Are you there?", { tempId: "temp-same" })).status).toBe(201);
  server
    .database()
    .prepare("update messages set sent_at = sent_at - 2001 where sender_id = ?")
    .run(Number(a.id));
  expect((await send(a, b, "Are you there?")).status).toBe(201);
  // A tempId is never usable again, however late it is repeated.
  expect((await send(a, b, "Much later", { tempId: "temp-same" })).status).toBe(200);
});

test("a message that cannot be sent is refused with an explanation", async () => {
  const refused = async (sent: ReturnType<typeof send>) => {
    const answer = await sent;
    return [answer.status, problemOf(answer).detail];
  };
  const before = (await history(asha, asha, rohan)).length;
  expect(await refused(send(asha, rohan, " \n\t "))).toEqual([422, "Write a message first"]);
  expect(await refused(send(asha, rohan, "x".repeat(4001)))).toEqual([422, "At most 4000 characters"]);
  expect(await refused(send(asha, asha, "Me"))).toEqual([422, "You can't message yourself."]);
  expect(await refused(send(asha, rohan, "As another", { senderId: meera.id }))).toEqual([
    403,
    "You can only send messages as yourself.",
  ]);
  for (const id of ["999999", "anon_nobody", "0", "-1", "1e3"]) {
    expect((await send(asha, { id }, "Who?")).status).toBe(404);
  }
  for (const body of [{}, { senderId: 1 }, { senderId: asha.id, receiverId: rohan.id, content: ["x"] }]) {
    expect((await asha.call("POST", "/api/messages/send", body)).status).toBe(422);
  }
  expect((await fetch(`${server.url}/api/messages/send`, { method: "POST" })).status).toBe(401);
  expect(await history(asha, asha, rohan)).toHaveLength(before);
  expect((await send(asha, rohan, "😀".repeat(4000))).status).toBe(201);
});

test("members who block the sender, or are suspended or deleted, get no messages", async () => {
  const [a, b] = await pair();
  const database = server.database();
  database.prepare("insert into blocks values (?, ?, 1)").run(Number(b.id), Number(a.id));
  const answer = await send(a, b, "Please?");
  expect([answer.status, problemOf(answer).error]).toEqual([
    403,
    "This member isn't accepting messages from you.",
  ]);
  expect((await send(b, a, "I can still write")).status).toBe(201);
  database.prepare("delete from blocks").run();
  for (const status of ["suspended", "deleted", "pending"]) {
    database.prepare("update users set status = ? where id = ?").run(status, Number(b.id));
    expect((await send(a, b, `To ${status}`)).status).toBe(404);
  }
});

test("history is paged, and only for the two members", async () => {
  const [a, b] = await pair();
  for (let n = 1; n <= 7; n++) await send(n % 2 ? a : b, n % 2 ? b : a, `Line ${n}`);
  const texts = async (query: string) => (await history(a, a, b, query)).map(({ content }) => content);
  const ids = (await history(a, a, b)).map(({ id }) => id);
  expect(await texts("?limit=2")).toEqual(["Line 6", "Line 7"]);
  expect(await texts(`?limit=2&before=${ids[5]}`)).toEqual(["Line 4", "Line 5"]);
  expect(await texts(`?limit=2&after=${ids[1]}`)).toEqual(["Line 3", "Line 4"]);
  expect(await texts(`?after=${ids[6]}`)).toEqual([]);
  expect(await texts("?before=&other=1")).toHaveLength(7);
  expect(await texts("?anonymous=true")).toEqual([]);

  const first = await a.get(`/api/messages/history/${a.id}/${b.id}?limit=3`);
  const second = (await a.next(first)).body;
  expect(second.map(({ content }) => content)).toEqual(["Line 2", "Line 3", "Line 4"]);

  expect((await meera.get(`/api/messages/history/${a.id}/${b.id}`)).status).toBe(403);
  expect((await a.get(`/api/messages/history/${a.id}/999999`)).status).toBe(404);
  expect((await a.get(`/api/messages/history/${a.id}/${a.id}`)).status).toBe(404);
  for (const limit of ["201", "0", "x", "1.5"]) {
    expect((await a.get(`/api/messages/history/${a.id}/${b.id}?limit=${limit}`)).status).toBe(422);
  }
});

test("only the receiver can mark a message as seen", async () => {
  const [a, b] = await pair();
  const { id } = (await send(a, b, "Read me")).body;
  for (const who of [a, meera]) expect((await who.call("PUT", `/api/messages/seen/${id}`)).status).toBe(404);
  expect((await history(a, a, b))[0]?.seen).toBe(false);
  for (let n = 0; n < 2; n++) {
    const answer = await b.call("PUT", `/api/messages/seen/${id}`);
    expect([answer.status, answer.body]).toEqual([200, { id, seen: true }]);
  }
  expect((await history(a, a, b))[0]?.seen).toBe(true);
  for (const wrong of ["999999", "x", "temp-1"]) {
    expect((await b.call("PUT", `/api/messages/seen/${wrong}`)).status).toBe(404);
  }
});

test("conversations are listed newest first with unread counts, in pages", async () => {
  const [a, b] = await pair();
  const [c, d] = await pair();
  await send(b, a, "First");
  await send(c, a, "Second");
  await send(d, a, "Third");
  await send(b, a, "Fourth");
  const { body } = await a.get("/api/messages/conversations");
  expect(body).toEqual([
    {
      userId: b.id,
      name: "Rohan Pillai",
      email: b.email,
      lastMessage: "Fourth",
      lastMessageTime: expect.any(String),
      unreadCount: 2,
      isAnonymous: false,
    },
    expect.objectContaining({ userId: d.id, lastMessage: "Third", unreadCount: 1 }),
    expect.objectContaining({ userId: c.id, lastMessage: "Second", unreadCount: 1 }),
  ]);
  expect((await b.get("/api/messages/conversations")).body).toEqual([
    expect.objectContaining({ userId: a.id, lastMessage: "Fourth", unreadCount: 0 }),
  ]);
  const part = await a.get("/api/messages/conversations?limit=2");
  expect((await a.next(part)).body).toEqual([expect.objectContaining({ userId: c.id })]);
  expect((await fetch(`${server.url}/api/messages/conversations`)).status).toBe(401);
});

test("every call on messages is documented", async () => {
  const { paths } = await readDocument(server);
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining([
      "/api/messages/send",
      "/api/messages/history/{userA}/{userB}",
      "/api/messages/seen/{messageId}",
      "/api/messages/conversations",
      "/api/users",
      "/api/users/{id}",
    ]),
  );
});

test("no log line contains a sender, receiver or text", async () => {
  await send(asha, rohan, "Nobody else's business");
  await asha.get(`/api/messages/history/${asha.id}/${rohan.id}`);
  expect(server.logged()).not.toContain("Nobody else");
  expect(server.logged()).not.toContain(`/history/${asha.id}`);
});
