import { afterAll, beforeAll, expect, test } from "vitest";
import { mailSettings, ownOrigin, settle, subjectOf } from "../support/notices.ts";
import { browse, join, type Member, makeAdmin, people } from "../support/people.ts";
import { startServer } from "../support/server.ts";
import { startSmtp } from "../support/smtp.ts";
import { clock, passTime } from "../support/time.ts";
import { errorsOf, idIn, type Visitor } from "../support/visitor.ts";

const noon = Date.UTC(2030, 5, 3, 10);
const dayMs = 86_400_000;
const smtp = await startSmtp();
const server = await startServer(mailSettings(smtp, noon), undefined, clock);
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});
const dayIn = (days: number) => new Date(noon + days * dayMs).toISOString().slice(0, 10);

let asha: Member;
let rohan: Member;
let meera: Member;
let kabir: Member;
/** More members of Asha's batch than fit into one batch of notices. */
const mates: Member[] = [];
beforeAll(async () => {
  asha = await join(server, "asha");
  rohan = await join(server, "rohan");
  meera = await join(server, "meera");
  kabir = await join(server, "kabir");
  for (let count = 0; count < 5; count++)
    mates.push(await join(server, "asha", `mate${count}@college.example`));
  makeAdmin(server, meera);
});

const path = "/api/announcements";
const year = people.asha.batchYear;
const announcement = { text: "The library stays open until midnight.", batchYear: null, until: dayIn(7) };
const announce = (member: Visitor, more: object = {}, headers: Record<string, string> = {}) =>
  member.call("POST", path, { ...announcement, ...more }, headers);
const listOf = async (member: Visitor) => (await member.get(path)).body;
const kindsOf = async (member: Visitor) =>
  (await member.get("/api/notices")).body.data.map(({ kind }) => kind);
const name = (member: Member, batchYear: number | null, by: Visitor = meera) =>
  by.call("PUT", `/api/users/${member.id}/announcer`, { batchYear });
const nextDay = () => passTime(server, dayMs);

test("administrators can announce to everyone: on the page, on Today, in notices and by mail, until the last day", async () => {
  const made = await announce(meera);
  expect([made.status, made.body]).toMatchObject([
    201,
    { text: announcement.text, batchYear: null, until: dayIn(7), author: { id: meera.id }, reads: 0 },
  ]);
  expect(await listOf(kabir)).toMatchObject([{ id: idIn(made), reads: null }]);
  expect(await kindsOf(kabir)).toEqual(["announcement"]);
  expect(await kindsOf(meera)).toEqual([]);
  await settle(server);
  const mails = smtp.delivered.filter(({ to }) => to === kabir.email);
  expect(mails.map(subjectOf)).toEqual([`Announcement: “${announcement.text}”`]);
  expect(mails[0]?.text).toContain("Announced to you:");

  const browser = browse(server, kabir);
  const home = (await browser.get("/")).text;
  expect(home).toContain("Meera Nair announces to all members");
  expect(home).toContain(announcement.text);
  const cards = (await kabir.get("/api/users/me/today")).body;
  expect(cards.cards).toMatchObject([{ id: `announcement-${idIn(made)}`, kind: "administration" }]);
  const page = (await browser.get("/announcements", { "Sec-Fetch-Site": "same-origin" })).text;
  expect(page).toContain(announcement.text);
  expect(page).not.toMatch(/Read by|Take back|<textarea/);
  // Today no longer shows it to a member who has read it.
  expect((await browser.get("/")).text).not.toContain("announces to all members");
  expect(await listOf(meera)).toMatchObject([{ reads: "<5" }]);
  expect((await browse(server, meera).get("/announcements")).text).toContain("Read by a few");
  await asha.call("PUT", "/api/notices/read");
  for (const mate of [...mates, rohan]) await mate.call("PUT", "/api/notices/read");
  expect(await listOf(meera)).toMatchObject([{ reads: 8 }]);
  expect((await browse(server, meera).get("/announcements")).text).toContain("Read by 8");

  await passTime(server, 7 * dayMs);
  expect(await listOf(kabir)).toHaveLength(1);
  await nextDay();
  expect(await listOf(kabir)).toEqual([]);
  expect((await meera.call("DELETE", `${path}/${idIn(made)}`)).status).toBe(404);
});

test("each audience gets one announcement a day, even if several are posted at once or the first is withdrawn", async () => {
  const until = dayIn(20);
  const sent = await Promise.all([1, 2, 3].map(() => announce(meera, { until })));
  expect(sent.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  const batch = await announce(meera, { until, batchYear: year });
  expect(batch.status).toBe(201);
  expect((await announce(meera, { until, batchYear: 2026 })).status).toBe(201);
  expect((await meera.call("DELETE", `${path}/${idIn(batch)}`)).status).toBe(204);
  expect((await announce(meera, { until, batchYear: year })).status).toBe(409);
  await nextDay();
  expect((await announce(meera, { until, batchYear: year })).status).toBe(201);
});

test("members can announce only to batches whose announcers they are", async () => {
  await nextDay();
  const until = dayIn(20);
  expect((await announce(asha, { until, batchYear: year })).status).toBe(403);
  expect((await name(asha, year, rohan)).status).toBe(403);
  expect((await name(asha, 1900)).status).toBe(422);
  expect((await name({ ...asha, id: "999999" } as Member, year)).status).toBe(404);
  for (let twice = 0; twice < 2; twice++)
    expect((await name(asha, year)).body).toEqual({ id: asha.id, name: asha.name, batchYear: year });
  expect((await announce(asha, { until })).status).toBe(403);
  expect((await announce(asha, { until, batchYear: 2026 })).status).toBe(403);
  const made = await announce(asha, { until, batchYear: year });
  expect([made.status, made.body.reads]).toEqual([201, 0]);
  const has = async (member: Member) => (await listOf(member)).some(({ id }) => id === idIn(made));
  expect([await has(mates[0] as Member), await has(rohan), await has(meera)]).toEqual([true, false, true]);

  // Another batch's announcer cannot find it, and its readers cannot withdraw it.
  await name(rohan, 2026);
  expect((await rohan.call("DELETE", `${path}/${idIn(made)}`)).status).toBe(404);
  expect((await (mates[0] as Member).call("DELETE", `${path}/${idIn(made)}`)).status).toBe(403);

  const database = server.database();
  await nextDay();
  database.prepare("update users set muted_at = 1 where id = ?").run(Number(asha.id));
  const muted = await announce(asha, { until, batchYear: year });
  expect([muted.status, muted.body]).toMatchObject([403, { code: "muted" }]);
  database
    .prepare("update users set muted_at = null, status = 'suspended' where id = ?")
    .run(Number(asha.id));
  expect((await announce(asha, { until, batchYear: year })).status).toBe(401);
  database.prepare("update users set status = 'active' where id = ?").run(Number(asha.id));
  expect((await name(asha, null)).status).toBe(200);
  expect((await announce(asha, { until, batchYear: year })).status).toBe(403);

  const trail = (await browse(server, meera).get("/admin/audit?kind=announcements")).text;
  expect(trail).toContain(`announced to batch ${year}`);
  expect(trail).toContain(`took back an announcement to batch ${year}`);
  const ofMembers = (await browse(server, meera).get("/admin/audit?kind=members")).text;
  expect(ofMembers).toContain("For batch 2026");
  const named = "select member_id from audit_entries where action = 'named an announcer'";
  expect(database.prepare(named).pluck().all()).toEqual([Number(asha.id), Number(rohan.id)]);
  expect(ofMembers).toContain("took the announcing from");
});

test("members who block the author are not notified", async () => {
  await nextDay();
  await kabir.call("PUT", `/api/users/${meera.id}/block`);
  const before = (await kindsOf(kabir)).length;
  const made = await announce(meera, { until: dayIn(20) });
  expect(made.status).toBe(201);
  expect((await listOf(kabir)).map(({ id }) => id)).not.toContain(idIn(made));
  expect(await kindsOf(kabir)).toHaveLength(before);
  expect((await browse(server, kabir).get("/")).text).not.toContain("Meera Nair announces");
  await kabir.call("DELETE", `/api/users/${meera.id}/block`);
});

test("members without notices of announcements see the card on Today until they open or dismiss it", async () => {
  await nextDay();
  await rohan.call("PUT", "/api/users/me/notice-settings", { kinds: { announcement: "never" } });
  const ids = [
    await announce(meera, { until: dayIn(20) }),
    await announce(meera, { until: dayIn(20), batchYear: 2026 }),
  ];
  const [open, hide] = ids.map((made) => `announcement-${idIn(made)}`);
  const browser = browse(server, rohan);
  expect((await browser.get("/")).text).toMatch(/announces to batch 2026[\s\S]*announces to all members/);
  expect((await browser.post("/", { intent: "hide", card: hide ?? "" }, ownOrigin)).status).toBe(303);
  const opened = await browser.post("/", { intent: "open", card: open ?? "" }, ownOrigin);
  expect([opened.status, opened.headers.get("Location")]).toEqual([303, "/announcements"]);
  // The dismissed card is shown for one more page, with Undo.
  await browser.get("/");
  expect((await browser.get("/")).text).not.toMatch(new RegExp(`id="(${open}|${hide})"`));
  expect((await browse(server, asha).post("/", { intent: "hide", card: hide ?? "" }, ownOrigin)).status).toBe(
    404,
  );
});

test("withdrawing an announcement removes it everywhere with its notices, and a second time is 404", async () => {
  await nextDay();
  await meera.call("DELETE", `${path}/${(await listOf(meera))[0]?.id}`);
  const made = await announce(meera, { until: dayIn(20), text: "The pool opens at six." });
  const before = await kindsOf(kabir);
  const address = `${path}/${idIn(made)}`;
  expect((await meera.call("DELETE", address)).status).toBe(204);
  expect((await meera.call("DELETE", address)).status).toBe(404);
  expect(await kindsOf(kabir)).toHaveLength(before.length - 1);
  expect((await listOf(kabir)).map(({ id }) => id)).not.toContain(idIn(made));
  expect((await browse(server, kabir).get("/")).text).not.toContain("The pool opens at six.");
});

test("a large audience is notified in batches, and withdrawing the announcement cancels the remaining ones", async () => {
  await nextDay();
  const database = server.database();
  database.exec(`with recursive each(n) as (select 1 union all select n + 1 from each where n < 1200)
    insert into users (email, first_name, last_name, name, batch_year, created_at)
    select 'crowd' || n || '@college.example', 'Crowd', n, 'Crowd ' || n, 1999, 1 from each`);
  const told = () =>
    database
      .prepare("select count(*) from notices where kind = 'announcement' and subject = ?")
      .pluck()
      .get(idIn(made));
  const made = await announce(meera, { until: dayIn(20), batchYear: 1999 });
  await expect.poll(told).toBe(1200);
  expect((await meera.call("DELETE", `${path}/${idIn(made)}`)).status).toBe(204);
  expect(told()).toBe(0);
  expect(database.prepare("select count(*) from fan_outs where kind = 'announcement'").pluck().get()).toBe(0);
});

test("errors appear beside their fields, and nothing is announced", async () => {
  await nextDay();
  const cases: [object, object][] = [
    [{ text: "a".repeat(1_001) }, { text: ["At most 1000 characters"] }],
    [{ text: " " }, { text: ["Write what you announce"] }],
    [{ until: "2030-02-31" }, { until: ["Choose a day such as 2030-12-31"] }],
    [{ until: "" }, { until: ["Choose the last day on which it is shown"] }],
    [{ until: dayIn(-1) }, { until: ["Choose today or a later day"] }],
    [{ until: dayIn(500) }, { until: ["Choose a day within a year"] }],
    [{ batchYear: 1900 }, { batchYear: ["Choose a batch from the list"] }],
    [{ batchYear: 2027.5 }, { batchYear: ["Choose a batch from the list"] }],
    [{ batchYear: { of: 2027 } }, { batchYear: ["Choose a batch from the list"] }],
  ];
  const before = (await listOf(meera)).length;
  for (const [more, errors] of cases) {
    const answer = await announce(meera, { until: dayIn(20), ...more });
    expect([more, answer.status, errorsOf(answer)]).toEqual([more, 422, errors]);
  }
  const browser = browse(server, meera);
  const typed = { intent: "announce", text: "The pool is closed.", batchYear: "", until: dayIn(-1) };
  const refused = await browser.post("/announcements", typed, ownOrigin);
  expect([refused.status, refused.text.includes("The pool is closed.</textarea>")]).toEqual([422, true]);
  expect(refused.text).toContain("Choose today or a later day");
  expect(await listOf(meera)).toHaveLength(before);

  const done = await browser.post("/announcements", { ...typed, until: dayIn(20) }, ownOrigin);
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/announcements"]);
  const again = await browser.post("/announcements", { ...typed, until: dayIn(20) }, ownOrigin);
  expect([again.status, again.text.includes("There has already been an announcement there today")]).toEqual([
    409,
    true,
  ]);
  const [{ id } = { id: "" }] = await listOf(meera);
  for (const status of [303, 404])
    expect((await browser.post("/announcements", { intent: "delete", id }, ownOrigin)).status).toBe(status);
});

test("an administrator can make a member an announcer on the member's page", async () => {
  const browser = browse(server, meera);
  const address = `/admin/members/${rohan.id}`;
  expect((await browser.get(address)).text).toContain("Announces to");
  const wrong = await browser.post(address, { intent: "announcer", batchYear: "1900" }, ownOrigin);
  expect([wrong.status, wrong.text.includes("Choose a batch from the list")]).toEqual([422, true]);
  const named = await browser.post(address, { intent: "announcer", batchYear: "2029" }, ownOrigin);
  expect([named.status, named.headers.get("Location")]).toEqual([303, address]);
  expect((await browser.get(address)).text).toContain("Rohan Pillai may announce to batch 2029 now.");
  const page = (await browse(server, rohan).get("/announcements")).text;
  expect(page).toMatch(/<option value="2029"[^>]*>Batch 2029/);
  expect(page).not.toContain(">All members<");
});
