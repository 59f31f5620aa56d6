import { expect, test } from "vitest";
import { shareServer } from "../../support/integration.ts";
import { browse, join } from "../../support/people.ts";
import { question } from "../../support/questions.ts";

const server = await shareServer();

test("a member gets 120 previews of a question in ten minutes, and a refused one keeps what was typed", async () => {
  const kabir = browse(server, await join(server, "kabir"));
  const look = () => kabir.post("/questions/new", { ...question, tags: "exams", intent: "next" });
  for (let turn = 1; turn <= 120; turn++) expect([turn, (await look()).status]).toEqual([turn, 303]);
  const refused = await look();
  expect([refused.status, Number(refused.headers.get("Retry-After")) > 0]).toEqual([429, true]);
  expect(refused.text).toContain("You&#x27;ve looked at many previews in the last minutes.");
  expect(refused.text).toContain(question.title);
});
