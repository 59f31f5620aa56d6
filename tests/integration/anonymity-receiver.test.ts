import { beforeAll, expect, test } from "vitest";
import { shareExperience } from "../support/experiences.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { aliasFor, readHistory, sendHidden, sendTo } from "../support/messages.ts";
import { sample, sized } from "../support/nightly.ts";
import { minuteMs } from "../support/notices.ts";
import { outbox } from "../support/outbox.ts";
import { browse, join, type Member, password, registration } from "../support/people.ts";
import { Socket } from "../support/socket.ts";
import { clock, dayIn, passTime, setClock } from "../support/time.ts";
import { type Answer, Visitor } from "../support/visitor.ts";

/**
 * Plays a receiver who tries to identify an anonymous sender: collects every byte that they can get before, during and
 * after renaming, suspending and deleting the sender, and searches it for the sender's details.
 */

const server = await shareServer(unlimited, clock);
/** The anonymous sender, whose details occur nowhere else on the site. */
let zephyrine: Member;
let rohan: Member;
/** Another anonymous sender, whose account never changes. */
let meera: Member;
let browser: Visitor;
let socket: Socket;
let hers: Socket;
let alias = "";
let meerasAlias = "";
let experienceId = "";
let named: Visitor;

const hiddenId = "730455013";
const conversationId = "880120401";
const secrets = [
  hiddenId,
  conversationId,
  "Zephyrine",
  "Quillfeather",
  "Quorinthia",
  "Vexley",
  "zq.hidden",
  "91234 09876",
  "harpsichord",
  "Cartography",
  "f00dfeedf00dfeed",
  "Tidewater Instruments",
  "Tobermory",
  "temp-zq",
];
const reveals = (text: string) =>
  secrets.filter((secret) => new RegExp(`(?<!\\d)${secret}(?!\\d)`).test(text));

interface Collected {
  from: string;
  text: string;
}
const collected: Collected[] = [];
const collect = (from: string, { status, headers, text }: Answer) => {
  collected.push({
    from,
    text: `${status}\n${[...headers].map(([name, value]) => `${name}: ${value}`).join("\n")}\n${text}`,
  });
};

beforeAll(async () => {
  // At midnight "Today" becomes "Yesterday", and a page would differ from its earlier copy.
  await setClock(server, Date.parse(`${dayIn(0)}T12:00:00+05:30`));
  rohan = await join(server, "rohan");
  meera = await join(server, "meera");
  const database = server.database();
  const startAt = (table: string, id: string) => {
    database.prepare("delete from sqlite_sequence where name = ?").run(table);
    database.prepare("insert into sqlite_sequence values (?, ?)").run(table, Number(id) - 1);
  };
  startAt("users", hiddenId);
  const visitor = new Visitor(server.url);
  const person = {
    ...registration("kabir", "zq.hidden@elsewhere.example"),
    firstName: "Zephyrine",
    lastName: "Quillfeather",
    phone: "91234 09876",
    batchYear: 2028,
    skills: ["harpsichord"],
  };
  const { body } = await visitor.call("POST", "/api/users/register", person);
  const { token, user } = body;
  if (token === null) throw new Error("nobody was registered");
  visitor.token = token;
  zephyrine = Object.assign(visitor, { ...user, token });
  expect(zephyrine.id).toBe(hiddenId);
  database
    .prepare(
      `update users set avatar_file = ?, company = ?, branch = ?, location = ?, location_to = 'members' where id = ?`,
    )
    .run("f00dfeedf00dfeed.webp", "Tidewater Instruments", "Cartography", "Tobermory", Number(hiddenId));
  startAt("conversations", conversationId);
  const shared = await shareExperience(zephyrine, { companyName: "Causeway Optics", isAnonymous: true });
  experienceId = shared.id;
  browser = browse(server, rohan);
  named = new Visitor(server.url);
  named.token = rohan.token;
});

/** Everything that the receiver can read about a conversation with an alias. */
const reads = (of: string) => {
  const pages = [
    `/messages/${of}`,
    `/messages/${of}?anonymous=1`,
    `/messages/${of}?before=999999999`,
    `/messages/${of}?search=${of}`,
    `/messages/${of}?search=Anonymous`,
    `/messages/${of}?inbox=1`,
    "/messages/inbox",
    "/blocks",
    `/search?q=${of}`,
    "/search?q=Anonymous",
    "/search?q=hard%20exam",
    "/search?q=hard%20exam&kind=messages",
    "/messages/search?q=hard%20exam",
    "/companies/Causeway%20Optics",
    `/experiences/${experienceId}`,
    "/search?q=causeway",
    "/",
  ];
  const calls = [
    `/api/messages/history/${rohan.id}/${of}`,
    `/api/messages/history/${of}/${rohan.id}`,
    `/api/messages/history/${rohan.id}/${of}?anonymous=1&limit=1`,
    `/api/messages/history/${rohan.id}/${of}?after=1`,
    `/api/messages/history/${rohan.id}/${of}?before=999999999&limit=1`,
    `/api/users/${of}`,
    `/api/users?search=${of}`,
    "/api/users?search=Anonymous",
    `/api/search?q=${of}`,
    "/api/search?q=Anonymous",
    `/api/search/suggestions?q=${of}`,
    "/api/search?q=hard%20exam",
    "/api/search?q=hard%20exam&kind=messages",
    "/api/search/suggestions?q=hard%20exam",
    "/api/messages/search?q=hard%20exam",
    "/api/users/me/blocks",
    "/api/messages/conversations",
    "/api/experiences?company=causeway%20optics",
    "/api/experiences?year=2024",
    `/api/experiences/${experienceId}`,
    "/api/search?q=causeway&kind=experiences",
    "/api/search/suggestions?q=causeway",
  ];
  // Their data has the same content as their pages.
  const data = sample(pages, 3).map((page) =>
    page === "/" ? "/_root.data" : page.replace(/(\?|$)/, ".data$1"),
  );
  return [...pages, ...data, ...calls];
};
const read = (page: string) =>
  page.startsWith("/api/") ? named.get(page) : browser.get(page, { "Sec-Fetch-Site": "same-origin" });

/** @returns a response without the parts that always differ: times, nonces, request ids */
const stable = ({ status, headers, text }: Answer) =>
  JSON.stringify([
    status,
    [...headers].filter(
      ([name]) => !/^(date|set-cookie|content-length|content-security-policy|x-request-id)$/.test(name),
    ),
    text
      .replace(/nonce="[^"]*"/g, "")
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "uuid")
      .replace(/\b1[78]\d{11}\b/g, "moment")
      .replace(/\d+ (second|minute)s? ago|Just now/gi, "ago"),
  ]);

/** Reads everything about an alias, and records the bytes. */
async function look(phase: string): Promise<string[]> {
  const found: string[] = [];
  for (const page of reads(alias)) {
    const answer = await read(page);
    collect(`${phase} ${page}`, answer);
    found.push(`${page} ${stable(answer)}`);
  }
  return found;
}

/** @returns a write's response without its id and time, with aliases and texts normalized */
const comparable = (answer: Answer, of: string, text: string) =>
  stable(answer)
    .replace(/\["etag",.*?\]/, "")
    .replaceAll(of, "ALIAS")
    .replaceAll(text, "TEXT")
    .replace(/\\"id\\":\\"\d+\\"/g, "id")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "moment")
    .replace(/messages\/\d+/g, "messages/id");

/** Performs every action on an alias. @returns the responses in a comparable form */
async function act(phase: string, of: string): Promise<string[]> {
  const text = `Words to ${of}, ${phase}`;
  const found: string[] = [];
  const keep = (from: string, answer: Answer) => {
    collect(`${phase} ${from}`, answer);
    found.push(`${from} ${comparable(answer, of, text)}`.replaceAll(of, "ALIAS"));
  };
  keep("send", await sendTo(rohan, of, text, { tempId: `temp-${phase}` }));
  keep("again", await sendTo(rohan, of, text, { tempId: `temp-${phase}` }));
  keep("blank", await sendTo(rohan, of, " "));
  const { id } = (await sendTo(rohan, of, `${text}, too`)).body;
  const theirs = (await readHistory(rohan, of)).find(({ senderId }) => senderId === of)?.id;
  keep("answer", await sendTo(rohan, of, `${text}, in answer`, { replyTo: theirs }));
  keep("edit", await named.call("PUT", `/api/messages/${id}`, { content: `${text} better` }));
  keep("edit theirs", await named.call("PUT", `/api/messages/${theirs}`, { content: "Mine" }));
  keep("delete theirs", await named.call("DELETE", `/api/messages/${theirs}`));
  // Until now only one of the two conversations has been read completely.
  alter("update messages set seen_at = 1 where id = ?", Number(theirs));
  for (const target of [id, theirs]) {
    keep("react", await named.call("PUT", `/api/messages/${target}/reaction`, { sign: "thanks" }));
    keep("unreact", await named.call("DELETE", `/api/messages/${target}/reaction`));
  }
  keep("delete", await named.call("DELETE", `/api/messages/${id}`));
  keep("block", await named.call("PUT", `/api/users/${of}/block`));
  keep("unblock", await named.call("DELETE", `/api/users/${of}/block`));
  keep("form", await browser.post(`/messages/${of}`, { content: `${text} by form` }));
  keep("block form", await browser.post(`/messages/${of}`, { intent: "block" }));
  keep("unblock form", await browser.post("/blocks", { intent: "unblock", person: of }));
  socket.frames.splice(0);
  socket.send("typing", { senderId: rohan.id, receiverId: of });
  socket.send("send_message", {
    senderId: rohan.id,
    receiverId: of,
    content: `${text} by socket`,
    isAnonymous: true,
    tempId: `temp-s-${phase}`,
  });
  const saved = await socket.next("message_saved");
  await socket.settled();
  collected.push({ from: `${phase} frames`, text: JSON.stringify([saved, socket.frames]) });
  found.push(`frames ${socket.frames.map(({ event }) => event)}`);
  return found;
}

/** @returns the frames received when an anonymous member writes, types and reads, in a comparable form */
async function hear(phase: string, from: Member, of: string): Promise<string[]> {
  const text = `Words from ${of}, ${phase}`;
  const { id } = (await sendTo(rohan, of, `Read this, ${of}, ${phase}`)).body;
  const theirs = from === zephyrine ? hers : await Socket.of(from);
  await socket.settled();
  socket.frames.splice(0);
  const address = { senderId: from.id, receiverId: rohan.id };
  for (const more of [{}, { isAnonymous: true }]) theirs.send("typing", { ...address, ...more });
  await theirs.settled();
  await sendHidden(from, rohan, text, { tempId: `temp-zq-${phase}` });
  await from.call("PUT", `/api/messages/seen/${id}`);
  const own = (await sendHidden(from, rohan, `${text}, once more`, { replyTo: id })).body;
  await from.call("PUT", `/api/messages/${own.id}`, { content: `${text}, better` });
  for (const target of [id, own.id])
    await from.call("PUT", `/api/messages/${target}/reaction`, { sign: "heart" });
  await from.call("DELETE", `/api/messages/${own.id}/reaction`);
  await from.call("DELETE", `/api/messages/${own.id}`);
  await socket.settled();
  if (theirs !== hers) await theirs.close();
  const heard = JSON.stringify(socket.frames);
  collected.push({ from: `${phase} heard`, text: heard });
  return heard
    .replaceAll(of, "ALIAS")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "moment")
    .replaceAll(/"\d+"/g, "id")
    .split("},{");
}

const alter = (sql: string, ...values: unknown[]) =>
  server
    .database()
    .prepare(sql)
    .run(...values);
type Phase = [name: string, change: () => unknown];
const phases: Phase[] = [
  ...sized<Phase[]>(
    [],
    [
      ["blocking the receiver", () => zephyrine.call("PUT", `/api/users/${rohan.id}/block`)],
      [
        "refusing anonymous messages",
        () => alter("update users set allow_anonymous = 0 where id = ?", Number(hiddenId)),
      ],
      ["administrator", () => alter("update users set is_admin = 1 where id = ?", Number(hiddenId))],
    ],
  ),
  [
    "renamed",
    () =>
      alter(
        "update users set first_name = 'Quorinthia', last_name = 'Vexley', name = 'Quorinthia Vexley' where id = ?",
        Number(hiddenId),
      ),
  ],
  ["blocked by name", () => named.call("PUT", `/api/users/${hiddenId}/block`)],
  [
    "suspended",
    () => {
      alter("update users set status = 'suspended' where id = ?", Number(hiddenId));
      alter("delete from sessions where user_id = ?", Number(hiddenId));
    },
  ],
  [
    "deleted",
    async () => {
      // The last administrator could not leave.
      alter("update users set status = 'active', is_admin = 0 where id = ?", Number(hiddenId));
      const fields = { posts: "delete", currentPassword: password };
      const left = await browse(server, zephyrine).post("/account/delete", fields);
      expect(left.status).toBe(303);
    },
  ],
];

test("before anything happens, the receiver gets an alias and nothing else", async () => {
  socket = await Socket.of(rohan);
  // She stays connected, but Meera does not.
  hers = await Socket.of(zephyrine);
  const message = { senderId: zephyrine.id, receiverId: rohan.id, isAnonymous: true };
  hers.send("send_message", { ...message, content: "How hard is the exam?", tempId: "temp-zq" });
  await hers.next("message_saved");
  alias = await aliasFor(rohan);
  hers.send("typing", { ...message });
  await sendHidden(zephyrine, rohan, "Should I take notes?", { tempId: "temp-zq-2" });
  const reply = (await sendTo(rohan, alias, "Not very hard.")).body;
  await zephyrine.call("PUT", `/api/messages/seen/${reply.id}`);
  await hers.settled();
  await socket.settled();
  await sendHidden(meera, rohan, "How hard is the exam?");
  meerasAlias = await aliasFor(rohan);
  expect(meerasAlias).not.toBe(alias);
  expect(socket.frames.map(({ event }) => event)).toEqual(
    expect.arrayContaining(["receive_message", "user_typing", "message_seen"]),
  );
  collected.push({ from: "first frames", text: JSON.stringify(socket.frames) });
  await look("at first");
  // Searching for an id proves something only if the conversation contains it.
  const row = server.database().prepare("select id, a_id from conversations where alias = ?").get(alias);
  expect(row).toEqual({ id: Number(conversationId), a_id: Number(hiddenId) });
});

test.each(phases)("%s, the sender's alias looks and responds as before", async (phase, change) => {
  // Opening a page marks what it shows as seen, which changes the next one.
  await read(`/messages/${alias}`);
  const before = await look(`before ${phase}`);
  await change();
  const after = await look(phase);
  const isOwnList = (page: string) =>
    phase === "blocked by name" && /^(\/blocks|\/api\/users\/me\/blocks)/.test(page);
  for (const [index, page] of after.entries()) if (!isOwnList(page)) expect(page).toBe(before[index]);

  // Another alias, whose owner has not changed, gives the same responses.
  expect(await act(phase, alias)).toEqual(await act(phase, meerasAlias));
  if (phase !== "suspended" && phase !== "deleted") {
    expect(await hear(phase, zephyrine, alias)).toEqual(await hear(phase, meera, meerasAlias));
  }
  if (phase === "blocked by name") await named.call("DELETE", `/api/users/${hiddenId}/block`);
});

test("mails about unread anonymous messages name nobody", async () => {
  alter("update messages set seen_at = null, sent_at = sent_at - 1800001 where delivered = 1");
  alter("update conversation_members set unread_count = 3, mailed_message_id = 0");
  await socket.close();
  await passTime(server, minuteMs);
  await expect.poll(() => outbox(server).filter((mail) => mail.includes(alias)).length).toBe(1);
  const mails = outbox(server).filter((mail) => mail.includes(`To: ${rohan.email}`));
  for (const mail of mails) collected.push({ from: "mail", text: mail });
  expect(mails.find((mail) => mail.includes(alias))).toContain("Anonymous");
});

test("none of these responses identifies the sender", () => {
  expect(collected.length).toBeGreaterThan(sized(300, 400));
  expect(collected.filter(({ text }) => text.includes(alias)).length).toBeGreaterThan(sized(150, 200));
  const leaks = collected
    .map(({ from, text }) => ({ from, text, found: reveals(text) }))
    .filter(({ found }) => found.length > 0);
  // The list of blocks shows people whom the receiver blocked by name, but never beside the alias.
  const isOwnList = (from: string) => / (\/blocks(\.data)?|\/api\/users\/me\/blocks)$/.test(from);
  expect(leaks.filter(({ from }) => !isOwnList(from)).map(({ from, found }) => [from, found])).toEqual([]);
  expect(leaks.length).toBeGreaterThan(0);
  expect(leaks.filter(({ text }) => text.includes(alias))).toEqual([]);
});
