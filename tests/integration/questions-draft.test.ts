import { beforeEach, expect, test } from "vitest";
import { shareServer, unlimited } from "../support/integration.ts";
import { browse, join, type Member } from "../support/people.ts";
import { ask } from "../support/questions.ts";
import type { Visitor } from "../support/visitor.ts";

const server = await shareServer(unlimited);
const database = server.database();
let count = 0;
let asha: Member;
let browser: Visitor;
beforeEach(async () => {
  asha = await join(server, "asha", `asha${++count}@college.example`);
  browser = browse(server, asha);
});

const save = (fields: Record<string, string>, typedAt: number | string = Date.now()) =>
  browser.post("/questions/new", { intent: "save", typedAt: String(typedAt), ...fields });
const draft = () => {
  const fields = database
    .prepare("select fields from question_drafts where user_id = ?")
    .pluck()
    .get(Number(asha.id)) as string | undefined;
  return fields && (JSON.parse(fields) as { title: string }).title;
};
const whole = {
  title: "Where do I find old exam papers?",
  body: "For tides and waves, if there are any.",
  tags: "exams",
};

test("drafts are saved automatically without a message, even if invalid", async () => {
  const saved = await save({ title: "Half", tags: "no such!" });
  expect([saved.status, saved.headers.get("Location")]).toEqual([303, "/questions/new"]);
  expect(saved.headers.getSetCookie().join()).not.toContain("flash");
  expect((await browser.get("/questions/new")).text).toContain('value="Half"');
  const byButton = await browser.post("/questions/new", { intent: "save", title: "By the button" });
  expect([byButton.headers.get("Location"), draft()]).toEqual(["/questions", "By the button"]);
  expect((await browser.get("/questions")).text).toContain("Your draft is saved.");
});

test("saving older text does not overwrite a newer draft", async () => {
  const now = Date.now();
  await save({ title: "Newer" }, now);
  for (const typedAt of [now - 1, "x", -1e300]) await save({ title: "Older" }, typedAt);
  expect(draft()).toBe("Newer");
  await save({ title: "From the future" }, now + 1e9);
  await save({ title: "From now" });
  expect(draft()).toBe("From now");
});

test.each<Record<string, string>>([{}, { isAnonymous: "on" }])(
  "a late save does not restore the draft of a question already asked: %o",
  async (how) => {
    const typedAt = Date.now() - 10;
    await browser.post("/questions/new", { ...whole, ...how, intent: "next" });
    const asked = await browser.post("/questions/new?step=check", { intent: "ask" });
    expect(asked.headers.get("Location")).toMatch(/^\/questions\/\d+\/where-do-i-find-old-exam-papers$/);
    await save(whole, typedAt);
    expect(draft()).toBeUndefined();
    await save({ title: "The next one" });
    expect(draft()).toBe("The next one");
  },
);

test("sending the form twice redirects to the same question, and sending it without a draft back to the form", async () => {
  const send = () => browser.post("/questions/new?step=check", { intent: "ask" });
  expect((await send()).headers.get("Location")).toBe("/questions/new");
  await browser.post("/questions/new", { ...whole, isAnonymous: "on", intent: "next" });
  const [first, second] = [await send(), await send()];
  expect(second.headers.get("Location")).toBe(first.headers.get("Location"));
  const asked = database.prepare("select count(*) from question_aliases where user_id = ?").pluck();
  expect(asked.get(Number(asha.id))).toBe(1);
});

test("asking a question through the API keeps the draft", async () => {
  await save({ title: "Still being written" });
  await ask(asha);
  expect(draft()).toBe("Still being written");
});
