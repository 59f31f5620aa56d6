import { beforeAll, expect, test } from "vitest";
import type { Question } from "../support/api-types.ts";
import { auditSubject } from "../support/audit.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { browse, join, type Member, makeAdmin } from "../support/people.ts";
import { answer, ask, comment, readQuestion } from "../support/questions.ts";
import type { Visitor } from "../support/visitor.ts";

// The pages without scripts.

const server = await shareServer(unlimited);
const database = server.database();
let asha: Member;
let rohan: Member;
let meera: Member;
let ashas: Visitor;
let rohans: Visitor;
let admins: Visitor;
beforeAll(async () => {
  [asha, rohan, meera] = [
    await join(server, "asha"),
    await join(server, "rohan"),
    await join(server, "meera"),
  ];
  makeAdmin(server, meera);
  [ashas, rohans, admins] = [browse(server, asha), browse(server, rohan), browse(server, meera)];
});
const pathOf = ({ id, slug }: Question) => `/questions/${id}/${slug}`;
const audit = () =>
  database
    .prepare(`select action, ${auditSubject} as subject from audit_entries order by id desc limit 1`)
    .get();

test("a question is written, compared with similar ones, offered helpers, and asked", async () => {
  const earlier = await ask(rohan, { title: "Where do I find old exam papers?" });
  const fields = {
    title: "Are there exam papers of last year?",
    body: "For *tides* and waves, if there are any.",
    tags: "Exams, python",
    isAnonymous: "on",
  };
  const blank = await ashas.post("/questions/new", { ...fields, title: "Short", intent: "next" });
  expect([blank.status, blank.text.includes("A title has at least 10 characters")]).toEqual([422, true]);
  const sent = await ashas.post("/questions/new", { ...fields, intent: "next" });
  expect([sent.status, sent.headers.get("Location")]).toEqual([303, "/questions/new?step=check"]);
  const { text } = await ashas.get("/questions/new?step=check");
  expect(text).toContain("<em>tides</em>");
  expect(text).toContain(pathOf(earlier));
  expect(text).toMatch(new RegExp(`<label[^>]*><input type="checkbox"[^>]*value="${rohan.id}"/><(img|span)`));
  expect((await ashas.get("/questions/new")).text).toContain(fields.title);
  const asked = await ashas.post("/questions/new?step=check", {
    intent: "ask",
    ask1: rohan.id,
    ask2: rohan.id,
  });
  expect([asked.status, asked.headers.get("Location")]).toEqual([
    303,
    expect.stringMatching(/^\/questions\/\d+\/are-there-exam-papers-of-last-year$/),
  ]);
  const page = await rohans.get(asked.headers.get("Location") ?? "");
  expect(page.text).toContain("Anonymous student");
  expect(page.text).not.toContain("Asha");
  const fold = />Answer your own question<\/summary><form/;
  expect(page.text).not.toMatch(fold);
  expect((await ashas.get(asked.headers.get("Location") ?? "")).text).toMatch(fold);
  const again = await ashas.post("/questions/new?step=check", { intent: "ask" });
  expect(again.headers.get("Location")).toBe(asked.headers.get("Location"));
});

test("a wrong or missing title in the address redirects to the right one, and a merged question to its target", async () => {
  const [asked, other] = [await ask(asha), await ask(asha)];
  for (const slug of ["", "/another-title"]) {
    const { status, headers } = await rohans.get(`/questions/${asked.id}${slug}`);
    expect([status, headers.get("Location")]).toEqual([301, pathOf(asked)]);
  }
  for (const [into, text] of [
    [asked.id, "Choose another question"],
    ["999999", "There is no such question."],
    ["the other one", "Name the other question by its number or address"],
  ] as const) {
    const refused = await admins.post(`/questions/${asked.id}/moderate`, { intent: "merge", into });
    expect([refused.status, refused.text.includes(text)]).toEqual([422, true]);
  }
  const merged = await admins.post(`/questions/${asked.id}/moderate`, {
    intent: "merge",
    into: `${server.url}${pathOf(other)}`,
  });
  expect([merged.status, merged.headers.get("Location")]).toEqual([303, pathOf(other)]);
  const { status, headers } = await rohans.get(pathOf(asked));
  expect([status, headers.get("Location")]).toEqual([301, pathOf(other)]);
  expect((await rohans.get("/questions/999999")).status).toBe(404);
});

test("merging moves answers with their comments, followers and history, and lowers the counts of the tags", async () => {
  const tag = "merging";
  const [asked, other] = [await ask(asha, { tags: [tag] }), await ask(meera, { tags: [tag] })];
  const given = await answer(rohan, asked.id);
  await comment(rohan, `answers/${given.id}`);
  await rohan.call("PUT", `/api/answers/${given.id}`, { body: "Take *Graphs*." });
  await asha.call("PUT", `/api/questions/${asked.id}/accepted`, { answerId: given.id });
  await admins.post(`/questions/${asked.id}/moderate`, { intent: "merge", into: other.id });
  expect(await readQuestion(asha, other.id)).toMatchObject({
    answers: 1,
    acceptedAnswerId: null,
    following: true,
  });
  const answers = (await asha.get(`/api/questions/${other.id}/answers`)).body;
  expect(answers.data[0]?.comments).toHaveLength(1);
  expect((await rohans.get(`/questions/${other.id}/history`)).text).toContain("Take *Graphs*.");
  expect((await asha.get(`/api/tags?search=${tag}`)).body).toEqual([{ name: tag, count: 1 }]);
  expect(audit()).toEqual({
    action: "merged the question",
    subject: `“${asked.title}” into “${other.title}” by Asha Verma`,
  });
});

test("answers, comments, votes, following and accepting work by form, and errors keep what was typed", async () => {
  const asked = await ask(asha);
  const path = pathOf(asked);
  const preview = await rohans.post(path, { intent: "preview", body: "Take *Graphs*." });
  expect([preview.status, preview.text.includes("<em>Graphs</em>")]).toEqual([200, true]);
  const short = await rohans.post(path, { intent: "answer", body: "x" });
  expect([short.status, short.text.includes("An answer has at least 2 characters")]).toEqual([422, true]);
  const sent = await rohans.post(path, { intent: "answer", body: "Take *Graphs*." });
  const [, answerId] = /#answer-(\d+)$/.exec(sent.headers.get("Location") ?? "") ?? [];
  const tooShort = await ashas.post(path, { intent: "comment", post: `answer-${answerId}`, body: "no" });
  expect([tooShort.status, tooShort.text.includes(">no</textarea>")]).toEqual([422, true]);
  for (const [visitor, fields] of [
    [ashas, { intent: "comment", post: `answer-${answerId}`, body: "Is it hard?" }],
    [ashas, { intent: "vote", post: `answer-${answerId}` }],
    [ashas, { intent: "accept", post: `answer-${answerId}` }],
    [rohans, { intent: "vote", post: `question-${asked.id}` }],
  ] as const) {
    expect((await visitor.post(path, fields)).status).toBe(303);
  }
  expect(await readQuestion(asha, asked.id)).toMatchObject({
    acceptedAnswerId: answerId,
    votes: 1,
    answers: 1,
  });
  const { text } = await rohans.get(path);
  expect(text).toContain("Is it hard?");
  expect(text).toContain("Accepted answer");
  expect((await rohans.post(path, { intent: "accept", post: `answer-${answerId}` })).status).toBe(403);
  expect((await rohans.post(path, { intent: "nothing" })).status).toBe(400);
  expect((await ashas.post(path, { intent: "vote", post: "user-1" })).status).toBe(400);
});

test("an action returns to its answer, whichever page it is on, and an error stays on its page", async () => {
  const asked = await ask(asha);
  for (let n = 1; n <= 21; n++) await answer(rohan, asked.id, `Answer number ${n}.`);
  const path = pathOf(asked);
  const sent = await rohans.post(path, { intent: "answer", body: "The one at the end." });
  const [, href = "", id = ""] =
    /^(.+\?answer=(\d+))#answer-\2$/.exec(sent.headers.get("Location") ?? "") ?? [];
  const { text } = await rohans.get(href);
  expect(text).toContain("The one at the end.");
  expect(text).toContain("Your answer is published.");
  expect(text).not.toContain("Answer number 21.");
  const first = (await ashas.get(path)).text;
  expect([first.includes("Answer number 20."), first.includes("Answer number 21.")]).toEqual([true, false]);
  const comment = { intent: "comment", post: `answer-${id}` };
  const refused = await ashas.post(href, { ...comment, body: "no" });
  expect([refused.status, refused.text.includes(">no</textarea>")]).toEqual([422, true]);
  const done = await ashas.post(href, { ...comment, body: "Is it hard?" });
  expect(done.headers.get("Location")).toBe(`${href}#answer-${id}`);
  // The accepted answer comes first.
  const accepted = await ashas.post(href, { intent: "accept", post: `answer-${id}` });
  expect(accepted.headers.get("Location")).toBe(`${href}#answer-${id}`);
  expect((await ashas.get(href)).text).toContain("Answer number 19.");
  // Without a valid answer in the address, the page shows the first answers.
  for (const query of ["?answer=999999", "?answer=x", "?answer="])
    expect((await rohans.get(path + query)).text).toContain("Answer number 1.");
});

test("pages have fewer answers when answers are long, and together contain each answer once", async () => {
  const asked = await ask(asha);
  const ids: string[] = [];
  for (let n = 0; n < 12; n++) ids.push((await answer(rohan, asked.id)).id);
  database
    .prepare("update answers set html = '<p>' || hex(zeroblob(50000)) || '</p>' where question_id = ?")
    .run(Number(asked.id));
  const found: string[] = [];
  let path = pathOf(asked);
  for (let pages = 0; path !== "" && pages < ids.length; pages++) {
    const { text } = await rohans.get(path);
    expect(text.length).toBeLessThan(1_000_000);
    found.push(...ids.filter((id) => text.includes(`id="answer-${id}"`)));
    const cursors = [...text.matchAll(/[?&;]cursor=([\w-]+)/g)].map(([, cursor = ""]) => cursor);
    const cursor = cursors.find((each) => !path.endsWith(`=${each}`)) ?? "";
    path = cursor && `${pathOf(asked)}?cursor=${cursor}`;
  }
  expect(found).toEqual(ids);
  const last = await rohans.get(`${pathOf(asked)}?answer=${ids.at(-1)}`);
  expect(last.text).toContain(`answer-${ids.at(-1)}`);
});

test("authors are notified when an administrator deletes their post, including anonymous authors", async () => {
  const asked = await ask(asha, { isAnonymous: true });
  const given = await answer(rohan, asked.id);
  const commentId = await comment(rohan, `questions/${asked.id}`);
  const toldOf = (member: Member) =>
    database
      .prepare("select subject from notices where user_id = ? and kind = 'post-hidden' order by id")
      .pluck()
      .all(Number(member.id));
  const before = toldOf(asha).length;
  await admins.post(pathOf(asked), { intent: "delete", post: `comment-${commentId}` });
  await admins.post(pathOf(asked), { intent: "delete", post: `answer-${given.id}` });
  expect(toldOf(rohan).slice(-2)).toEqual([
    `questions/${asked.id}?removed=comment-${commentId}`,
    `questions/${asked.id}?removed=answer-${given.id}`,
  ]);
  await admins.post(pathOf(asked), { intent: "delete", post: `question-${asked.id}` });
  expect(toldOf(asha).slice(before)).toEqual([`questions/${asked.id}`]);
  const own = await ask(asha);
  await ashas.post(pathOf(own), { intent: "delete", post: `question-${own.id}` });
  expect(toldOf(asha)).toHaveLength(before + 1);
});

test("an administrator can hide a question with a reason that its author sees, and rename a tag", async () => {
  const asked = await ask(asha, { tags: ["hostle", "food"] });
  await ask(asha, { tags: ["hostel"] });
  const path = `/questions/${asked.id}/moderate`;
  expect((await admins.post(path, { intent: "hide", reason: "" })).status).toBe(422);
  await admins.post(path, { intent: "hide", reason: "It names somebody." });
  expect(audit()).toEqual({ action: "hid the question", subject: `“${asked.title}” by Asha Verma` });
  expect((await ashas.get(pathOf(asked))).text).toContain("It names somebody.");
  expect((await rohans.get(pathOf(asked))).status).toBe(404);
  expect((await rohans.get("/questions")).text).not.toContain(asked.title);
  await admins.post(path, { intent: "show" });
  await admins.post("/admin/tags", { tag: "hostle", name: "Hostel" });
  expect(audit()).toEqual({ action: "renamed the tag", subject: "hostle to hostel" });
  expect((await readQuestion(asha, asked.id)).tags).toEqual(["hostel", "food"]);
  expect((await asha.get("/api/tags?search=host")).body).toEqual([{ name: "hostel", count: 2 }]);
  expect((await admins.post("/admin/tags", { tag: "no-such-tag", name: "x" })).status).toBe(404);
});

test("a tag's old name redirects to the new one, and saved searches follow", async () => {
  const saved = async (query: string) =>
    expect(
      (await rohan.call("POST", "/api/saved-searches", { kind: "questions", query, frequency: "daily" }))
        .status,
    ).toBe(201);
  const found = async () =>
    (await rohan.get("/api/notices?unread=true")).body.data
      .filter(({ kind }) => kind === "saved-search")
      .reduce((sum, { count }) => sum + count, 0);
  const searches = async () => (await rohan.get("/api/saved-searches")).body.map(({ query }) => query);
  const rename = async (tag: string, name: string) =>
    expect((await admins.post("/admin/tags", { tag, name })).status).toBe(303);
  const tagsOf = async (query: string) =>
    (await asha.get(`/api/questions?${query}`)).body.data.map(({ tags }) => tags);

  await ask(asha, { tags: ["c#"] });
  for (const query of ["tag=c%23", "tag=C%23", "tag=c%23&sort=active", "tag=dotnet"]) await saved(query);
  await rename("c#", "csharp");
  expect((await searches()).sort()).toEqual(["tag=csharp", "tag=csharp&sort=active", "tag=dotnet"]);
  await rename("csharp", "dotnet");
  expect((await searches()).sort()).toEqual(["tag=dotnet", "tag=dotnet&sort=active"]);
  await rohan.call("PUT", "/api/notices/read");
  await ask(asha, { tags: ["dotnet"] });
  expect(await found()).toBe(2);

  for (const old of ["c%23", "C%23", "csharp"]) {
    const { status, headers } = await rohans.get(`/questions?sort=active&tag=${old}`);
    expect([status, headers.get("Location")]).toEqual([301, "/questions?sort=active&tag=dotnet"]);
    expect(await tagsOf(`tag=${old}`)).toEqual([["dotnet"], ["dotnet"]]);
    expect(await tagsOf(`tag=${old}&sort=active`)).toHaveLength(2);
  }
  expect((await rohans.get("/questions?tag=dotnet")).status).toBe(200);
  expect((await ask(asha, { tags: ["csharp", "dotnet", "food"] })).tags).toEqual(["dotnet", "food"]);
  await saved("tag=csharp");
  await rohan.call("PUT", "/api/notices/read");
  await ask(asha, { tags: ["csharp"] });
  expect(await found()).toBe(3);
  // Renaming it back updates everything again.
  await rename("dotnet", "c#");
  expect(await tagsOf("tag=csharp")).toEqual([["c#"], ["c#", "food"], ["c#"], ["c#"]]);
  expect((await rohans.get("/questions?tag=c%23")).status).toBe(200);
  expect((await asha.get("/api/tags?search=csharp")).body).toEqual([]);
});

test("the history shows what changed, when and by whom, without revealing an anonymous asker", async () => {
  const asked = await ask(asha, { isAnonymous: true });
  await asha.call("PUT", `/api/questions/${asked.id}`, { title: "Which elective do I take next?" });
  await meera.call("PUT", `/api/questions/${asked.id}`, { tags: ["electives"] });
  const { text } = await rohans.get(`/questions/${asked.id}/history`);
  expect(text).toContain("Anonymous student changed the question");
  expect(text).toContain("Meera Nair changed the question");
  expect(text).toContain(`<del>${asked.title}</del>`);
  expect(text).toContain("<ins>Which elective do I take next?</ins>");
  expect(text).not.toContain("Asha");
});

test("posts can be reported and removed, and their anonymous authors muted through the alias", async () => {
  const asked = await ask(asha, { isAnonymous: true });
  for (const own of [`/reports/new?subject=question&id=${asked.id}`])
    expect((await ashas.get(own)).status).toBe(404);
  await rohans.post(`/reports/new?subject=question&id=${asked.id}`, { reason: "It is rude" });
  const report = database.prepare("select max(id) from reports").pluck().get();
  const page = await admins.get(`/admin/reports/${report}`);
  expect(page.text).toContain("Anonymous student");
  expect(page.text).not.toContain("Asha");
  const done = await admins.post(`/admin/reports/${report}`, {
    intent: "remove",
    mute: "on",
    reason: "Not an answer",
    length: "open",
  });
  expect(done.status).toBe(303);
  expect((await rohans.get(pathOf(asked))).status).toBe(404);
  expect((await asha.call("POST", "/api/questions", { ...asked, isAnonymous: true })).status).toBe(403);
  expect((await asha.call("POST", "/api/questions", { ...asked, isAnonymous: false })).status).toBe(201);
  database.prepare("delete from alias_mutes").run();
});

test("tabs link people and questions, and the home page shows a question to answer", async () => {
  const asked = await ask(asha, { tags: ["python"] });
  await ask(asha, { tags: ["cooking"] });
  for (const path of ["/questions", "/qa-threads"]) {
    const { text } = await rohans.get(path);
    expect(text).toContain('href="/qa-threads"');
    expect(text).toContain('href="/questions"');
  }
  const home = (await rohans.get("/")).text;
  expect(home).toContain("has a question you could answer");
  expect(home).toContain(pathOf(asked));
});

test("members can turn off being asked", async () => {
  const suggested = async () =>
    (await asha.get("/api/questions/helpers?tags=python")).body.map(({ id }) => id);
  database.prepare("delete from question_asks").run();
  expect(await suggested()).toContain(rohan.id);
  const times = { digestHour: "8", quietFrom: "22:00", quietTo: "07:00" };
  await rohans.post("/account/notices", times);
  expect(await suggested()).not.toContain(rohan.id);
  expect((await rohans.get("/account/notices")).text).toContain("Others may ask me");
  await rohans.post("/account/notices", { ...times, allowAsking: "on" });
  expect(await suggested()).toContain(rohan.id);
});
