import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { Question } from "../support/api-types.ts";
import { shareServer, unlimited } from "../support/integration.ts";
import { allMails } from "../support/outbox.ts";
import { join, type Member, makeAdmin, openSession } from "../support/people.ts";
import { answer, ask, comment, question, readQuestion } from "../support/questions.ts";
import { Socket } from "../support/socket.ts";
import { clock, dayIn, endLimits } from "../support/time.ts";
import { problemOf, Visitor } from "../support/visitor.ts";

const server = await shareServer(unlimited, clock);
const database = server.database();
let count = 0;
let asha: Member;
let rohan: Member;
let meera: Member;
beforeEach(async () => {
  count++;
  [asha, rohan, meera] = (await Promise.all(
    (["asha", "rohan", "meera"] as const).map((name) =>
      join(server, name, `${name}${count}@college.example`),
    ),
  )) as [Member, Member, Member];
});
const set = (table: string, id: string, columns: string) =>
  database.prepare(`update ${table} set ${columns} where id = ?`).run(Number(id));
const detail = (answer: Parameters<typeof problemOf>[0]) => [answer.status, problemOf(answer).detail];

test("a new question is readable by everyone with its Markdown rendered", async () => {
  const sent = await asha.call("POST", "/api/questions", { ...question, tags: "Electives, c++" });
  expect([sent.status, sent.headers.get("Location")]).toEqual([
    201,
    expect.stringMatching(/^\/api\/questions\/\d+$/),
  ]);
  const asked = sent.body.data;
  expect(asked).toEqual({
    id: expect.any(String),
    title: question.title,
    slug: "which-elective-goes-well-with-machine-learning",
    body: question.body,
    html: "<p>I am in my third year and have <em>one</em> slot left.</p>\n",
    tags: ["electives", "c++"],
    author: { id: asha.id, name: asha.name },
    isAnonymous: false,
    own: true,
    askedAt: expect.stringMatching(/Z$/),
    editedAt: null,
    answers: 0,
    acceptedAnswerId: null,
    votes: 0,
    voted: false,
    following: true,
    isLocked: false,
    isHidden: false,
    comments: [],
  });
  expect(await readQuestion(rohan, asked.id)).toEqual({ ...asked, own: false, following: false });
});

test("the same Idempotency-Key asks a question only once", async () => {
  const send = () =>
    asha.call("POST", "/api/questions", question, { "Idempotency-Key": `elective-${count}` });
  const [first, second] = [await send(), await send()];
  expect(second.body).toEqual(first.body);
  expect(second.headers.get("Idempotent-Replayed")).toBe("true");
});

test.each([
  [{ title: "Too short" }, "title", "A title has at least 10 characters"],
  [{ title: "" }, "title", "Give your question a title"],
  [{ title: "t".repeat(151) }, "title", "At most 150 characters"],
  [{ body: "Nineteen characters" }, "body", "A question has at least 20 characters"],
  [{ body: "b".repeat(20_001) }, "body", "At most 20000 characters"],
  [{ tags: [] }, "tags", "Choose 1 to 5 tags"],
  [{ tags: ["a", "b", "c", "d", "e", "f"] }, "tags", "At most 5 entries"],
  [{ tags: ["two words"] }, "tags", "A tag has 1 to 30 of the characters a-z 0-9 + # . -"],
  [{ tags: ["t".repeat(31)] }, "tags", "A tag has 1 to 30 of the characters a-z 0-9 + # . -"],
  [{ isAnonymous: "maybe" }, "isAnonymous", "Must be true or false"],
  [{ ask: ["1", "2", "3", "4"] }, "ask", "At most 3 people"],
  [{ body: "[".repeat(20_000) }, "body", "There is too much formatting in this text. Please use less of it."],
])("a question with %o is refused", async (wrong, field, text) => {
  const sent = await asha.call("POST", "/api/questions", { ...question, ...wrong });
  expect([sent.status, problemOf(sent).errors]).toEqual([422, { [field]: [text] }]);
});

test("the list has tags, a search, three orders and pages, and omits hidden and merged questions", async () => {
  const tag = `list-${count}`;
  const word = `zirconia${count}`;
  const make = async (title: string, daysAgo: number) => {
    const { id } = await ask(asha, { title: `${title} ${word}`, tags: [tag] });
    const moment = Date.now() - daysAgo * 86_400_000;
    set("questions", id, `asked_at = ${moment}, active_at = ${moment}`);
    return id;
  };
  const [ancient, old, late, hidden, answered, merged] = [
    await make("Where is the old library?", 90),
    await make("Where is the new library?", 50),
    await make("Where is the small library?", 1),
    await make("Where is the hidden library?", 1),
    await make("Where is the answered library?", 30),
    await make("Where is the merged library?", 30),
  ];
  set("questions", hidden, "hidden_at = 1, hidden_reason = 'Rude'");
  set("questions", merged, `merged_into = ${old}`);
  await answer(rohan, answered);
  const list = async (query: string) => {
    const { body, headers } = await rohan.get(`/api/questions?${query}`);
    return { ids: body.data.map(({ id }) => id), next: headers.get("Link") };
  };
  for (const filter of [
    `tag=${tag.toUpperCase()}`,
    `search=${word.toUpperCase()}`,
    `tag=${tag}&search=${word}`,
  ]) {
    expect((await list(filter)).ids).toEqual([answered, late, old, ancient]);
    expect((await list(`${filter}&sort=unanswered`)).ids).toEqual([old, late, ancient]);
    expect((await list(`${filter}&sort=active`)).ids).toEqual([answered, late, old, ancient]);
  }
  for (const [sort, ids] of Object.entries({
    newest: [answered, late, old, ancient],
    unanswered: [old, late, ancient],
    active: [answered, late, old, ancient],
  })) {
    const pages = await rohan.getPages(`/api/questions?tag=${tag}&sort=${sort}&limit=1`);
    const seen = pages.flatMap(({ body }) => body.data.map(({ id }) => id));
    expect(seen).toEqual(ids);
  }
  expect((await list("sort=unanswered")).ids).toContain(old);
  expect((await list("tag=no-such-tag")).ids).toEqual([]);
  expect((await list("sort=wrong&limit=50")).ids).toContain(late);
  expect(await rohan.get(`/api/tags?search=${tag}`)).toMatchObject({
    status: 200,
    body: [{ name: tag, count: 4 }],
  });
  const similar = await rohan.get(`/api/questions/similar?title=small+${word}`);
  expect(similar.body.data[0]?.id).toBe(late);
  expect(similar.body.data.map(({ id }) => id)).not.toContain(hidden);
});

test("answers are sorted by acceptance, votes and age, page by page", async () => {
  const { id } = await ask(asha);
  const first = await answer(rohan, id, "The first answer");
  const second = await answer(meera, id, "The second answer");
  const third = await answer(rohan, id, "The third answer");
  await asha.call("PUT", `/api/answers/${second.id}/vote`);
  expect(await asha.call("PUT", `/api/questions/${id}/accepted`, { answerId: third.id })).toMatchObject({
    status: 200,
    body: { data: { acceptedAnswerId: third.id, answers: 3 } },
  });
  const pages = await asha.getPages(`/api/questions/${id}/answers?limit=1`);
  const seen = pages.flatMap(({ body }) => body.data);
  expect(seen.map((each) => each.id)).toEqual([third.id, second.id, first.id]);
  expect(seen[0]).toEqual({
    id: third.id,
    questionId: id,
    body: "The third answer",
    html: "<p>The third answer</p>\n",
    author: { id: rohan.id, name: rohan.name },
    own: false,
    answeredAt: expect.any(String),
    editedAt: null,
    votes: 0,
    voted: false,
    accepted: true,
    comments: [],
  });
  expect(seen[1]).toMatchObject({ votes: 1, voted: true });
});

describe("Accepting", () => {
  test("only the asker can accept an answer, one per question, and withdraw the acceptance", async () => {
    const { id } = await ask(asha);
    const [own, other] = [await answer(rohan, id), await answer(meera, (await ask(asha)).id)];
    expect((await rohan.call("PUT", `/api/questions/${id}/accepted`, { answerId: own.id })).status).toBe(403);
    for (const answerId of [other.id, "0", "x"]) {
      expect((await asha.call("PUT", `/api/questions/${id}/accepted`, { answerId })).status).toBe(404);
    }
    await asha.call("PUT", `/api/questions/${id}/accepted`, { answerId: own.id });
    expect((await rohan.call("DELETE", `/api/questions/${id}/accepted`)).status).toBe(403);
    for (const status of [204, 204])
      expect((await asha.call("DELETE", `/api/questions/${id}/accepted`)).status).toBe(status);
    expect((await readQuestion(asha, id)).acceptedAnswerId).toBe(null);
  });

  test("deleting the accepted answer ends its acceptance", async () => {
    const { id } = await ask(asha);
    const { id: answerId } = await answer(rohan, id);
    await asha.call("PUT", `/api/questions/${id}/accepted`, { answerId });
    expect((await rohan.call("DELETE", `/api/answers/${answerId}`)).status).toBe(204);
    expect(await readQuestion(asha, id)).toMatchObject({ acceptedAnswerId: null, answers: 0 });
  });
});

test("a member has one vote for each post of others, and nobody sees who voted", async () => {
  const { id } = await ask(asha);
  const { id: answerId } = await answer(rohan, id);
  for (const [post, own] of [
    [`questions/${id}`, asha],
    [`answers/${answerId}`, rohan],
  ] as const) {
    expect(detail(await own.call("PUT", `/api/${post}/vote`))).toEqual([
      403,
      "You can't vote for your own post.",
    ]);
    await Promise.all([1, 2, 3].map(() => meera.call("PUT", `/api/${post}/vote`)));
    expect(await meera.call("PUT", `/api/${post}/vote`)).toMatchObject({
      status: 200,
      body: { votes: 1, voted: true },
    });
    expect((await meera.call("DELETE", `/api/${post}/vote`)).body).toEqual({ votes: 0, voted: false });
    expect((await meera.call("DELETE", `/api/${post}/vote`)).body).toEqual({ votes: 0, voted: false });
  }
  expect((await meera.call("PUT", "/api/questions/0/vote")).status).toBe(404);
  database.exec("create trigger no_votes before insert on question_votes begin select raise(ignore); end");
  const refused = await meera.call("PUT", `/api/questions/${id}/vote`);
  database.exec("drop trigger no_votes");
  expect([refused.status, (await readQuestion(meera, id)).voted]).toEqual([403, false]);
});

test("of simultaneous changes to an answer one succeeds, and stores one earlier version", async () => {
  const { id } = await ask(asha);
  const { id: answerId } = await answer(rohan, id);
  const path = `/api/answers/${answerId}`;
  const etag = (await rohan.get(path)).headers.get("ETag") ?? "";
  const sent = await Promise.all(
    [1, 2, 3, 4].map((n) => rohan.call("PUT", path, { body: `Text ${n}` }, { "If-Match": etag })),
  );
  expect(sent.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  const kept = database.prepare("select count(*) from question_revisions where answer_id = ?").pluck();
  expect(kept.get(Number(answerId))).toBe(1);
});

test("askers and answerers follow the question automatically, and everyone else can", async () => {
  const { id } = await ask(asha);
  await answer(rohan, id);
  expect((await readQuestion(rohan, id)).following).toBe(true);
  expect((await meera.call("PUT", `/api/questions/${id}/follow`)).body).toEqual({ following: true });
  expect((await readQuestion(meera, id)).following).toBe(true);
  expect((await asha.call("DELETE", `/api/questions/${id}/follow`)).body).toEqual({ following: false });
  expect((await readQuestion(asha, id)).following).toBe(false);
});

test("changing a question keeps fields that are not sent, and cannot make it anonymous", async () => {
  const asked = await ask(asha);
  const changed = await asha.call("PUT", `/api/questions/${asked.id}`, {
    tags: ["hostel"],
    isAnonymous: true,
  });
  expect(changed.body.data).toEqual({ ...asked, tags: ["hostel"], editedAt: expect.any(String) });
  expect((await asha.call("PUT", `/api/questions/${asked.id}`, { title: "Short" })).status).toBe(422);
  const versions = database
    .prepare("select title, tags, author_id from question_revisions where question_id = ?")
    .all(Number(asked.id));
  expect(versions).toEqual([{ title: asked.title, tags: asked.tags.join(", "), author_id: Number(asha.id) }]);
  const { id } = await answer(rohan, asked.id);
  const edited = await rohan.call("PUT", `/api/answers/${id}`, { body: "Take **Graphs**." });
  expect(edited.body.data).toMatchObject({ html: "<p>Take <strong>Graphs</strong>.</p>\n" });
});

test("comments are plain text of 3 to 600 characters, at most a hundred for each post", async () => {
  const { id } = await ask(asha);
  const { id: answerId } = await answer(rohan, id);
  for (const post of [`questions/${id}`, `answers/${answerId}`] as const) {
    const sent = await meera.call("POST", `/api/${post}/comments`, { body: "*Really* <b>?" });
    expect([sent.status, sent.body.data]).toEqual([
      201,
      {
        id: expect.any(String),
        body: "*Really* <b>?",
        author: { id: meera.id, name: meera.name },
        own: true,
        at: expect.any(String),
      },
    ]);
    for (const body of ["", "ab", "c".repeat(601)])
      expect((await meera.call("POST", `/api/${post}/comments`, { body })).status).toBe(422);
  }
  database
    .prepare(
      `insert into comments (question_id, author_id, body, created_at)
       select ?, ?, 'Another comment', 1 from json_each(?)`,
    )
    .run(Number(id), Number(rohan.id), JSON.stringify(Array(99).fill(0)));
  expect(detail(await meera.call("POST", `/api/questions/${id}/comments`, { body: "One more" }))).toEqual([
    409,
    "This post has as many comments as it can hold.",
  ]);
  const { comments } = await readQuestion(meera, id);
  expect(comments).toHaveLength(100);
  expect((await rohan.call("DELETE", `/api/comments/${comments[0]?.id}`)).status).toBe(403);
  expect((await meera.call("DELETE", `/api/comments/${comments[0]?.id}`)).status).toBe(204);
});

describe("Moderation", () => {
  test("a locked question refuses answers and comments, and keeps its votes", async () => {
    const { id } = await ask(asha);
    const { id: answerId } = await answer(rohan, id);
    set("questions", id, "locked_at = 1");
    for (const path of [
      `questions/${id}/answers`,
      `questions/${id}/comments`,
      `answers/${answerId}/comments`,
    ])
      expect((await meera.call("POST", `/api/${path}`, { body: "Another one" })).status).toBe(409);
    expect((await meera.call("PUT", `/api/questions/${id}/vote`)).body).toEqual({ votes: 1, voted: true });
    expect((await readQuestion(meera, id)).isLocked).toBe(true);
  });

  test("a hidden post is visible to its author and administrators only", async () => {
    makeAdmin(server, meera);
    const { id } = await ask(asha);
    const { id: answerId } = await answer(rohan, id);
    const commentId = await comment(rohan, `answers/${answerId}`);
    const hide = "hidden_at = 1, hidden_reason = 'Rude'";
    set("comments", commentId, hide);
    const list = (member: Member) => member.get(`/api/questions/${id}/answers`);
    expect((await list(asha)).body.data[0]?.comments).toEqual([]);
    expect((await list(rohan)).body.data[0]?.comments).toHaveLength(1);
    set("answers", answerId, hide);
    expect((await list(asha)).body.data).toEqual([]);
    expect((await readQuestion(asha, id)).answers).toBe(0);
    expect((await list(meera)).body.data).toHaveLength(1);
    expect((await asha.call("POST", `/api/answers/${answerId}/comments`, { body: "Hello?" })).status).toBe(
      404,
    );
    set("questions", id, hide);
    for (const path of ["", "/answers"])
      expect((await rohan.get(`/api/questions/${id}${path}`)).status).toBe(404);
    expect((await rohan.call("PUT", `/api/questions/${id}/vote`)).status).toBe(404);
    expect((await readQuestion(asha, id)).isHidden).toBe(true);
    expect((await readQuestion(meera, id)).isHidden).toBe(true);
  });

  test("a merged question redirects readers to its target, and refuses posts", async () => {
    const [{ id }, { id: other }] = [await ask(asha), await ask(rohan)];
    set("questions", id, `merged_into = ${other}`);
    for (const path of ["", "/answers?limit=1"]) {
      const { status, headers } = await meera.get(`/api/questions/${id}${path}`);
      expect([status, headers.get("Location")]).toEqual([308, `/api/questions/${other}${path}`]);
    }
    const before = await readQuestion(rohan, other);
    for (const [method, path, body] of [
      ["POST", "/answers", { body: "Well" }],
      ["POST", "/comments", { body: "Well?" }],
      ["PUT", "/vote"],
      ["DELETE", "/vote"],
      ["PUT", "/follow"],
      ["DELETE", "/follow"],
      ["PUT", "/accepted", { answerId: "1" }],
      ["DELETE", "/accepted"],
      ["PUT", "", { title: "Another title for it" }],
      ["DELETE", ""],
    ] as const) {
      const sent = await asha.call(method, `/api/questions/${id}${path}`, body);
      expect([method, path, sent.status, sent.headers.get("Location")]).toEqual([method, path, 409, null]);
      expect(sent.body).toMatchObject({ code: "question-merged", mergedInto: other, status: 409 });
    }
    expect(await readQuestion(rohan, other)).toEqual(before);
  });
});

describe("Who could answer", () => {
  const helpersOf = async (member: Member, tags: string) =>
    (await member.get(`/api/questions/helpers?tags=${encodeURIComponent(tags)}`)).body;
  const skill = () => `weaving-${count}`;

  test("helpers are listed best match first, and mailed at once, once a week by the same asker", async () => {
    set("users", rohan.id, `skills = 'Python, Weaving ${count}'`);
    set("users", meera.id, `skills = 'Weaving ${count}, C'`);
    expect(await helpersOf(asha, `${skill()}, c`)).toEqual([
      { id: meera.id, name: meera.name, topics: [], skills: [`Weaving ${count}`, "C"] },
      { id: rohan.id, name: rohan.name, topics: [], skills: ["Python", `Weaving ${count}`] },
    ]);
    const asked = await ask(asha, { tags: [skill()], ask: [meera.id] });
    const mailed = async () => (await allMails(server)).filter((mail) => mail.includes(`To: ${meera.email}`));
    const [mail, ...others] = await mailed();
    expect(others).toEqual([]);
    expect(mail).toContain(`/questions/${asked.id}`);
    expect(mail).toContain("You are asked to answer");
    expect((await helpersOf(asha, skill())).map(({ id }) => id)).toEqual([rohan.id]);
    await ask(asha, { tags: [skill()], ask: [meera.id] });
    await ask(asha, { tags: [skill()], ask: [meera.id], isAnonymous: true });
    expect(await mailed()).toHaveLength(1);
    expect((await helpersOf(rohan, skill())).map(({ id }) => id)).toEqual([meera.id]);
    await ask(rohan, { tags: [skill()], ask: [meera.id], isAnonymous: true });
    expect((await mailed()).at(-1)).not.toMatch(/Rohan|Pillai/i);
    await ask(rohan, { tags: [skill()], ask: [meera.id] });
    expect(await mailed()).toHaveLength(2);
    database.prepare("update question_asks set asked_at = asked_at - 7 * 86400000").run();
    await ask(asha, { tags: [skill()], ask: [meera.id] });
    expect(await mailed()).toHaveLength(3);
  });

  test("deleting a question does not allow asking its helpers again, and restoring it restores the request", async () => {
    set("users", meera.id, `skills = 'Weaving ${count}'`);
    for (const isAnonymous of [false, true]) {
      const asker = await join(server, "kabir", `kabir.deletes${isAnonymous}.${count}@college.example`);
      const asked = await ask(asker, { tags: [skill()], ask: [meera.id], isAnonymous });
      expect((await asker.call("DELETE", `/api/questions/${asked.id}`)).status).toBe(204);
      expect(await helpersOf(asker, skill())).toEqual([]);
      const again = await ask(asker, { tags: [skill()], ask: [meera.id] });
      const restored = await asker.call("POST", `/api/questions/${asked.id}/restore`);
      expect(restored.status).toBe(200);
      const asks = database.prepare("select question_id from question_asks where helper_id = ?").pluck();
      expect(asks.all(Number(meera.id))).toContain(Number(asked.id));
      expect(asks.all(Number(meera.id))).not.toContain(Number(again.id));
    }
    await ask(asha, { tags: [skill()], ask: [meera.id] });
    expect(await helpersOf(rohan, skill())).toEqual([]);
  });

  test("at most three requests a week reach the same helper, even if two are sent at the same time", async () => {
    set("users", meera.id, `skills = 'Weaving ${count}'`);
    const others = await Promise.all(
      [1, 2].map((n) => join(server, "kabir", `kabir.asks${n}.${count}@college.example`)),
    );
    for (const asker of [asha, rohan]) await ask(asker, { tags: [skill()], ask: [meera.id] });
    await Promise.all(
      others.map((asker, index) =>
        ask(asker, { tags: [skill()], ask: [meera.id], isAnonymous: index === 0 }),
      ),
    );
    const asked = database.prepare("select count(*) from question_asks where helper_id = ?").pluck();
    expect(asked.get(Number(meera.id))).toBe(3);
    for (const asker of [asha, rohan, ...others]) expect(await helpersOf(asker, skill())).toEqual([]);
  });

  test("helpers with a matching topic are listed first, and members on “not now” are left out", async () => {
    const topic = (id: string, name: string) => {
      database.prepare("insert into tags (name) values (?) on conflict do nothing").run(name);
      database
        .prepare("insert into user_topics select ?, id, 1 from tags where name = ?")
        .run(Number(id), name);
    };
    set("users", rohan.id, `skills = 'Weaving ${count}'`);
    topic(meera.id, skill());
    set("users", meera.id, "skills = 'Dance'");
    expect(await helpersOf(asha, skill())).toEqual([
      { id: meera.id, name: meera.name, topics: [skill()], skills: ["Dance"] },
      { id: rohan.id, name: rohan.name, topics: [], skills: [`Weaving ${count}`] },
    ]);
    set("users", meera.id, `not_now_until = '${dayIn(2)}'`);
    set("users", rohan.id, `not_now_until = '${dayIn(-2)}'`);
    expect((await helpersOf(asha, skill())).map(({ id }) => id)).toEqual([rohan.id]);
    const sent = await asha.call("POST", "/api/questions", { ...question, tags: [skill()], ask: [meera.id] });
    expect(detail(sent)).toEqual([422, "Choose only from the members who are suggested"]);
    set("users", meera.id, "not_now_until = null");
    database
      .prepare("insert into old_tag_names select 'old-' || name, id from tags where name = ?")
      .run(skill());
    expect((await helpersOf(asha, `old-${skill()}`)).map(({ id }) => id)).toEqual([meera.id]);
  });

  test("a token with scopes learns nothing about its owner's anonymous questions", async () => {
    set("users", meera.id, `skills = 'Weaving ${count}'`);
    await ask(asha, { tags: [skill()], ask: [meera.id], isAnonymous: true });
    expect(await helpersOf(asha, skill())).toEqual([]);
    const token = openSession(server, asha.id, "token");
    database
      .prepare("update sessions set scopes = '[\"questions:read\"]' where token_hash = ?")
      .run(createHash("sha256").update(token).digest("hex"));
    const program = Object.assign(new Visitor(server.url), { token }) as Member;
    expect((await helpersOf(program, skill())).map(({ id }) => id)).toEqual([meera.id]);
  });

  test("only listed helpers can be asked", async () => {
    set("users", rohan.id, `skills = 'Weaving ${count}', allow_asking = 0`);
    set("users", meera.id, "skills = 'Dance'");
    set("users", asha.id, `skills = 'Weaving ${count}'`);
    expect(await helpersOf(asha, skill())).toEqual([]);
    for (const id of [rohan.id, meera.id, asha.id, "0", "x", "99999999999"]) {
      const sent = await asha.call("POST", "/api/questions", { ...question, tags: [skill()], ask: [id] });
      expect(detail(sent)).toEqual([422, "Choose only from the members who are suggested"]);
    }
  });
});

test("sockets in a question's room are notified of a new answer", async () => {
  const { id } = await ask(asha);
  const [joined, other] = [await Socket.of(rohan), await Socket.of(meera)];
  joined.send("join-room", { room: `question:${id}` });
  await joined.settled();
  const { id: answerId } = await answer(meera, id);
  expect(await joined.next("question:answer")).toEqual({ questionId: id, answerId });
  await other.settled();
  expect(other.received("question:answer")).toEqual([]);
});

test("a socket stays in the last twenty question rooms that it joined", async () => {
  const questions = [];
  for (let index = 0; index < 21; index++) questions.push(await ask(asha));
  const socket = await Socket.of(rohan);
  for (const { id } of questions.slice(0, 15)) socket.send("join-room", { room: `question:${id}` });
  await socket.settled();
  await endLimits(server);
  for (const { id } of questions.slice(15)) socket.send("join-room", { room: `question:${id}` });
  await socket.settled();
  const [first, second] = questions as [Question, Question];
  await answer(meera, first.id);
  const { id: answerId } = await answer(meera, second.id);
  expect(await socket.next("question:answer")).toEqual({ questionId: second.id, answerId });
});

test("guests cannot read questions through the API", async () => {
  const guest = new Visitor(server.url);
  const { id } = await ask(asha);
  for (const path of ["", `/${id}`, `/${id}/answers`, "/similar?title=elective", "/helpers?tags=c"])
    expect((await guest.get(`/api/questions${path}`)).status).toBe(401);
  expect((await guest.get("/api/tags")).status).toBe(401);
});
