import { beforeAll, beforeEach, expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { job, join, type Member, makeAdmin, openSession } from "../support/people.ts";
import { picture, profileForm } from "../support/profile.ts";
import { ask } from "../support/questions.ts";
import { type Answer, errorsOf, problemOf, Visitor } from "../support/visitor.ts";

// The personal part of a profile: topics to ask about, ways to get in touch, and the path since college.

const server = await shareServer(unlimited);
const database = server.database();
let rohan: Member;
let asha: Member;
let count = 0;
beforeAll(async () => {
  rohan = await join(server, "rohan");
  await ask(rohan, { tags: ["firmware", "motors", "interviews", "moving", "visas"] });
  await ask(rohan, { tags: ["salary"] });
});
beforeEach(async () => {
  asha = await join(server, "asha", `asha+${++count}@college.example`);
});

const put = (change: object, headers?: Record<string, string>) =>
  asha.call("PUT", `/api/users/${asha.id}`, change, headers);
const topicsOf = async (member = asha) => (await rohan.get(`/api/users/${member.id}`)).body.topics;

const step = { title: "Firmware intern", company: "Northlight", from: "2023-05", to: "2023-07" };
const person = {
  about: "I build motor controllers.",
  topics: ["motors", "firmware"],
  askBy: ["message", "public"],
  notNowUntil: "2199-12-31",
  links: ["https://asha.example/motors"],
  positions: [{ ...step, title: "Lead", from: "2025-01", to: null }, step],
  showsMentored: true,
};
const nothing = {
  about: "",
  topics: [],
  askBy: [],
  notNowUntil: null,
  links: [],
  positions: [],
  mentoring: null,
  showsMentored: false,
};

test("the personal part of a profile is written by its owner, and read by members but not guests", async () => {
  expect((await rohan.get(`/api/users/${asha.id}`)).body).toMatchObject(nothing);
  const mentoring = { places: 2, note: "By call." };
  const answer = await put({ ...person, mentoring });
  expect(answer.status).toBe(200);
  const read = await rohan.get(`/api/users/${asha.id}`);
  expect(read.body).toMatchObject({ ...person, mentoring: { ...mentoring, free: 2 } });
  expect((await new Visitor(server.url).get(`/api/users/${asha.id}`)).status).toBe(401);
  // A client may send back the whole user that it read.
  expect((await put(answer.body)).body).toEqual(answer.body);
  expect((await put({ branch: "Civil" })).body).toEqual({ ...answer.body, branch: "Civil" });
  expect((await put(nothing)).body).toMatchObject(nothing);
});

test("If-Match protects the personal part, including topics", async () => {
  const { headers } = await asha.get("/api/users/me");
  const version = { "If-Match": headers.get("ETag") ?? "" };
  expect((await put({ topics: ["motors"] }, version)).status).toBe(200);
  expect((await put({ topics: ["firmware"], about: "Late" }, version)).status).toBe(412);
  expect(await topicsOf()).toEqual(["motors"]);
  expect((await rohan.call("PUT", `/api/users/${asha.id}`, { topics: ["firmware"] })).status).toBe(403);
  expect(await topicsOf()).toEqual(["motors"]);
});

test("topics keep their order, and a member may keep a topic that no longer has questions", async () => {
  for (const topics of [
    ["motors", "firmware", "visas"],
    ["visas", "motors"],
    ["Firmware", "firmware", "visas"],
  ])
    await put({ topics });
  expect(await topicsOf()).toEqual(["firmware", "visas"]);
  database.prepare("update tags set question_count = 0 where name = 'visas'").run();
  expect((await put({ topics: ["visas", "motors"] })).status).toBe(200);
  expect((await put({ topics: [] })).status).toBe(200);
  expect(errorsOf(await put({ topics: ["visas"] }))?.topics?.[0]).toContain("“visas”");
  database.prepare("update tags set question_count = 1 where name = 'visas'").run();
});

test("a topic follows its tag when the tag is renamed or merged", async () => {
  const admin = await join(server, "meera", `meera+${count}@college.example`);
  makeAdmin(server, admin);
  const page = new Visitor(server.url);
  page.cookies.set("session", openSession(server, admin.id, "browser"));
  await ask(rohan, { tags: ["pay", "wages"] });
  await put({ topics: ["pay", "wages", "motors"] });
  const rename = (tag: string, name: string) => page.post("/admin/tags", { tag, name });
  expect((await rename("wages", "income")).status).toBe(303);
  expect(await topicsOf()).toEqual(["pay", "income", "motors"]);
  expect((await rename("income", "pay")).status).toBe(303);
  expect(await topicsOf()).toEqual(["pay", "motors"]);
  // A tag's old name still works.
  await put({ topics: ["wages", "pay"] });
  expect(await topicsOf()).toEqual(["pay"]);
});

test("accepted mentees reduce a mentor's free places", async () => {
  await put({ mentoring: { places: 1, note: "By call." } });
  database
    .prepare(
      `insert into mentorings (mentor_id, mentee_id, topic, text, state, asked_at)
       values (?, ?, 'motors', ?, 'accepted', 1)`,
    )
    .run(asha.id, rohan.id, "x".repeat(60));
  const { body } = await rohan.get(`/api/users/${asha.id}`);
  expect(body).toMatchObject({ mentoring: { places: 1, note: "By call.", free: 0 } });
  // The note is stored for the next time they mentor.
  await put({ mentoring: null });
  expect(database.prepare("select mentoring_note from users where id = ?").pluck().get(asha.id)).toBe(
    "By call.",
  );
});

test("a “not now” day in the past is not shown", async () => {
  database.prepare("update users set not_now_until = '2020-01-01' where id = ?").run(asha.id);
  expect((await asha.get("/api/users/me")).body).toMatchObject({ notNowUntil: null });
});

const unknown = "No question has the tag “knitting” or “C is fun”. Choose from the tags that questions have.";
const refused: [change: object, field: string, error: string][] = [
  [{ about: "x".repeat(281) }, "about", "At most 280 characters"],
  [{ about: 5 }, "about", "Must be text"],
  [{ topics: ["motors", "knitting", "C is fun"] }, "topics", unknown.replace("C is", "c is")],
  [
    { topics: ["firmware", "motors", "interviews", "moving", "visas", "salary"] },
    "topics",
    "Choose at most five topics",
  ],
  [{ askBy: ["post"] }, "askBy.0", "Must be message, anonymous or public"],
  [{ askBy: "message" }, "askBy", "Must be a list"],
  [{ notNowUntil: "2020-01-01" }, "notNowUntil", "Choose a day from today on, such as 2030-12-31"],
  [{ notNowUntil: "2030-02-30" }, "notNowUntil", "Choose a day from today on, such as 2030-12-31"],
  [{ links: Array(5).fill("https://a.example") }, "links", "At most four links"],
  [
    { links: ["https://a.example", "javascript:alert(1)"] },
    "links.1",
    "Must be a web address that begins with http:// or https://",
  ],
  [{ links: [`https://a.example/${"x".repeat(290)}`] }, "links.0", "At most 300 characters"],
  [{ positions: Array(11).fill(step) }, "positions", "At most ten positions. Remove one to add another."],
  [{ positions: [{ ...step, to: "2023-04" }] }, "positions.0.to", "It can't end before it begins"],
  [{ positions: [{ ...step, to: "2023-13" }] }, "positions.0.to", "Must be a month such as 2024-07"],
  [{ positions: [{ ...step, from: "" }] }, "positions.0.from", "Say when it began, such as 2024-07"],
  [{ positions: [step, { ...step, title: " " }] }, "positions.1.title", "Say what you did there"],
  [{ positions: [{ ...step, company: "a".repeat(121) }] }, "positions.0.company", "At most 120 characters"],
  [{ mentoring: { places: 6, note: "" } }, "mentoring.places", "Choose from one to five people"],
  [{ mentoring: { note: "" } }, "mentoring.places", "Say how many you can mentor at a time"],
  [{ mentoring: { places: 1, note: "x".repeat(281) } }, "mentoring.note", "At most 280 characters"],
  [{ mentoring: true }, "mentoring", "Must be places and a note, or null"],
  [{ showsMentored: "yes" }, "showsMentored", "Must be true or false"],
];

test.each(refused)("the API refuses %j and stores nothing", async (change, field, error) => {
  await put({ topics: ["motors"] });
  const before = (await asha.get("/api/users/me")).body;
  const answer = await put({ branch: "Civil", ...change });
  expect([answer.status, errorsOf(answer)]).toEqual([422, { [field]: [error] }]);
  expect((await asha.get("/api/users/me")).body).toEqual(before);
});

test.each(Object.entries({ ...person, mentoring: { places: 2, note: "" } }))(
  "a muted member changes no %s",
  async (field, value) => {
    await put({ topics: ["visas"] });
    const before = (await asha.get("/api/users/me")).body;
    database.prepare("update users set muted_at = 1 where id = ?").run(asha.id);
    const answer = await put({ [field]: value });
    expect([answer.status, problemOf(answer).code]).toEqual([403, "muted"]);
    expect((await put({ ...before, allowAnonymous: false })).body).toEqual(before);
  },
);

/** `person` in the form's fields. */
const personForm: Record<string, string> = {
  ...profileForm,
  about: person.about,
  topics: "motors, Firmware",
  "ask-message": "on",
  "ask-public": "on",
  notNowUntil: person.notNowUntil,
  link2: "asha.example/motors",
  positionRows: "3",
  position1Title: "Lead",
  position1Company: "Northlight",
  position1From: "2025-01",
  position1To: "",
  position3Title: step.title,
  position3Company: step.company,
  position3From: step.from,
  position3To: step.to,
  showsMentored: "on",
  mentors: "on",
  mentoringPlaces: "2",
  mentoringNote: "By call.",
};
const enter = () => {
  const browser = new Visitor(server.url);
  browser.cookies.set("session", openSession(server, asha.id, "browser"));
  return browser;
};
const plainText = (answer: Answer) => answer.text.replaceAll("<!-- -->", "");
const typedIn = (answer: Answer, name: string) =>
  new RegExp(`<input[^>]* name="${name}"[^>]* value="([^"]*)"`).exec(answer.text)?.[1];
const sendMultipart = (browser: Visitor, fields: Record<string, string>, file?: Buffer) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("avatar", new Blob(file ? [new Uint8Array(file)] : []), file ? "me.jpg" : "");
  return browser.fetch("/profile?edit", { method: "POST", body: form });
};

test("the form saves every personal field, and /profile shows them to the owner, also as members see them", async () => {
  const browser = enter();
  expect((await browser.post("/profile?edit", personForm)).status).toBe(303);
  const { body } = await asha.get("/api/users/me");
  expect(body).toMatchObject({ ...person, mentoring: { places: 2, note: "By call.", free: 2 } });
  for (const query of ["", "?as=member"]) {
    const page = plainText(await browser.get(`/profile${query}`));
    for (const text of [person.about, "motors", "By message", "ask again from 31 December 2199", "By call."])
      expect(page).toContain(text);
    expect(page).toContain("January 2025 – today");
    expect(page).toMatch(/href="https:\/\/asha.example\/motors"[^>]*>asha.example</);
  }
  // The saved values are filled in again.
  const form = await browser.get("/profile?edit");
  expect(typedIn(form, "topics")).toBe("motors, firmware");
  expect(typedIn(form, "position2To")).toBe("2023-07");
});

const refusedForms: [change: Record<string, string>, field: string, error: string][] = [
  [{ about: "x".repeat(281) }, "about", "At most 280 characters"],
  [{ topics: "motors, knitting" }, "topics", "No question has the tag “knitting”."],
  [{ topics: "a, b, c, d, e, f" }, "topics", "Choose at most five topics"],
  [{ notNowUntil: "2020-01-01" }, "notNowUntil", "Choose a day from today on"],
  [{ link4: "javascript:alert(1)" }, "link4", "Must be a web address"],
  [{ position3To: "2020-01" }, "position3To", "It can&#x27;t end before it begins"],
  [{ position2Title: "Founder" }, "position2Company", "Say where it was"],
  [{ mentoringPlaces: "" }, "mentoringPlaces", "Say how many you can mentor at a time"],
  [{ mentoringNote: "x".repeat(281) }, "mentoringNote", "At most 280 characters"],
];

test.each(refusedForms)("the form shows the error in %j beside its field", async (change, field, error) => {
  const before = (await asha.get("/api/users/me")).body;
  const browser = enter();
  for (const answer of [
    await browser.post("/profile?edit", { ...personForm, ...change }),
    await sendMultipart(browser, { ...personForm, ...change }, await picture(20, 20)),
  ]) {
    expect(answer.status).toBe(422);
    expect(answer.text.split(`id="profile-${field}-error"`)[1]?.slice(0, 600)).toContain(error);
    expect(typedIn(answer, "position1Title")).toBe("Lead");
    expect(typedIn(answer, "roll")).toBe(personForm.roll);
  }
  expect((await asha.get("/api/users/me")).body).toEqual(before);
});

test("adding, moving and removing positions keeps everything typed", async () => {
  const browser = enter();
  const press = (intent: string, more: Record<string, string> = {}) =>
    browser.post("/profile?edit", { ...personForm, ...more, intent });
  const titles = (answer: Answer) =>
    [1, 2, 3, 4].map((number) => typedIn(answer, `position${number}Title`) ?? null);
  const added = await press("add-position", { name: "", position2Title: "Founder" });
  expect([added.status, typedIn(added, "positionRows")]).toEqual([200, "4"]);
  expect([added.text.match(/name="position\d+Title"/g)?.length, titles(added).slice(0, 3)]).toEqual([
    4,
    ["Lead", "Founder", step.title],
  ]);
  expect(typedIn(added, "roll")).toBe(personForm.roll);
  expect(titles(await press("raise-position-3"))[1]).toBe(step.title);
  expect(titles(await press("remove-position-1", { position2Title: "Founder" }))).toEqual([
    "Founder",
    step.title,
    null,
    null,
  ]);
  const eleventh = await press("add-position", { positionRows: "10" });
  expect(eleventh.status).toBe(422);
  expect(eleventh.text).toContain("At most ten positions. Remove one to add another.");
  expect((await asha.get("/api/users/me")).body).toMatchObject({ positions: [] });
  expect((await press("remove-position-11")).status).toBe(400);
});

test("a picture is saved together with the form, or neither is", async () => {
  const browser = enter();
  expect((await sendMultipart(browser, personForm)).status).toBe(303);
  const saved = (await asha.get("/api/users/me")).body;
  expect(saved).toMatchObject({ ...person, avatarUrl: null });
  const wrong = await sendMultipart(browser, { ...personForm, about: "New" }, Buffer.from("No picture"));
  expect(wrong.text.split('id="profile-avatar-error"')[1]).toContain("not an image");
  expect(typedIn(wrong, "roll")).toBe(personForm.roll);
  expect((await asha.get("/api/users/me")).body).toEqual(saved);
  expect((await sendMultipart(browser, personForm, await picture(20, 20))).status).toBe(303);
  expect((await asha.get("/api/users/me")).body).toMatchObject({
    avatarUrl: expect.stringContaining("/files/avatars/"),
  });
  const guest = await sendMultipart(new Visitor(server.url), personForm, await picture(20, 20));
  expect([guest.status, guest.text.includes("logged out")]).toEqual([401, true]);
  expect(typedIn(guest, "position1Title")).toBe("Lead");
});

test("a muted member can save visibility in the form, but no text and no picture", async () => {
  const browser = enter();
  await sendMultipart(browser, personForm);
  database.prepare("update users set muted_at = 1 where id = ?").run(asha.id);
  const same = await sendMultipart(browser, { ...personForm, rollTo: "members" });
  expect(same.status).toBe(303);
  const other = await sendMultipart(browser, { ...personForm, topics: "visas" });
  expect([other.status, typedIn(other, "topics")]).toEqual([403, "visas"]);
  expect((await sendMultipart(browser, personForm, await picture(20, 20))).status).toBe(403);
  expect((await asha.get("/api/users/me")).body).toMatchObject({ ...person, avatarUrl: null });
});

test("the form suggests members' branches and companies once each, and the progress names what is missing", async () => {
  database.prepare("update users set company = 'Zephyr Labs', branch = 'Civil' where id = ?").run(rohan.id);
  await put({ company: "zephyr labs", branch: "Mining" });
  const browser = enter();
  const form = (await browser.get("/profile?edit")).text;
  expect(form.match(/<option value="zephyr labs"/gi)).toHaveLength(1);
  expect(form).toContain('<option value="Civil"');
  expect(form).toContain('<option value="Mining"');
  expect(plainText(await browser.get("/profile"))).toMatch(
    /so that others can find you: (skills, )?a picture,? and your location/,
  );
});

test("the job wizard suggests the profile's company, or the last posting's company and contact", async () => {
  await put({ company: "Zephyr Labs" });
  const browser = enter();
  const step3 = () => browser.get("/post-job?step=3");
  expect(typedIn(await step3(), "companyName")).toBe("Zephyr Labs");
  await asha.call("POST", "/api/jobs", {
    ...job,
    companyName: "Northlight",
    companyWebsite: "https://northlight.example",
    contactName: "Ila Rao",
  });
  const offered = await step3();
  expect(["companyName", "companyWebsite", "contactName"].map((name) => typedIn(offered, name))).toEqual([
    "Northlight",
    "https://northlight.example",
    "Ila Rao",
  ]);
});
