import { expect } from "vitest";
import { createTest } from "../support/integration.ts";
import type { TestServer } from "../support/server.ts";

const test = createTest();

const stored = (server: TestServer) =>
  server.database().prepare("select name, text from feedback order by id").all();

test("feedback is stored with or without a name", async ({ server, guest }) => {
  const done = await guest.post("/feedback", { name: " Asha ", text: "  More maps,\r\nplease. " });
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/#feedback"]);
  await guest.post("/feedback", { name: "", text: "And a quieter library." });
  await guest.post("/feedback", { text: "No name field at all." });
  expect(stored(server)).toEqual([
    { name: "Asha", text: "More maps,\nplease." },
    { name: null, text: "And a quieter library." },
    { name: null, text: "No name field at all." },
  ]);
  const told = "Thank you for your feedback.";
  expect((await guest.get("/")).text).toContain(told);
  expect((await guest.get("/")).text).not.toContain(told);
});

test("blank text is refused and nothing is stored", async ({ server, guest }) => {
  const before = stored(server);
  for (const text of ["", "   \n\t ", "\u0000"]) {
    const answer = await guest.post("/feedback", { name: "Asha", text });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain("Your Feedback");
    expect(answer.text).toContain('value="Asha"');
    expect(answer.text).toContain("Write your feedback first");
  }
  expect((await guest.post("/feedback", {})).status).toBe(422);
  expect(stored(server)).toEqual(before);
});

test("too long a text is shown again as it was typed", async ({ guest }) => {
  const answer = await guest.post("/feedback", { name: "x".repeat(81), text: "y".repeat(4001) });
  expect(answer.status).toBe(422);
  expect(answer.text).toContain("At most 80 characters");
  expect(answer.text).toContain("At most 4000 characters");
  expect(answer.text).toContain("y".repeat(4001));
});

test("if the store fails, the form keeps what was typed and the log has the cause", async ({
  server,
  guest,
}) => {
  const database = server.database();
  database.exec("alter table feedback rename to feedback_away");
  const { status, text, headers } = await guest.post("/feedback", { name: "Asha", text: "Not to be lost." });
  database.exec("alter table feedback_away rename to feedback");
  expect(status).toBe(503);
  // Shown once, because the second copy is hidden until the script of the guests' page uses it.
  expect(text.match(/Your feedback wasn&#x27;t sent/g)).toHaveLength(2);
  expect(text).toContain('value="Asha"');
  expect(text).toContain("Not to be lost.");
  expect(server.logged()).toMatch(new RegExp(`"level":"error"[^\n]*${headers.get("X-Request-Id")}`));
});

test("an address may send thirty feedbacks an hour", async ({ guest }) => {
  const answers = [];
  for (let count = 0; count < 31; count++)
    answers.push(await guest.post("/feedback", { text: `Number ${count}` }));
  const last = answers.at(-1);
  expect(last?.status).toBe(429);
  expect(Number(last?.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(last?.text).toContain("Number 30");
});

test("the feedback dialog has its own page", async ({ guest }) => {
  const { status, text } = await guest.get("/feedback");
  expect(status).toBe(200);
  expect(text).toMatch(/<dialog[^>]*open/);
  expect(text).toContain("Your Name (optional)");
  expect(text).toContain("Enter your feedback...");
  expect(text.match(/<title>/g)).toHaveLength(1);
});
