import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Answer as PostedAnswer, Question } from "../support/api-types.ts";
import { auditSubject } from "../support/audit.ts";
import { shareServer } from "../support/integration.ts";
import { browse, join, type Member, makeAdmin, openSession, password } from "../support/people.ts";
import { answer, ask, comment, question, readQuestion } from "../support/questions.ts";
import { Socket } from "../support/socket.ts";
import { type Answer, Visitor } from "../support/visitor.ts";

/** Searches every byte that a curious classmate can get for the anonymous asker. */

const server = await shareServer({ RATE_LIMITS: "off", LOG_LEVEL: "debug" });
const database = server.database();
const rohan = await join(server, "rohan");
const hiddenId = 730_455_013;
database.prepare("update sqlite_sequence set seq = ? where name = 'users'").run(hiddenId - 1);
const hidden = await join(server, "kabir", "zq.hidden@college.example");
database
  .prepare(
    `update users set first_name = 'Zephyrine', last_name = 'Quill', name = 'Zephyrine Quill', skills = 'harpsichord',
     company = 'Tidewater' where id = ?`,
  )
  .run(hiddenId);
const alum = await join(server, "meera");
const secrets = [String(hiddenId), "Zephyrine", "Quill", "zq.hidden", "harpsichord", "Tidewater"];
const reveals = (text: string) => secrets.filter((secret) => text.includes(secret));
const everything = ({ status, headers, text }: Answer) =>
  `${status}\n${JSON.stringify([...headers])}\n${text}`;
const pageOf = (member: Member) => {
  const browser = new Visitor(server.url);
  browser.cookies.set("session", openSession(server, member.id, "browser"));
  return browser;
};
const rohansPage = pageOf(rohan);
const hiddensPage = pageOf(hidden);
const admin = await join(server, "meera", "admin@college.example");
makeAdmin(server, admin);
const adminsPage = pageOf(admin);
const label = { id: null, name: "Anonymous student" };

/** What other pages and calls show of the asker, to compare before and after. */
const elsewhere = async () => {
  const answers = await Promise.all([
    ...[
      `/api/users/${hiddenId}`,
      "/api/users?search=Zephyrine",
      ...["answers", "resources"].map((kind) => `/api/users/${hiddenId}/given?kind=${kind}`),
    ].map((path) => rohan.get(path)),
    ...[
      `/qa-threads/${hiddenId}.data`,
      `/people/${hiddenId}.data`,
      `/people/${hiddenId}/given/resources.data`,
    ].map((path) => rohansPage.get(path)),
  ]);
  const withoutRequest = (text: string) => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, "");
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  return answers.map(({ status, headers, text }) => [status, headers.get("ETag"), withoutRequest(text)]);
};

test("nothing that a classmate can read identifies the anonymous asker", async () => {
  const before = await elsewhere();
  const socket = await Socket.of(rohan);
  const asked = await ask(hidden, { isAnonymous: true });
  expect(asked).toMatchObject({ author: label, isAnonymous: true, own: true, following: true });
  socket.send("join-room", { room: `question:${asked.id}` });
  await socket.settled();
  const own = await answer(hidden, asked.id, "I found it out myself.");
  const sent = await hidden.call("POST", `/api/questions/${asked.id}/answers`, {
    body: "By name?",
    isAnonymous: false,
  });
  expect([own.author, sent.body.data.author]).toEqual([label, label]);
  const other = await answer(rohan, asked.id);
  await comment(hidden, `questions/${asked.id}`);
  await comment(hidden, `answers/${other.id}`);
  await hidden.call("PUT", `/api/questions/${asked.id}`, { body: "I am in my second year, I meant to say." });
  await hidden.call("PUT", `/api/answers/${own.id}`, { body: "I found it out, really." });
  await hidden.call("PUT", `/api/questions/${asked.id}/accepted`, { answerId: other.id });
  for (const method of ["DELETE", "PUT"]) await hidden.call(method, `/api/questions/${asked.id}/follow`);
  await hidden.call("PUT", `/api/answers/${other.id}/thanks`, { line: "It carried me.", withName: true });
  await rohan.call("PUT", `/api/answers/${own.id}/thanks`, { line: "Good to know." });
  const second = await ask(hidden, { isAnonymous: true });

  const reads = [
    ...[
      "",
      "?sort=active",
      "?sort=unanswered",
      `?search=Zephyrine`,
      `?search=${hiddenId}`,
      "?tag=electives",
    ].map((query) => `/api/questions${query}`),
    `/api/questions/${asked.id}`,
    `/api/questions/${second.id}`,
    `/api/questions/${asked.id}/answers`,
    "/api/questions/similar?title=elective+machine",
    "/api/questions/helpers?tags=python",
    "/api/tags",
    "/api/messages/conversations",
    ...["elective machine", "electiev machine", "tag:electives", "anonymous student", "second year"].flatMap(
      (text) => {
        const query = `q=${encodeURIComponent(text)}`;
        return [
          `/api/search?${query}`,
          `/api/search?${query}&kind=questions`,
          `/api/search/suggestions?${query}`,
        ];
      },
    ),
    "/api/search?kind=questions&q=Zephyrine",
    `/api/search?kind=questions&q=${hiddenId}`,
    `/api/search/suggestions?q=${hiddenId}`,
    ...["/api/users/me/today", "/api/users/me/thanks", `/api/users/${rohan.id}/given?kind=answers`],
  ];
  for (const path of reads) expect([path, reveals(everything(await rohan.get(path)))]).toEqual([path, []]);
  const found = (await rohan.get("/api/questions?search=Zephyrine")).body.data;
  expect(found).toEqual([]);
  for (const path of ["/search?q=elective+machine", "/search.data?q=elective+machine&kind=questions"]) {
    const page = everything(await rohansPage.get(path));
    expect([path, reveals(page), page.includes(label.name)]).toEqual([path, [], true]);
  }
  for (const path of ["/", "/people/me/thanks", `/people/${rohan.id}`, "/notices"])
    expect([path, reveals(everything(await rohansPage.get(path)))]).toEqual([path, []]);
  expect((await rohan.get("/api/users/me/thanks")).body).toMatchObject([
    { line: "It carried me.", from: null },
  ]);
  // The search finds the person but nothing that they asked.
  const { body } = await rohan.get("/api/search?q=Zephyrine");
  expect(body.kinds.map(({ kind }) => kind)).toEqual(["people"]);
  const seen = await readQuestion(rohan, asked.id);
  expect(seen).toMatchObject({ author: label, own: false, following: true, answers: 3 });
  expect(seen.comments.map(({ author }) => author)).toEqual([label]);
  const answers = (await rohan.get(`/api/questions/${asked.id}/answers`)).body.data;
  expect(answers.map(({ author }) => author.name)).toEqual(["Rohan Pillai", label.name, label.name]);
  expect(answers[0]?.comments.map(({ author }) => author)).toEqual([label]);
  await socket.settled();
  expect(reveals(JSON.stringify(socket.frames))).toEqual([]);
  await rohan.call("PUT", "/api/notices/read");
  expect(await elsewhere()).toEqual(before);
});

test("the database links an anonymous question to its asker by alias only, and the log not at all", async () => {
  const { id } = await ask(hidden, { isAnonymous: true });
  await answer(hidden, id);
  await comment(hidden, `questions/${id}`);
  const tables = database
    .prepare(
      "select name from sqlite_schema where type = 'table' and (name like 'question%' or name in ('answers', 'comments', 'mails', 'reports', 'audit_entries')) and name not like '%search%'",
    )
    .pluck()
    .all() as string[];
  const holding = tables.filter((table) =>
    JSON.stringify(database.prepare(`select * from ${table}`).all()).includes(String(hiddenId)),
  );
  expect(holding).toEqual(["question_aliases"]);
  const aliases = database
    .prepare("select alias from question_aliases where user_id = ?")
    .pluck()
    .all(hiddenId);
  expect(new Set(aliases).size).toBe(3);
  const { html } = await readQuestion(rohan, id);
  for (const alias of aliases) {
    expect(alias).toMatch(/^anon_[\w-]{22}$/);
    expect(html).not.toContain(alias);
    expect(server.logged()).not.toContain(alias);
  }
  const lines = server
    .logged()
    .split("\n")
    .filter((line) => /"path":"[^"]*(question|answer|comment)/.test(line));
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines) expect(line).toMatch(/"path":"\/(api\/)?(questions|answers|comments)…"/);
  for (const line of lines) expect([line.includes("address"), reveals(line)]).toEqual([false, []]);
});

describe("After a merge", () => {
  const merge = async (from: string, into: string) => {
    const merged = await adminsPage.post(`/questions/${from}/moderate`, { intent: "merge", into });
    expect(merged.status).toBe(303);
  };
  const writes = async (id: string, answerId: string) => [
    await hidden.call("POST", `/api/questions/${id}/answers`, { body: "It is me who asks." }),
    await hidden.call("POST", `/api/questions/${id}/answers`, { body: "And once more.", isAnonymous: true }),
    await hidden.call("POST", `/api/questions/${id}/comments`, { body: "It is me who asks." }),
    await hidden.call("POST", `/api/answers/${answerId}/comments`, { body: "It is me who asks." }),
  ];

  test("after a merge the asker stays hidden in the remaining question, by call and by page", async () => {
    const other = await ask(rohan);
    const [first, second] = [
      await ask(hidden, { isAnonymous: true }),
      await ask(hidden, { isAnonymous: true }),
    ];
    const moved = await answer(hidden, second.id);
    const theirs = await answer(rohan, other.id);
    const socket = await Socket.of(rohan);
    await merge(first.id, second.id);
    await merge(second.id, other.id);
    expect((await writes(first.id, moved.id)).map(({ status }) => status)).toEqual([409, 409, 409, 201]);

    const sent = await writes(other.id, theirs.id);
    expect(sent.map(({ status, body }) => [status, body.data.author])).toEqual(sent.map(() => [201, label]));
    const page = await hiddensPage.get(`/questions/${other.id}/${other.slug}`);
    expect(page.text).toContain("You answer as “Anonymous student”: nobody sees who you are.");
    expect(page.text).toContain("You comment as “Anonymous student”: nobody sees who you are.");
    const answered = await hiddensPage.post(`/questions/${other.id}`, { intent: "answer", body: "By page" });
    const commented = await hiddensPage.post(`/questions/${other.id}`, {
      intent: "comment",
      post: `answer-${moved.id}`,
      body: "By page, too",
    });
    expect([answered.status, commented.status]).toEqual([303, 303]);
    for (const method of ["DELETE", "PUT"]) await hidden.call(method, `/api/questions/${other.id}/follow`);
    expect((await readQuestion(hidden, other.id)).following).toBe(true);
    await hidden.call("PUT", `/api/answers/${moved.id}`, { body: "I found it out, really." });

    await socket.settled();
    expect(reveals(JSON.stringify(socket.frames))).toEqual([]);
    for (const path of [
      `/api/questions/${other.id}`,
      `/api/questions/${other.id}/answers`,
      "/api/questions?sort=active",
      "/api/notices",
    ])
      expect([path, reveals(everything(await rohan.get(path)))]).toEqual([path, []]);
    for (const path of [`/questions/${other.id}/${other.slug}`, `/questions/${other.id}/history`, "/notices"])
      expect([path, reveals(everything(await rohansPage.get(path)))]).toEqual([path, []]);
    const answers = (await rohan.get(`/api/questions/${other.id}/answers`)).body.data;
    expect(answers).toHaveLength(5);
    const writers = answers.flatMap((each) => [each.author, ...each.comments.map(({ author }) => author)]);
    expect(writers.filter(({ id }) => id === null)).toHaveLength(7);
    const follows = database.prepare("select count(*) from question_follows where user_id = ?").pluck();
    expect(follows.get(hiddenId)).toBe(0);
  });

  test("a page opened before a merge keeps what was typed, and sends it to the remaining question", async () => {
    const [asked, other] = [await ask(hidden, { isAnonymous: true }), await ask(rohan)];
    await merge(asked.id, other.id);
    const path = `/questions/${asked.id}/${asked.slug}`;
    const sent: Record<string, string>[] = [
      { intent: "answer", body: "Typed while it was merged" },
      { intent: "comment", post: `question-${asked.id}`, body: "Typed while it was merged" },
    ];
    for (const fields of sent) {
      const { status, text } = await hiddensPage.post(path, fields);
      expect(status).toBe(409);
      expect(text).toContain("This question was merged into another one. Nothing is saved yet");
      expect(text).toContain("Typed while it was merged</textarea>");
      expect(text).toContain(`action="/questions/${other.id}/${other.slug}"`);
    }
    const edited = await hiddensPage.post(`/questions/${asked.id}/edit`, {
      version: "1",
      title: "A title that was typed meanwhile",
      body: "A longer body that was typed meanwhile",
      tags: "c",
    });
    expect([edited.status, edited.text.includes("typed meanwhile")]).toEqual([409, true]);
    for (const intent of ["vote", "follow", "unfollow", "delete"])
      expect((await rohansPage.post(path, { intent, post: `question-${asked.id}` })).status).toBe(409);
  });

  test("after a merge a mute through the alias still applies", async () => {
    const muted = await join(server, "kabir", "muted@college.example");
    const [asked, other] = [await ask(muted, { isAnonymous: true }), await ask(rohan)];
    const theirs = await answer(rohan, other.id);
    database
      .prepare("insert into alias_mutes (alias, muted_at) select alias, 1 from questions where id = ?")
      .run(Number(asked.id));
    expect(
      (await muted.call("POST", `/api/questions/${other.id}/comments`, { body: "By name" })).status,
    ).toBe(201);
    await merge(asked.id, other.id);
    for (const path of [`questions/${other.id}/answers`, `answers/${theirs.id}/comments`])
      expect((await muted.call("POST", `/api/${path}`, { body: "As nobody" })).status).toBe(403);
  });
});

test("a block by name does not affect anonymous requests for help, and nobody can see that a helper is muted", async () => {
  const [blocking, muted] = [
    await join(server, "rohan", "blocking@college.example"),
    await join(server, "rohan", "silenced@college.example"),
  ];
  for (const { id } of [blocking, muted])
    database.prepare("update users set skills = 'luthiery' where id = ?").run(Number(id));
  database.prepare("update users set muted_at = 1 where id = ?").run(Number(muted.id));
  await blocking.call("PUT", `/api/users/${hidden.id}/block`);
  const helpers = async () =>
    (await alum.get("/api/questions/helpers?tags=luthiery")).body.map(({ id }) => id);
  const asksOf = async (member: Member) =>
    (await member.get("/api/notices")).body.data.filter(({ kind }) => kind === "question-asked-you").length;
  const both = [blocking.id, muted.id].sort();
  expect((await helpers()).sort()).toEqual(both);
  const countAsks = ({ id }: Member) =>
    database.prepare("select count(*) from question_asks where helper_id = ?").pluck().get(Number(id));
  const asked = { tags: ["luthiery"], ask: [blocking.id, muted.id] };
  await ask(hidden, asked);
  expect([await asksOf(blocking), await asksOf(muted)]).toEqual([0, 0]);
  expect([countAsks(blocking), countAsks(muted)]).toEqual([0, 1]);
  await ask(hidden, { ...asked, isAnonymous: true });
  expect([await asksOf(blocking), await asksOf(muted)]).toEqual([1, 0]);
  expect([countAsks(blocking), countAsks(muted)]).toEqual([1, 1]);
  expect((await helpers()).sort()).toEqual(both);
});

test("a token with scopes links no anonymous post to its owner", async () => {
  const { id } = await ask(hidden, { isAnonymous: true });
  const named = await ask(hidden);
  const own = await answer(hidden, id);
  await comment(hidden, `questions/${id}`);
  await comment(hidden, `answers/${own.id}`);
  const other = await ask(rohan, { isAnonymous: true });
  await hidden.call("PUT", `/api/questions/${other.id}/vote`);
  await hidden.call("PUT", `/api/questions/${other.id}/follow`);
  const program: Member = Object.assign(new Visitor(server.url), hidden, {
    cookies: new Map(),
    token: openSession(server, hidden.id, "token"),
  });
  const limit = (scopes: string | null) =>
    database
      .prepare("update sessions set scopes = ? where token_hash = ?")
      .run(scopes, createHash("sha256").update(program.token).digest("hex"));
  const reads = async (questionId: string) => [
    await readQuestion(program, questionId),
    ...(await program.get("/api/questions?sort=active")).body.data.filter((each) => each.id === questionId),
    ...(await program.get(`/api/questions/${questionId}/answers`)).body.data,
  ];
  const marks = (posts: (PostedAnswer | Question)[]) =>
    posts
      .flatMap((post) => [post, ...post.comments])
      .map((post) => {
        const { own: isOwn, voted = false, following = false } = post as Partial<Question>;
        return { isOwn, voted, following };
      });
  const none = { isOwn: false, voted: false, following: false };
  limit(null);
  expect(marks(await reads(id)).every(({ isOwn }) => isOwn)).toBe(true);
  expect(marks(await reads(other.id))[0]).toEqual({ isOwn: false, voted: true, following: true });
  limit('["questions:read"]');
  for (const questionId of [id, other.id]) {
    const found = marks(await reads(questionId));
    expect(found).toEqual(found.map(() => none));
  }
  expect(marks(await reads(id))).toHaveLength(6);
  expect(await readQuestion(program, named.id)).toMatchObject({ own: true, following: true });
  database
    .prepare("update questions set hidden_at = 1, hidden_reason = 'x' where id in (?, ?)")
    .run(Number(id), Number(named.id));
  expect((await program.get(`/api/questions/${id}`)).status).toBe(404);
  expect((await program.get(`/api/questions/${named.id}`)).status).toBe(200);
  expect((await hidden.get(`/api/questions/${id}`)).status).toBe(200);
  expect((await hiddensPage.get("/account/tokens")).text).toContain("which anonymous questions are yours");
});

test("a token with scopes gets the same answers about its owner's anonymous posts as about others'", async () => {
  for (const isAdmin of [false, true]) {
    const owner = await join(server, "kabir", `scopes.${isAdmin}@college.example`);
    if (isAdmin) makeAdmin(server, owner);
    const program: Member = Object.assign(new Visitor(server.url), owner, {
      cookies: new Map(),
      token: openSession(server, owner.id, "token"),
    });
    const scopes = ["questions:write", "users:write", "resources:write"];
    database
      .prepare("update sessions set scopes = ? where token_hash = ?")
      .run(JSON.stringify(scopes), createHash("sha256").update(program.token).digest("hex"));
    const outcomes = [];
    for (const author of [owner, await join(server, "kabir", `other.${isAdmin}@college.example`)]) {
      const found: unknown[] = [];
      const keep = (name: string, { status, text, headers }: Answer) =>
        found.push([
          name,
          status,
          text.replace(
            /\d{4}-\d\d-\d\dT[\d:.]+Z|[0-9a-f]{8}-[0-9a-f-]{27}|\(\d+\)|"\w*[iI]d":"\d+"|"slug":"[^"]*"|\/questions\/\d+[^"]*/g,
            "…",
          ),
          headers.has("ETag"),
          headers.get("Link"),
        ]);
      const newPosts = async () => {
        const asked = await ask(author, { isAnonymous: true });
        const said = await answer(author, asked.id);
        const below = await comment(author, `answers/${said.id}`);
        return { question: asked.id, answer: said.id, comment: below };
      };
      const posts = await newPosts();
      const others = await answer(rohan, posts.question);
      const lonely = (await ask(author, { isAnonymous: true })).id;
      // Causes notices for the author, which a token with scopes must not reveal.
      await answer(alum, posts.question);
      await alum.call("PUT", `/api/answers/${posts.answer}/thanks`, { line: "Kind" });
      await alum.call("PUT", `/api/comments/${posts.comment}/thanks`, {});
      const call = async (method: string, path: string, body?: object) =>
        keep(`${method} ${path.replace(/\d+/g, "ID")}`, await program.call(method, path, body));
      const { question: q, answer: a, comment: c } = posts;
      const everyCall = async () => {
        await call("GET", `/api/questions/${q}`);
        await call("GET", `/api/questions/${q}/answers`);
        await call("GET", `/api/answers/${a}`);
        for (const path of [`questions/${q}/vote`, `answers/${a}/vote`, `questions/${q}/follow`])
          for (const method of ["PUT", "DELETE"]) await call(method, `/api/${path}`);
        for (const path of [`answers/${a}/thanks`, `comments/${c}/thanks`]) {
          await call("PUT", `/api/${path}`, { line: "Words", withName: true });
          await call("DELETE", `/api/${path}`);
        }
        await call("PUT", `/api/questions/${q}/accepted`, { answerId: others.id });
        await call("DELETE", `/api/questions/${q}/accepted`);
        await call("POST", `/api/questions/${q}/answers`, { body: "Mine", isAnonymous: true });
        await call("PUT", `/api/questions/${q}`, { body: "Changed words, and enough of them." });
        await call("PUT", `/api/answers/${a}`, { body: "Changed words, and enough of them." });
        await call("POST", `/api/questions/${q}/answers`, { body: "Mine" });
        await call("POST", `/api/questions/${q}/comments`, { body: "Mine" });
        await call("POST", `/api/answers/${a}/comments`, { body: "Mine" });
      };
      await everyCall();
      await call("GET", "/api/notices");
      await call("GET", "/api/notices?limit=1&unread=1");
      await call("GET", "/api/users/me/thanks");
      await call("GET", "/api/users/me/today");
      for (const [kind, id] of [
        ["questions", lonely],
        ["comments", c],
        ["answers", a],
        ["questions", q],
      ]) {
        await call("DELETE", `/api/${kind}/${id}`);
        await call("POST", `/api/${kind}/${id}/restore`);
      }
      // One post is deleted by its author, the other hidden by an administrator.
      const more = await newPosts();
      await author.call("DELETE", `/api/answers/${more.answer}`);
      await call("POST", `/api/answers/${more.answer}/restore`);
      for (const table of ["questions", "answers", "comments"])
        database
          .prepare(
            `update ${table} set hidden_at = 1, hidden_reason = 'x' where id in (select value from json_each(?))`,
          )
          .run(JSON.stringify([q, a, c].map(Number)));
      await everyCall();
      outcomes.push(found);
      database.exec("delete from notices");
    }
    expect(outcomes[0]).toEqual(outcomes[1]);
    expect(new Set(outcomes[0]?.map((each) => (each as unknown[])[1])).size).toBeGreaterThan(3);
  }
});

test("an administrator's deletion of an answered question is audited, whether or not it was anonymous", async () => {
  const entries = () =>
    database
      .prepare(`select ${auditSubject} from audit_entries where action = 'removed the question' order by id`)
      .pluck()
      .all();
  const before = entries();
  const [theirs, own, named, unanswered, hiddenAnswer] = [
    await ask(hidden, { isAnonymous: true }),
    await ask(admin, { isAnonymous: true }),
    await ask(admin),
    await ask(admin, { isAnonymous: true }),
    await ask(admin, { isAnonymous: true }),
  ];
  for (const { id } of [theirs, own, named, hiddenAnswer]) await answer(rohan, id);
  database
    .prepare("update answers set hidden_at = 1, hidden_reason = 'x' where question_id = ?")
    .run(Number(hiddenAnswer.id));
  for (const { id } of [theirs, own, named, unanswered, hiddenAnswer])
    expect((await admin.call("DELETE", `/api/questions/${id}`)).status).toBe(204);
  expect(entries().slice(before.length)).toEqual([
    `“${theirs.title}” by Anonymous student`,
    `“${own.title}” by Anonymous alum`,
    `“${named.title}” by ${admin.name}`,
    `“${hiddenAnswer.title}” by Anonymous alum`,
  ]);
});

test("an alias keeps its label when its owner graduates, is renamed or leaves", async () => {
  const asked = await ask(alum, { isAnonymous: true });
  expect(asked.author).toEqual({ id: null, name: "Anonymous alum" });
  const shown = await readQuestion(rohan, asked.id);
  database
    .prepare(
      "update users set status = 'deleted', name = 'Deleted user', first_name = 'Deleted', last_name = 'user', batch_year = null where id = ?",
    )
    .run(Number(alum.id));
  expect(await readQuestion(rohan, asked.id)).toEqual(shown);
});

test("the causes of a notice are ids of public posts, and stay when an anonymous writer leaves", async () => {
  const leaver = await join(server, "kabir", "leaves.counted@college.example");
  const asked = await ask(leaver, { isAnonymous: true });
  await rohan.call("PUT", `/api/questions/${asked.id}/follow`);
  const own = await answer(leaver, asked.id);
  const theirs = await answer(admin, asked.id);
  await rohan.call("PUT", `/api/answers/${own.id}/thanks`, { line: "Kind of you" });
  const rows = () =>
    database
      .prepare(
        `select user_id, kind, count, group_concat(notice_causes.cause order by notice_causes.cause) as causes
         from notices left join notice_causes on notice_id = notices.id
         where subject in (?, ?) and user_id <> ? group by notices.id order by notices.id`,
      )
      .all(asked.id, `answer-${own.id}`, leaver.id);
  const before = rows();
  expect(before).toEqual([
    {
      user_id: Number(rohan.id),
      kind: "question-answered",
      count: 2,
      causes: `answer-${own.id},answer-${theirs.id}`,
    },
  ]);
  const seen = (await rohan.get("/api/notices")).text;
  expect(seen).not.toContain("cause");
  const page = await browse(server, leaver).post("/account/delete", {
    posts: "delete",
    currentPassword: password,
  });
  expect(page.status).toBe(303);
  expect(rows()).toEqual(before);
  expect((await rohan.get("/api/notices")).text).toBe(seen);
  const causes = "select * from notice_causes where notice_id in (select id from notices where user_id = ?)";
  expect(database.prepare(causes).all(Number(leaver.id))).toEqual([]);
});

test("only the asker can answer anonymously, and others who try are refused instead of published by name", async () => {
  const { id } = await ask(hidden, { isAnonymous: true });
  const named = await ask(hidden);
  for (const [member, questionId] of [
    [rohan, id],
    [rohan, named.id],
    [hidden, named.id],
  ] as const) {
    const sent = await member.call("POST", `/api/questions/${questionId}/answers`, {
      body: "I hide",
      isAnonymous: true,
    });
    expect(sent.status).toBe(422);
    expect((await rohan.get(`/api/questions/${questionId}/answers`)).body.data).toEqual([]);
  }
});

test("askers cannot vote for their own anonymous posts", async () => {
  const { id } = await ask(hidden, { isAnonymous: true });
  const own = await answer(hidden, id);
  for (const path of [`questions/${id}`, `answers/${own.id}`])
    expect((await hidden.call("PUT", `/api/${path}/vote`)).status).toBe(403);
});

test("a mute through an anonymous question applies to anonymous features only", async () => {
  const { id } = await ask(hidden, { isAnonymous: true });
  const earlier = await answer(hidden, id, "Said before the mute");
  database
    .prepare("insert into alias_mutes (alias, muted_at) select alias, 1 from questions where id = ?")
    .run(Number(id));
  const ownAnswer = await hidden.call("POST", `/api/questions/${id}/answers`, { body: "Once more" });
  const refused = [
    ownAnswer,
    await hidden.call("POST", "/api/questions", { ...question, isAnonymous: true }),
    await hidden.call("POST", `/api/questions/${id}/comments`, { body: "Once more" }),
    await hidden.call("PUT", `/api/questions/${id}`, { title: "May I change this one?" }),
    await hidden.call("PUT", `/api/answers/${earlier.id}`, { body: "May I change this one?" }),
    await hidden.call("POST", "/api/anonymous-messages", { content: "Hello, room" }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
  expect((await rohan.get(`/api/answers/${earlier.id}`)).text).toContain("Said before the mute");
  expect((await rohansPage.get(`/questions/${id}/history`)).text).not.toContain("Said before the mute");
  await hidden.call("POST", "/api/messages/send", {
    senderId: hidden.id,
    receiverId: rohan.id,
    content: "Hidden word",
    isAnonymous: true,
  });
  expect((await rohan.get("/api/messages/conversations")).body).toEqual([]);
  expect((await ask(hidden)).author.id).toBe(hidden.id);
  expect((await hidden.call("GET", "/api/users/me")).status).toBe(200);
  expect(JSON.stringify((await rohan.get(`/api/users/${hidden.id}`)).body)).not.toContain("uted");
  // Deleting the question does not lift the mute.
  await hidden.call("DELETE", `/api/answers/${earlier.id}`);
  expect((await hidden.call("DELETE", `/api/questions/${id}`)).status).toBe(204);
  expect((await hidden.call("POST", "/api/questions", { ...question, isAnonymous: true })).status).toBe(403);
});
