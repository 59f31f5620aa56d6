import { beforeAll, beforeEach, expect, test } from "vitest";
import { announce } from "../support/events.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { aliasFor, sendHidden, sendTo } from "../support/messages.ts";
import {
  browse,
  job,
  join,
  type Member,
  makeAdmin,
  makeModerator,
  newMember,
  postJob,
} from "../support/people.ts";
import { answer, ask } from "../support/questions.ts";
import { share } from "../support/upload.ts";
import { idIn, type Visitor } from "../support/visitor.ts";

const server = await shareServer(unlimited);
const database = server.database();
let asha: Member;
let reader: Member;
let reporter: Visitor;
let administrator: Member;
let admin: Visitor;
let ila: Member;
let moderator: Visitor;
let colleague: Member;
let other: Visitor;
beforeAll(async () => {
  asha = await join(server, "asha");
  reader = await join(server, "rohan");
  reporter = browse(server, reader);
  administrator = await join(server, "meera");
  makeAdmin(server, administrator);
  admin = browse(server, administrator);
  ila = await newMember(server, "kabir");
  makeModerator(server, ila);
  moderator = browse(server, ila);
  colleague = await newMember(server, "kabir");
  makeModerator(server, colleague);
  other = browse(server, colleague);
});
beforeEach(() => {
  database.exec("update users set muted_at = null; delete from alias_mutes; delete from room_mutes");
});

let count = 0;
const mainOf = ({ text }: { text: string }) => text.slice(text.indexOf("<main"), text.indexOf("</main"));
const post = (by: Member) => postJob(by, { title: `Post ${++count}` });

/** @returns the report's id */
async function report(subject: string, id: string, { by = reporter, readers = "moderators" } = {}) {
  const before = database.prepare("select max(id) from reports").pluck().get();
  const sent = await by.post(`/reports/new?subject=${subject}&id=${id}`, {
    reason: `Not kind ${++count}`,
    ...(readers && { readers }),
  });
  const newest = database.prepare("select max(id) from reports").pluck().get();
  expect([subject, sent.status, newest !== before]).toEqual([subject, 303, true]);
  return String(newest);
}
const decide = (by: Visitor, id: string, intent: string, more: Record<string, string> = {}) =>
  by.post(`/admin/reports/${id}`, {
    intent,
    ...(intent === "mute" && { reason: "Unkind to others", length: "week" }),
    ...more,
  });
const outcomeOf = (id: string) =>
  database.prepare("select outcome from reports where id = ?").pluck().get(Number(id));
const hears = (member: Member) =>
  database
    .prepare("select coalesce(sum(count), 0) from notices where user_id = ? and kind = 'admin-reports'")
    .pluck()
    .get(Number(member.id)) as number;

/** Makes a report that this moderator may not read, and checks that they learn nothing of it. */
async function expectForAdministrators(
  who: Visitor,
  member: Member,
  make: () => Promise<string>,
): Promise<void> {
  const heard = hears(member);
  const id = await make();
  expect(hears(member)).toBe(heard);
  const reason = String(database.prepare("select reason from reports where id = ?").pluck().get(Number(id)));
  expect(mainOf(await who.get("/admin/reports"))).not.toContain(reason);
  expect(mainOf(await admin.get("/admin/reports"))).toContain(reason);
  for (const path of ["", "/remove", "/mute"])
    expect([path, (await who.get(`/admin/reports/${id}${path}`)).status]).toEqual([path, 404]);
  for (const intent of ["dismiss", "remove", "mute"])
    expect([intent, (await decide(who, id, intent)).status]).toEqual([intent, 404]);
  expect(outcomeOf(id)).toBeNull();
  expect((await decide(admin, id, "dismiss")).status).toBe(303);
  expect(outcomeOf(id)).toBe("dismissed");
  expect(mainOf(await who.get("/admin/reports/decided"))).not.toContain(reason);
}

test("an administrator makes and removes a moderator on the member's page, and the audit trail names both", async () => {
  const member = await newMember(server);
  const page = `/admin/members/${member.id}`;
  const browser = browse(server, member);
  expect((await admin.get(page)).text).toContain("Make moderator");
  expect((await browser.get("/admin")).status).toBe(403);
  expect((await browser.get("/")).text).not.toContain('href="/admin"');
  expect((await admin.post(page, { intent: "make-moderator" })).headers.get("Location")).toBe(page);
  expect((await admin.post(page, { intent: "make-moderator" })).status).toBe(409);
  const shown = await admin.get(page);
  expect([shown.text.includes("Remove moderator"), shown.text.includes("Make moderator")]).toEqual([
    true,
    false,
  ]);
  expect((await browser.get("/admin")).status).toBe(200);
  expect((await browser.get("/")).text).toContain('href="/admin"');
  expect((await member.get("/api/users/me")).body.role).toBe("student");
  expect(mainOf(await admin.get("/admin/members?list=moderators"))).toContain(`/admin/members/${member.id}`);
  for (const who of [moderator, browser]) {
    expect((await who.post(page, { intent: "remove-moderator" })).status).toBe(403);
    expect((await who.post("/admin/members", { intent: "promote", id: member.id })).status).toBe(403);
  }
  expect((await admin.post(page, { intent: "remove-moderator" })).status).toBe(303);
  expect((await admin.post(page, { intent: "remove-moderator" })).status).toBe(409);
  expect((await browser.get("/admin")).status).toBe(403);
  const trail = mainOf(await admin.get("/admin/audit?kind=members")).replace(/<[^>]*>/g, "");
  expect(trail).toMatch(/Meera Nair took the moderation from: Asha Verma.*made a moderator of: Asha Verma/s);
  expect((await admin.post(`/admin/members/${administrator.id}`, { intent: "make-moderator" })).status).toBe(
    409,
  );
});

test("an administrator is not a moderator, and a muted or suspended moderator cannot act as one", async () => {
  const member = await newMember(server);
  makeModerator(server, member);
  const browser = browse(server, member);
  database.prepare("update users set muted_at = 1 where id = ?").run(Number(member.id));
  expect((await browser.get("/admin/reports")).status).toBe(403);
  database.prepare("update users set muted_at = null where id = ?").run(Number(member.id));
  expect((await browser.get("/admin/reports")).status).toBe(200);
  await admin.post("/admin/members", { intent: "promote", id: member.id });
  await admin.post("/admin/members", { intent: "demote", id: member.id });
  expect((await browser.get("/admin/reports")).status).toBe(403);
});

test("a moderator sees reports, mutes, removed items and their audit trail, but no other page of the administration", async () => {
  const links = ["/admin", "/admin/reports", "/admin/mutes", "/admin/bin", "/admin/audit"];
  for (const path of links) {
    const { status, text } = await moderator.get(path);
    expect([path, status]).toEqual([path, 200]);
    const [, nav = ""] = /aria-label="Administration"(.*?)<\/nav>/s.exec(text) ?? [];
    const shown = nav.matchAll(/href="(\/admin[\w/-]*)"/g);
    expect([...new Set([...shown].map(([, href]) => href))].sort()).toEqual([...links].sort());
  }
  const overview = mainOf(await moderator.get("/admin"));
  for (const text of ["Storage used", "Members", "Last backup", "Version", "approval"])
    expect([text, overview.includes(text)]).toEqual([text, false]);
  for (const path of ["members", "mail", "settings", "feedback", "landing", "tags", "members/import"]) {
    const { status, text } = await moderator.get(`/admin/${path}`);
    expect([path, status, text.includes("This page is for administrators.")]).toEqual([path, 403, true]);
  }
  for (const path of ["/admin/audit.csv", `/admin/members/${asha.id}`])
    expect([path, (await moderator.get(path)).status]).toEqual([path, 403]);
});

test("the report form says who reads it, and only such a report reaches moderators", async () => {
  const id = await post(asha);
  const form = await reporter.get(`/reports/new?subject=job&id=${id}`);
  expect(form.text).toContain("Administrators and moderators read this.");
  expect(form.text).toContain('<input type="hidden" name="readers" value="moderators"/>');
  const heard = hears(ila);
  const reportId = await report("job", id);
  expect(hears(ila)).toBe(heard + 1);
  const page = mainOf(await moderator.get(`/admin/reports/${reportId}`));
  expect(page).toContain("Post ");
  expect(page).not.toContain(reader.name);
  expect((await moderator.get("/")).text).toContain("waiting for a decision");
  await expectForAdministrators(moderator, ila, async () => report("job", await post(asha), { readers: "" }));
});

test("a moderator decides about a report of anything that members post, and the trail says who did", async () => {
  const question = await ask(asha, { isAnonymous: true });
  const things = [
    ["job", await post(asha)],
    ["event", (await announce(asha)).id],
    ["resource", idIn(await share(asha, { name: "t.txt", bytes: Buffer.from(`Tides ${++count}`) }))],
    ["question", question.id],
    ["answer", (await answer(asha, (await ask(reader)).id)).id],
    ["message", idIn(await sendTo(asha, reader.id, `Rude ${++count}`))],
    ["room-line", idIn(await asha.call("POST", "/api/anonymous-messages", { content: "Rude line" }))],
  ] as const;
  for (const [subject, id] of things) {
    const reportId = await report(subject, id);
    const main = mainOf(await moderator.get(`/admin/reports/${reportId}`));
    if (subject === "question" || subject === "room-line") expect(main).not.toContain(asha.name);
    const removed = await decide(moderator, reportId, "remove");
    expect([subject, removed.status, outcomeOf(reportId)]).toEqual([subject, 303, "removed"]);
  }
  for (const noun of ["jobs", "events", "resources", "questions"]) {
    const [, id] = things.find(([subject]) => noun.startsWith(subject)) ?? [];
    expect([noun, (await reader.get(`/api/${noun}/${id}`)).status]).toEqual([noun, 404]);
  }
  const trail = mainOf(await other.get("/admin/audit")).replace(/<[^>]*>/g, "");
  for (const [subject] of things) {
    const noun = subject === "room-line" ? "anonymous message" : subject;
    expect([noun, trail.includes(`${ila.name} removed the ${noun}`)]).toEqual([noun, true]);
  }
  expect(mainOf(await moderator.get("/admin/reports/decided"))).toContain(
    `>Removed</b> by <bdi>${ila.name}<`,
  );
  const told = database.prepare("select count(*) from notices where kind = 'post-hidden' and user_id = ?");
  expect(told.pluck().get(Number(asha.id))).toBe(things.length - 1);
});

test("a moderator can open the files of a reported message, and of no other message", async () => {
  const send = async (text: string) => {
    const form = new FormData();
    form.append("file", new Blob([text]), "plan.txt");
    const file = idIn(await asha.call("POST", "/api/uploads?for=message", form));
    const { body } = await sendTo(asha, reader.id, "See the plan", { attachments: [file] });
    return { id: body.id, url: body.attachments?.[0]?.url ?? "" };
  };
  const [reported, quiet] = [await send(`One ${++count}`), await send(`Two ${++count}`)];
  expect((await moderator.get(reported.url)).status).toBe(404);
  await report("message", reported.id);
  expect((await moderator.get(reported.url)).status).toBe(200);
  expect((await moderator.get(quiet.url)).status).toBe(404);
});

test("reports about the administration, applications, and the moderator's own things go to administrators only", async () => {
  const ofIla: [string, () => Promise<string>][] = [
    ["job", () => post(ila)],
    ["event", async () => (await announce(ila)).id],
    ["question", async () => (await ask(ila, { isAnonymous: true })).id],
    ["answer", async () => (await answer(ila, (await ask(asha)).id)).id],
    ["message", async () => idIn(await sendTo(ila, reader.id, "Rude"))],
    ["message", async () => idIn(await sendHidden(ila, reader, "Rude and hidden"))],
    ["alias", () => aliasFor(reader)],
    ["room-line", async () => idIn(await ila.call("POST", "/api/anonymous-messages", { content: "Mine" }))],
  ];
  for (const [subject, make] of ofIla) {
    const id = await make();
    await expectForAdministrators(moderator, ila, () => report(subject, id));
    // Another moderator decides about it as about anybody's.
    if (subject !== "alias" && subject !== "job") continue;
    const again = await report(subject, id);
    expect((await other.get(`/admin/reports/${again}`)).status).toBe(200);
  }
  const helped = (await announce(asha)).id;
  database
    .prepare("insert into event_organizers (event_id, user_id, asked_at, accepted_at) values (?, ?, 1, 1)")
    .run(Number(helped), Number(ila.id));
  await expectForAdministrators(moderator, ila, () => report("event", helped));
  await expectForAdministrators(moderator, ila, async () =>
    report("message", idIn(await sendTo(asha, ila.id, "To a moderator")), { by: moderator }),
  );
  for (const person of [administrator, colleague, ila])
    await expectForAdministrators(moderator, ila, () => report("user", person.id));
  const applied = String(
    database
      .prepare(
        `insert into job_applications (job_id, user_id, letter, file_name, file_size, sent_at)
          values (?, ?, 'A letter', 'cv.pdf', 5, 1)`,
      )
      .run(Number(await post(reader)), Number(asha.id)).lastInsertRowid,
  );
  await expectForAdministrators(moderator, ila, () => report("application", applied));
  const trail = mainOf(await moderator.get("/admin/audit")).replace(/<[^>]*>/g, "");
  expect(trail).not.toMatch(/application|report of the member/);
});

test("nobody can mute an administrator, and a moderator cannot mute another", async () => {
  const isMuted = ({ id }: Member) =>
    database.prepare("select muted_at is not null from users where id = ?").pluck().get(Number(id));
  const byAdministrator = await report("job", await post(administrator));
  for (const who of [moderator, admin]) {
    expect(mainOf(await who.get(`/admin/reports/${byAdministrator}`))).not.toContain("Mute the author");
    for (const path of ["", "/mute"]) {
      const refused = await who.post(`/admin/reports/${byAdministrator}${path}`, {
        intent: "mute",
        reason: "Unkind to others",
        length: "open",
      });
      expect([refused.status, refused.text.includes("An administrator can&#x27;t be muted.")]).toEqual([
        403,
        true,
      ]);
    }
    const both = await decide(who, byAdministrator, "remove", {
      mute: "on",
      reason: "Unkind",
      length: "day",
    });
    expect(both.status).toBe(403);
  }
  expect([isMuted(administrator), outcomeOf(byAdministrator)]).toEqual([0, null]);
  expect((await decide(moderator, byAdministrator, "remove")).status).toBe(303);

  const byColleague = await report("job", await post(colleague));
  const refused = await decide(moderator, byColleague, "mute");
  expect([refused.status, refused.text.includes("Only administrators can mute a moderator.")]).toEqual([
    403,
    true,
  ]);
  expect([isMuted(colleague), outcomeOf(byColleague)]).toEqual([0, null]);
  expect((await decide(admin, byColleague, "mute")).status).toBe(303);
  expect(isMuted(colleague)).toBe(1);
  // Their role is suspended, and only an administrator ends the mute.
  expect((await other.get("/admin")).status).toBe(403);
  expect(mainOf(await moderator.get("/admin/mutes"))).not.toContain(`value="${colleague.id}"`);
  expect((await moderator.post("/admin/mutes", { who: colleague.id })).status).toBe(403);
  expect(isMuted(colleague)).toBe(1);
  expect((await admin.post("/admin/mutes", { who: colleague.id })).status).toBe(303);
  expect(isMuted(colleague)).toBe(0);
});

test("a moderator mutes and unmutes members and aliases, but not their own alias or line", async () => {
  const byAsha = await report("job", await post(asha));
  expect((await decide(moderator, byAsha, "mute")).status).toBe(303);
  expect(mainOf(await moderator.get("/admin/mutes"))).toContain(`value="${asha.id}"`);
  expect((await moderator.post("/admin/mutes", { who: asha.id })).status).toBe(303);
  const appealed = await report("job", await post(asha));
  await decide(moderator, appealed, "mute");
  await browse(server, asha).post("/muted", { mute: asha.id, reason: "Sorry", readers: "moderators" });
  const appeal = String(database.prepare("select max(id) from reports").pluck().get());
  expect((await decide(moderator, appeal, "lift")).status).toBe(303);
  expect(outcomeOf(appeal)).toBe("lifted");

  await sendHidden(ila, asha, "Rude from a moderator");
  const alias = await aliasFor(asha);
  await decide(other, await report("alias", alias, { by: browse(server, asha) }), "mute");
  await ila.call("POST", "/api/anonymous-messages", { content: "A rude line" });
  database.exec(
    "insert into room_mutes (author, day, guest_id) select author, day, guest_id from room_lines order by id desc limit 1",
  );
  const hash = database.prepare("select lower(hex(author)) from room_mutes").pluck().get();
  const mutes = mainOf(await moderator.get("/admin/mutes"));
  expect(mainOf(await other.get("/admin/mutes"))).toContain(alias);
  for (const key of [alias, `guest_${hash}`]) {
    expect(mutes).not.toContain(key);
    expect((await moderator.post("/admin/mutes", { who: key })).status).toBe(403);
    expect((await other.post("/admin/mutes", { who: key })).status).toBe(303);
  }
});

test("a moderator restores removed items, except their own, and cannot delete them for good", async () => {
  const remove = async (by: Member) => {
    const id = await post(by);
    await decide(admin, await report("job", id), "remove");
    return id;
  };
  const [theirs, own] = [await remove(asha), await remove(ila)];
  const list = mainOf(await moderator.get("/admin/bin"));
  expect([list.includes(`value="${theirs}"`), list.includes(`value="${own}"`)]).toEqual([true, false]);
  expect((await moderator.post("/bin", { intent: "delete", subject: "job", id: theirs })).status).toBe(404);
  expect((await moderator.post("/bin", { intent: "restore", subject: "job", id: own })).status).toBe(403);
  expect((await moderator.post("/bin", { intent: "restore", subject: "job", id: theirs })).status).toBe(303);
  expect((await reader.get(`/api/jobs/${theirs}`)).status).toBe(200);
  expect((await reader.get(`/api/jobs/${own}`)).status).toBe(404);
  expect((await moderator.post("/admin/bin", {})).status).toBe(405);
});

test("without a report, a moderator can neither change nor delete other members' posts", async () => {
  const id = await post(asha);
  const question = await ask(asha);
  expect((await ila.call("PUT", `/api/jobs/${id}`, { ...job, title: "Changed" })).status).toBe(403);
  expect((await ila.call("DELETE", `/api/jobs/${id}`)).status).toBe(403);
  expect((await ila.call("DELETE", `/api/questions/${question.id}`)).status).toBe(403);
  expect((await ila.call("PUT", `/api/users/${asha.id}`, { branch: "Mechanical" })).status).toBe(403);
  expect((await moderator.get(`/questions/${question.id}/moderate`)).status).toBe(403);
  expect((await moderator.get("/about/edit")).status).toBe(403);
});

test("the last administrator can be neither demoted nor suspended", async () => {
  for (const intent of ["demote", "suspend"])
    expect((await admin.post("/admin/members", { intent, id: administrator.id })).status).toBe(409);
  expect((await administrator.get("/api/users/me")).body.role).toBe("admin");
});
