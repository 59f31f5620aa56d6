import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../support/server.ts";
import { Visitor } from "../support/visitor.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const send = (fields: Record<string, string>, visitor = new Visitor(server.url)) =>
  visitor.post("/feedback", fields);
const stored = () => server.database().prepare("select name, text from feedback order by id").all();

test("feedback is kept, with or without a name", async () => {
  const done = await send({ name: " Asha ", text: "  More maps,\r\nplease. " });
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/?feedback=sent#feedback"]);
  await send({ name: "", text: "And a quieter library." });
  await send({ text: "No name field at all." });
  expect(stored()).toEqual([
    { name: "Asha", text: "More maps,\nplease." },
    { name: null, text: "And a quieter library." },
    { name: null, text: "No name field at all." },
  ]);
  expect((await new Visitor(server.url).get("/?feedback=sent")).text).toContain(
    "Thank you for your feedback.",
  );
});

test("blank text does nothing", async () => {
  const before = stored();
  for (const text of ["", "   \n\t ", "\u0000"]) {
    const answer = await send({ name: "Asha", text });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain("Your Feedback");
    expect(answer.text).toContain('value="Asha"');
    expect(answer.text).not.toContain('aria-invalid="true"');
  }
  expect((await send({})).status).toBe(422);
  expect(stored()).toEqual(before);
});

test("what is too long comes back as it was typed", async () => {
  const answer = await send({ name: "x".repeat(81), text: "y".repeat(4001) });
  expect(answer.status).toBe(422);
  expect(answer.text).toContain("At most 80 characters");
  expect(answer.text).toContain("At most 4000 characters");
  expect(answer.text).toContain("y".repeat(4001));
});

test("when the store fails, the form keeps what was typed and the log has the cause", async () => {
  const database = server.database();
  database.exec("alter table feedback rename to feedback_away");
  const { status, text, headers } = await send({ name: "Asha", text: "Not to be lost." });
  database.exec("alter table feedback_away rename to feedback");
  expect(status).toBe(500);
  // Shown once; the other one is hidden until the script of the guests' page needs it.
  expect(text.match(/Your feedback wasn&#x27;t sent/g)).toHaveLength(2);
  expect(text).toContain('value="Asha"');
  expect(text).toContain("Not to be lost.");
  expect(server.logged()).toMatch(new RegExp(`"level":"error"[^\n]*${headers.get("X-Request-Id")}`));
});

test("an address may send thirty an hour", async () => {
  const answers = [];
  for (let count = 0; count < 31; count++) answers.push(await send({ text: `Number ${count}` }));
  const last = answers.at(-1);
  expect(last?.status).toBe(429);
  expect(Number(last?.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(last?.text).toContain("Number 30");
});

test("the dialog is a page of its own", async () => {
  const { status, text } = await new Visitor(server.url).get("/feedback");
  expect(status).toBe(200);
  expect(text).toMatch(/<dialog[^>]*open/);
  expect(text).toContain("Your Name (optional)");
  expect(text).toContain("Enter your feedback...");
  expect(text.match(/<title>/g)).toHaveLength(1);
});
