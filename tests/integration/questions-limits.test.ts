import { expect, test } from "vitest";
import { shareServer } from "../support/integration.ts";
import { sample } from "../support/nightly.ts";
import { browse, join } from "../support/people.ts";
import { answer, ask, question } from "../support/questions.ts";
import type { Answer } from "../support/visitor.ts";

/** Page and API share each limit. */

const server = await shareServer();
const [asha, rohan, kabir] = [
  await join(server, "asha"),
  await join(server, "rohan"),
  await join(server, "kabir"),
];
const [browser, ashas] = [browse(server, rohan), browse(server, asha)];
const [asked, other] = [await ask(asha), await ask(asha)];
const path = `/questions/${asked.id}/${asked.slug}`;
const given = await answer(kabir, asked.id);
const search = { kind: "jobs", query: "search=tutor", frequency: "daily" };
const vote = { intent: "vote", post: `question-${asked.id}` };

async function askByPage(title: string) {
  await browser.post("/questions/new", { ...question, tags: "exams", title, intent: "next" });
  return browser.post("/questions/new?step=check", { intent: "ask" });
}

test("accepting the same answer again notifies nobody again", async () => {
  const meera = await join(server, "meera");
  const { id: questionId } = await ask(kabir);
  await meera.call("PUT", `/api/questions/${questionId}/follow`);
  const [first, second] = [await answer(asha, questionId), await answer(asha, questionId)];
  const accept = ({ id }: { id: string }) =>
    kabir.call("PUT", `/api/questions/${questionId}/accepted`, { answerId: id });
  for (const chosen of [first, first, first, second])
    expect(await accept(chosen)).toMatchObject({
      status: 200,
      body: { data: { acceptedAnswerId: chosen.id } },
    });
  const { body } = await meera.call("GET", "/api/notices");
  const { data } = body;
  expect(data.find(({ kind }) => kind === "answer-accepted")).toMatchObject({ count: 2 });
  expect((await accept(given)).status, "an answer to another question").toBe(404);
});

const limits = [
  {
    act: "question",
    most: 10,
    text: "You&#x27;ve asked many questions today. Please continue tomorrow.",
    seconds: 86_400,
    byPage: () => askByPage("Asked in the browser?"),
    byCall: () => rohan.call("POST", "/api/questions", question),
  },
  {
    act: "answer",
    most: 60,
    text: "You&#x27;ve written many answers today. Please continue tomorrow.",
    seconds: 86_400,
    byPage: () => browser.post(path, { intent: "answer", body: "Written in the browser" }),
    byCall: () => rohan.call("POST", `/api/questions/${asked.id}/answers`, { body: "By a call" }),
  },
  {
    act: "comment",
    most: 120,
    text: "You&#x27;ve written many comments today. Please continue tomorrow.",
    seconds: 86_400,
    byPage: () =>
      browser.post(path, { intent: "comment", post: `question-${asked.id}`, body: "Written in the browser" }),
    // A post takes at most a hundred comments.
    byCall: (turn: number) =>
      rohan.call("POST", `/api/questions/${(turn > 60 ? other : asked).id}/comments`, { body: "By a call" }),
  },
  {
    act: "vote",
    most: 300,
    text: "You&#x27;ve voted often in the last hour. Please continue later.",
    seconds: 3_600,
    byPage: () => browser.post(path, vote),
    byCall: (turn: number) => rohan.call(turn % 2 ? "PUT" : "DELETE", `/api/questions/${asked.id}/vote`),
  },
  {
    act: "following",
    most: 60,
    text: "You&#x27;ve followed questions often in the last minutes. Please continue later.",
    seconds: 600,
    byPage: () => browser.post(path, { intent: "follow" }),
    byCall: (turn: number) => rohan.call(turn % 2 ? "PUT" : "DELETE", `/api/questions/${asked.id}/follow`),
  },
  {
    act: "accepting",
    most: 60,
    text: "You&#x27;ve accepted answers often in the last minutes. Please continue later.",
    seconds: 600,
    byPage: () => ashas.post(path, { intent: "accept", post: `answer-${given.id}` }),
    byCall: (turn: number) =>
      turn % 2
        ? asha.call("PUT", `/api/questions/${asked.id}/accepted`, { answerId: given.id })
        : asha.call("DELETE", `/api/questions/${asked.id}/accepted`),
  },
  {
    act: "savedSearch",
    most: 60,
    text: "You&#x27;ve changed your saved searches often in the last minutes. Please continue later.",
    seconds: 600,
    byPage: () => browser.post("/account/searches", { ...search, intent: "save" }),
    byCall: () => rohan.call("POST", "/api/saved-searches", search),
  },
  {
    act: "noticeSettings",
    most: 60,
    text: "You&#x27;ve changed your choices often in the last minutes. Please continue later.",
    seconds: 600,
    byPage: () => browser.post("/account/notices", { digestHour: "9", quietFrom: "22:00", quietTo: "07:00" }),
    byCall: () => rohan.call("PUT", "/api/users/me/notice-settings", { digestHour: 9 }),
  },
];
test.each(sample(limits, 4))(
  "page and API together allow the action $act $most times",
  async ({ act, most, text, seconds, byPage, byCall }) => {
    expect((await byPage()).status).toBe(303);
    for (let turn = 2; turn <= most; turn++) {
      const { status, headers } = await byCall(turn);
      expect([turn, status < 300]).toEqual([turn, true]);
      if (turn === most) expect(headers.get("RateLimit")).toContain(`"${act}-${seconds}";r=0;`);
    }
    const called = await byCall(1);
    expect([called.status, Number(called.headers.get("Retry-After")) > 0]).toEqual([429, true]);
    const posted = await byPage();
    expect([posted.status, posted.text.includes(text)]).toEqual([429, true]);
    expect(Number(posted.headers.get("Retry-After"))).toBeGreaterThan(0);
    if (act === "question")
      expect((await browser.get("/questions/new")).text).toContain("Asked in the browser?");
    else if (["answer", "comment"].includes(act)) expect(posted.text).toContain("Written in the browser");
  },
);

test("a page of long questions ends early, and the pages together have all of them", async () => {
  const text = "long ".repeat(4_000);
  const count = 60;
  const database = server.database();
  database
    .prepare(
      `insert into questions (author_id, title, body, html, asked_at, active_at)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
        select ?, 'A long question ' || i, ?, ?, i, i from n`,
    )
    .run(count, Number(asha.id), text, `<p>${text}</p>`);
  // Every question has a tag.
  database.exec(`insert into question_tags (question_id, tag_id, position)
    select id, (select min(id) from tags), 1 from questions where title like 'A long question %'`);
  const sizes: number[] = [];
  let long = 0;
  for (let path: string | undefined = "/api/questions?limit=200"; path; ) {
    const { status, text, headers }: Answer = await asha.get(path);
    expect(status).toBe(200);
    expect(text.length).toBeLessThan(2_200_000);
    const { data }: { data: { title: string }[] } = JSON.parse(text);
    sizes.push(data.length);
    long += data.filter(({ title }) => title.startsWith("A long question")).length;
    path = /<([^>]+)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1];
  }
  expect(long).toBe(count);
  expect(sizes.length).toBe(2);
});
