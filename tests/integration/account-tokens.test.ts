import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { scopeSubjects } from "../../db/vocabulary.ts";
import { shareServer } from "../support/integration.ts";
import { sendTo } from "../support/messages.ts";
import { readDocument } from "../support/openapi.ts";
import { event, job, type Member, newMember, password } from "../support/people.ts";
import { Socket } from "../support/socket.ts";
import { Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const server = await shareServer();
let count = 0;

async function browse({ email }: Member): Promise<Visitor> {
  const browser = new Visitor(server.url);
  expect((await browser.post("/login", { email, password })).status).toBe(303);
  return browser;
}

/** Makes a token on the page. @returns a program that uses it */
async function makeToken(browser: Visitor, member: Member, name: string, access: string): Promise<Member> {
  const page = await browser.post("/account/tokens", { name, access });
  expect(page.status).toBe(200);
  const token = /quadrant_[\w-]{43}/.exec(page.text)?.[0] ?? "";
  expect(token).not.toBe("");
  return Object.assign(new Visitor(server.url), { ...member, cookies: new Map(), token });
}

const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const idOf = (token: string) => hash(token).slice(0, 16);

test("a token is shown once, stored hashed and never cached", async () => {
  const asha = await newMember(server, "asha");
  const browser = await browse(asha);
  const page = await browser.post("/account/tokens", { name: "Library bot", access: "write" });
  expect(page.headers.get("Cache-Control")).toBe("private, no-store");
  const token = /quadrant_[\w-]{43}/.exec(page.text)?.[0] ?? "";
  const again = await browser.get("/account/tokens");
  expect(again.text).not.toContain("quadrant_");
  for (const text of ["Library bot", "Read and write", "Not used yet"]) expect(again.text).toContain(text);
  const row = server.database().prepare("select * from sessions where name = 'Library bot'").get();
  expect(row).toMatchObject({ token_hash: hash(token), kind: "token", is_read_only: 0 });
  expect(JSON.stringify(row)).not.toContain(token.slice(9));
  await waitUntil("its log line", () => server.logged().includes('"token-made"'));
  expect(server.logged()).not.toContain(token.slice(9));
  expect(server.logged()).not.toContain("Library bot");
  // A token's secret is shown on its own page.
  expect((await browser.get("/account/sessions")).text).not.toContain("Library bot");
});

test("the page offers every subject of scopes", async () => {
  const browser = await browse(await newMember(server, "asha"));
  const page = await browser.get("/account/tokens");
  for (const subject of scopeSubjects) expect(page.text).toContain(`name="${subject}"`);
});

test("the page shows in hours when a token was last used", async () => {
  const rohan = await newMember(server, "rohan");
  const browser = await browse(rohan);
  const program = await makeToken(browser, rohan, "Clock", "read");
  expect((await program.get("/api/users/me")).status).toBe(200);
  expect((await browser.get("/account/tokens")).text).toContain("Used within the hour");
  const used = server
    .database()
    .prepare("select last_used_at from sessions where name = 'Clock'")
    .pluck()
    .get();
  expect(Number(used) % 3_600_000).toBe(0);
  server
    .database()
    .prepare("update sessions set last_used_at = last_used_at - 7200000 where name = 'Clock'")
    .run();
  expect((await browser.get("/account/tokens")).text).toMatch(/Used 2 hours ago/);
});

test("a token with read and write can do what its member can", async () => {
  const asha = await newMember(server, "asha");
  const program = await makeToken(await browse(asha), asha, "Poster", "write");
  expect((await program.call("POST", "/api/jobs", job)).status).toBe(201);
  expect((await program.call("PUT", `/api/users/${asha.id}`, { branch: "Civil" })).status).toBe(200);
});

test("a read-only token can read, and gets 403 for every change", async () => {
  const asha = await newMember(server, "asha");
  const kabir = await newMember(server, "kabir");
  const program = await makeToken(await browse(asha), asha, "Reader", "read");
  for (const path of ["/api/users/me", "/api/messages/conversations", "/api/jobs"]) {
    expect((await program.get(path)).status).toBe(200);
    expect((await program.call("HEAD", path)).status).toBe(200);
  }
  const refused = [
    await program.call("POST", "/api/jobs", job),
    await program.call("POST", "/api/events", event),
    await sendTo(program, kabir.id, "Hello"),
    await program.call("POST", "/api/anonymous-messages", { content: "Hello" }),
    await program.call("PUT", `/api/users/${asha.id}`, { branch: "Civil" }),
    await program.call("PUT", `/api/users/${kabir.id}/connection`),
    await program.call("DELETE", `/api/users/${kabir.id}/block`),
    await program.call("POST", "/api/seed-categories"),
    await program.call("POST", "/api/users/logout"),
    await program.call("POST", "/api/uploads"),
  ];
  for (const { status, body } of refused) {
    expect([status, body]).toEqual([403, expect.objectContaining({ detail: "This token can only read." })]);
  }
  expect((await program.get("/api/users/me")).status).toBe(200);
});

/** Makes a token with only these scopes. @returns a program that uses it */
async function makeScoped(member: Member, rights: Record<string, string>): Promise<Member> {
  const fields = { name: `Scoped ${++count}`, access: "some", ...rights };
  const page = await (await browse(member)).post("/account/tokens", fields);
  const token = /quadrant_[\w-]{43}/.exec(page.text)?.[0] ?? "";
  return Object.assign(new Visitor(server.url), { ...member, cookies: new Map(), token });
}

test("a token with scopes can do what they allow, and otherwise gets 403 with the missing scope", async () => {
  const asha = await newMember(server, "asha");
  const program = await makeScoped(asha, { jobs: "write", events: "read", users: "none" });
  const posted = await program.call("POST", "/api/jobs", job);
  const { id } = posted.body;
  const allowed = [
    posted,
    await program.get("/api/jobs"),
    await program.call("PUT", `/api/jobs/${id}`, { title: "Changed" }),
    await program.call("DELETE", `/api/jobs/${id}`),
    await program.get("/api/events"),
    await program.get("/api/openapi.json"),
  ];
  expect(allowed.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 200]);
  // This token does not get the answer cached for members.
  expect((await asha.get("/api/resources")).status).toBe(200);
  for (const [method, path, scope] of [
    ["POST", "/api/events", "events:write"],
    ["DELETE", "/api/events/1", "events:write"],
    ["POST", "/api/uploads", "events:write"],
    ["GET", "/api/users/me", "users:read"],
    ["PUT", `/api/users/${asha.id}`, "users:write"],
    ["GET", "/api/messages/conversations", "messages:read"],
    ["POST", "/api/messages/send", "messages:write"],
    ["GET", "/api/anonymous-messages", "room:read"],
    ["GET", "/api/resources", "resources:read"],
    ["POST", "/api/seed-categories", "resources:write"],
  ] as const) {
    const { status, body, headers } = await program.call(method, path);
    expect([path, status, body]).toEqual([
      path,
      403,
      expect.objectContaining({ code: "insufficient-scope" }),
    ]);
    expect(headers.get("WWW-Authenticate")).toBe(`Bearer error="insufficient_scope", scope="${scope}"`);
  }
  // Every token can revoke itself.
  expect((await program.call("POST", "/api/users/logout")).status).toBe(204);
});

test("a token for messages alone can read its own id, send and read", async () => {
  const [asha, kabir] = [await newMember(server, "asha"), await newMember(server, "kabir")];
  const program = await makeScoped(asha, { messages: "write" });
  const { status, body } = await program.get("/api/users/me/token");
  expect([status, body]).toEqual([200, { userId: asha.id, scopes: ["messages:write"], readOnly: false }]);
  const { userId } = body;
  expect((await sendTo(Object.assign(program, { id: userId }), kabir.id, "Who am I?")).status).toBe(201);
  expect((await program.get(`/api/messages/history/${userId}/${kabir.id}`)).status).toBe(200);
  const reader = await makeToken(await browse(asha), asha, "Reader of tokens", "read");
  expect((await reader.get("/api/users/me/token")).body).toEqual({
    userId: asha.id,
    scopes: null,
    readOnly: true,
  });
});

test("a socket of such a token receives and sends only what its scopes allow", async () => {
  const [asha, kabir] = [await newMember(server, "asha"), await newMember(server, "kabir")];
  const connect = async (rights: Record<string, string>) => {
    const { token } = await makeScoped(asha, rights);
    const socket = new Socket(server.url, { Authorization: `Bearer ${token}` });
    expect(await socket.next("ready")).toEqual({ userId: asha.id });
    return socket;
  };
  const [events, messages] = [await connect({ events: "read" }), await connect({ messages: "write" })];
  const users = await connect({ users: "read" });
  await kabir.call("PUT", `/api/users/${asha.id}/connection`);
  expect(await users.next("notice")).toEqual({ unread: 1 });
  await sendTo(kabir, asha.id, "Only for messages");
  await kabir.call("POST", "/api/events", event);
  expect(await messages.next("receive_message")).toMatchObject({ content: "Only for messages" });
  await events.next("event:new");
  await Promise.all([events.settled(), messages.settled()]);
  expect([events.received("receive_message"), messages.received("event:new")]).toEqual([[], []]);
  expect([events.received("notice"), messages.received("notice")]).toEqual([[], []]);
  const say = { senderId: asha.id, receiverId: kabir.id, content: "Hello", isAnonymous: false };
  messages.send("send_message", say);
  expect(await messages.next("message_saved")).toMatchObject({ message: { content: "Hello" } });
  for (const [socket, name, data, scope] of [
    [events, "send_message", say, "messages:write"],
    [events, "join-room", { room: "anonymous-chat" }, "room:read"],
    [messages, "anonymous-message", { content: "Hello" }, "room:write"],
  ] as const) {
    socket.send(name, data);
    expect((await socket.next("error")).message).toContain(scope);
  }
  await Promise.all([events.close(), messages.close(), users.close()]);
});

test("the page shows what a token may do, and refuses a token without scopes", async () => {
  const rohan = await newMember(server, "rohan");
  await makeScoped(rohan, { jobs: "write", events: "read" });
  const browser = await browse(rohan);
  expect((await browser.get("/account/tokens")).text).toContain("Only events:read, jobs:write");
  const refused: Record<string, string>[] = [{}, { jobs: "none" }, { jobs: "everything" }];
  for (const rights of refused) {
    const page = await browser.post("/account/tokens", { name: "Nothing", access: "some", ...rights });
    expect([rights, page.status]).toEqual([rights, 422]);
  }
});

test("the document names the scope of every call", async () => {
  const { paths } = await readDocument(server);
  expect(paths["/api/jobs"]?.post?.security).toContainEqual({ bearer: ["jobs:write"] });
  expect(paths["/api/jobs"]?.get?.security).toContainEqual({ bearer: ["jobs:read"] });
  expect(paths["/api/users/login"]?.post?.security).toContainEqual({ bearer: [] });
});

test("a socket of a read-only token receives frames and cannot send any", async () => {
  const asha = await newMember(server, "asha");
  const kabir = await newMember(server, "kabir");
  const program = await makeToken(await browse(asha), asha, "Listener", "read");
  const [socket, others] = [await Socket.of(program, "?page=messages"), await Socket.of(kabir)];
  others.send("join-room", { room: "anonymous-chat" });
  await others.settled();
  socket.send("send_message", {
    senderId: asha.id,
    receiverId: kabir.id,
    content: "Hello",
    isAnonymous: false,
  });
  expect(await socket.next("error")).toEqual({ message: "This token can only read." });
  socket.send("anonymous-message", { content: "Hello" });
  expect(await socket.next("error")).toEqual({ message: "This token can only read." });
  socket.send("typing", { senderId: asha.id, receiverId: kabir.id });
  await socket.settled();
  await others.settled();
  for (const frame of ["receive_message", "anonymous-message", "user_typing"])
    expect(others.received(frame)).toEqual([]);
  await sendTo(kabir, asha.id, "Are you there?");
  expect(await socket.next("receive_message")).toMatchObject({ content: "Are you there?" });
  const opened = server
    .database()
    .prepare("select messages_opened_at from users where id = ?")
    .pluck()
    .get(asha.id);
  expect(opened).toBe(0);
  await Promise.all([socket.close(), others.close()]);
});

test("revoking a token closes its sockets and no other token's", async () => {
  const asha = await newMember(server, "asha");
  const rohan = await newMember(server, "rohan");
  const browser = await browse(asha);
  const program = await makeToken(browser, asha, "Short-lived", "write");
  const stranger = await browse(rohan);
  await stranger.post("/account/tokens", { intent: "end", id: idOf(program.token) });
  expect((await program.get("/api/users/me")).status).toBe(200);
  const socket = await Socket.of(program);
  const ended = await browser.post("/account/tokens", { intent: "end", id: idOf(program.token) });
  expect([ended.status, ended.headers.get("Location")]).toEqual([303, "/account/tokens"]);
  expect(await socket.closed).toBe(4401);
  expect((await program.get("/api/users/me")).status).toBe(401);
  // The page of tokens ends only named sessions.
  await browser.post("/account/tokens", { intent: "end", id: idOf(asha.token) });
  expect((await asha.get("/api/users/me")).status).toBe(200);
});

test("a form with a duplicate name, no name or an unknown kind of access is refused", async () => {
  const asha = await newMember(server, "asha");
  const browser = await browse(asha);
  await makeToken(browser, asha, "Twin", "read");
  const refuse = async (fields: Record<string, string>, text: string) => {
    const page = await browser.post("/account/tokens", fields);
    expect([page.status, page.text.includes(text)]).toEqual([422, true]);
    expect(page.text).not.toContain("quadrant_");
  };
  await refuse({ name: "Twin", access: "write" }, "You have a token with this name already.");
  await refuse({ name: " ", access: "write" }, "Name is required");
  await refuse({ name: "x".repeat(61), access: "write" }, "At most 60 characters");
  await refuse({ name: "Other", access: "all" }, "Choose what the token may do");
  await refuse({ name: "Other" }, "Choose what the token may do");
});

test("a member has at most 20 tokens, even if many are requested at once", async () => {
  const meera = await newMember(server, "meera");
  const browser = await browse(meera);
  const answers = await Promise.all(
    Array.from({ length: 25 }, (_, n) =>
      browser.post("/account/tokens", { name: `Bot ${n}`, access: "read" }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(20).fill(200), ...Array(5).fill(409)]);
  expect(answers.find(({ status }) => status === 409)?.text).toContain("End one first.");
  // A token unused for 30 days makes room for another.
  server
    .database()
    .prepare("update sessions set last_used_at = 1 where user_id = ? and name = 'Bot 0' or name = 'Bot 1'")
    .run(meera.id);
  expect((await browser.post("/account/tokens", { name: "Late", access: "read" })).status).toBe(200);
});

test("a new password and “End all others” revoke tokens", async () => {
  const asha = await newMember(server, "asha");
  const browser = await browse(asha);
  const program = await makeToken(browser, asha, "Panic", "write");
  await browser.post("/account/sessions", { intent: "end-others" });
  expect((await program.get("/api/users/me")).status).toBe(401);
});

test("a program cannot use its token to make another", async () => {
  const program = await newMember(server, "kabir");
  // A page knows browsers by their cookie only, so the program is a guest there.
  const { status, text } = await program.post("/account/tokens", { name: "More", access: "write" });
  expect(status).toBe(401);
  expect(text).toContain("<h1>Not sent yet</h1>");
});
