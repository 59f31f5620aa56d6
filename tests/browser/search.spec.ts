import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import {
  enter,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  newMember,
  test,
} from "../support/browser.ts";
import { phone } from "../support/devices.ts";
import { job, type Member } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";

const everything = (page: Page) => page.getByLabel("Search everything");
const suggestions = (page: Page) => page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");

/** Opens the search: by the header's field or link, or on the narrowest phones the link in a guest's menu. */
async function openSearch(page: Page): Promise<void> {
  if (await everything(page).isVisible()) return;
  const link = page.locator("header").getByRole("link", { name: "Search", exact: true }).first();
  if (!(await link.isVisible())) await page.locator("summary[aria-label=Menu]").click();
  await link.click();
  await expect(page).toHaveURL("/search");
}

/** Posts four jobs whose titles contain a unique word. @returns the word */
async function postJobs(server: TestServer) {
  const word = `kite${randomBytes(4).toString("hex")}`;
  const asha: Member = await newMember(server, "asha");
  for (const what of ["mender", "painter", "builder", "flyer"])
    await asha.call("POST", "/api/jobs", { ...job, title: `${word} ${what}` });
  return { asha, word };
}

test("The header's search finds results, Back returns to them, and a search without results offers to ask a question", {
  tag: "@both",
}, async ({ page, server, scripts }) => {
  const { asha, word } = await postJobs(server);
  await enter(page, server, asha);
  await page.goto("/events");
  await openSearch(page);
  await everything(page).fill(word);
  await everything(page).press("Enter");
  await expect(page).toHaveURL(`/search?q=${word}`);
  await expect(page.getByRole("link", { name: `${word} mender` })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "All 4 in Jobs" })).toBeVisible();
  await expect(page.locator("mark").first()).toHaveText(word);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("link", { name: `${word} painter` }).click();
  await expect(page.getByRole("heading", { name: `${word} painter` })).toBeVisible();
  if (scripts) await page.getByRole("link", { name: "Back to the search" }).click();
  else await page.goBack();
  await expect(page).toHaveURL(`/search?q=${word}`);
  await expect(everything(page)).toHaveValue(word);
  await everything(page).fill(`${word}nothing`);
  await page.locator("main").getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("heading", { name: `Nothing found for “${word}nothing”` })).toBeVisible();
  await page.getByRole("link", { name: "Ask it as a question" }).click();
  await expect(page.getByLabel("Title")).toHaveValue(`${word}nothing`);
});

test("Suggestions appear while typing, and can be chosen with the keyboard", { tag: "@scripts" }, async ({
  page,
  server,
}) => {
  const { asha, word } = await postJobs(server);
  await enter(page, server, asha);
  await page.clock.install();
  await page.goto("/jobs");
  await hydrated(page);
  await page.keyboard.press("/");
  const field = everything(page);
  await expect(field).toBeFocused();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/search/suggestions")) asked.push(request.url());
  });
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await field.pressSequentially(`${word} `);
  expect(asked).toEqual([]);
  await page.clock.runFor(1_000);
  await page.clock.resume();
  const box = page.getByRole("combobox", { name: "Search everything" });
  await expect(box).toHaveAttribute("aria-expanded", "true");
  const options = suggestions(page);
  await expect(options).toHaveText([`${word} flyerJob`, `${word} builderJob`, `${word} painterJob`]);
  // Suggestions are requested when typing pauses, not for each letter.
  expect(asked).toHaveLength(1);
  await expect(page.locator("[data-announce]")).toHaveText("3 suggestions");
  await expectAccessible(page);
  await field.press("ArrowDown");
  await field.press("ArrowDown");
  await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
  await expect(box).toHaveAttribute("aria-activedescendant", "suggestion-1");
  await field.press("ArrowUp");
  await field.press("ArrowUp");
  await expect(page.locator("[aria-selected=true]")).toHaveCount(0);
  await field.press("ArrowUp");
  await expect(options.nth(2)).toHaveAttribute("aria-selected", "true");
  await field.press("Escape");
  await expect(options.first()).toBeHidden();
  await expect(field).toHaveValue(`${word} `);
  await field.press("ArrowDown");
  await expect(options.first()).toBeVisible();
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect(page.getByRole("heading", { name: `${word} flyer` })).toBeVisible();
  // "/" is an ordinary character in a text field.
  await page.goto("/search");
  await hydrated(page);
  await field.pressSequentially("a/b");
  await expect(field).toHaveValue("a/b");
});

test("Recent searches stay on the device until they are cleared", { tag: "@scripts" }, async ({
  page,
  server,
}) => {
  const { asha, word } = await postJobs(server);
  await enter(page, server, asha);
  await page.goto("/search");
  await hydrated(page);
  await everything(page).fill(word);
  await expect(suggestions(page).first()).toBeVisible();
  await everything(page).press("Enter");
  await expect(page).toHaveURL(`/search?q=${word}`);
  await page.goto("/jobs");
  await hydrated(page);
  await everything(page).focus();
  await expect(suggestions(page)).toHaveText([word, "Clear recent searches"]);
  await page.goto("/search");
  const recent = page.getByRole("region", { name: "Recent searches" });
  await expect(recent.getByRole("link")).toHaveText([word]);
  await expectAccessible(page);
  await recent.getByRole("button", { name: "Clear" }).click();
  await expect(recent).toBeHidden();
  await expect(everything(page)).toBeFocused();
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("search "))),
  ).toEqual([]);
});

test("Guests can search without React, with suggestions", async ({ page, server, scripts }) => {
  const { word } = await postJobs(server);
  await page.goto("/jobs");
  await openSearch(page);
  if (scripts) {
    await page.keyboard.press("/");
    await expect(everything(page)).toBeFocused();
    await everything(page).fill(word);
    await expect(suggestions(page)).toHaveCount(3);
  } else await everything(page).fill(word);
  await everything(page).press("Enter");
  await page.getByRole("link", { name: `${word} flyer` }).click();
  await expect(page.getByRole("heading", { name: `${word} flyer` })).toBeVisible();
  if (scripts) {
    await page.getByRole("link", { name: "Back to the search" }).click();
    await expect(page).toHaveURL(`/search?q=${word}`);
  }
});

test.describe("on a phone", () => {
  test.use(phone);
  test("A list's search is above it, and says what its filters hide", { tag: "@nightly" }, async ({
    page,
    server,
  }) => {
    const { asha, word } = await postJobs(server);
    await enter(page, server, asha);
    for (const path of ["/jobs", "/resources/browse", "/qa-threads", "/questions"]) {
      await page.goto(path);
      await expect(page.locator("main").getByRole("searchbox")).toBeInViewport();
    }
    await page.goto(`/jobs?search=${word}&opportunityType=volunteer`);
    await page.getByRole("link", { name: "4 more without your filters" }).click();
    await expect(page).toHaveURL(`/jobs?search=${word}`);
    await expectNoSidewaysScroll(page);
  });
});
