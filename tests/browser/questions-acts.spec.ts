import type { Page } from "@playwright/test";
import type { Question } from "../support/api-types.ts";
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
import { makeAdmin } from "../support/people.ts";
import { answer, ask } from "../support/questions.ts";

const pathOf = ({ id, slug }: Question) => `/questions/${id}/${slug}`;

/** Expects an action's confirmation once but not after a reload, and a focused element. */
async function expectTold(page: Page, text: string, scripts: boolean): Promise<void> {
  await expect(toldOn(page, text)).toHaveCount(1);
  if (scripts) await expect(page.locator(":focus")).toHaveCount(1);
  await page.reload();
  if (scripts) await hydrated(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(toldOn(page, text)).toHaveCount(0);
}

/** Opens the "…" menu of a post. */
const openMore = (page: Page, of: string) => page.getByLabel(new RegExp(`^More about ${of}`)).click();

/** Presses a button with the keyboard. */
const press = async (page: Page, name: string) => {
  const button = page.getByRole("button", { name, exact: true }).first();
  await button.focus();
  await page.keyboard.press("Enter");
};

test("Each action on a question is confirmed once, and the page keeps its position", {
  tag: "@nightly",
}, async ({ page, server, scripts }) => {
  test.slow();
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const wide = `\`\`\`\n${"wide ".repeat(60)}\n\`\`\`\n\nhttps://example.org/${"wide".repeat(60)}`;
  const asked = await ask(asha, { body: wide });
  const told = (text: string) => expectTold(page, text, scripts);
  const open = async () => {
    await page.goto(pathOf(asked));
    if (scripts) await hydrated(page);
  };

  await enter(page, server, rohan);
  await open();
  await expectNoSidewaysScroll(page);
  await page.getByLabel("Answer", { exact: true }).fill("Take *Graphs*.");
  await press(page, "Answer");
  await expect(page.getByLabel("Answer", { exact: true })).toHaveValue("");
  await told("Your answer is published.");
  await press(page, "Helpful");
  await told("Your vote is counted.");
  await press(page, "Take my vote back");
  await told("Your vote is taken back.");
  await openMore(page, "this question");
  await press(page, "Stop following");
  await told("You don't follow this question any more.");
  await openMore(page, "this question");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await press(page, "Follow");
  await told("You follow this question.");
  const question = page.getByRole("region", { name: "Question" });
  await question.locator("summary", { hasText: "Comment" }).click();
  await question.getByLabel("Your comment").fill("Which year are you in?");
  await press(page, "Publish comment");
  await expect(question.getByText("Which year are you in?")).toBeVisible();
  if (scripts) await expect(question.getByLabel("Your comment")).toHaveValue("");
  await told("Your comment is published.");
  await page.getByRole("link", { name: "Edit", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Edit your answer" })).toBeVisible();
  await page.getByLabel("Answer", { exact: true }).fill("Take *Optimisation*.");
  await press(page, "Save changes");
  await expect(page.locator("em", { hasText: "Optimisation" })).toBeVisible();
  await told("Your changes are saved.");

  await enter(page, server, asha);
  await open();
  await press(page, "Accept this answer");
  await told("You've accepted this answer.");
  await expectAccessible(page);
  const answered = page.getByRole("article", { name: /^Answer of/ });
  await answered.getByRole("button", { name: "That helped" }).first().click();
  await told("Thank you for saying so.");
  await answered.locator("summary", { hasText: "Add a line" }).click();
  await answered.getByLabel(/^A line to the person who gave it/).fill("It carried me.");
  await press(page, "Send line");
  await told("Your line is sent.");
  await expect(answered.locator("summary", { hasText: "Your line" })).toBeVisible();
  await answered.getByRole("button", { name: "That helped" }).first().click();
  await told("You've taken your thanks back.");
  await openMore(page, "the answer");
  await press(page, "Don't accept it");
  await told("No answer is accepted any more.");

  await enter(page, server, rohan);
  await open();
  await openMore(page, "the answer");
  await press(page, "Delete this answer");
  await told("The answer is deleted.");
  await page.goto(`/questions/${asked.id}/history`);
  await expectNoSidewaysScroll(page);
});

test("Each action of an administrator on a question is confirmed once", { tag: "@nightly" }, async ({
  page,
  server,
  scripts,
}) => {
  test.slow();
  const [asha, meera] = [await newMember(server, "asha"), await newMember(server, "meera")];
  makeAdmin(server, meera);
  const [asked, other] = [await ask(asha), await ask(asha)];
  const { id } = await answer(asha, asked.id);
  const told = (text: string) => expectTold(page, text, scripts);
  await enter(page, server, meera);
  const moderate = async (query: string) => {
    await page.goto(`/questions/${asked.id}/moderate${query}`);
    if (scripts) await hydrated(page);
  };

  await moderate(`?answer=${id}`);
  await expectAccessible(page);
  await page.getByLabel("Reason").fill("It names somebody.");
  await press(page, "Hide it");
  await told("The answer is hidden.");
  await expect(page.getByText("Reason: It names somebody.")).toBeVisible();
  await moderate(`?answer=${id}`);
  await press(page, "Show it again");
  await told("The answer is shown again.");
  await moderate("");
  await press(page, "Lock it");
  await told("The question is locked.");
  await expectAccessible(page);
  await moderate("");
  await page.getByLabel("Merge into").fill(other.id);
  await press(page, "Merge");
  await expect(page).toHaveURL(new RegExp(pathOf(other)));
  await told("The question is merged into this one.");
  await openMore(page, "this question");
  await press(page, "Delete this question");
  await told("The question is deleted.");
});

test("A question is saved while users type it, and they can continue it later @scripts", async ({
  page,
  server,
}) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/questions/new");
  await hydrated(page);
  const saved = page.waitForRequest((request) => request.postData()?.includes("typedAt") ?? false);
  await page.getByLabel("Title").fill("Which elective");
  await (await saved).response();
  await expect(page.getByText("What you type is saved")).toBeVisible();
  await page.getByLabel("Title").fill("Left by a link");
  const savedOnLeaving = page.waitForRequest((request) => request.postData()?.includes("typedAt") ?? false);
  await page.getByRole("link", { name: "Quadrant" }).first().click();
  await (await savedOnLeaving).response();
  await page.evaluate(() => localStorage.clear());
  await page.goto("/questions/new");
  await expect(page.getByLabel("Title")).toHaveValue("Left by a link");
  await expect(toldOn(page, "Your draft is saved.")).toHaveCount(0);
});

test("Users see both texts when someone else has changed a question in the meantime", async ({
  page,
  server,
  scripts,
}) => {
  const asha = await newMember(server, "asha");
  const asked = await ask(asha);
  await enter(page, server, asha);
  await page.goto(`/questions/${asked.id}/edit`);
  if (scripts) await hydrated(page);
  await page.getByLabel("Title").fill("My own words, ten and more");
  await asha.call("PUT", `/api/questions/${asked.id}`, { title: "Their words, ten and more" });
  await press(page, "Save changes");
  await expect(page.getByText("Stored now: Their words, ten and more").first()).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("My own words, ten and more");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await press(page, "Save changes");
  await expect(page.getByRole("heading", { name: "My own words, ten and more" })).toBeVisible();
});
