import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { letter, pdf } from "../support/application.ts";
import { announce, beginSoon, inDays } from "../support/events.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { askMentor, offerMentoring } from "../support/mentoring.ts";
import { hourMs } from "../support/notices.ts";
import {
  browse,
  job,
  join,
  type Member,
  makeAdmin,
  openSession,
  type PersonName,
  people,
  postJob,
} from "../support/people.ts";
import { answer, ask } from "../support/questions.ts";
import { startServer } from "../support/server.ts";
import { Socket } from "../support/socket.ts";
import { clock, dayIn, passTime, resetClock } from "../support/time.ts";
import { share } from "../support/upload.ts";
import { idIn, Visitor } from "../support/visitor.ts";

const server = await shareServer(unlimited, clock);
const database = server.database();
const run = (statement: string, ...values: unknown[]) => database.prepare(statement).run(...values);

interface Card {
  id: string;
  kind: string;
  text: string;
  url: string;
  act: { label: string; method: string; url: string } | null;
  person: { id: string | null; name: string } | null;
}

let joined = 0;
/** The year of the next 30 June, when a batch graduates. */
const nextJune = () => Number(dayIn(0).slice(0, 4)) + (dayIn(0).slice(5) > "06-30" ? 1 : 0);
/** Asha is in her fourth year, Rohan has just graduated, and Kabir is in his second year, whatever the date is. */
const batches = {
  asha: nextJune(),
  rohan: nextJune() - 1,
  meera: people.meera.batchYear,
  kabir: nextJune() + 2,
};

/** @returns a new member for the test, by default a student in her last year */
async function someone(name: PersonName = "asha", fields: Record<string, unknown> = {}): Promise<Member> {
  const member = await join(server, name, `today${joined++}@college.example`);
  for (const [column, value] of Object.entries({ batch_year: batches[name], ...fields }))
    run(`update users set ${column} = ? where id = ?`, value, Number(member.id));
  return member;
}

async function read(member: Visitor): Promise<{ line: string; cards: Card[] }> {
  const { status, body, text } = await member.get("/api/users/me/today");
  expect(status, text).toBe(200);
  return body;
}
const cardsOf = async (member: Visitor) => (await read(member)).cards;
const kindsOf = async (member: Visitor) => (await cardsOf(member)).map(({ kind }) => kind);
/** Expects exactly one card of the kind. @returns it */
async function cardOf(member: Visitor, kind: string): Promise<Card> {
  const found = (await cardsOf(member)).filter((card) => card.kind === kind);
  expect(found).toHaveLength(1);
  return found[0] as Card;
}
const hasNone = async (member: Visitor, kind: string) =>
  expect((await kindsOf(member)).filter((one) => one === kind)).toEqual([]);

beforeEach(() => run("update users set mentoring_places = null"));

/** Deletes what other tests left for Today. */
const clear = () => {
  for (const table of ["events", "questions", "jobs", "resources"]) run(`delete from ${table}`);
};

const send = (from: Member, to: Member, content: string, isAnonymous = false) =>
  from.call("POST", "/api/messages/send", { senderId: from.id, receiverId: to.id, content, isAnonymous });
const block = (member: Member, other: Member) => member.call("PUT", `/api/users/${other.id}/block`);
const press = (member: Visitor, card: string, intent = "act") => member.post("/", { intent, card });
const perform = (member: Visitor, { act }: Card) => member.call(act?.method ?? "", act?.url ?? "");

test("unread messages have a card until they are read, on any device", async () => {
  const [asha, rohan] = [await someone(), await someone("rohan")];
  await send(rohan, asha, "Did the sensor answer?");
  const card = await cardOf(asha, "messages");
  expect(card).toMatchObject({
    text: "Rohan Pillai wrote to you: “Did the sensor answer?”",
    url: `/messages/${rohan.id}`,
    act: { label: "Read", method: "GET", url: `/messages/${rohan.id}` },
    person: { id: rohan.id, name: "Rohan Pillai" },
  });
  expect((await browse(server, asha).get("/")).text).toContain("Rohan Pillai wrote to you");
  const other = await Socket.of(asha);
  await asha.call("PUT", `/api/messages/seen/${card.id.slice("messages-".length)}`);
  await other.next("unread_messages");
  await other.close();
  await hasNone(asha, "messages");
});

test("an anonymous sender's card has no id, and a block by name or alias does not reveal the other", async () => {
  const [asha, rohan] = [await someone(), await someone("rohan")];
  await send(rohan, asha, "Who am I?", true);
  const card = await cardOf(asha, "messages");
  expect(card.person).toEqual({ id: null, name: "Anonymous" });
  expect(card.url).toMatch(/^\/messages\/anon_/);
  expect(JSON.stringify(card)).not.toContain("Rohan");
  await block(asha, rohan);
  expect((await cardOf(asha, "messages")).id).toBe(card.id);
  await asha.call("PUT", `/api/users/${card.url.slice("/messages/".length)}/block`);
  await hasNone(asha, "messages");
});

test("a request to connect can be accepted on its card, on the page and in the API", async () => {
  const [asha, rohan, meera] = [await someone(), await someone("rohan"), await someone("meera")];
  for (const member of [rohan, meera]) await member.call("PUT", `/api/users/${asha.id}/connection`);
  const byId = async () => (await cardsOf(asha)).map(({ id }) => id);
  expect(await byId()).toEqual([`request-${meera.id}`, `request-${rohan.id}`]);
  const other = await Socket.of(asha);
  const pressed = await press(browse(server, asha), `request-${meera.id}`);
  expect([pressed.status, pressed.headers.get("Location")]).toEqual([303, "/"]);
  await other.next("notice");
  await other.close();
  const [card] = await cardsOf(asha);
  expect(card?.act).toEqual({
    label: "Accept",
    method: "POST",
    url: `/api/users/me/today/request-${rohan.id}`,
  });
  if (card) expect((await perform(asha, card)).status).toBe(204);
  expect(await byId()).toEqual([]);
  expect((await asha.get(`/api/users/${rohan.id}`)).body).toMatchObject({ connection: "connected" });
  // A second press changes nothing, and an unknown request is refused.
  expect((await press(browse(server, asha), `request-${rohan.id}`)).status).toBe(303);
  expect((await press(browse(server, rohan), `request-${meera.id}`)).status).toBe(409);
});

test("a mentoring request can be accepted on its card, and is refused there without a free place", async () => {
  const [mentor, asha, kabir] = [await someone("meera"), await someone(), await someone("kabir")];
  offerMentoring(server, mentor, { places: 1 });
  await askMentor(asha, mentor);
  await askMentor(kabir, mentor);
  const [first, second] = await cardsOf(mentor);
  expect([first?.text, second?.act?.label]).toEqual([
    "Kabir Sethi asks you to be their mentor: About firmware",
    "Accept",
  ]);
  if (!first || !second) return;
  expect((await perform(mentor, first)).status).toBe(204);
  const refused = await press(browse(server, mentor), second.id);
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("All your places are taken")]);
  expect((await cardsOf(mentor)).map(({ id }) => id)).toEqual([second.id]);
});

test("an application creates a card for the poster, and its answer one for the applicant", async () => {
  clear();
  const applicationCard = async (member: Member) =>
    (await cardsOf(member)).find((card) => card.id.startsWith("application"));
  const [poster, rohan, kabir] = [await someone(), await someone("rohan"), await someone("kabir")];
  const here = { ...job, title: "Ropewalk", applicationMethod: "here", applicationLink: null };
  const { id } = (await poster.call("POST", "/api/jobs", here)).body;
  const apply = async (member: Member) => {
    const form = new FormData();
    form.set("letter", letter);
    form.set("file", new File([pdf], "cv.pdf", { type: "application/pdf" }));
    return idIn(await member.call("POST", `/api/jobs/${id}/applications`, form));
  };
  const first = await apply(rohan);
  const url = `/jobs/${id}/applications`;
  const waiting = await applicationCard(poster);
  expect(waiting).toMatchObject({
    id: `applications-${first}`,
    text: "An application is waiting for your answer: Ropewalk",
    url,
    act: { label: "Read", method: "GET", url },
  });
  expect((await press(browse(server, poster), waiting?.id ?? "", "hide")).status).toBe(303);
  expect(await applicationCard(poster)).toBeUndefined();
  const second = await apply(kabir);
  expect((await applicationCard(poster))?.text).toBe("2 applications are waiting for your answer: Ropewalk");
  for (const member of [rohan, kabir]) expect(await applicationCard(member)).toBeUndefined();

  const answers = [
    [first, { state: "invited", text: "Come on Friday." }],
    [second, { state: "declined" }],
  ] as const;
  for (const [application, given] of answers)
    expect((await poster.call("PUT", `/api${url}/${application}`, given)).status).toBe(200);
  expect(await applicationCard(poster)).toBeUndefined();
  const told = await applicationCard(rohan);
  expect(told).toMatchObject({
    text: "You are invited: Ropewalk: “Come on Friday.”",
    url: `/jobs/${id}#application`,
    person: { id: poster.id },
  });
  expect((await applicationCard(kabir))?.text).toBe("Not this time: Ropewalk");
  await browse(server, rohan).get(`/jobs/${id}`, { "Sec-Fetch-Site": "same-origin" });
  expect(await applicationCard(rohan)).toBeUndefined();
});

test("a request to organize an event has a card until it is answered", async () => {
  clear();
  const [asha, rohan] = [await someone(), await someone("rohan")];
  const { id } = await announce(asha);
  const organizing = async (member: Member) =>
    (await cardsOf(member)).find((card) => card.id === `organize-${id}`);
  expect(await organizing(rohan)).toBeUndefined();
  expect((await asha.call("PUT", `/api/events/${id}/organizers/${rohan.id}`, {})).status).toBe(200);
  const card = await organizing(rohan);
  expect(card).toMatchObject({
    kind: "request",
    url: `/events/${id}`,
    act: { label: "Answer", method: "GET" },
  });
  expect(card?.text).toMatch(/^You are asked to organize /);
  expect(await organizing(asha)).toBeUndefined();
  expect((await rohan.call("PUT", `/api/events/${id}/organizers/${rohan.id}`, {})).status).toBe(200);
  expect(await organizing(rohan)).toBeUndefined();
});

test("an answer to a member's question, also an anonymous one, has a card until it is read", async () => {
  clear();
  const [asha, rohan, meera] = [await someone(), await someone("rohan"), await someone("meera")];
  const named = await ask(asha);
  await answer(rohan, named.id);
  const card = await cardOf(asha, "answer");
  expect(card.url).toMatch(new RegExp(`^/questions/${named.id}#answer-\\d+$`));
  expect(card.act).toMatchObject({ label: "Read", url: card.url });
  expect(card.text).toContain("Rohan Pillai answered your question");
  const { id: second } = await answer(meera, named.id, "Take *Control*.\n\nIt has the best lab.");
  const more = await cardOf(asha, "answer");
  expect(more).toMatchObject({
    person: null,
    text: expect.stringMatching(/^2 people answered your question: “Take Control.” · /),
    url: `/questions/${named.id}#answer-${second}`,
  });
  const hidden = await ask(asha, { isAnonymous: true });
  await answer(rohan, hidden.id);
  expect((await kindsOf(asha)).filter((kind) => kind === "answer")).toHaveLength(2);
  const scoped = await makeToken(asha, ["questions:read", "users:read"]);
  expect((await cardsOf(scoped)).map(({ url }) => url)).toEqual([`/questions/${named.id}#answer-${second}`]);
  const page = browse(server, asha);
  for (const { id, slug } of [named, hidden])
    await page.get(`/questions/${id}/${slug}`, { "Sec-Fetch-Site": "same-origin" });
  await hasNone(asha, "answer");
});

test("an answer from a blocked member creates no card", async () => {
  clear();
  const [asha, rohan] = [await someone(), await someone("rohan")];
  const { id } = await ask(asha);
  await answer(rohan, id);
  await block(asha, rohan);
  await hasNone(asha, "answer");
});

test("a seat from the waiting list has a card, which offers a calendar file once it is done", async () => {
  clear();
  const [host, asha, rohan] = [await someone("meera"), await someone(), await someone("rohan")];
  const { id, title } = await announce(host, { date: inDays(10), registrationLimit: 1 });
  await rohan.call("POST", `/api/events/${id}/register`);
  await asha.call("POST", `/api/events/${id}/waiting`);
  await rohan.call("POST", `/api/events/${id}/unregister`);
  const card = await cardOf(asha, "seat");
  expect(card).toMatchObject({
    text: expect.stringContaining(`You have a seat: ${title}`),
    act: { label: "Add to calendar", method: "GET", url: `/events/${id}.ics` },
  });
  expect((await asha.get(`/events/${id}.ics`)).status).toBe(200);
  const page = browse(server, asha);
  const opened = await press(page, card.id, "download");
  expect([opened.status, opened.headers.get("Location")]).toEqual([303, "/"]);
  expect((await page.get("/")).text).toContain(`href="/events/${id}.ics"`);
  await hasNone(asha, "seat");
});

test("Today shows the member's own events within two days, and others' events with free seats", async () => {
  clear();
  const [host, asha] = [await someone("meera"), await someone()];
  const own = await announce(host, { date: inDays(8), title: "Kite workshop" });
  await asha.call("POST", `/api/events/${own.id}/register`);
  await hasNone(asha, "event");
  beginSoon(server, own.id);
  expect(await cardOf(asha, "event")).toMatchObject({
    id: `event-${own.id}`,
    act: { label: "Add to calendar" },
  });
  const full = await announce(host, { date: inDays(3), title: "Full house", registrationLimit: 1 });
  await (await someone("kabir")).call("POST", `/api/events/${full.id}/register`);
  const other = await announce(host, { date: inDays(4), title: "Night sky walk" });
  const invited = (await cardsOf(asha)).find(({ id }) => id === `coming-${other.id}`);
  expect(invited).toMatchObject({ kind: "event", act: { label: "I'm coming" }, person: { id: host.id } });
  expect((await cardsOf(host)).map(({ id }) => id)).toEqual([`event-${own.id}`]);
  if (invited) expect((await press(browse(server, asha), invited.id)).status).toBe(303);
  expect((await asha.get(`/api/events/${other.id}`)).text).toContain(asha.id);
  expect((await cardsOf(asha)).map(({ id }) => id)).toEqual([`event-${own.id}`]);
  const kabir = await someone("kabir");
  await block(kabir, host);
  expect((await cardsOf(kabir)).map(({ id }) => id)).toEqual([]);
});

test("Today shows questions the member could answer, but not their own, answered ones or ones asked of someone else", async () => {
  clear();
  const [asker, asha, rohan] = [await someone("meera"), await someone(), await someone("rohan")];
  offerMentoring(server, asha, { topic: "firmware" });
  offerMentoring(server, rohan, { topic: "firmware" });
  await ask(asha, { tags: ["firmware"] });
  await ask(asha, { tags: ["firmware"], isAnonymous: true });
  await hasNone(asha, "question");
  const ofRohan = await ask(asker, { tags: ["firmware"], ask: [rohan.id] });
  await hasNone(asha, "question");
  expect((await cardsOf(rohan))[0]).toMatchObject({
    id: `question-${ofRohan.id}`,
    text: `Meera Nair asks you: “${ofRohan.title}”`,
    act: { label: "Answer", method: "GET" },
  });
  await ask(asker, { tags: ["poetry"] });
  await hasNone(asha, "question");
  const hidden = await ask(asker, { tags: ["firmware"], isAnonymous: true });
  const card = await cardOf(asha, "question");
  expect(card).toMatchObject({ id: `question-${hidden.id}`, person: { id: null, name: "Anonymous alum" } });
  expect(JSON.stringify(card)).not.toMatch(/Meera|anon_/);
  expect((await browse(server, asha).get("/")).text).not.toMatch(/Meera Nair/);
  await answer(asha, hidden.id);
  await hasNone(asha, "question");
});

test.each([
  ["a skill", { skills: "C, firmware" }, { tags: ["firmware"] }],
  ["the company", { company: "Northlight" }, { tags: ["northlight"] }],
  ["the branch in the title", { branch: "Civil" }, { title: "Does civil engineering pay?" }],
])("a question matches by %s", async (_, fields, asked) => {
  clear();
  const [asker, asha] = [await someone("meera"), await someone("asha", fields)];
  await hasNone(asha, "question");
  const { id } = await ask(asker, asked);
  expect((await cardOf(asha, "question")).id).toBe(`question-${id}`);
  await block(asker, asha);
  await hasNone(asha, "question");
});

test("new notes for the member's year have a card until they are downloaded", async () => {
  clear();
  const [giver, asha, kabir] = [await someone("meera"), await someone(), await someone("kabir")];
  const file = { name: "signals.txt", bytes: Buffer.from(`signals ${giver.id}`) };
  const shared = await share(giver, file, { title: "Signals, unit 2", year: "4", courseCode: "EC204" });
  const { id } = shared.body.data;
  expect(await cardOf(asha, "note")).toMatchObject({
    text: "New for your year: Signals, unit 2: EC204 · from Meera Nair",
    act: { label: "Keep on this device", method: "GET", url: `/files/${id}/signals.txt` },
    person: { id: giver.id },
  });
  for (const other of [giver, kabir]) await hasNone(other, "note");
  const page = browse(server, asha);
  const opened = await press(page, `note-${id}`, "download");
  expect([opened.status, opened.headers.get("Location")]).toEqual([303, "/"]);
  expect((await page.get("/")).text).toContain(`href="/files/${id}/signals.txt">Download`);
  await hasNone(asha, "note");
  expect((await press(browse(server, kabir), `note-${id}`, "download")).status).toBe(404);
});

test("jobs that match a saved search or a skill can be saved on their card", async () => {
  clear();
  const [poster, asha, alumna] = [await someone("meera"), await someone(), await someone("meera")];
  const query = "search=lantern";
  for (const member of [asha, alumna])
    await member.call("POST", "/api/saved-searches", { kind: "jobs", query, frequency: "daily" });
  const bySkill = await postJob(poster, { title: "Data intern", requiredSkills: ["python"] });
  const bySearch = await postJob(poster, { title: "Lantern keeper", requiredSkills: [] });
  await postJob(poster, { title: "Cook", requiredSkills: [] });
  run(
    "update jobs set closed_at = 1 where id = ?",
    Number(await postJob(poster, { requiredSkills: ["python"] })),
  );
  const shown = async (member: Member) => (await cardsOf(member)).map(({ id, text }) => `${id} ${text}`);
  expect(await shown(asha)).toEqual([
    `job-${bySearch} Lantern keeper at Northlight Robotics: New for your search “lantern”`,
    `job-${bySkill} Data intern at Northlight Robotics: Asks for Python, one of your skills`,
  ]);
  expect(await shown(alumna)).toEqual([expect.stringContaining(`job-${bySearch} `)]);
  const page = browse(server, asha);
  expect((await press(page, `job-${bySearch}`)).status).toBe(303);
  expect((await page.get("/")).text).toContain("Saved. You'll find it in My jobs.");
  expect((await asha.call("POST", `/api/users/me/today/job-${bySkill}`)).status).toBe(204);
  expect(await shown(asha)).toEqual([]);
  expect((await page.get("/jobs/mine?show=saved")).text).toContain("Lantern keeper");
  const unread = database.prepare(
    "select count(*) from notices where user_id = ? and kind = 'saved-search' and read_at is null",
  );
  expect(unread.pluck().get(Number(asha.id))).toBe(0);
});

test("a member's own posting that closes within three days has a card", async () => {
  clear();
  const alumna = await someone("meera");
  const posted = await alumna.call("POST", "/api/jobs", { ...job, deadline: dayIn(2) });
  const { id } = posted.body;
  expect(await cardOf(alumna, "job")).toMatchObject({
    id: `posting-${id}-${dayIn(2)}`,
    act: { label: "Choose a later day", url: `/jobs/${id}/edit` },
  });
  await alumna.call("PUT", `/api/jobs/${id}`, { deadline: dayIn(30) });
  await hasNone(alumna, "job");
});

test("thanks with their line have a card until they are read", async () => {
  clear();
  const [asha, rohan] = [await someone(), await someone("rohan")];
  const { id } = await ask(rohan);
  const given = await answer(asha, id);
  await rohan.call("PUT", `/api/answers/${given.id}/thanks`, {
    line: "I got the internship.",
    withName: true,
  });
  const card = await cardOf(asha, "thanks");
  expect(card).toMatchObject({
    text: expect.stringMatching(/ helped Rohan Pillai: “I got the internship\.”$/),
    act: { label: "Read", method: "GET", url: "/people/me/thanks" },
    person: { id: rohan.id },
  });
  await browse(server, asha).get("/people/me/thanks", { "Sec-Fetch-Site": "same-origin" });
  await hasNone(asha, "thanks");
});

test("a new member of an alumna's batch has a card that can ask them to connect", async () => {
  const year = 2016;
  const alumna = await someone("meera", { batch_year: year });
  const mate = await someone("rohan", { batch_year: year, created_at: Date.now() + 1_000 });
  expect(await cardOf(alumna, "request")).toMatchObject({
    id: `batch-${mate.id}`,
    text: expect.stringContaining("Rohan Pillai from your batch has joined"),
    act: { label: "Connect" },
  });
  expect((await press(browse(server, alumna), `batch-${mate.id}`)).status).toBe(303);
  await hasNone(alumna, "request");
  expect((await cardOf(mate, "request")).id).toBe(`request-${alumna.id}`);
});

test("a student without a mentor sees a matching mentor until they have asked one", async () => {
  clear();
  const [elder, full, asha] = [
    await someone("meera", { batch_year: 2012 }),
    await someone("meera", { batch_year: 2012, skills: "" }),
    await someone("asha", { skills: "C, Firmware" }),
  ];
  offerMentoring(server, full, { places: 1 });
  await askMentor(await someone("kabir"), full);
  run("update mentorings set state = 'accepted', answered_at = 1 where mentor_id = ?", Number(full.id));
  await hasNone(asha, "request");
  offerMentoring(server, elder);
  const card = await cardOf(asha, "request");
  expect(card).toMatchObject({
    id: `mentor-${elder.id}`,
    text: expect.stringMatching(/^Meera Nair could be your mentor: .+ · About firmware$/),
    url: `/people/${elder.id}`,
    act: { label: "Ask to be mentored", method: "GET", url: `/mentoring/new?mentor=${elder.id}` },
    person: { id: elder.id },
  });
  // No card for alumni, for students without a common skill or branch, or without a batch year.
  for (const other of [
    await someone("meera", { skills: "Firmware" }),
    await someone("asha", { skills: "", branch: null }),
    await someone("asha", { skills: "Firmware", batch_year: null }),
  ])
    await hasNone(other, "request");
  const byBranch = await someone("asha", { skills: "", branch: "Civil" });
  await hasNone(byBranch, "request");
  run("update users set branch = 'Civil' where id = ?", Number(elder.id));
  expect((await cardOf(byBranch, "request")).id).toBe(card.id);
  await block(elder, byBranch);
  await hasNone(byBranch, "request");
  run("update users set not_now_until = '2199-01-01' where id = ?", Number(elder.id));
  await hasNone(asha, "request");
  run("update users set not_now_until = null where id = ?", Number(elder.id));
  await askMentor(asha, elder);
  await hasNone(asha, "request");
});

test("administrators see pending work, and nobody else does", async () => {
  const [admin, asha, kabir] = [await someone("meera"), await someone(), await someone("kabir")];
  makeAdmin(server, admin);
  await hasNone(admin, "administration");
  await asha.call("POST", "/api/reports", { subject: "user", subjectId: kabir.id, reason: "Spam" });
  run(
    "insert into reports (reporter_id, subject, subject_id, reason, created_at) values (?, 'user', ?, 'Spam', 1)",
    Number(asha.id),
    kabir.id,
  );
  run("update users set status = 'pending' where id = ?", Number(kabir.id));
  const shown = (await cardsOf(admin)).filter(({ kind }) => kind === "administration");
  expect(shown.map(({ text, act }) => [text, act?.url])).toEqual([
    ["A report is waiting for a decision", "/admin/reports"],
    ["Somebody is waiting for approval", "/admin/members?list=pending"],
  ]);
  await hasNone(asha, "administration");
  run("update users set status = 'active' where id = ?", Number(kabir.id));
  run("update reports set resolved_at = 1, outcome = 'dismissed'");
  await hasNone(admin, "administration");
});

/** @returns a program with a token limited to these scopes */
async function makeToken(member: Member, scopes: string[]): Promise<Visitor> {
  const secret = openSession(server, member.id, "token");
  run(
    "update sessions set scopes = ? where rowid = (select max(rowid) from sessions)",
    JSON.stringify(scopes),
  );
  return Object.assign(new Visitor(server.url), { token: secret });
}

/** @returns a member with a card from every source */
async function everything(name: PersonName): Promise<Member> {
  clear();
  const me = await someone(name, { batch_year: name === "asha" ? batches.asha : 2012 });
  const others = [await someone("rohan"), await someone("kabir"), await someone("rohan")];
  const [rohan, kabir, host] = others as [Member, Member, Member];
  offerMentoring(server, me, { places: 2 });
  for (const other of [rohan, kabir]) {
    await send(other, me, "Hello");
    await other.call("PUT", `/api/users/${me.id}/connection`);
    await ask(other, { tags: ["firmware"] });
  }
  await askMentor(kabir, me);
  await answer(rohan, (await ask(me)).id);
  const near = await announce(host, { date: inDays(8) });
  await me.call("POST", `/api/events/${near.id}/register`);
  beginSoon(server, near.id);
  await announce(host, { date: inDays(6), title: "Open house" });
  await host.call("POST", "/api/jobs", { ...job, requiredSkills: ["python"] });
  await me.call("POST", "/api/jobs", { ...job, deadline: dayIn(2) });
  await someone("asha", { batch_year: 2012, created_at: Date.now() + 1_000 });
  const file = { name: "unit.txt", bytes: Buffer.from(`unit ${me.id}`) };
  await share(host, file, { year: "4" });
  return me;
}
const names = (cards: Card[]) => cards.map(({ id }) => id.split("-")[0]);

test("Today has at most seven cards, ordered differently for students and alumni, with an administrator's last", async () => {
  const asha = await everything("asha");
  const student = ["messages", "request", "mentoring", "answer", "event", "coming", "question"];
  const { cards, line } = await read(asha);
  expect(names(cards)).toEqual(student);
  expect(line).toMatch(/^Tomorrow: .+|^\w+day \d+ \w+, (\w+ days to .+|.+ today at \d\d:\d\d)$/);
  const page = (await browse(server, asha).get("/")).text;
  expect(page.match(/name="card"/g)).toHaveLength(7);
  const places = cards.map(({ id }) => page.indexOf(`id="${id}"`));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  // Dismissed cards are replaced by the next ones.
  for (const { id } of cards.slice(0, 4)) await asha.call("DELETE", `/api/users/me/today/${id}`);
  const next = ["messages", "request", "event", "coming", "question", "note", "job"];
  expect(names(await cardsOf(asha))).toEqual(next);
  makeAdmin(server, asha);
  run(
    "insert into reports (reporter_id, subject, subject_id, reason, created_at) values (?, 'user', '1', 'Spam', 1)",
    Number(asha.id),
  );
  const ofAdmin = names(await cardsOf(asha));
  expect([ofAdmin.length, ofAdmin.at(-1)]).toEqual([7, "reports"]);
  run("delete from reports");

  const meera = await everything("meera");
  const alumni = ["messages", "request", "mentoring", "question", "batch", "posting", "event"];
  expect(names(await cardsOf(meera))).toEqual(alumni);
});

test("a full Today page has at most 10 KB of HTML and styles", async () => {
  const asha = await everything("asha");
  run("update users set steps_dismissed_at = 1 where id = ?", Number(asha.id));
  const page = browse(server, asha);
  const weigh = async () => {
    const { text, headers } = await page.get("/", { "Accept-Encoding": "br" });
    expect(text.match(/name="card"/g)).toHaveLength(7);
    let bytes = Number(headers.get("Content-Length"));
    for (const [, file = ""] of text.matchAll(/<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"/g))
      bytes += Number((await page.get(file, { "Accept-Encoding": "br" })).headers.get("Content-Length"));
    return bytes;
  };
  // The first responses are compressed fast, later ones harder.
  await expect.poll(weigh).toBeLessThanOrEqual(10 * 1024);
});

test("the heading line names the member's next event, else the community's, else only the day", async () => {
  clear();
  const [host, asha] = [await someone("meera"), await someone()];
  expect((await read(asha)).line).toMatch(/^\w+day \d{1,2} \w+$/);
  await announce(host, { date: inDays(3), title: "Theirs" });
  expect((await read(asha)).line).toMatch(/, three days to Theirs$/);
  const own = await announce(host, { date: inDays(5), title: "Mine" });
  await asha.call("POST", `/api/events/${own.id}/register`);
  expect((await read(asha)).line).toMatch(/, five days to Mine$/);
});

test("“Dismiss” hides a card, with Undo, on the page and through the API, and the member's other devices learn of it", async () => {
  clear();
  const [asha, host] = [await someone("asha", { steps_dismissed_at: 1 }), await someone("meera")];
  const { id: eventId } = await announce(host, { date: inDays(4) });
  const id = `coming-${eventId}`;
  const other = await Socket.of(asha);
  const page = browse(server, asha);
  expect((await press(page, id, "hide")).status).toBe(303);
  const shown = (await page.get("/")).text;
  expect(shown).toContain("Dismissed. It won&#x27;t come back.");
  expect(shown).toContain("That is all. Go outside.");
  expect(shown).toContain('value="bring-back"');
  await other.next("notice");
  await hasNone(asha, "event");
  expect((await asha.call("DELETE", `/api/users/me/today/${id}`)).status).toBe(204);
  expect((await press(page, id, "bring-back")).status).toBe(303);
  await other.next("notice");
  await other.close();
  expect((await cardOf(asha, "event")).id).toBe(id);
  for (const method of ["PUT", "DELETE", "DELETE", "PUT", "PUT"])
    expect((await asha.call(method, `/api/users/me/today/${id}`)).status).toBe(204);
  expect((await cardOf(asha, "event")).id).toBe(id);
});

test("“Later” hides a request until the next day, and Undo restores it", async () => {
  clear();
  const [asha, rohan] = [await someone("asha", { steps_dismissed_at: 1 }), await someone("rohan")];
  await rohan.call("PUT", `/api/users/${asha.id}/connection`);
  onTestFinished(() => resetClock(server));
  const id = `request-${rohan.id}`;
  const page = browse(server, asha);
  expect((await page.get("/")).text).toMatch(/Decline….*Later/s);
  await press(page, id, "hide");
  expect((await page.get("/")).text).toContain("Hidden until tomorrow.");
  await hasNone(asha, "request");
  expect((await press(page, id, "bring-back")).status).toBe(303);
  await cardOf(asha, "request");
  await press(page, id, "hide");
  await passTime(server, 24 * hourMs);
  await cardOf(asha, "request");
  await press(page, id, "hide");
  await hasNone(asha, "request");
});

test("a finished card keeps its position on the next page load, and is gone on the one after", async () => {
  clear();
  const [asha, host] = [await someone("asha", { steps_dismissed_at: 1 }), await someone("meera")];
  const [rohan, kabir, dev] = [await someone("rohan"), await someone("kabir"), await someone("meera")];
  const first = await announce(host, { date: inDays(3), title: "Night sky walk" });
  const second = await announce(host, { date: inDays(4), title: "Kite workshop" });
  for (const member of [dev, kabir, rohan]) await member.call("PUT", `/api/users/${asha.id}/connection`);
  const page = browse(server, asha);
  const headings = async () => {
    const { text } = await page.get("/");
    const ids = [...text.matchAll(/<h3 id="([a-z]+-\d+)"/g)].map(([, id]) => id);
    return { ids, text };
  };
  const requestOf = ({ id }: Member) => `request-${id}`;
  const before = (await headings()).ids;
  expect(before).toEqual([requestOf(rohan), requestOf(kabir), `coming-${first.id}`]);

  const fields = { intent: "act", card: requestOf(kabir), position: "1" };
  expect((await page.post("/", fields)).status).toBe(303);
  const accepted = await headings();
  expect(accepted.ids.slice(0, 2)).toEqual(before.slice(0, 2));
  expect(accepted.text).toContain("You&#x27;re connected with Kabir Sethi.");
  expect(accepted.text).toContain('value="undo"');
  expect((await headings()).ids).toEqual([requestOf(rohan), requestOf(dev), `coming-${first.id}`]);

  // The second event is shown only after the finished card is gone.
  await page.post("/", { intent: "act", card: `coming-${first.id}`, position: "2" });
  expect((await headings()).ids[2]).toBe(`coming-${first.id}`);
  expect((await page.post("/", { intent: "act", card: `coming-${first.id}`, position: "2" })).status).toBe(
    303,
  );
  expect((await asha.get(`/api/events/${second.id}`)).text).not.toContain(asha.name);
  await page.post("/", { intent: "undo", card: `coming-${first.id}` });
  expect((await asha.get(`/api/events/${first.id}`)).text).not.toContain(`"id":"${asha.id}"`);
});

test("accepting or declining on Today notifies the other after a minute, unless it is undone before", async () => {
  clear();
  const [asha, rohan, kabir] = [await someone(), await someone("rohan"), await someone("kabir")];
  onTestFinished(() => resetClock(server));
  offerMentoring(server, asha, { places: 1 });
  for (const member of [rohan, kabir]) await member.call("PUT", `/api/users/${asha.id}/connection`);
  await askMentor(rohan, asha);
  const mentoring = (await cardsOf(asha)).find(({ id }) => id.startsWith("mentoring-"))?.id ?? "";
  const page = browse(server, asha);
  const told = async (member: Member) => {
    const { body } = await member.get("/api/notices");
    return body.data.map(({ kind }) => kind);
  };
  const stateOf = async (member: Member) => (await asha.get(`/api/users/${member.id}`)).body.connection;
  const undo = (card: string) => press(page, card, "undo");
  const pass = (seconds: number) => passTime(server, seconds * 1000);

  for (const [card, intent, state] of [
    [`request-${rohan.id}`, "act", "connected"],
    [`request-${kabir.id}`, "decline", "none"],
  ] as const) {
    const member = card === `request-${rohan.id}` ? rohan : kabir;
    expect((await press(page, card, intent)).status).toBe(303);
    expect(await stateOf(member)).toBe(state);
    await pass(50);
    expect(await told(member)).toEqual([]);
    // Nobody else can undo it.
    expect((await press(browse(server, kabir), card, "undo")).status).toBe(409);
    expect((await undo(card)).status).toBe(303);
    expect(await stateOf(member)).toBe("pending");
    expect((await undo(card)).status).toBe(409);
    await pass(70);
    expect(await told(member)).toEqual([]);
    // Pressing the same button again has no effect.
    expect((await press(page, card, intent)).status).toBe(303);
    expect((await press(page, card, intent)).status).toBe(303);
    await pass(70);
    expect((await undo(card)).status).toBe(409);
    expect(await stateOf(member)).toBe(state);
  }
  await expect.poll(() => told(rohan)).toEqual(["connection-accepted"]);
  expect(await told(kabir)).toEqual([]);

  expect((await press(page, mentoring, "decline")).status).toBe(303);
  await pass(50);
  expect((await press(browse(server, kabir), mentoring, "undo")).status).toBe(404);
  expect((await undo(mentoring)).status).toBe(303);
  expect((await cardsOf(asha)).map(({ id }) => id)).toContain(mentoring);
  await press(page, mentoring, "act");
  await undo(mentoring);
  await pass(70);
  expect(await told(rohan)).toEqual(["connection-accepted"]);
  await press(page, mentoring, "decline");
  await pass(70);
  await expect.poll(() => told(rohan)).toEqual(["mentoring-answered", "connection-accepted"]);
  expect((await undo(mentoring)).status).toBe(409);
});

test("a program's action on a card notifies the other immediately", async () => {
  clear();
  const [asha, rohan] = [await someone(), await someone("rohan")];
  await rohan.call("PUT", `/api/users/${asha.id}/connection`);
  expect((await perform(asha, await cardOf(asha, "request"))).status).toBe(204);
  expect((await rohan.get("/api/notices")).text).toContain("connection-accepted");
  expect((await press(browse(server, asha), `request-${rohan.id}`, "undo")).status).toBe(409);
});

test("when cards are dismissed and finished at the same time, exactly the others remain", async () => {
  clear();
  const [asha, host] = [await someone(), await someone("meera")];
  const ids: string[] = [];
  for (const title of ["First", "Second", "Third"])
    ids.push((await host.call("POST", "/api/jobs", { ...job, title, requiredSkills: ["python"] })).body.id);
  const [first, second, third] = ids.map((id) => `job-${id}`);
  const left = async () => (await cardsOf(asha)).map(({ id }) => id);
  expect(await left()).toEqual([third, second]);
  await asha.call("DELETE", `/api/users/me/today/${third}`);
  expect(await left()).toEqual([second, first]);
  await asha.call("POST", `/api/users/me/today/${second}`);
  expect(await left()).toEqual([first]);
  await asha.call("PUT", `/api/users/me/today/${third}`);
  expect(await left()).toEqual([third, first]);
});

test("actions on another member's card, by guests, with unknown ids or without the scope are refused", async () => {
  clear();
  const [asha, rohan, kabir] = [await someone(), await someone("rohan"), await someone("kabir")];
  await rohan.call("PUT", `/api/users/${asha.id}/connection`);
  await send(rohan, asha, "Hello");
  const [message] = await cardsOf(asha);
  const unknown = [
    `request-${rohan.id}`,
    message?.id ?? "",
    "request-0",
    "nothing-1",
    "",
    "x".repeat(500),
    "toString-1",
    "request-1' or 1=1",
  ];
  for (const id of unknown)
    for (const method of ["DELETE", "PUT", "POST"] as const) {
      const { status } = await kabir.call(method, `/api/users/me/today/${encodeURIComponent(id)}`);
      expect([id, method, status]).toEqual([id, method, expect.toBeOneOf([404, 405, 409])]);
    }
  for (const id of unknown)
    expect([404, 409]).toContain((await press(browse(server, kabir), id, "hide")).status);
  const kept = database.prepare("select count(*) from today_dismissals where user_id = ?").pluck();
  expect(kept.get(Number(kabir.id))).toBe(0);
  const guest = new Visitor(server.url);
  for (const method of ["DELETE", "PUT", "POST"] as const)
    expect((await guest.call(method, `/api/users/me/today/request-${rohan.id}`)).status).toBe(401);
  expect((await guest.get("/api/users/me/today")).status).toBe(401);
  expect((await press(guest, `request-${rohan.id}`, "hide")).status).toBe(401);
  const reader = await makeToken(asha, ["users:read"]);
  expect(await kindsOf(reader)).toEqual(["request"]);
  for (const method of ["DELETE", "PUT", "POST"] as const)
    expect((await reader.call(method, `/api/users/me/today/request-${rohan.id}`)).status).toBe(403);
  const writer = await makeToken(asha, ["users:write"]);
  expect((await writer.call("DELETE", `/api/users/me/today/${message?.id}`)).status).toBe(404);
  const stranger = await makeToken(asha, ["jobs:write"]);
  expect((await stranger.get("/api/users/me/today")).status).toBe(403);
  expect((await writer.call("POST", "/api/users/me/today/coming-1")).status).toBe(403);
  expect((await cardsOf(asha)).map(({ kind }) => kind)).toEqual(["messages", "request"]);
});

test("blocked people, and people who block the member, create no cards", async () => {
  clear();
  const [asha, rohan, kabir] = [await someone(), await someone("rohan"), await someone("kabir")];
  offerMentoring(server, asha);
  for (const other of [rohan, kabir]) {
    await other.call("PUT", `/api/users/${asha.id}/connection`);
    await send(other, asha, "Hello");
    await askMentor(other, asha);
    await ask(other, { tags: ["firmware"] });
    await announce(other, { date: inDays(4) });
    await other.call("POST", "/api/jobs", { ...job, requiredSkills: ["python"] });
  }
  expect((await cardsOf(asha)).length).toBe(7);
  await block(asha, rohan);
  await block(kabir, asha);
  expect(await cardsOf(asha)).toEqual([]);
});

test("a member's newest 500 dismissals are kept, and deleted with the account", async () => {
  const [asha, rohan] = [await someone(), await someone("rohan")];
  await rohan.call("PUT", `/api/users/${asha.id}/connection`);
  const insert = database.prepare("insert into today_dismissals (user_id, card) values (?, ?)");
  for (let n = 0; n < 500; n++) insert.run(Number(asha.id), `job-${n + 1}`);
  await asha.call("DELETE", `/api/users/me/today/request-${rohan.id}`);
  const kept = database.prepare("select card from today_dismissals where user_id = ? order by id").pluck();
  const cards = kept.all(Number(asha.id));
  expect([cards.length, cards[0], cards.at(-1)]).toEqual([500, "job-2", `request-${rohan.id}`]);
});

test.skipIf(process.env.SUITE === "engines")(
  "a member's home page needs one query besides the session's",
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "quadrant-trips-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = path.join(folder, "trips");
    const counting = await startServer(
      { ...unlimited, ROUND_TRIPS: file },
      undefined,
      path.resolve("tests/support/count-round-trips.ts"),
    );
    onTestFinished(async () => void (await counting.stop()));
    const asha = await join(counting, "asha");
    const browser = browse(counting, asha);
    const visits = 12;
    for (let n = 0; n < visits; n++) expect((await browser.get("/")).text).toContain("Three first steps");
    const asked = readFileSync(file, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as string)
      .filter((source) => !/"sessions"|^pragma|total_changes/i.test(source));
    // Queries of the server's own timers run once in this time.
    const counts = [...Map.groupBy(asked, (source) => source).values()].map(({ length }) => length);
    expect(counts.filter((count) => count >= visits)).toEqual([visits]);
  },
);
