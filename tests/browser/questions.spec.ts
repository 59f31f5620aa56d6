import {
  enter,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  newMember,
  test,
  toldOn,
} from "../support/browser.ts";
import { answer, ask } from "../support/questions.ts";

test("a member can ask anonymously and see similar questions, and another member can answer", async ({
  page,
  server,
  scripts,
}) => {
  // Slow because of two members and four accessibility checks.
  test.slow();
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const word = `zirconia${Math.random().toString(36).slice(2, 8)}`;
  const earlier = await ask(rohan, { title: `Where is the ${word} of the lab?` });

  await enter(page, server, asha);
  await page.goto("/qa-threads");
  await page.getByRole("navigation", { name: "Q&A" }).getByRole("link", { name: "Questions" }).click();
  await expect(page.getByRole("heading", { name: "Questions", level: 1 })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("link", { name: "Ask a Question" }).click();
  await page.getByLabel("Title").fill(`Is there more ${word} in the store?`);
  if (scripts) await expect(page.getByRole("link", { name: earlier.title })).toBeVisible();
  await page.getByLabel("Your question").fill("We need *two* pieces for the project.");
  await page.getByLabel("Tags").fill("lab, projects");
  await page.getByLabel("Ask anonymously").check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Check and ask" }).click();
  await expect(page.locator("em", { hasText: "two" })).toBeVisible();
  await expect(page.getByRole("link", { name: earlier.title })).toBeVisible();
  await page.getByRole("button", { name: "Ask this question" }).click();
  await expect(toldOn(page, "Your question is published.")).toBeVisible();
  await expect(page.getByText("Anonymous student asked")).toBeVisible();
  await expectNoSidewaysScroll(page);
  const address = page.url();

  await enter(page, server, rohan);
  await page.goto(address);
  if (scripts) await hydrated(page);
  await expect(page.locator("main")).not.toContainText("Asha");
  await page.getByLabel("Answer", { exact: true }).fill("Ask the *assistant*.");
  await page.getByRole("button", { name: "Answer" }).click();
  await expect(toldOn(page, "Your answer is published.")).toBeVisible();
  await expect(page.locator("em", { hasText: "assistant" })).toBeVisible();
  // Pressing with the mouse keeps the focus in the text, which is now empty for another answer.
  await expect(page.getByLabel("Answer", { exact: true })).toHaveValue("");
  await page.getByLabel("Answer", { exact: true }).fill("Or ask the *porter*.");
  await page.getByRole("button", { name: "Answer" }).click();
  await expect(page.locator("em", { hasText: "porter" })).toBeVisible();
  await expect(page.locator("em", { hasText: "assistant" })).toBeVisible();
  await expectAccessible(page);

  await enter(page, server, asha);
  await page.goto(address);
  if (scripts) await hydrated(page);
  await page.getByRole("button", { name: "Accept this answer" }).first().click();
  await expect(page.getByText("Accepted answer", { exact: true })).toBeVisible();
});

test("an answer that arrives while the page is open is shown only on request @scripts @once", async ({
  page,
  server,
}) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const { id, slug } = await ask(asha);
  await enter(page, server, asha);
  const joined = page
    .waitForEvent("websocket")
    .then((socket) =>
      socket.waitForEvent("framesent", ({ payload }) => String(payload).includes("join-room")),
    );
  await page.goto(`/questions/${id}/${slug}`);
  await joined;
  await page.getByText("Answer your own question").click();
  await page.getByLabel("Answer", { exact: true }).fill("I begin to think that");
  await answer(rohan, id, "Take graph theory.");
  await expect(page.getByText("1 new answer. Show")).toBeVisible();
  await expect(page.getByText("Take graph theory.")).toBeHidden();
  await page.getByText("1 new answer. Show").click();
  await expect(page.getByText("Take graph theory.")).toBeVisible();
  await expect(page.getByText("1 new answer. Show")).toBeHidden();
  await expect(page.getByLabel("Answer", { exact: true })).toHaveValue("I begin to think that");
});
