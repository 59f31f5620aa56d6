import { beforeAll, beforeEach, expect, test } from "vitest";
import { letter, pdf } from "../support/application.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { settle } from "../support/notices.ts";
import { outbox } from "../support/outbox.ts";
import {
  job as aJob,
  browse,
  type Member,
  makeAdmin,
  makeModerator,
  newMember,
  postJob,
} from "../support/people.ts";
import { fill } from "../support/permissions/ask.ts";
import { type Cast, gatherCast } from "../support/permissions/cast.ts";
import { subjects } from "../support/permissions/index.ts";
import { clock, dayIn, passTime } from "../support/time.ts";
import { idIn, Visitor } from "../support/visitor.ts";

const server = await shareServer(unlimited, clock);
const database = server.database();
const dayMs = 86_400_000;

let poster: Member;
let reader: Member;
let administrator: Member;
let moderator: Member;
const guest = new Visitor(server.url);
beforeAll(async () => {
  [poster, reader, administrator, moderator] = await Promise.all([
    newMember(server),
    newMember(server, "rohan"),
    newMember(server, "meera"),
    newMember(server, "kabir"),
  ]);
  makeAdmin(server, administrator);
  makeModerator(server, moderator);
});
beforeEach(() => {
  database.exec("delete from notices");
});

let count = 0;
const post = (fields = {}) => postJob(poster, { title: `Opening ${++count}`, ...fields });
const hiddenAt = (id: string) =>
  database.prepare("select hidden_at from jobs where id = ?").pluck().get(Number(id));

/** A member whose account is this many days old. */
async function aged(days = 31): Promise<Member> {
  const member = await newMember(server);
  const at = Date.now() + server.clockOffsetMs - days * dayMs;
  database.prepare("update users set created_at = ? where id = ?").run(at, Number(member.id));
  return member;
}
const report = (by: Member, id: string, fields: Record<string, string> = {}) =>
  browse(server, by).post(`/reports/new?subject=job&id=${id}&redirectTo=/jobs/${id}`, {
    kind: "asks-for-money",
    reason: "They want a deposit before the interview",
    readers: "moderators",
    ...fields,
  });
const lastReport = (id: string): number =>
  database
    .prepare<[string], number>("select max(id) from reports where subject = 'job' and subject_id = ?")
    .pluck()
    .get(id) ?? 0;
const decide = (by: Member, id: string, fields: Record<string, string>) =>
  browse(server, by).post(`/admin/reports/${lastReport(id)}`, fields);
const dismiss = (by: Member, id: string) => decide(by, id, { intent: "dismiss" });

async function hide(id: string, reporters?: Member[]): Promise<Member[]> {
  const members = reporters ?? (await Promise.all([aged(), aged(), aged()]));
  for (const member of members) expect((await report(member, id)).status).toBe(303);
  expect(hiddenAt(id)).not.toBeNull();
  return members;
}
const noticesOf = (member: Member, kind: string) =>
  database
    .prepare<[number, string], { subject: string; count: number; facts: string; actor_id: number | null }>(
      "select subject, count, facts, actor_id from notices where user_id = ? and kind = ? and subject <> ''",
    )
    .all(Number(member.id), kind);

test("three members hide a job, and its poster and the readers of reports get one notice without names", async () => {
  const id = await post();
  const [first, second, third] = [await aged(), await aged(), await aged()];
  await report(first, id);
  await report(second, id);
  expect(hiddenAt(id)).toBeNull();
  const last = await report(third, id);
  // The job's page would be 404.
  expect(last.headers.get("Location")).toBe("/reports");
  expect(hiddenAt(id)).not.toBeNull();
  const facts = JSON.stringify({ title: `Opening ${count}` });
  for (const member of [administrator, moderator])
    expect(noticesOf(member, "admin-reports")).toEqual([
      { subject: `jobs/${id}`, count: 1, facts, actor_id: null },
    ]);
  const [told, ...more] = noticesOf(poster, "post-hidden");
  expect([told?.subject, told?.count, told?.actor_id, more]).toEqual([`jobs/${id}`, 1, null, []]);
  const { body } = await poster.call("GET", "/api/notices");
  expect(JSON.stringify(body)).toContain(
    `Your job “Opening ${count}” is hidden: several members reported that it asks for money. A moderator or administrator will decide`,
  );
  const ofAdministrator = await administrator.call("GET", "/api/notices");
  expect(JSON.stringify(ofAdministrator.body)).toContain(
    `A job is hidden until you decide about its reports: “Opening ${count}”`,
  );
  const list = (await browse(server, administrator).get("/admin/reports")).text.split(`Opening ${count}<`);
  expect(list).toHaveLength(2);
  expect(list[1]?.split("</li>")[0]).toMatch(/3(<!-- -->)? reports<[\s\S]*Hidden until you decide/);
  // A fourth report of a job that nobody sees is refused.
  expect((await report(await aged(), id)).headers.get("Location")).toContain("/reports/new");
  expect((await browse(server, await aged()).get(`/reports/new?subject=job&id=${id}`)).status).toBe(404);
});

test("simultaneous reports hide a job once", async () => {
  const id = await post();
  const members = await Promise.all(Array.from({ length: 6 }, () => aged()));
  await Promise.all(members.map((member) => report(member, id)));
  expect(hiddenAt(id)).not.toBeNull();
  expect(noticesOf(poster, "post-hidden")).toMatchObject([{ count: 1 }]);
  expect(noticesOf(moderator, "admin-reports")).toMatchObject([{ count: 1 }]);
});

test("only reports that a job asks for money count, one for each active, unmuted member with an older account", async () => {
  const id = await post();
  const two = [await aged(), await aged()];
  for (const member of two) await report(member, id);
  // The same members once more, another choice, and no choice, as in a form from before there was one.
  expect((await report(two[0] as Member, id)).headers.get("Location")).toContain("/reports/new");
  await report(await aged(), id, { kind: "other" });
  const formBefore = await browse(server, await aged()).post(`/reports/new?subject=job&id=${id}`, {
    reason: "A scam",
    readers: "moderators",
  });
  expect(formBefore.status).toBe(303);
  await report(await aged(29), id);
  const muted = await aged();
  await report(muted, id);
  expect(hiddenAt(id)).not.toBeNull();

  // A member who is muted or suspended afterwards does not count for the next job.
  const other = await post();
  for (const change of ["muted_at = 1", "status = 'suspended'"]) {
    const member = await aged();
    await report(member, other);
    database.prepare(`update users set ${change} where id = ?`).run(Number(member.id));
  }
  await report(await aged(29), other);
  for (const member of [await aged(), await aged()]) await report(member, other);
  expect(hiddenAt(other)).toBeNull();
  await report(await aged(), other);
  expect(hiddenAt(other)).not.toBeNull();
});

test("an unknown choice is refused with what was typed, and other things have no choice", async () => {
  const id = await post();
  const wrong = await report(reader, id, { kind: "asks-for-gold" });
  expect([wrong.status, wrong.text.includes("They want a deposit before the interview")]).toEqual([
    422,
    true,
  ]);
  const page = await browse(server, reader).get(`/reports/new?subject=job&id=${id}`);
  expect(page.text).toMatch(/It asks for money[\s\S]*Something else/);
  const person = await browse(server, reader).get(`/reports/new?subject=user&id=${poster.id}`);
  expect(person.text).not.toContain("It asks for money");
  const sent = await browse(server, reader).post(`/reports/new?subject=user&id=${poster.id}`, {
    reason: "Asks everybody for money",
    kind: "asks-for-money",
    readers: "moderators",
  });
  expect(sent.status).toBe(303);
  const kinds = database.prepare("select kind from reports where subject = 'user' and reporter_id = ?");
  expect(kinds.pluck().get(Number(reader.id))).toBeNull();
});

test("a dismissal shows the job again, and the same reports never hide it again", async () => {
  const id = await post();
  const reporters = await hide(id);
  expect((await dismiss(moderator, id)).status).toBe(303);
  expect(hiddenAt(id)).toBeNull();
  expect((await guest.get(`/jobs/${id}`)).status).toBe(200);
  expect(noticesOf(poster, "post-hidden").at(-1)?.facts).toContain('"done":"restored"');
  for (const member of [await aged(), await aged()]) await report(member, id);
  expect(hiddenAt(id)).toBeNull();
  await report(await aged(), id);
  expect(hiddenAt(id)).not.toBeNull();
  await dismiss(administrator, id);

  // Members whose reports were dismissed twice no longer count, for any job.
  const second = await post();
  await hide(second, reporters);
  await dismiss(administrator, second);
  const third = await post();
  for (const member of reporters) await report(member, third);
  expect(hiddenAt(third)).toBeNull();
  for (const member of [await aged(), await aged()]) await report(member, third);
  expect(hiddenAt(third)).toBeNull();
  await report(await aged(), third);
  expect(hiddenAt(third)).not.toBeNull();
});

test("a report for administrators only keeps a job hidden until one of them decides", async () => {
  const id = await post();
  await report(await aged(), id);
  await report(await aged(), id, { readers: "" });
  await report(await aged(), id);
  expect(hiddenAt(id)).not.toBeNull();
  await dismiss(moderator, id);
  expect(hiddenAt(id)).not.toBeNull();
  const waiting = database
    .prepare("select id from reports where subject = 'job' and subject_id = ? and resolved_at is null")
    .pluck()
    .get(id);
  await browse(server, administrator).post(`/admin/reports/${waiting}`, { intent: "dismiss" });
  expect(hiddenAt(id)).toBeNull();
});

test("neither an edit nor the bin brings a hidden job back, and a decision reaches it there", async () => {
  const id = await post();
  await hide(id);
  const version = database.prepare("select version from jobs where id = ?").pluck();
  const before = version.get(Number(id));
  const edited = await poster.call("PUT", `/api/jobs/${id}`, { title: "Honest opening" });
  expect([edited.status, edited.body.title, hiddenAt(id) === null]).toEqual([200, "Honest opening", false]);
  expect(before).toBe(1);
  for (const isOpen of [false, true])
    expect((await poster.call("PUT", `/api/jobs/${id}`, { isOpen })).status).toBe(200);
  const take = () => poster.call("DELETE", `/api/jobs/${id}`);
  const back = (by: Member) => by.call("POST", `/api/jobs/${id}/restore`);
  expect([(await take()).status, (await back(poster)).status]).toEqual([200, 200]);
  expect((await guest.get(`/jobs/${id}`)).status).toBe(404);
  await take();
  await dismiss(administrator, id);
  await back(poster);
  expect((await guest.get(`/jobs/${id}`)).status).toBe(200);

  await hide(id);
  expect((await decide(administrator, id, { intent: "remove", reason: "" })).status).toBe(303);
  expect((await poster.call("GET", `/api/jobs/${id}`)).status).toBe(404);
  expect((await back(administrator)).status).toBe(200);
  expect((await guest.get(`/jobs/${id}`)).status).toBe(200);
});

const here = { applicationMethod: "here", applicationLink: null };

async function apply(member: Member, id: string): Promise<string> {
  const form = new FormData();
  form.set("letter", letter);
  form.set("file", new File([pdf], "cv.pdf", { type: "application/pdf" }));
  return idIn(await member.call("POST", `/api/jobs/${id}/applications`, form));
}

test("applications, tracking and saved jobs come back with a job, and nobody adds to them meanwhile", async () => {
  const id = await post(here);
  const mine = browse(server, reader);
  await apply(reader, id);
  await mine.post(`/jobs/${id}`, { intent: "save" });
  const reads = [
    "/api/applications",
    "/api/jobs/tracked",
    "/jobs/mine?show=saved",
    "/jobs/mine?show=tracked",
  ];
  const find = async () => {
    const answers = await Promise.all(
      reads.map((path) => (path.startsWith("/api") ? reader.call("GET", path) : mine.get(path))),
    );
    return answers.map((answer) => (answer.text ?? JSON.stringify(answer.body)).includes(`Opening ${count}`));
  };
  expect(await find()).toEqual([true, true, true, true]);
  await hide(id);
  expect(await find()).toEqual([false, false, false, false]);
  const other = await newMember(server, "kabir");
  const refused = await Promise.all([
    other.call("PUT", `/api/jobs/${id}/tracking`, { state: "applied" }),
    other.call("PUT", `/api/jobs/${id}/referral`),
    other.call("DELETE", `/api/jobs/${id}/referral`),
    other.call("PUT", `/api/jobs/${id}`, { title: "Mine" }),
    other.call("DELETE", `/api/jobs/${id}`),
    other.call("GET", `/api/jobs/${id}/applications`),
    browse(server, other).post(`/jobs/${id}`, { intent: "save" }),
    browse(server, other).post(`/jobs/${id}`, { intent: "track", state: "applied" }),
    browse(server, other).post(`/jobs/${id}`, { intent: "close" }),
    browse(server, other).get(`/jobs/${id}/edit`),
    browse(server, other).get(`/jobs/${id}/apply`),
    browse(server, other).get(`/jobs/${id}/logo`),
  ]);
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404));
  // Its poster still reads and answers what was sent.
  expect((await poster.call("GET", `/api/jobs/${id}/applications`)).body).toHaveLength(1);
  await dismiss(moderator, id);
  expect(await find()).toEqual([true, true, true, true]);
});

const marker = "Quillwort";
const title = `${marker} keeper`;

/** Everybody who could have heard of the job before it was hidden. */
async function prepare(): Promise<{ cast: Cast; id: string }> {
  database.exec("delete from jobs");
  const cast = await gatherCast(server);
  const { owner, member } = cast.actors;
  const program = member.program as Member;
  await program.call("POST", "/api/saved-searches", {
    kind: "jobs",
    query: `search=${marker}`,
    frequency: "at-once",
  });
  const { body } = await owner.owner.call("POST", "/api/jobs", {
    ...aJob,
    ...here,
    title,
    companyName: `${marker} Company`,
    requiredSkills: ["Python"],
    deadline: dayIn(2, Date.now() + server.clockOffsetMs),
  });
  await member.browser.post(`/jobs/${body.id}`, { intent: "save" });
  await apply(program, body.id);
  database.prepare("update jobs set posted_at = posted_at - ? where id = ?").run(2 * dayMs, Number(body.id));
  await passTime(server, 60_000);
  await settle(server);
  return { cast, id: body.id };
}

/** Addresses that show the job while nobody has reported it. */
const places = (id: string) => ({
  guest: [
    ...["/", "/jobs", "/jobs.atom", "/this-week", "/this-week.atom", "/this-week.txt", "/sitemap.xml"],
    ...["/api/jobs", "/api/jobs?sort=deadline", `/api/jobs/${id}`, "/api/search?q=keeper"],
    ...[`/jobs/${id}`, "/jobs?search=keeper", `/jobs?company=${marker}+Company`, "/search?q=keeper"],
  ],
  member: [
    ...["/notices", "/api/notices", "/api/applications", "/api/jobs/tracked"],
    ...["/jobs/mine?show=saved", "/jobs/mine?show=tracked", "/search?q=keepre", "/api/search?q=keepre"],
  ],
});

test("guests and members find a hidden job on no page and in no call, feed, notice or mail", async () => {
  const { cast, id } = await prepare();
  const { member, owner, admin, moderator: onTeam } = cast.actors;
  const { guest: forGuests, member: forMembers } = places(id);
  const shows = async (role: "guest" | "member", address: string) => {
    const { program, browser } = cast.actors[role];
    const { status, text } = await (address.startsWith("/api") ? program : browser).get(address);
    // A search marks the words that it found.
    const isNamed = text.replaceAll(/<\/?mark[^>]*>/g, "").includes(title);
    return status < 400 && (isNamed || text.includes(`/jobs/${id}<`));
  };
  for (const address of forGuests) expect([address, await shows("guest", address)]).toEqual([address, true]);
  for (const address of [...forGuests.slice(1), ...forMembers])
    expect([address, await shows("member", address)]).toEqual([address, true]);
  const { email } = member.program as Member;
  const countMails = () =>
    outbox(server).filter((mail) => mail.includes(`To: ${email}\n`) && mail.includes(title)).length;
  expect(countMails()).toBeGreaterThan(0);

  const today = async () => JSON.stringify((await cast.kabir.call("GET", "/api/users/me/today")).body);
  expect(await today()).toContain(title);

  await hide(id);
  // One, or two if midnight has just passed, which sends the reminder.
  const sent = countMails();
  expect(await today()).not.toContain(title);
  const found: string[] = [];
  for (const role of ["guest", "member"] as const) {
    for (const name of ["job", "jobHere", "waiting"]) cast.things.set(`${name} of ${owner.id}`, id);
    for (const [, send] of Object.values(subjects).flat()) {
      if (!send.startsWith("GET")) continue;
      const [, address = ""] = (await fill(send, cast, cast.actors[role], cast.things)).split(" ");
      if (await shows(role, address)) found.push(`${role}: ${address}`);
    }
    for (const address of [...forGuests, ...forMembers])
      if (await shows(role, address)) found.push(`${role}: ${address}`);
  }
  expect(found).toEqual([]);
  // The reminder of its deadline, and a mail that was waiting.
  database
    .prepare("update notices set mail_at = 1, read_at = null where user_id = ?")
    .run(Number((member.program as Member).id));
  await passTime(server, dayMs);
  await settle(server);
  expect(countMails()).toBe(sent);

  for (const { browser, program } of [owner, admin, onTeam]) {
    const page = await browser.get(`/jobs/${id}`);
    expect([page.status, page.text.includes("This job is hidden")]).toEqual([200, true]);
    expect((await program.call("GET", `/api/jobs/${id}`)).status).toBe(200);
    expect((await browser.get("/jobs")).text).not.toContain(title);
  }
  expect((await owner.browser.get("/jobs/mine")).text).toContain(
    "Hidden, because several members reported it",
  );
  const shown = (await admin.browser.get(`/admin/reports/${lastReport(id)}`)).text;
  expect(shown).toMatch(/It asks for money[\s\S]*Members no longer see this job/);
});
