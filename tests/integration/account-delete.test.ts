import { expect, test } from "vitest";
import { noticeKinds } from "../../app/notices/kinds.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { mailedLink, outbox } from "../support/outbox.ts";
import { browse, event, job, join, type Member, makeAdmin, newMember, password } from "../support/people.ts";
import { picture, sendAvatar } from "../support/profile.ts";
import { Socket } from "../support/socket.ts";
import { keptFiles, share, storedFiles } from "../support/upload.ts";
import { Visitor } from "../support/visitor.ts";

const server = await shareServer(unlimited);

const _count = 0;

const leave = (browser: Visitor, posts: "keep" | "delete") =>
  browser.post("/account/delete", { posts, currentPassword: password });
const rowOf = ({ id }: { id: string }) =>
  server.database().prepare("select * from users where id = ?").get(Number(id)) as Record<string, unknown>;
const countRows = (table: string, condition: string) =>
  (server.database().prepare(`select count(*) as n from ${table} where ${condition}`).get() as { n: number })
    .n;
const say = (from: Member, to: Member, content: string, isAnonymous = false) =>
  from.call("POST", "/api/messages/send", {
    senderId: from.id,
    receiverId: to.id,
    content,
    isAnonymous,
  });
const announce = async (member: Member, changes: object = {}) => {
  const { body } = await member.call("POST", "/api/events", { ...event, ...changes });
  return body.data.id;
};
const mailsTo = (email: string, subject: string) =>
  outbox(server).filter((mail) => mail.includes(`\nTo: ${email}\n`) && mail.includes(`Subject: ${subject}`));

test("deleting an account empties its row, ends its sessions and sockets, and prevents logging in", async () => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await say(asha, rohan, "Keep the chart");
  const browser = browse(server, asha);
  const sockets = [await Socket.of(asha)];
  const search = { kind: "jobs", query: "search=therapist", frequency: "daily" };
  expect((await asha.call("POST", "/api/saved-searches", search)).status).toBe(201);
  await asha.call("PUT", "/api/users/me/notice-settings", { kinds: { "saved-search": "mail" } });
  const own = ["saved_searches", "notice_settings"];
  expect(own.map((table) => countRows(table, `user_id = ${asha.id}`))).toEqual([1, 1]);
  const done = await leave(browser, "keep");
  expect(own.map((table) => countRows(table, `user_id = ${asha.id}`))).toEqual([0, 0]);
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/login"]);
  expect(browser.cookies.has("session")).toBe(false);
  expect(await sockets[0]?.closed).toBe(4401);
  expect(rowOf(asha)).toMatchObject({
    status: "deleted",
    name: "Deleted user",
    email: `deleted-${asha.id}@deleted.invalid`,
    phone: null,
    password_hash: null,
    skills: "",
    batch_year: null,
  });
  expect(JSON.stringify(rowOf(asha))).not.toMatch(/Asha|Verma|98765/);
  expect((await asha.get("/api/users/me")).status).toBe(401);
  const again = await new Visitor(server.url).call("POST", "/api/users/login", {
    email: asha.email,
    password,
  });
  expect(again.status).toBe(401);
  expect((await rohan.get(`/api/users/${asha.id}`)).status).toBe(404);
  expect(JSON.stringify((await rohan.get("/api/users?search=Deleted")).body)).toBe("[]");
  await expect.poll(() => mailsTo(asha.email, "Your Quadrant account was deleted").length).toBe(1);
  // The address can be used for a new account.
  expect((await join(server, "asha", asha.email)).id).not.toBe(asha.id);
});

test("the other member can still read the messages, and anonymous ones remain anonymous", async () => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await say(asha, rohan, "Keep the chart");
  const database = server.database();
  const { lastInsertRowid } = database
    .prepare("insert into conversations (a_id, b_id, alias, created_at) values (?, ?, 'anon_stays', 1)")
    .run(Number(asha.id), Number(rohan.id));
  database
    .prepare(
      "insert into messages (conversation_id, sender_id, receiver_id, content, sent_at) values (?, ?, ?, ?, ?)",
    )
    .run(lastInsertRowid, Number(asha.id), Number(rohan.id), "Who am I?", Date.now());
  const list = async () => (await rohan.get("/api/messages/conversations")).body;
  const hidden = (await list()).find(({ userId }) => userId === "anon_stays");
  await leave(browse(server, asha), "delete");

  const after = await list();
  expect(after.find(({ userId }) => userId === "anon_stays")).toEqual(hidden);
  expect(after.find(({ userId }) => userId === asha.id)).toMatchObject({ name: "Deleted user", email: null });
  const history = await rohan.get(`/api/messages/history/${rohan.id}/${asha.id}`);
  expect(history.body).toMatchObject([
    { content: "Keep the chart", sender: { name: "Deleted user", email: null } },
  ]);
  const page = await browse(server, rohan).get(`/messages/${asha.id}`);
  expect(page.status).toBe(200);
  expect(page.text).toContain("Keep the chart");
  expect(page.text).not.toContain("deleted.invalid");
  expect((await say(rohan, asha, "Are you there?")).status).toBe(404);
});

test("posts stay under Deleted user or are deleted with their files, as the owner chooses", async () => {
  const [keeper, leaver] = [await newMember(server, "meera"), await newMember(server, "kabir")];
  const shared = Buffer.from("The same bytes.");
  for (const member of [keeper, leaver]) {
    await member.call("POST", "/api/jobs", { ...job, title: `Job of ${member.id}` });
    await share(member, { name: "same.txt", bytes: shared });
    await share(member, { name: "own.txt", bytes: Buffer.from(`Only ${member.id}`) });
    await announce(member, { title: `Event of ${member.id}` });
  }
  const before = keptFiles(server).length;
  await leave(browse(server, keeper), "keep");
  expect(countRows("jobs", `posted_by = ${keeper.id}`)).toBe(1);
  expect(countRows("resources", `user_id = ${keeper.id}`)).toBe(2);
  const guest = new Visitor(server.url);
  const jobs = (await guest.get("/api/jobs")).body;
  expect(jobs.find(({ title }) => title === `Job of ${keeper.id}`)?.postedBy.name).toBe("Deleted user");

  await leave(browse(server, leaver), "delete");
  expect(countRows("jobs", `posted_by = ${leaver.id}`)).toBe(0);
  expect(countRows("resources", `user_id = ${leaver.id}`)).toBe(0);
  expect(countRows("events", `organizer_id = ${leaver.id}`)).toBe(0);
  // A file that both shared remains. The one that only the leaver shared is deleted.
  await expect.poll(() => keptFiles(server).length).toBe(before - 1);
  expect(countRows("files", "1")).toBe(before - 1);
});

test("the avatar and its smaller copy are deleted whether or not the posts are", async () => {
  const asha = await newMember(server, "asha");
  const before = storedFiles(server).length;
  expect((await sendAvatar(asha, await picture())).status).toBe(200);
  expect(storedFiles(server).length).toBe(before + 2);
  await leave(browse(server, asha), "keep");
  await expect.poll(() => storedFiles(server).length).toBe(before);
  expect(countRows("images", `user_id = ${asha.id}`)).toBe(0);
});

test("freed seats are given to the first on the waiting list, with a mail", async () => {
  const [organizer, leaver, next] = [
    await newMember(server, "asha"),
    await newMember(server, "rohan"),
    await newMember(server, "meera"),
  ];
  const ids = [
    await announce(organizer, { registrationLimit: 1 }),
    await announce(organizer, { registrationLimit: 1, title: "Second" }),
  ];
  for (const id of ids) {
    await leaver.call("POST", `/api/events/${id}/register`);
    await next.call("POST", `/api/events/${id}/waiting`);
  }
  const third = await announce(organizer, { registrationLimit: 1, title: "Third" });
  await next.call("POST", `/api/events/${third}/register`);
  await leaver.call("POST", `/api/events/${third}/waiting`);
  const socket = await Socket.of(organizer);
  await leave(browse(server, leaver), "keep");
  for (const id of ids) {
    const { data } = (await organizer.get(`/api/events/${id}`)).body;
    expect(data).toMatchObject({
      registrations: [{ userId: next.id }],
      registrationCount: 1,
      waitingCount: 0,
    });
  }
  expect(countRows("event_waiting", `user_id = ${leaver.id}`)).toBe(0);
  const { data } = (await organizer.get(`/api/events/${third}`)).body;
  expect(data.waitingCount).toBe(0);
  await socket.next("event:unregister");
  await expect.poll(() => mailsTo(next.email, "You have a seat").length).toBe(2);
  const [mail = ""] = mailsTo(next.email, "You have a seat");
  expect(mail).toContain(`You were waiting for “${event.title}”, and a seat has come free`);
  expect(mail).toMatch(new RegExp(`/events/${ids[0]}\n`));
});

test("upcoming events are cancelled with a mail if posts are deleted, and left to administrators if they stay", async () => {
  const [leaver, keeper, guest] = [
    await newMember(server, "kabir"),
    await newMember(server, "asha"),
    await newMember(server, "rohan"),
  ];
  const [gone, kept] = [await announce(leaver), await announce(keeper)];
  for (const id of [gone, kept]) await guest.call("POST", `/api/events/${id}/register`);
  await leave(browse(server, leaver), "delete");
  await leave(browse(server, keeper), "keep");
  expect((await guest.get(`/api/events/${gone}`)).status).toBe(404);
  expect((await guest.get(`/api/events/${kept}`)).status).toBe(200);
  await expect.poll(() => mailsTo(guest.email, "Cancelled:").length).toBe(1);
});

test("a mailed link replaces the password once, for its owner only", async () => {
  const [meera, kabir] = [await newMember(server, "meera"), await newMember(server, "kabir")];
  const [browser, other] = [browse(server, meera), browse(server, kabir)];
  const ask = async (nth: number) => {
    const sent = await browser.post("/account/delete?by=mail", {});
    expect(sent.headers.get("Location")).toBe("/account/delete");
    expect((await browser.get("/account/delete")).text).toContain(`sent a link to ${meera.email}`);
    const link = await mailedLink(server, meera.email, "/account/delete", nth);
    return link.split("token=")[1] ?? "";
  };
  const use = (visitor: Visitor, token: string) =>
    visitor.post("/account/delete?by=link", { posts: "keep", token });
  const first = await ask(1);
  const second = await ask(2);
  expect((await browser.get(`/account/delete?token=${first}`)).status).toBe(410);
  expect((await use(browser, first)).status).toBe(410);
  expect((await use(other, second)).status).toBe(410);
  expect((await other.get(`/account/delete?token=${second}`)).status).toBe(410);
  for (const token of ["", "x", "a".repeat(5_000)])
    expect([410, 422]).toContain((await use(browser, token)).status);
  expect((await use(new Visitor(server.url), second)).status).toBe(303);
  expect(rowOf(meera).status).toBe("active");

  const page = await browser.get(`/account/delete?token=${second}`);
  expect([page.status, page.headers.get("Referrer-Policy")]).toEqual([200, "strict-origin"]);
  expect(page.text).not.toContain("Your password");
  expect((await use(browser, second)).status).toBe(303);
  expect(rowOf(meera).status).toBe("deleted");
  expect(rowOf(kabir).status).toBe("active");
});

test("the address of a deleted member is removed from mails and member imports", async () => {
  const [rohan, meera] = [await newMember(server, "rohan"), await newMember(server, "meera")];
  const insert = server
    .database()
    .prepare(
      "insert into mails (key, recipient, subject, text, created_at, next_attempt_at, failure) values (?, ?, 's', 't', ?, ?, ?)",
    );
  for (const { email } of [rohan, meera]) {
    insert.run(`waits ${email}`, email, Date.now(), 9e15, "Not now");
    insert.run(`given up ${email}`, email, Date.now(), null, "No such mailbox");
    server
      .database()
      .prepare(
        "insert into member_imports (admin_id, file_name, content, created_at) values (?, 'list.csv', ?, ?)",
      )
      .run(Number(meera.id), `name,email\nR,${email.toUpperCase()}\n`, Date.now());
  }
  expect((await leave(browse(server, rohan), "keep")).status).toBe(303);
  await expect.poll(() => mailsTo(rohan.email, "Your Quadrant account was deleted").length).toBe(1);
  await expect.poll(() => countRows("mails", `recipient = '${rohan.email}'`)).toBe(0);
  expect(countRows("mails", `recipient = '${meera.email}'`)).toBe(2);
  const lists = server.database().prepare("select lower(content) from member_imports").pluck().all();
  expect(lists).toEqual([`name,email\nr,${meera.email}\n`]);
});

test("a wrong password or an unknown choice deletes nothing", async () => {
  const rohan = await newMember(server, "rohan");
  const browser = browse(server, rohan);
  const wrong = await browser.post("/account/delete", { posts: "keep", currentPassword: "wrong" });
  expect([wrong.status, wrong.text.includes("That isn&#x27;t your password.")]).toEqual([422, true]);
  const unknown = await browser.post("/account/delete", { posts: "sell", currentPassword: password });
  expect(unknown.status).toBe(422);
  expect(rowOf(rohan).status).toBe("active");
});

test("the last administrator cannot delete the account, and of two who try at the same time one remains", async () => {
  const [asha, meera] = [await newMember(server, "asha"), await newMember(server, "meera")];
  makeAdmin(server, asha);
  const browser = browse(server, asha);
  const refused = await leave(browser, "keep");
  expect([refused.status, refused.text.includes("You are the only administrator.")]).toEqual([409, true]);
  expect(rowOf(asha)).toMatchObject({ status: "active", is_admin: 1 });
  makeAdmin(server, meera);
  const answers = await Promise.all([leave(browser, "keep"), leave(browse(server, meera), "keep")]);
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
  expect(countRows("users", "is_admin = 1 and status = 'active'")).toBe(1);
  server.database().prepare("update users set is_admin = 0").run();
});

test("deleting an account during others' messages, requests to connect and its own registrations leaves nothing incomplete", async () => {
  const [leaver, friend] = [await newMember(server, "kabir"), await newMember(server, "asha")];
  const id = await announce(friend, { registrationLimit: 3 });
  const browser = browse(server, leaver);
  const twice = browse(server, leaver);
  const answers = await Promise.all([
    ...Array.from({ length: 20 }, (_, n) => say(friend, leaver, `Message ${n}`)),
    ...Array.from({ length: 20 }, () => leaver.call("POST", `/api/events/${id}/register`)),
    ...Array.from({ length: 10 }, () => friend.call("PUT", `/api/users/${leaver.id}/connection`)),
    leave(browser, "delete"),
    leave(twice, "delete"),
    ...Array.from({ length: 10 }, () => friend.call("PUT", `/api/users/${leaver.id}/connection`)),
    ...Array.from({ length: 20 }, (_, n) => say(leaver, friend, `Reply ${n}`)),
    ...Array.from({ length: 20 }, () => leaver.call("POST", `/api/events/${id}/register`)),
  ]);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  expect(rowOf(leaver).status).toBe("deleted");
  expect(countRows("event_registrations", `user_id = ${leaver.id}`)).toBe(0);
  expect(countRows("sessions", `user_id = ${leaver.id}`)).toBe(0);
  expect(countRows("connections", `${leaver.id} in (low_id, high_id)`)).toBe(0);
  const { data } = (await friend.get(`/api/events/${id}`)).body;
  expect(data.registrationCount).toBe(0);
  expect((await friend.get(`/api/messages/history/${friend.id}/${leaver.id}`)).status).toBe(200);
  expect(server.database().pragma("foreign_key_check")).toEqual([]);
});

test("an administrator can delete a suspended member's account, and the audit trail keeps its number", async () => {
  const [tara, meera] = [await newMember(server, "rohan"), await newMember(server, "meera")];
  makeAdmin(server, meera);
  const admin = browse(server, meera);
  await tara.call("PUT", `/api/users/${tara.id}`, { name: "Tara Erased" });
  const posted = await tara.call("POST", "/api/jobs", job);
  const jobId = posted.body.id;
  await admin.post(`/admin/members`, { intent: "suspend", id: tara.id });
  expect((await admin.get("/admin/audit")).text).toContain("Tara Erased");
  const reporter = browse(server, await newMember(server, "asha"));
  await reporter.post(`/reports/new?subject=job&id=${jobId}`, { reason: "It is not kind" });
  const page = `/admin/members/${tara.id}/delete`;
  expect((await admin.get(`/admin/members/${tara.id}`)).text).toContain(`href="${page}"`);
  const empty = await admin.post(page, { reason: " ", posts: "delete" });
  expect([empty.status, empty.text.includes("Say why"), empty.text.includes("checked")]).toEqual([
    422,
    true,
    true,
  ]);

  const done = await admin.post(page, { reason: "Asked by letter" });
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/admin/members"]);
  expect(rowOf(tara)).toMatchObject({ status: "deleted", name: "Deleted user" });
  expect(countRows("jobs", `id = ${jobId}`)).toBe(1);
  const excerpt = () =>
    server.database().prepare("select excerpt from reports where author_id = ?").pluck().get(Number(tara.id));
  const report = server.database().prepare("select max(id) from reports").pluck().get();
  expect(excerpt()).toBe(job.title);
  expect((await admin.post(`/admin/reports/${report}`, { intent: "dismiss" })).status).toBe(303);
  expect(excerpt()).toBeNull();

  const trail = (await admin.get("/admin/audit")).text;
  expect(trail).toContain(`member ${tara.id}`);
  expect(trail).toContain("Asked by letter");
  const entries = server.database().prepare("select * from audit_entries").all();
  expect(JSON.stringify(entries)).not.toContain("Tara");
  expect([
    (await admin.post(page, { reason: "Again" })).status,
    countRows("audit_entries", `subject_id = 'member ${tara.id}'`),
  ]).toEqual([409, 1]);
  expect((await admin.get(page)).status).toBe(404);
});

test("an administrator can delete a member's posts with the account, but not their own account on this page", async () => {
  const [kabir, meera] = [await newMember(server, "kabir"), await newMember(server, "meera")];
  makeAdmin(server, meera);
  const admin = browse(server, meera);
  await kabir.call("POST", "/api/jobs", job);
  const done = await admin.post(`/admin/members/${kabir.id}/delete`, { reason: "Asked", posts: "delete" });
  expect([done.status, countRows("jobs", `posted_by = ${kabir.id}`)]).toEqual([303, 0]);
  const own = `/admin/members/${meera.id}/delete`;
  expect((await admin.get(own)).status).toBe(404);
  expect((await admin.post(own, { reason: "Me" })).status).toBe(409);
  expect(rowOf(meera)).toMatchObject({ status: "active" });
});

test("no notice of any kind contains the name of a deleted member", async () => {
  const [reader, leaver] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const insert = server.database().prepare(
    `insert into notices (user_id, kind, subject, actor_id, facts, url, at, count)
     values (?, ?, ?, ?, json_object('name', 'Rohan Pillai', 'title', 'Tides', 'what', 'event', 'done', 'deleted'), '/x', ?, 1)`,
  );
  for (const kind of Object.keys(noticeKinds))
    insert.run(Number(reader.id), kind, `999${leaver.id}`, Number(leaver.id), Date.now());
  const browser = browse(server, reader);
  const read = async () =>
    [(await reader.get("/api/notices?limit=100")).text, (await browser.get("/notices")).text].join();
  expect((await read()).split("Rohan Pillai").length).toBeGreaterThan(8);
  await leave(browse(server, leaver), "keep");
  expect(await read()).not.toContain("Rohan");
  expect(countRows("notices", `actor_id = ${leaver.id} or facts like '%Rohan Pillai%'`)).toBe(0);
  expect((await reader.get("/api/notices?limit=100")).text).toContain("Somebody asks you to organize");
});
