import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { kindSentences, mentoringTexts } from "../../app/mentoring/texts.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { askMentor, offerMentoring, requestText } from "../support/mentoring.ts";
import { sendTo } from "../support/messages.ts";
import { browse, join, type Member, makeAdmin, openSession, type PersonName } from "../support/people.ts";
import { countRows } from "../support/rows.ts";
import { clock, passTime } from "../support/time.ts";
import { type Answer, problemOf, type Query, Visitor } from "../support/visitor.ts";
import { waitUntil } from "../support/wait-until.ts";

const server = await shareServer(unlimited, clock);
const database = server.database();
let count = 0;
const enter = (name: PersonName) => join(server, name, `${name}${++count}@college.example`);
async function enterMentor(places = 2): Promise<Member> {
  const mentor = await enter("meera");
  offerMentoring(server, mentor, { places });
  return mentor;
}

const toHtml = (text: string) => text.replaceAll("'", "&#x27;");
const detailOf = (answer: Answer) => problemOf(answer).detail;
const send = (mentee: Member, userId: string, more: object = {}, headers = {}) =>
  mentee.call("POST", "/api/mentoring", { userId, topic: "firmware", text: requestText, ...more }, headers);
const change = (member: Member, path: string, state: string, text?: string) =>
  member.call("PUT", path, { state, ...(text !== undefined && { text }) });
const list = async (member: Member, query: Query = "") => (await member.get(`/api/mentoring${query}`)).body;
const kindsOf = async (member: Member) =>
  (await member.get("/api/notices")).body.data.map(({ kind, text }) => [kind, text]);
const set = (member: Member, columns: string) =>
  database.prepare(`update users set ${columns} where id = ?`).run(Number(member.id));
const block = (blocker: Member, blocked: Member) =>
  database
    .prepare("insert into blocks (blocker_id, blocked_id, created_at) values (?, ?, 1)")
    .run(Number(blocker.id), Number(blocked.id));
const rows = (mentor: Member) => countRows(server, `mentorings where mentor_id = ${mentor.id}`);
const pageOf = (path: string) => path.replace("/api", "");

test("through the API members can request, accept and end a mentoring, and the other side gets a notice of each step", async () => {
  const [kabir, meera] = [await enter("kabir"), await enterMentor()];
  const sent = await send(kabir, meera.id, { topic: "Firmware" });
  expect([sent.status, sent.body]).toMatchObject([
    201,
    {
      role: "mentee",
      user: { id: meera.id, name: meera.name },
      topic: "firmware",
      text: requestText,
      state: "asked",
      answeredAt: null,
      endedBy: null,
    },
  ]);
  const path = sent.headers.get("Location") ?? "";
  expect(await kindsOf(meera)).toEqual([["mentoring-asked", `${kabir.name} asks you to be their mentor`]]);
  expect(await list(meera, "?kind=received")).toMatchObject([{ role: "mentor", state: "asked" }]);
  expect(await list(kabir, "?kind=asked")).toHaveLength(1);

  const accepted = await change(meera, path, "accepted", "Gladly.");
  expect([accepted.status, accepted.body]).toMatchObject([200, { state: "accepted", answer: "Gladly." }]);
  expect(await kindsOf(kabir)).toEqual([["mentoring-answered", `${meera.name} is your mentor now`]]);
  // An answered request leaves the mentor no notice.
  expect(await kindsOf(meera)).toEqual([]);
  for (const member of [kabir, meera]) expect(await list(member, "?kind=current")).toHaveLength(1);

  const ended = await change(kabir, path, "ended", "Thank you for every hour.");
  expect([ended.status, ended.body]).toMatchObject([
    200,
    { state: "ended", endedBy: "me", thanks: "Thank you for every hour." },
  ]);
  expect(await kindsOf(meera)).toEqual([["mentoring-ended", `${kabir.name} ended your mentoring`]]);
  expect((await list(meera, "?kind=past"))[0]).toMatchObject({
    endedBy: "them",
    thanks: "Thank you for every hour.",
  });
  for (const state of ["accepted", "declined", "ended"]) {
    const late = await change(meera, path, state);
    expect([late.status, problemOf(late).code]).toEqual([409, "changed-meanwhile"]);
  }
});

test("a request can be declined with a suggested sentence or the mentor's own words, or withdrawn without a notice", async () => {
  const [kabir, meera] = [await enter("kabir"), await enterMentor()];
  const silent = await change(meera, await askMentor(kabir, meera), "declined");
  expect(silent.body).toMatchObject({ state: "declined", answer: kindSentences[0] });
  const own = await change(meera, await askMentor(kabir, meera), "declined", "Ask me again in May.");
  expect(own.body).toMatchObject({ state: "declined", answer: "Ask me again in May." });
  expect(await kindsOf(kabir)).toMatchObject([
    ["mentoring-answered", `${meera.name} can't be your mentor this time`],
  ]);
  const path = await askMentor(kabir, meera);
  expect((await change(meera, path, "ended")).status).toBe(409);
  expect((await change(kabir, path, "ended")).body).toMatchObject({ state: "ended", answeredAt: null });
  expect(await kindsOf(meera)).toEqual([]);
  expect(await list(kabir, "?kind=past")).toHaveLength(3);
});

test("only the member who was asked can answer, and others get 404", async () => {
  const [kabir, meera, rohan] = [await enter("kabir"), await enterMentor(), await enter("rohan")];
  const path = await askMentor(kabir, meera);
  makeAdmin(server, rohan);
  for (const state of ["accepted", "declined", "ended"])
    expect((await change(rohan, path, state)).status, state).toBe(404);
  for (const state of ["accepted", "declined"]) expect((await change(kabir, path, state)).status).toBe(403);
  expect((await browse(server, rohan).get(pageOf(path))).status).toBe(404);
  expect((await browse(server, rohan).post(pageOf(path), { intent: "accept" })).status).toBe(404);
  for (const id of ["0", "x", "1e1", "9".repeat(40)])
    expect((await change(meera, `/api/mentoring/${id}`, "accepted")).status, id).toBe(404);
  expect((await new Visitor(server.url).get("/api/mentoring")).status).toBe(401);
  expect(await list(meera, "?kind=received")).toHaveLength(1);
});

/** Each reason why a mentor can't be asked. */
const refusals: [
  why: string,
  arrange: (mentee: Member, mentor: Member) => unknown,
  status: number,
  said: string,
][] = [
  ["not open to it", (_, mentor) => set(mentor, "mentoring_places = null"), 409, mentoringTexts.notOpen],
  [
    "without a topic",
    (_, { id }) => database.prepare("delete from user_topics where user_id = ?").run(Number(id)),
    409,
    mentoringTexts.notOpen,
  ],
  ["muted", (_, mentor) => set(mentor, "muted_at = 1"), 409, mentoringTexts.notOpen],
  ["who blocks the asker", (mentee, mentor) => block(mentor, mentee), 409, mentoringTexts.notOpen],
  ["blocked by the asker", (mentee, mentor) => block(mentee, mentor), 409, mentoringTexts.notOpen],
  ["who blocks, and is full", fillAndBlock, 409, mentoringTexts.notOpen],
  ["on not now", (_, mentor) => set(mentor, "not_now_until = '2999-01-01'"), 409, mentoringTexts.notNow],
  ["full", (_, mentor) => fill(mentor), 409, mentoringTexts.full],
  ["asked already", askMentor, 409, mentoringTexts.openAlready],
  ["suspended", (_, mentor) => set(mentor, "status = 'suspended'"), 404, mentoringTexts.unknown],
  ["waiting for approval", (_, mentor) => set(mentor, "status = 'pending'"), 404, mentoringTexts.unknown],
  ["asked by a muted member", (mentee) => set(mentee, "muted_at = 1"), 403, "muted"],
];

async function fill(mentor: Member): Promise<void> {
  set(mentor, "mentoring_places = 1");
  const other = await enter("kabir");
  expect((await change(mentor, await askMentor(other, mentor), "accepted")).status).toBe(200);
}
async function fillAndBlock(mentee: Member, mentor: Member): Promise<void> {
  await fill(mentor);
  block(mentor, mentee);
}

test.each(refusals)("members cannot ask a mentor %s, by call and page", async (_, arrange, status, said) => {
  const [kabir, meera] = [await enter("kabir"), await enterMentor()];
  await arrange(kabir, meera);
  const before = rows(meera);
  const called = await send(kabir, meera.id);
  expect([called.status, detailOf(called)]).toEqual([status, expect.stringContaining(said)]);
  const browser = browse(server, kabir);
  const address = `/mentoring/new?mentor=${meera.id}`;
  const page = await browser.get(address);
  expect(page.text).toContain(toHtml(said));
  expect(page.text).not.toContain("Send request");
  if (status !== 404) {
    // What was typed is kept.
    const posted = await browser.post(address, { topic: "firmware", text: requestText });
    expect(posted.status).toBe(status);
    expect(posted.text).toContain(toHtml(said));
    expect(posted.text).toContain(toHtml(requestText));
  }
  expect(rows(meera)).toBe(before);
});

test("a muted mentor is not offered anywhere, and no reason is shown", async () => {
  const [mentee, mentor] = [await enter("kabir"), await enterMentor()];
  const dialog = browse(server, mentee);
  const offers = async () => ({
    listed: (await mentee.get("/api/users?mentoring=1")).body.some(({ id }) => id === mentor.id),
    call: (await mentee.get(`/api/users/${mentor.id}`)).body.mentoring !== null,
    page: /places? free/.test((await dialog.get(`/people/${mentor.id}`)).text),
    button: (await dialog.get(`/people/${mentor.id}`)).text.includes("Ask to be mentored"),
    dialog: (await dialog.get(`/qa-threads/${mentor.id}`)).text.includes("places free"),
  });
  const open = await offers();
  expect(open).toMatchObject({ listed: true, call: true, page: true, button: true });
  set(mentor, "muted_at = 1, mute_reason = 'Rude'");
  expect(await offers()).toEqual({ listed: false, call: false, page: false, button: false, dialog: false });
  expect((await dialog.get(`/people/${mentor.id}`)).text).not.toMatch(/muted/i);
  // Mentors still see their own offer.
  expect((await mentor.get(`/api/users/${mentor.id}`)).body).toMatchObject({ mentoring: expect.anything() });
  set(mentor, "muted_until = 2");
  expect(await offers()).toEqual(open);
});

test("a mentoring request needs another member, a topic they offer, and a text of 60 to 1,000 characters", async () => {
  const [kabir, meera] = [await enter("kabir"), await enterMentor()];
  const browser = browse(server, kabir);
  const own = await send(meera, meera.id);
  expect([own.status, detailOf(own)]).toEqual([422, mentoringTexts.yourself]);
  for (const id of ["0", "x", "999999", "anon_abc", "9".repeat(19)])
    expect((await send(kabir, id)).status, id).toBe(404);
  const wrong = [
    ["topic", { topic: "" }, mentoringTexts.topicMissing],
    ["topic", { topic: "baking" }, mentoringTexts.notTheirTopic],
    ["text", { text: "" }, mentoringTexts.textMissing],
    ["text", { text: "x".repeat(59) }, mentoringTexts.textTooShort],
    ["text", { text: `${"x".repeat(59)}${" ".repeat(20)}` }, mentoringTexts.textTooShort],
    ["text", { text: "x".repeat(1_001) }, "At most 1000 characters"],
  ] as const;
  for (const [field, more, said] of wrong) {
    const called = await send(kabir, meera.id, more);
    expect([called.status, called.body]).toMatchObject([422, { errors: { [field]: [said] } }]);
    const fields = { topic: "firmware", text: requestText, ...more };
    const posted = await browser.post(`/mentoring/new?mentor=${meera.id}`, fields);
    expect(posted.status).toBe(422);
    expect(posted.text).toMatch(new RegExp(`id="mentoring-${field}-error".*${toHtml(said)}`, "s"));
  }
  const long = await send(kabir, meera.id, { text: "🌱".repeat(1_000) });
  expect(long.status).toBe(201);
  expect((await change(meera, `/api/mentoring/${long.body.id}`, "accepted", "x".repeat(301))).status).toBe(
    422,
  );
});

test("a member can have one open request per mentor, three in total and ten in 30 days, even if many are sent at once", async () => {
  const kabir = await enter("kabir");
  const mentors = await Promise.all(Array.from({ length: 5 }, () => enterMentor()));
  const [first] = mentors;
  if (!first) throw new Error("no mentor");
  const same = await Promise.all(Array.from({ length: 4 }, () => send(kabir, first.id)));
  expect(same.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  expect(rows(first)).toBe(1);
  const several = await Promise.all(mentors.slice(1).map(({ id }) => send(kabir, id)));
  expect(several.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
  for (const refused of several.filter(({ status }) => status === 409))
    expect(detailOf(refused)).toBe(mentoringTexts.threeOpen);

  for (const { id } of await list(kabir)) await change(kabir, `/api/mentoring/${id}`, "ended");
  for (let n = 3; n < 10; n++)
    expect((await change(kabir, await askMentor(kabir, first), "ended")).status).toBe(200);
  const eleventh = await send(kabir, first.id);
  expect([eleventh.status, detailOf(eleventh)]).toEqual([409, mentoringTexts.tenThisMonth]);
  database
    .prepare("update mentorings set asked_at = asked_at - 2600000000 where mentee_id = ?")
    .run(Number(kabir.id));
  expect((await send(kabir, first.id)).status).toBe(201);
});

test("of two requests accepted at the same time for the last place, only one succeeds", async () => {
  for (let round = 0; round < 5; round++) {
    const meera = await enterMentor(1);
    const paths = [await askMentor(await enter("kabir"), meera), await askMentor(await enter("asha"), meera)];
    const answers = await Promise.all(paths.map((path) => change(meera, path, "accepted")));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.map(detailOf)).toEqual([mentoringTexts.noPlaceLeft]);
    expect(await list(meera, "?kind=current")).toHaveLength(1);
    expect(await list(meera, "?kind=received")).toHaveLength(1);
  }
});

test("blocked, muted and suspended members prevent accepting, but not declining and ending", async () => {
  const [kabir, meera] = [await enter("kabir"), await enterMentor()];
  const path = await askMentor(kabir, meera);
  set(kabir, "status = 'suspended'");
  expect(detailOf(await change(meera, path, "accepted"))).toBe(mentoringTexts.notReachable);
  set(kabir, "status = 'active'");
  set(meera, "muted_at = 1");
  expect((await change(meera, path, "accepted")).status).toBe(403);
  expect((await change(meera, path, "declined", "Go away.")).status).toBe(403);
  expect((await change(meera, path, "declined", kindSentences[1])).status).toBe(200);
  set(meera, "muted_at = null");

  const second = await askMentor(kabir, meera);
  await change(meera, second, "accepted");
  block(meera, kabir);
  expect((await change(kabir, second, "ended", "Read this!")).status).toBe(200);
  // A mentor who blocks the sender receives nothing.
  expect(JSON.stringify(await list(meera))).not.toContain("Read this!");
  expect((await kindsOf(meera)).map(([kind]) => kind)).not.toContain("mentoring-ended");
  database.prepare("delete from blocks where blocker_id = ?").run(Number(meera.id));
  const third = await askMentor(kabir, meera);
  block(kabir, meera);
  expect(detailOf(await change(meera, third, "accepted"))).toBe(mentoringTexts.notReachable);
});

test("a call with a key creates one request", async () => {
  const [kabir, meera] = [await enter("kabir"), await enterMentor()];
  const key = { "Idempotency-Key": "mentor-1" };
  const [first, second] = [await send(kabir, meera.id, {}, key), await send(kabir, meera.id, {}, key)];
  expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
  expect(second.headers.get("Idempotent-Replayed")).toBe("true");
  expect(rows(meera)).toBe(1);
});

test("a token needs users:read to read mentoring requests and users:write to send them", async () => {
  const [kabir, meera] = [await enter("kabir"), await enterMentor()];
  const browser = browse(server, kabir);
  const made = await browser.post("/account/tokens", { name: "Jobs", access: "some", jobs: "write" });
  const program = new Visitor(server.url);
  program.token = /quadrant_[\w-]+/.exec(made.text)?.[0];
  expect(program.token).toBeDefined();
  expect((await program.get("/api/mentoring")).status).toBe(403);
  expect((await send(program as Member, meera.id)).status).toBe(403);
});

test("without scripts members can request, accept and end a mentoring, and open its conversation", async () => {
  const [kabir, meera] = [await enter("kabir"), await enterMentor()];
  const [kabirs, meeras] = [browse(server, kabir), browse(server, meera)];
  expect((await kabirs.get("/mentoring")).text).toContain("No mentoring yet");
  const address = `/mentoring/new?mentor=${meera.id}&topic=firmware`;
  const form = (await kabirs.get(address)).text;
  expect(form).toContain("An hour a month.");
  expect(form).toMatch(/<option value="firmware" selected/);
  const sent = await kabirs.post(address, { topic: "firmware", text: requestText });
  expect(sent.status).toBe(303);
  const page = sent.headers.get("Location") ?? "";
  expect((await kabirs.get(page)).text).toContain("Take your request back");
  expect((await kabirs.get("/mentoring")).text).toMatch(/You asked[\s\S]*Meera Nair[\s\S]*firmware/);
  expect((await meeras.get("/")).text).toMatch(/Kabir Sethi[\s\S]*asks you to be their mentor/);
  expect((await meeras.get("/mentoring")).text).toMatch(/Waiting for your answer[\s\S]*Kabir Sethi/);

  const tooLong = await meeras.post(page, { intent: "accept", text: "y".repeat(301), sentence: "2" });
  expect(tooLong.status).toBe(422);
  expect(tooLong.text).toContain("y".repeat(301));
  expect(tooLong.text).toMatch(/value="2"[^>]*checked|checked[^>]*value="2"/);
  expect((await meeras.post(page, { intent: "hug" })).status).toBe(400);
  expect((await meeras.post(page, { intent: "accept", text: "" })).headers.get("Location")).toBe(page);
  for (const [browser, other] of [
    [kabirs, meera],
    [meeras, kabir],
  ] as const)
    expect((await browser.get("/mentoring")).text).toMatch(
      new RegExp(`Current.*href="/messages/${other.id}"`, "s"),
    );
  expect((await meeras.post(page, { intent: "end", text: "It was a pleasure." })).status).toBe(303);
  expect((await kabirs.get(page)).text).toContain("It was a pleasure.");
  expect((await kabirs.post(page, { intent: "end", text: "" })).status).toBe(409);

  const declined = pageOf(await askMentor(kabir, meera));
  expect((await meeras.post(declined, { intent: "decline", text: "", sentence: "1" })).status).toBe(303);
  expect((await kabirs.get(declined)).text).toContain(toHtml(kindSentences[1]));
  const guest = await new Visitor(server.url).get("/mentoring");
  expect(guest.headers.get("Location")).toBe("/login?redirectTo=%2Fmentoring");
});

test("Decline and End ask for confirmation on the page, and can be undone there until the other member is notified", async () => {
  const [kabir, meera] = [await enter("kabir"), await enterMentor()];
  const [kabirs, meeras] = [browse(server, kabir), browse(server, meera)];
  const page = pageOf(await askMentor(kabir, meera));
  const undo = { intent: "undo" };
  const isUndoable = async (browser: Visitor) => (await browser.get(page)).text.includes('value="undo"');
  const asksBefore = async (browser: Visitor, intent: string) =>
    new RegExp(`<details><summary[^>]*>[^<]*…</summary>(?:(?!</details>).)*value="${intent}"`, "s").test(
      (await browser.get(page)).text,
    );
  const toldKabir = async () => (await kindsOf(kabir)).map(([kind]) => kind);

  expect(await asksBefore(meeras, "decline")).toBe(true);
  expect((await meeras.post(page, undo)).status).toBe(409);
  const decline = { intent: "decline", text: "", sentence: "0" };
  expect((await meeras.post(page, decline)).status).toBe(303);
  expect([await isUndoable(meeras), await isUndoable(kabirs)]).toEqual([true, false]);
  expect(await toldKabir()).toEqual([]);
  expect((await kabirs.post(page, undo)).status).toBe(409);
  expect((await meeras.post(page, undo)).status).toBe(303);
  expect(await asksBefore(meeras, "decline")).toBe(true);

  await meeras.post(page, { intent: "accept", text: "" });
  expect(await toldKabir()).toEqual(["mentoring-answered"]);
  expect([await asksBefore(meeras, "end"), await asksBefore(kabirs, "end")]).toEqual([true, true]);
  expect((await meeras.post(page, { intent: "end", text: "Thank you." })).status).toBe(303);
  expect([await isUndoable(meeras), await isUndoable(kabirs)]).toEqual([true, false]);
  expect((await meeras.post(page, undo)).status).toBe(303);
  expect(await list(meera, "?kind=current")).toMatchObject([{ state: "accepted", thanks: null }]);

  await meeras.post(page, { intent: "end", text: "" });
  await passTime(server, 70_000);
  await expect.poll(toldKabir).toContain("mentoring-ended");
  expect(await isUndoable(meeras)).toBe(false);
  const late = await meeras.post(page, undo);
  expect([late.status, late.text]).toEqual([409, expect.stringContaining("too late to undo")]);
});

test("past mentorings are listed page by page, on the page and through the API, each once", async () => {
  const [kabir, meera] = [await enter("kabir"), await enterMentor()];
  const add = database.prepare(
    `insert into mentorings (mentor_id, mentee_id, topic, text, state, asked_at, answered_at, ended_at)
     values (?, ?, 'firmware', ?, ?, 1, 2, 3)`,
  );
  const [k, m] = [Number(kabir.id), Number(meera.id)];
  for (let n = 0; n < 45; n++)
    add.run(n % 2 ? m : k, n % 2 ? k : m, requestText, ["declined", "lapsed", "ended"][n % 3]);
  const pages = await kabir.getPages("/api/mentoring?kind=past&limit=20");
  const seen = pages.flatMap(({ body }) => body.map(({ id }) => id));
  expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => Number(b) - Number(a)));
  expect(seen).toHaveLength(45);
  expect(await list(kabir, "?kind=unknown")).toHaveLength(45);
  const browser = browse(server, kabir);
  const shown: number[] = [];
  for (let next: string | undefined = "/mentoring"; next; ) {
    const { text }: Answer = await browser.get(next);
    shown.push(new Set(text.match(/href="\/mentoring\/\d+"/g)).size);
    next = /href="(\/mentoring\?cursor=\d+)"/.exec(text)?.[1];
  }
  expect(shown).toEqual([20, 20, 5]);
  for (const bad of ["x", "-1", "9".repeat(30)])
    expect((await browser.get(`/mentoring?cursor=${bad}`)).status).toBe(200);
  expect((await kabir.get("/api/mentoring?cursor=x")).status).toBe(422);
});

test("mentoring does not change a byte of administrators' pages, the audit trail, and other members' profiles, archives and responses", async () => {
  const [kabir, meera, admin] = [await enter("kabir"), await enterMentor(3), await enter("rohan")];
  makeAdmin(server, admin);
  const browser = browse(server, admin);
  const addresses = [
    `/admin/members/${meera.id}`,
    `/admin/members/${kabir.id}`,
    "/admin/audit",
    "/admin/reports",
    "/admin/mail",
    `/api/users/${kabir.id}`,
    `/qa-threads/${kabir.id}`,
  ];
  /** Times and request ids always differ. */
  const look = async () => {
    const pages = [];
    for (const address of addresses) {
      const visitor = address.startsWith("/api") ? admin : browser;
      const { text } = await visitor.get(address);
      const page = text.replace(
        /nonce="[^"]*"|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\d+ (seconds?|minutes?) ago|just now/g,
        "",
      );
      pages.push(`${address} ${createHash("sha256").update(page).digest("hex")}`);
    }
    return pages;
  };
  const before = await look();
  const secret = "zebrafinch ".repeat(8).trim();
  const sent = await send(kabir, meera.id, { text: secret });
  const path = sent.headers.get("Location") ?? "";
  await change(meera, path, "accepted", "zebrafinch");
  expect(await look()).toEqual(before);
  await change(kabir, path, "ended", "zebrafinch");
  expect(await look()).toEqual(before);
  expect((await browser.post("/account/data", {})).text).not.toContain("zebrafinch");
  expect((await browser.get("/admin/audit")).text).not.toContain("zebrafinch");
  expect(await list(admin)).toEqual([]);
  expect(server.logged()).not.toContain("zebrafinch");
});

test("deleting an account deletes its mentoring and the notices about it", async () => {
  const [kabir, meera] = [await enter("kabir"), await enterMentor()];
  await askMentor(kabir, meera);
  const browser = browse(server, kabir);
  const left = await browser.post("/account/delete", {
    posts: "delete",
    currentPassword: "a good long secret",
  });
  expect(left.status).toBe(303);
  expect(rows(meera)).toBe(0);
  expect(await kindsOf(meera)).toEqual([]);
});

test("if the store fails, pages and forms say what failed, and lose nothing", async () => {
  const [kabir, meera] = [await enter("kabir"), await enterMentor()];
  const browser = browse(server, kabir);
  const address = `/mentoring/new?mentor=${meera.id}`;
  database.exec("alter table mentorings rename to hidden_mentorings");
  const list = await browser.get("/mentoring");
  const sent = await browser.post(address, { topic: "firmware", text: requestText });
  database.exec("alter table hidden_mentorings rename to mentorings");
  expect(list.status).toBe(503);
  expect(list.text).toContain(mentoringTexts.loadFailed);
  expect(sent.status).toBe(503);
  expect(sent.text).toContain(toHtml(mentoringTexts.sendFailed));
  expect(sent.text).toContain(toHtml(requestText));
  // The same if the session has ended in the meantime.
  const guest = await new Visitor(server.url).post(address, { topic: "firmware", text: requestText });
  expect([guest.status, guest.text.includes(toHtml(requestText))]).toEqual([401, true]);
  expect(guest.text).toContain(toHtml(mentoringTexts.loggedOut));
});

test("requests expire after 14 days, and four weeks of silence cause one question", async () => {
  const dayMs = 86_400_000;
  const [kabir, meera, asha] = [
    await join(server, "kabir", "late.kabir@college.example"),
    await join(server, "meera", "late.meera@college.example"),
    await join(server, "asha", "late.asha@college.example"),
  ];
  const [rohan, other] = [
    await join(server, "rohan", "late.rohan@college.example"),
    await join(server, "meera", "later.meera@college.example"),
  ];
  offerMentoring(server, meera);
  await askMentor(kabir, meera);
  await change(meera, await askMentor(asha, meera), "accepted");
  /** Waits until both searches have run at a time, by adding a request and a silence old enough to be found. */
  const sweepsRan = async () => {
    const [mentee, mentor] = [Number(rohan.id), Number(other.id)];
    const now = Date.now() + server.clockOffsetMs;
    const insert = database.prepare(
      `insert into mentorings (mentor_id, mentee_id, topic, text, state, asked_at, answered_at)
       values (?, ?, 'firmware', ?, ?, ?, ?)`,
    );
    const asked = insert.run(mentor, mentee, requestText, "asked", now - 15 * dayMs, null).lastInsertRowid;
    const silent = insert.run(mentee, mentor, requestText, "accepted", now - 99 * dayMs, now - 99 * dayMs);
    const state = database.prepare("select state from mentorings where id = ?").pluck();
    const reminded = database.prepare("select reminded_at from mentorings where id = ?").pluck();
    await pass(3_600_000);
    await waitUntil("an old request has lapsed", () => state.get(asked) === "lapsed");
    await waitUntil("an old silence was noticed", () => reminded.get(silent.lastInsertRowid) !== null);
    database.prepare("delete from mentorings where id in (?, ?)").run(asked, silent.lastInsertRowid);
  };
  /** Lets time pass and logs everybody in again. */
  const pass = async (ms: number) => {
    await passTime(server, ms);
    for (const member of [kabir, meera, asha]) member.token = openSession(server, member.id, "token");
  };
  const told = async (member: Member, kind: string) =>
    (await kindsOf(member)).filter(([found]) => found === kind).length;
  const stateOf = async (member: Member) => (await list(member))[0]?.state;

  await pass(14 * dayMs - 2 * 3_600_000);
  await sweepsRan();
  expect(await stateOf(kabir)).toBe("asked");
  await pass(2 * 3_600_000);
  await waitUntil("the request has lapsed", async () => (await stateOf(kabir)) === "lapsed");
  expect(await kindsOf(kabir)).toEqual([
    ["mentoring-answered", `Your request to ${meera.name} had no answer and has lapsed`],
  ]);
  expect(await told(meera, "mentoring-asked")).toBe(0);

  // A named message ends the silence, but an anonymous message does not.
  await pass(8 * dayMs);
  expect((await sendTo(asha, meera.id, "How do I begin?")).status).toBe(201);
  await pass(27 * dayMs);
  await sweepsRan();
  expect(await told(asha, "mentoring-silent")).toBe(0);
  await pass(2 * dayMs);
  await waitUntil("both are asked", async () => (await told(asha, "mentoring-silent")) === 1);
  expect(await told(meera, "mentoring-silent")).toBe(1);
  expect((await browse(server, asha).get("/mentoring")).text).toContain(
    "written for four weeks. Still going?",
  );
  // Opening the page marked the notice as read, and it is not repeated.
  await pass(29 * dayMs);
  await sweepsRan();
  const silent = server
    .database()
    .prepare("select sum(count) from notices where kind = 'mentoring-silent' and user_id in (?, ?)")
    .pluck();
  const countSilent = () => Number(silent.get(Number(asha.id), Number(meera.id)));
  expect(countSilent()).toBe(2);
  // After another message and another silence the question is sent again.
  await sendTo(meera, asha.id, "How is it going?");
  await pass(30 * dayMs);
  await waitUntil("both are asked again", async () => countSilent() === 4);
});
