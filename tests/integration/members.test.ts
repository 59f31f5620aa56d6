import { beforeAll, expect, test } from "vitest";
import { auditSubject } from "../support/audit.ts";
import { shareServer } from "../support/integration.ts";
import { outbox } from "../support/outbox.ts";
import {
  browse,
  type Member,
  makeAdmin,
  newMember,
  type PersonName,
  password,
  registration,
} from "../support/people.ts";
import { Socket } from "../support/socket.ts";
import { type Answer, Visitor } from "../support/visitor.ts";

const server = await shareServer({ REGISTRATION: "approval", RATE_LIMITS: "off" });

let count = 0;
const idOf = (email: string) =>
  (server.database().prepare("select id from users where email = ?").get(email) as { id: number } | undefined)
    ?.id;
const statusOf = (email: string) =>
  (
    server.database().prepare("select status from users where email = ?").get(email) as
      | { status: string }
      | undefined
  )?.status;
const isAdmin = (id: number | string) =>
  (
    server.database().prepare("select is_admin as flag from users where id = ?").get(Number(id)) as {
      flag: number;
    }
  ).flag;
const trail = () =>
  (
    server
      .database()
      .prepare(`select action || ': ' || ${auditSubject} as entry from audit_entries order by id`)
      .all() as {
      entry: string;
    }[]
  ).map(({ entry }) => entry);

/** Registers a member, who then waits for approval. */
async function apply(name: PersonName): Promise<string> {
  const email = `${name}-${++count}@college.example`;
  const answer = await new Visitor(server.url).call("POST", "/api/users/register", registration(name, email));
  expect(answer.status).toBe(202);
  return email;
}
const logIn = async (email: string) =>
  (await new Visitor(server.url).post("/login", { email, password })).status;
/** @returns a new active member */

let meera: Member;
let admin: Visitor;
const act = (intent: string, id: number | string | undefined, visitor = admin) =>
  visitor.post("/admin/members", { intent, id: String(id) });
const isDone = ({ headers }: Answer) => headers.get("Location")?.startsWith("/admin/members") ?? false;
/** @returns the confirmation after an action, and its Undo, if any */
async function readTold({ headers }: Answer, visitor = admin) {
  const { text } = await visitor.get((headers.get("Location") ?? "").replace(/#.*/, ""));
  const [line = ""] = /<noscript>.*?<\/noscript>/s.exec(text) ?? [];
  const fields = [...line.matchAll(/name="(\w+)" value="(\w+)"/g)].map(([, name, value]) => [name, value]);
  return {
    text: /<p>(.*?)<\/p>/.exec(line)?.[1],
    undo: Object.fromEntries(fields) as Record<string, string>,
  };
}
beforeAll(async () => {
  meera = await newMember(server, "meera");
  makeAdmin(server, meera);
  admin = browse(server, meera);
});

test("a new member waits, and is approved with a mail or declined", async () => {
  const [asha, rohan] = [await apply("asha"), await apply("rohan")];
  const { text } = await admin.get("/admin/members?list=pending");
  expect(text).toContain(asha);
  expect(text).toContain("Waiting for approval");
  expect(await logIn(asha)).toBe(403);

  const approved = await act("approve", idOf(asha));
  expect(approved.headers.get("Location")).toBe(`/admin/members#member-${idOf(asha)}`);
  expect((await readTold(approved)).text).toBe("Asha Verma is approved and gets an email.");
  expect(await logIn(asha)).toBe(303);
  const welcomes = () =>
    outbox(server).filter(
      (mail) => mail.includes(`\nTo: ${asha}\n`) && mail.includes("approved your account"),
    );
  await expect.poll(() => welcomes().length).toBe(1);
  expect((await act("approve", idOf(asha))).status).toBe(409);

  const id = idOf(rohan);
  const asked = await admin.get(`/admin/members/${id}/decline`);
  expect([asked.status, asked.text.includes("Decline this registration?")]).toEqual([200, true]);
  const declined = await admin.post(`/admin/members/${id}/decline`, { intent: "decline", id: String(id) });
  expect(await readTold(declined)).toEqual({
    text: "The registration of Rohan Pillai is declined.",
    undo: {},
  });
  expect(idOf(rohan)).toBeUndefined();
  expect(await logIn(rohan)).toBe(401);
  expect((await act("decline", id)).status).toBe(409);
  expect(trail().slice(-2)).toEqual([
    "approved the member: Asha Verma",
    "declined the registration: Deleted user",
  ]);
  expect(welcomes()).toHaveLength(1);
});

test("a suspended member is logged out everywhere at once and returns unchanged", async () => {
  const kabir = await newMember(server, "kabir");
  const browser = browse(server, kabir);
  const socket = await Socket.of(kabir);
  expect((await act("suspend", kabir.id)).status).toBe(303);
  expect(await socket.closed).toBe(4401);
  expect((await kabir.get("/api/users/me")).status).toBe(401);
  expect((await browser.get("/account")).status).toBe(303);
  const refused = await new Visitor(server.url).post("/login", { email: kabir.email, password });
  expect([refused.status, refused.text.includes("This account is suspended.")]).toEqual([403, true]);
  expect((await admin.get("/admin/members?list=suspended")).text).toContain(kabir.email);
  expect((await act("unsuspend", kabir.id)).status).toBe(303);
  // Sessions from before the suspension remain ended.
  expect((await kabir.get("/api/users/me")).status).toBe(401);
  expect((await browser.get("/account")).status).toBe(303);
  expect(await logIn(kabir.email)).toBe(303);
  expect(trail().slice(-2)).toEqual(["suspended the member: Kabir Sethi", "let back in: Kabir Sethi"]);
});

test.each([
  ["suspended", "update users set status = 'suspended' where id = ?"],
  ["logged out", "delete from sessions where user_id = ?"],
  ["muted", "update users set muted_at = 1 where id = ?"],
])("the open socket of a member who is %s cannot send", async (_, change) => {
  const sender = await newMember(server, "kabir");
  const receiver = await newMember(server, "rohan");
  const socket = await Socket.of(sender);
  const heard = await Socket.of(receiver);
  for (const each of [socket, heard]) each.send("join-room", { room: "anonymous-chat" });
  const said = { senderId: sender.id, receiverId: receiver.id, isAnonymous: false, tempId: null };
  const act = (word: string) => {
    socket.send("typing", said);
    socket.send("send_message", { ...said, content: `By name ${word}` });
    socket.send("send_message", { ...said, isAnonymous: true, content: `Hidden ${word}` });
    socket.send("typing", { ...said, isAnonymous: true });
    socket.send("anonymous-message", { content: `To the room ${word}` });
  };
  const stored = () =>
    server
      .database()
      .prepare("select (select count(*) from messages) + (select count(*) from room_lines)")
      .pluck()
      .get();
  act("before");
  for (const event of ["message_saved", "message_saved"]) await socket.next(event);
  await expect.poll(() => heard.received("anonymous-message")).toHaveLength(1);
  const before = stored();
  const typed = heard.received("user_typing").length;
  expect(typed).toBeGreaterThan(0);

  server.database().prepare(change).run(Number(sender.id));
  act("after");
  for (const event of ["message_failed", "message_failed", "error"]) await socket.next(event);
  expect(stored()).toBe(before);
  expect(heard.received("user_typing")).toHaveLength(typed);
  expect(heard.received("receive_message")).toHaveLength(2);
  await socket.close();
  await heard.close();
});

test("a suspension asks for confirmation, is reported once, and Undo lifts it in the same list", async () => {
  const kabir = await newMember(server, "kabir");
  const list = "/admin/members?search=kabir";
  const asked = await admin.get(`/admin/members/${kabir.id}/suspend?search=kabir`);
  expect(asked.text).toContain("Suspend this member?");
  expect(asked.text).toContain(`href="${list}#member-${kabir.id}"`);
  expect(statusOf(kabir.email)).toBe("active");
  const suspended = await admin.post(`/admin/members/${kabir.id}/suspend?search=kabir`, {
    intent: "suspend",
    id: kabir.id,
  });
  expect(suspended.headers.get("Location")).toBe(`${list}#member-${kabir.id}`);
  const told = await readTold(suspended);
  expect(told).toEqual({
    text: "Kabir Sethi is suspended and logged out everywhere.",
    undo: { intent: "unsuspend", id: kabir.id },
  });
  expect((await readTold(suspended)).text).toBeUndefined();
  expect((await readTold(await admin.post(list, told.undo))).text).toBe("Kabir Sethi can log in again.");
  expect(statusOf(kabir.email)).toBe("active");
});

test("the confirmation pages are for administrators, and exist only for possible actions", async () => {
  const asha = await newMember(server, "asha");
  const browser = browse(server, asha);
  for (const act of ["suspend", "decline", "demote"]) {
    const address = `/admin/members/${meera.id}/${act}`;
    expect((await browser.get(address)).status).toBe(403);
    expect((await browser.post(address, { intent: act, id: meera.id })).status).toBe(403);
    expect((await new Visitor(server.url).get(address)).status).toBe(303);
  }
  for (const path of [`${asha.id}/elect`, `${asha.id}/toString`, "0/suspend", "x/suspend"]) {
    expect([path, (await admin.get(`/admin/members/${path}`)).status]).toEqual([path, 404]);
  }
  expect(isAdmin(meera.id)).toBe(1);
});

test("administrators can grant and revoke the role, except that of the last one", async () => {
  const asha = await newMember(server, "asha");
  expect((await act("demote", meera.id)).status).toBe(409);
  expect((await act("suspend", meera.id)).status).toBe(409);
  expect((await act("promote", asha.id)).status).toBe(303);
  const second = browse(server, asha);
  expect((await second.get("/admin/members")).status).toBe(200);
  const answers = await Promise.all([act("demote", asha.id), act("demote", meera.id, second)]);
  expect(answers.filter(isDone)).toHaveLength(1);
  expect(isAdmin(meera.id) + isAdmin(asha.id)).toBe(1);
  server.database().prepare("update users set is_admin = (id = ?)").run(Number(meera.id));
  // A former administrator can do nothing, and no entry says that they did.
  const before = trail().length;
  expect((await act("promote", asha.id, second)).status).toBe(403);
  expect(trail()).toHaveLength(before);
});

test("if two administrators suspend each other, the first wins", async () => {
  const rohan = await newMember(server, "rohan");
  makeAdmin(server, rohan);
  const second = browse(server, rohan);
  const answers = await Promise.all([act("suspend", rohan.id), act("suspend", meera.id, second)]);
  expect(answers.filter(isDone)).toHaveLength(1);
  const active = [meera, rohan].filter(({ email }) => statusOf(email) === "active");
  expect(active).toHaveLength(1);
  server
    .database()
    .prepare("update users set status = 'active', is_admin = (id = ?) where id in (?, ?)")
    .run(Number(meera.id), Number(meera.id), Number(rohan.id));
  admin = browse(server, meera);
});

test("unknown actions and members change nothing", async () => {
  const kabir = await newMember(server, "kabir");
  const before = trail().length;
  for (const [intent, id] of [
    ["constructor", kabir.id],
    ["", kabir.id],
    ["suspend", "0"],
    ["suspend", "x"],
    ["suspend", "9".repeat(14)],
    ["approve", kabir.id],
    ["unsuspend", kabir.id],
    ["demote", kabir.id],
  ] as const) {
    const isButton = ["suspend", "unsuspend", "approve", "demote"].includes(intent);
    expect((await act(intent, id)).status, `${intent} ${id}`).toBe(isButton ? 409 : 400);
  }
  expect(statusOf(kabir.email)).toBe("active");
  expect(trail()).toHaveLength(before);
});

test("members are listed newest first and searched by name and email, a page at a time", async () => {
  const insert = server
    .database()
    .prepare(
      "insert into users (status, email, first_name, last_name, name, created_at) values ('active', ?, 'Tara', ?, ?, 1)",
    );
  server.database().transaction(() => {
    for (let n = 0; n < 120; n++) insert.run(`tara-${n}@college.example`, `No ${n}`, `Tara No ${n}`);
  })();
  for (const query of ["?", "?search=tara", "?search=ta"]) {
    const seen: string[] = [];
    for (let path = `/admin/members${query}`; path !== ""; ) {
      const { text } = await admin.get(path);
      seen.push(...[...text.matchAll(/tara-(\d+)@college/g)].map(([, n]) => n ?? ""));
      path = (/href="(\/admin\/members\?[^"]*cursor=\d+)"/.exec(text)?.[1] ?? "").replaceAll("&amp;", "&");
    }
    expect([...new Set(seen)], query).toEqual(Array.from({ length: 120 }, (_, n) => String(119 - n)));
  }
  expect((await admin.get("/admin/members?search=zzzz")).text).toContain("Nobody here");
  for (const query of ["list=__proto__", "before=x", `search=${"%".repeat(2_000)}`, "search=%22%20OR%20*"]) {
    expect((await admin.get(`/admin/members?${query}`)).status, query).toBe(200);
  }
});

test("if the store fails, the page says so and nothing changes", async () => {
  const asha = await newMember(server, "asha");
  const database = server.database();
  database.exec(
    "create trigger audit_refuse before insert on audit_entries begin select raise(abort, 'full'); end",
  );
  try {
    const answer = await act("suspend", asha.id);
    expect([answer.status, answer.text.includes("couldn&#x27;t be saved")]).toEqual([503, true]);
    expect(statusOf(asha.email)).toBe("active");
  } finally {
    database.exec("drop trigger audit_refuse");
  }
});

test("a member who waits for approval is also warned of an easy password", async () => {
  const { skills, batchYear, ...person } = registration("asha", "easy@college.example");
  const secret = { password: "dragon", confirmPassword: "dragon" };
  const form = { ...person, ...secret, batchYear: String(batchYear), skills: skills.join() };
  const waiting = await new Visitor(server.url).post("/register", form);
  expect(waiting.status).toBe(202);
  expect(waiting.text).toContain("Your password is easy to guess");
});
