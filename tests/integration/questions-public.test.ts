import { expect, test } from "vitest";
import { shareServer } from "../support/integration.ts";
import { browse, join } from "../support/people.ts";
import { answer, ask, comment } from "../support/questions.ts";
import { Visitor } from "../support/visitor.ts";

const server = await shareServer({ RATE_LIMITS: "off", QUESTIONS: "public" });
const [asha, rohan] = [await join(server, "asha"), await join(server, "rohan")];
const guest = new Visitor(server.url);

test("guests can read questions and answers, with names shortened to Asha V.", async () => {
  const asked = await ask(asha, { title: "Where do I find the <old> exam papers?" });
  const hidden = await ask(rohan, { isAnonymous: true });
  await answer(rohan, asked.id);
  await comment(rohan, `questions/${asked.id}`);
  const path = `/questions/${asked.id}/${asked.slug}`;
  const pages = ["/questions", path, "/questions.atom", "/sitemap.xml", "/"];
  const calls = [
    "/api/questions",
    `/api/questions/${asked.id}`,
    `/api/questions/${asked.id}/answers`,
    "/api/questions/similar?title=exam+papers",
    "/api/tags",
  ];
  for (const address of [...pages, ...calls]) {
    const { status, text } = await guest.get(address);
    expect([address, status, /Verma|Pillai/.test(text)]).toEqual([address, 200, false]);
  }
  const { data } = (await guest.get(`/api/questions/${asked.id}`)).body;
  expect(data).toMatchObject({
    author: { id: null, name: "Asha V." },
    own: false,
    voted: false,
    following: false,
  });
  expect(data.comments[0]?.author).toEqual({ id: null, name: "Rohan P." });
  const anonymous = (await guest.get(`/api/questions/${hidden.id}`)).body;
  expect(anonymous.data.author).toEqual({ id: null, name: "Anonymous alum" });
  const page = (await guest.get(path)).text;
  expect(decodeURIComponent(/wa\.me\/\?text=([^"]*)"/.exec(page)?.[1] ?? "")).toMatch(
    new RegExp(`^Where do I find the <old> exam papers\\?\n.*${path}$`),
  );
  const json = /<script type="application\/ld\+json">(.+?)<\/script>/.exec(page)?.[1] ?? "";
  expect(JSON.parse(json)).toMatchObject({
    "@type": "QAPage",
    mainEntity: { "@type": "Question", name: asked.title, author: { name: "Asha V." }, answerCount: 1 },
  });
  expect((await guest.get("/sitemap.xml")).text).toContain(path);
  expect((await guest.get("/")).text).toContain('href="/questions"');
});

test("guests cannot write, and see no helpers", async () => {
  const asked = await ask(asha);
  expect((await guest.get("/api/questions/helpers?tags=python")).status).toBe(401);
  expect((await guest.call("POST", "/api/questions", asked)).status).toBe(401);
  expect((await guest.call("PUT", `/api/questions/${asked.id}/vote`)).status).toBe(401);
  for (const path of ["/questions/new", `/questions/${asked.id}/edit`, `/questions/${asked.id}/history`]) {
    const { status, headers } = await guest.get(path);
    expect([status, headers.get("Location")]).toEqual([303, `/login?redirectTo=${encodeURIComponent(path)}`]);
  }
  expect(
    (await guest.post(`/questions/${asked.id}/${asked.slug}`, { intent: "answer", body: "Hello" })).status,
  ).toBe(401);
});

test("the author's page of a question is not shared with other readers", async () => {
  const asked = await ask(asha);
  const path = `/questions/${asked.id}/${asked.slug}`;
  await guest.get(path);
  const own = browse(server, asha);
  expect((await own.get(path)).text).toContain("Delete this question");
  expect((await guest.get(path)).text).not.toContain("Delete this question");
});

test("the author of an answered question sees why it cannot be deleted", async () => {
  const asked = await ask(asha);
  const path = `/questions/${asked.id}/${asked.slug}`;
  await answer(rohan, asked.id);
  const own = await browse(server, asha).get(path);
  expect(own.text).not.toContain("Delete this question");
  expect(own.text).toContain("This question has answers. It can&#x27;t be deleted any more.");
  expect((await browse(server, rohan).get(path)).text).not.toContain("This question has answers.");
});
