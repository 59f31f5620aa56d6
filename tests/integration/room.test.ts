import { beforeAll, expect, onTestFinished, test } from "vitest";
import { partsOfSign, signOfGuest } from "../../app/ui/signs.ts";
import type { AnonymousMessage } from "../support/api-types.ts";
import { createTest, limited, shareServer, unlimited } from "../support/integration.ts";
import { browse, join, type Member, password } from "../support/people.ts";
import { Socket } from "../support/socket.ts";
import { clock, dayIn, passTime, withStoppedClock } from "../support/time.ts";
import type { Answer } from "../support/visitor.ts";
import { Visitor } from "../support/visitor.ts";

const path = "/api/anonymous-messages";
const lines = ({ body }: Answer<AnonymousMessage[]>) => body;
const say = (member: Visitor, content: string, more: object = {}) =>
  member.call("POST", path, { content, ...more });

// Not shared with other files: a clock set back over midnight would leave them tomorrow's key.
const server = await shareServer({ ...unlimited }, clock);
let asha: Member;
let rohan: Member;
beforeAll(async () => {
  asha = await join(server, "asha");
  rohan = await join(server, "rohan");
});

/** @returns the member with another session */
async function logInAgain({ email }: Member): Promise<Visitor> {
  const visitor = new Visitor(server.url);
  const { body } = await visitor.call("POST", "/api/users/login", { email, password });
  visitor.token = body.token;
  return visitor;
}

test("a line has its session's label and the server's time, whatever the client sent", async () => {
  const before = Date.now();
  const sent = await say(asha, "  Is attendance counted in the last week?\r\n ", {
    guestId: "Guest 1000",
    timestamp: "1999-01-01T00:00:00Z",
    id: "7",
    own: false,
  });
  expect(sent.status).toBe(201);
  const line = sent.body;
  expect(Object.keys(line).sort()).toEqual(["content", "guestId", "id", "own", "timestamp"]);
  expect(line).toMatchObject({ content: "Is attendance counted in the last week?", own: true });
  expect(line.guestId).toMatch(/^Guest \d{1,3}$/);
  expect(Date.parse(line.timestamp)).toBeGreaterThanOrEqual(before);
  expect(lines(await asha.get(path)).at(-1)).toEqual(line);
  expect(lines(await rohan.get(path)).at(-1)).toEqual({ ...line, own: false });
});

test("each session has one label, and a member's lines are marked as own in all their sessions", async () => {
  const first = (await say(asha, "One")).body;
  const again = (await say(asha, "Two")).body;
  expect(again.guestId).toBe(first.guestId);
  const labels = new Set<string>();
  for (let n = 0; n < 4; n++) {
    const elsewhere = await logInAgain(asha);
    labels.add((await say(elsewhere, "Three")).body.guestId);
    expect(
      lines(await elsewhere.get(path))
        .slice(-2)
        .every(({ own }) => own),
    ).toBe(true);
  }
  expect(labels.size).toBeGreaterThan(1);
});

test("blank and long lines are refused, and hostile texts are escaped", async () => {
  const count = lines(await asha.get(`${path}?limit=200`)).length;
  for (const content of ["", "  \n\t", "\u200b\u2060", undefined, null, 7, {}, ["a"]]) {
    const refused = await asha.call("POST", path, { content });
    expect([content, refused.status]).toEqual([content, 422]);
    expect(refused.body).toMatchObject({ errors: { content: ["Write a message first"] } });
  }
  const long = await say(asha, "x".repeat(1_001));
  expect([long.status, long.body]).toMatchObject([422, { detail: "At most 1000 characters" }]);
  const marks = await say(asha, `e${"\u0301".repeat(400)}`);
  expect([marks.status, marks.body]).toMatchObject([422, { detail: "Too many accents on one letter" }]);
  expect(lines(await asha.get(`${path}?limit=200`)).length).toBe(count);
  // An emoji counts as one character.
  expect((await say(asha, "🧭".repeat(1_000))).status).toBe(201);

  const markup = "<script>alert(1)</script><img src=x onerror=alert(1)>";
  expect((await say(rohan, markup)).status).toBe(201);
  const { text } = await browse(server, asha).get("/anonymous-post");
  expect(text).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(text).not.toContain("<script>alert(1)");
});

test("lines are paged by id in both directions, with links", async () => {
  for (let n = 0; n < 5; n++) await say(asha, `Page ${n}`);
  const all = lines(await asha.get(`${path}?limit=200`)).map(({ id }) => id);
  const latest = await asha.get(`${path}?limit=2`);
  expect(lines(latest).map(({ id }) => id)).toEqual(all.slice(-2));
  expect(latest.headers.get("Link")).toBe(`<${path}?limit=2&before=${all.at(-2)}>; rel="next"`);
  const older = lines(await asha.get(`${path}?limit=2&before=${all.at(-2)}`));
  expect(older.map(({ id }) => id)).toEqual(all.slice(-4, -2));
  const newer = await asha.get(`${path}?limit=2&after=${all.at(-5)}`);
  expect(lines(newer).map(({ id }) => id)).toEqual(all.slice(-4, -2));
  expect(newer.headers.get("Link")).toContain(`after=${all.at(-3)}`);
  for (const wrong of ["limit=0", "limit=201", "limit=x", "before=nonsense", "after=-3"]) {
    expect((await asha.get(`${path}?${wrong}`)).status).toBe(422);
  }
  const { headers } = await asha.get(path);
  expect((await asha.get(path, { "If-None-Match": headers.get("ETag") ?? "" })).status).toBe(304);
});

test("guests can neither read nor write, on the page, in the API or by socket", async () => {
  const guest = new Visitor(server.url);
  expect([(await guest.get(path)).status, (await say(guest, "Hi")).status]).toEqual([401, 401]);
  const sent = await guest.get("/anonymous-post");
  expect([sent.status, sent.headers.get("Location")]).toEqual([303, "/login?redirectTo=%2Fanonymous-post"]);
  const posted = await guest.post("/anonymous-post", { content: "Kept <b>" });
  expect(posted.status).toBe(401);
  expect(posted.text).toContain("Kept &lt;b&gt;");
  expect(posted.text).not.toContain("Posting as");
});

test("a line sent again with the same key is stored once, and keys of different members are independent", async () => {
  const key = { "Idempotency-Key": "line-1" };
  const post = (member: Member, content: string) => member.call("POST", path, { content }, key);
  const [first, again, other] = [
    await post(asha, "Sent, and its answer lost"),
    await post(asha, "Sent, and its answer lost"),
    await post(rohan, "With the same key"),
  ];
  expect([first.status, again.status, other.status]).toEqual([201, 201, 201]);
  expect(again.body).toEqual(first.body);
  expect(other.body).toMatchObject({ content: "With the same key" });
  const contents = lines(await asha.get(`${path}?limit=200`)).map(({ content }) => content);
  expect(contents.filter((content) => content === "Sent, and its answer lost")).toHaveLength(1);
  expect((await asha.call("POST", path, { content: "x" }, { "Idempotency-Key": "a b" })).status).toBe(400);
});

test("everyone in the room, including the sender, gets a line once, and nobody else gets it", async () => {
  const [writer, reader, elsewhere] = [await Socket.of(asha), await Socket.of(rohan), await Socket.of(rohan)];
  for (const socket of [writer, reader]) socket.send("join-room", { room: "anonymous-chat" });
  for (const socket of [writer, reader]) await socket.settled();
  writer.send("anonymous-message", { content: "Does the mess open at seven?" });
  const received = await reader.next("anonymous-message");
  expect(Object.keys(received).sort()).toEqual(["content", "guestId", "id", "timestamp"]);
  expect(received.content).toBe("Does the mess open at seven?");
  expect(await writer.next("anonymous-message")).toEqual(received);
  expect(lines(await asha.get(path)).at(-1)).toEqual({ ...received, own: true });

  await say(rohan, "At half past.");
  expect((await writer.next("anonymous-message")).content).toBe("At half past.");
  for (const socket of [writer, reader, elsewhere]) await socket.settled();
  expect(elsewhere.received("anonymous-message")).toEqual([]);
  expect(writer.received("anonymous-message")).toEqual([]);
  await Promise.all([writer, reader, elsewhere].map((socket) => socket.close()));
});

test("frames with a wrong text or room get an error, and the socket stays", async () => {
  const socket = await Socket.of(asha);
  for (const [event, data, error] of [
    ["anonymous-message", { content: " " }, "Write a message first"],
    ["anonymous-message", { content: "x".repeat(1_001) }, "At most 1000 characters"],
    ["anonymous-message", null, /./],
    ["anonymous-message", { content: { toString: 1 } }, "Write a message first"],
    ["join-room", { room: `user:${rohan.id}` }, /./],
    ["join-room", {}, /./],
  ] as const) {
    socket.send(event, data);
    expect((await socket.next("error")).message).toMatch(error);
  }
  await socket.settled();
  await socket.close();
});

test("without scripts the page shows the lines, a form and a link to reload", async () => {
  const browser = browse(server, asha);
  await say(rohan, "From somebody else");
  const page = await browser.get("/anonymous-post");
  expect(page.headers.get("Cache-Control")).toBe("private, no-store");
  expect(page.text).toMatch(/Posting as\s*(<!-- -->)?\s*<b>Guest \d{1,3}<\/b>/);
  expect(page.text).toContain("From somebody else");
  expect(page.text).toContain('<a href="/anonymous-post">Check for new messages</a>');
  const shown = /data-tint="(\d)"[^>]*>.{0,200}?#(\w+)".{0,200}?(Guest \d{1,3})</gs;
  const signs = [...page.text.matchAll(shown)].map(([, tint, name, label = ""]) => ({ tint, name, label }));
  expect(signs.length).toBeGreaterThan(1);
  const day = new Intl.DateTimeFormat("en-GB", {
    timeZone: "Asia/Kolkata",
    day: "numeric",
    month: "long",
    year: "numeric",
  }).format(Date.now());
  // The sign depends only on the public label and the day, never on the member or session.
  for (const { tint, name, label } of signs)
    expect({ tint: Number(tint), name }, label).toEqual(partsOfSign(signOfGuest(label, day)));
  // Only scripts disable the button, so that the form works without them.
  expect(page.text).not.toMatch(/<button[^>]*disabled/);

  const sent = await browser.post("/anonymous-post", { content: "By the form" });
  expect([sent.status, sent.headers.get("Location")]).toEqual([303, "/anonymous-post"]);
  expect(lines(await asha.get(path)).at(-1)).toMatchObject({ content: "By the form", own: true });

  const refused = await browser.post("/anonymous-post", { content: `Long ${"y".repeat(1_000)}` });
  expect(refused.status).toBe(422);
  expect(refused.text).toMatch(/role="alert".*At most 1000 characters/s);
  expect(refused.text).toContain(`Long ${"y".repeat(1_000)}</textarea>`);
  const older = /href="(\/anonymous-post\?before=\d+)"/;
  for (let n = 0; n < 60; n++) await say(rohan, `Filler ${n}`);
  const [, link = ""] = older.exec((await browser.get("/anonymous-post")).text) ?? [];
  expect((await browser.get(link)).text).toContain("Newest messages");
});

createTest(limited, clock)(
  "a limit applies to the member across page, API, socket and sessions, and to nobody else",
  async ({ server }) => {
    const kabir = await join(server, "kabir");
    const meera = await join(server, "meera");
    const socket = await Socket.of(kabir);
    const browser = browse(server, kabir);
    await withStoppedClock(server, async () => {
      for (let n = 0; n < 15; n++) {
        expect((await say(kabir, `Line ${n}`)).status).toBe(201);
        socket.send("anonymous-message", { content: `Frame ${n}` });
      }
      await socket.settled();
      const refused = await say(kabir, "One too many");
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
      socket.send("anonymous-message", { content: "One too many" });
      expect((await socket.next("error")).message).toContain("a lot of messages");
      const page = await browser.post("/anonymous-post", { content: "One too many" });
      expect([page.status, page.headers.has("Retry-After")]).toEqual([429, true]);
      expect(page.text).toContain("One too many</textarea>");
      expect((await say(meera, "Hello")).status).toBe(201);
    });
    await socket.close();
  },
);

test("muted members can read the room but not write, on the page, in the API or by socket", async () => {
  const database = server.database();
  const kabir = await join(server, "kabir");
  const browser = browse(server, kabir);
  const socket = await Socket.of(kabir);
  const [line] = [(await say(kabir, "Something rude")).body];
  const mutes: [name: string, mute: () => void, unmute: () => void][] = [
    [
      "by the hash of the day",
      () =>
        database
          .prepare("insert into room_mutes (author, day) select author, day from room_lines where id = ?")
          .run(Number(line.id)),
      () => database.prepare("delete from room_mutes").run(),
    ],
    [
      "by name",
      () => database.prepare("update users set muted_at = 1 where id = ?").run(Number(kabir.id)),
      () => database.prepare("update users set muted_at = null").run(),
    ],
    [
      "through an alias",
      () =>
        database
          .prepare("insert into conversations (a_id, b_id, alias, created_at) values (?, ?, 'anon_rude', 1)")
          .run(Number(kabir.id), Number(asha.id)) &&
        database.exec("insert into alias_mutes (alias, muted_at) values ('anon_rude', 1)"),
      () => database.exec("delete from alias_mutes"),
    ],
  ];
  for (const [name, mute, unmute] of mutes) {
    mute();
    const count = lines(await asha.get(`${path}?limit=200`)).length;
    const call = await say(kabir, "More of it");
    expect([name, call.status, call.body]).toMatchObject([name, 403, { detail: /muted/ }]);
    socket.send("anonymous-message", { content: "More of it" });
    expect((await socket.next("error")).message).toContain("muted");
    const page = await browser.post("/anonymous-post", { content: "More of it" });
    expect([page.status, page.text.includes("More of it</textarea>")]).toEqual([403, true]);
    expect((await kabir.get(path)).status).toBe(200);
    expect((await say(asha, "Everyone else goes on")).status).toBe(201);
    expect(lines(await asha.get(`${path}?limit=200`)).length).toBe(Math.min(count + 1, 200));
    unmute();
    expect((await say(kabir, "Sorry")).status).toBe(201);
  }
  await socket.close();
});

test("lines older than 30 days and yesterday's mutes are deleted", async () => {
  const database = server.database();
  const add = database.prepare(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
     insert into room_lines (day, author, guest_id, content, sent_at) select ?, x'00', 'Guest 1', ?, 1 from n`,
  );
  add.run(1_500, dayIn(-32), "Old");
  add.run(1, dayIn(-28), "Not so old");
  database.prepare("insert into room_mutes (author, day) values (x'01', ?)").run(dayIn(-2));
  const hourMs = 3_600_000;
  await passTime(server, hourMs);
  const old = database.prepare("select distinct content from room_lines where sent_at = 1").pluck();
  await expect.poll(() => old.all()).toEqual(["Not so old"]);
  const mutes = database.prepare("select count(*) from room_mutes").pluck();
  await expect.poll(() => mutes.get()).toBe(0);
});

test("a failing database shows an error in the room, and the log does not quote the line", async () => {
  const browser = browse(server, asha);
  const database = server.database();
  database.exec("alter table room_lines rename to lost_lines");
  onTestFinished(() => void database.exec("alter table lost_lines rename to room_lines"));
  const refused = await say(asha, "Nobody logs this secret");
  expect([refused.status, refused.body]).toMatchObject([503, { detail: "Failed to send message" }]);
  const list = await asha.get(path);
  expect([list.status, list.body]).toMatchObject([503, { detail: "Failed to load messages" }]);
  const page = await browser.get("/anonymous-post");
  expect([page.status, page.text.includes("Failed to load messages")]).toEqual([503, true]);
  const posted = await browser.post("/anonymous-post", { content: "Nobody logs this secret" });
  expect(posted.status).toBe(503);
  expect(posted.text).toContain("Nobody logs this secret</textarea>");
  expect(posted.text).toContain("Failed to send message");
  expect(server.logged()).not.toContain("secret");
});
