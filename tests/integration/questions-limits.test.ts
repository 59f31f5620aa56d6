import { expect, test } from "vitest";
import { shareServer } from "../support/integration.ts";
import { join, openSession } from "../support/people.ts";
import { ask, question } from "../support/questions.ts";
import { Visitor } from "../support/visitor.ts";

/** Each limit counts what its page and its call do together, and refuses both. */

const server = await shareServer();
const [asha, rohan] = [await join(server, "asha"), await join(server, "rohan")];
const browser = new Visitor(server.url);
browser.cookies.set("session", openSession(server, rohan.id, "browser"));
const [asked, other] = [await ask(asha), await ask(asha)];
const path = `/questions/${asked.id}/${asked.slug}`;
const vote = { intent: "vote", post: `question-${asked.id}` };

async function askByPage(title: string) {
  await browser.post("/questions/new", { ...question, tags: "exams", title, intent: "next" });
  return browser.post("/questions/new?step=check", { intent: "ask" });
}

test.each([
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
    // A post holds a hundred.
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
])("$most acts of $act", async ({ act, most, text, seconds, byPage, byCall }) => {
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
  else if (act !== "vote") expect(posted.text).toContain("Written in the browser");
});
