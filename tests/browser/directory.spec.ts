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
import { details, fillDirectory } from "../support/directory.ts";
import type { TestServer } from "../support/server.ts";

const card = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name }).last();

test("Members find each other by text and batch", { tag: "@both" }, async ({ page, server, scripts }) => {
  fillDirectory(server, { 2019: 3 });
  const asha = await newMember(server, "asha");
  await newMember(server, "rohan");
  await enter(page, server, asha);
  await page.goto("/qa-threads");
  await expect(page.getByText("5 people in 3 batches")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const search = page.getByPlaceholder("Search by name, email, or skills...");
  await search.fill("KITING");
  if (!scripts) await page.locator("main").getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL("/qa-threads?search=KITING");
  await expect(page.getByText("Showing 3 people in 1 batch").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Batch 2026" })).toHaveCount(0);
  await search.fill("");
  if (!scripts) await page.locator("main summary").click();
  await page.getByRole("combobox", { name: "Batch" }).selectOption("2026");
  if (!scripts) await page.getByRole("button", { name: "Show people" }).click();
  await expect(page).toHaveURL("/qa-threads?batch=2026");
  await expect(card(page, "Rohan Pillai")).toBeVisible();
  await expect(page.locator("main").getByText("Asha Verma")).toHaveCount(0);

  await page.goto("/qa-threads?search=nobody+is+called+this");
  await expect(page.getByRole("heading", { name: "No students found" })).toBeVisible();
  await expect(page.getByText("Try adjusting your search or filter criteria")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Clear Filters" }).click();
  await expect(page).toHaveURL("/qa-threads");
  await expect(page.getByText("5 people in 3 batches")).toBeVisible();
  await expect(search).toHaveValue("");
});

test.describe("on a phone", () => {
  test.use(phone);
  test("On a phone a button scrolls to the results", { tag: ["@scripts", "@nightly"] }, async ({
    page,
    server,
  }) => {
    fillDirectory(server, { 2019: 1 });
    await enter(page, server, await newMember(server, "asha"));
    await page.goto("/qa-threads");
    const show = page.getByRole("button", { name: "Show 2 people" });
    await page.locator("main summary").click();
    await show.click();
    await expect(page.getByRole("region", { name: "Students" })).toBeFocused();
    // On a wide screen the results are beside the search.
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(show).toBeHidden();
  });
});

/** Opens a directory with one large batch, and loads more of it. */
async function openMoreOfBatch(page: Page, server: TestServer): Promise<void> {
  fillDirectory(server, { 2019: 70 });
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/qa-threads");
  await expect(page.getByText("70 alumni", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Ila Rao/ })).toHaveCount(12);
  await page.getByRole("link", { name: "More of batch 2019" }).click();
  await expect(page.getByRole("link", { name: "Ila Rao112", exact: true })).toBeVisible();
}

test("Without scripts the remaining members of a batch are on further pages", { tag: "@no-scripts" }, async ({
  page,
  server,
}) => {
  await openMoreOfBatch(page, server);
  await expect(page).toHaveURL(/batch=2019&cursor=/);
  await expect(page.getByRole("link", { name: /^Ila Rao/ })).toHaveCount(48);
  await page.getByRole("link", { name: "More of batch 2019" }).click();
  await expect(page.getByRole("link", { name: /^Ila Rao/ })).toHaveCount(10);
  await page.getByRole("link", { name: "Back to the first page" }).click();
  await expect(page).toHaveURL("/qa-threads?batch=2019");
});

test("The remaining members of a batch load on demand", { tag: ["@scripts", "@nightly"] }, async ({
  page,
  server,
}) => {
  await openMoreOfBatch(page, server);
  // The focus moves to the first new row.
  await expect(page).toHaveURL("/qa-threads");
  await expect(page.getByRole("link", { name: "Ila Rao112", exact: true })).toBeFocused();
  await expect(page.getByRole("link", { name: /^Ila Rao/ })).toHaveCount(60);
  await page.getByRole("link", { name: "More of batch 2019" }).click();
  await expect(page.getByRole("link", { name: /^Ila Rao/ })).toHaveCount(70);
  await expect(page.getByRole("link", { name: /^More/ })).toHaveCount(0);
  await expectAccessible(page);
  // The added rows remain below a dialog.
  await page.getByRole("link", { name: "Ila Rao165", exact: true }).click();
  await expect(details(page).getByText("Ila Rao165")).toBeVisible();
  await details(page).getByRole("link", { name: "Close" }).click();
  await expect(page.getByRole("link", { name: /^Ila Rao/ })).toHaveCount(70);
});

test("Details open in a dialog over the search results", async ({ page, server, scripts }) => {
  fillDirectory(server, { 2019: 40 });
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/qa-threads?search=kiting");
  if (scripts) await hydrated(page);
  await card(page, "Ila Rao111")
    .getByRole("link", { name: "Ila Rao111", exact: true })
    .scrollIntoViewIfNeeded();
  const before = scripts ? await page.evaluate(() => window.scrollY) : 0;
  await page.getByRole("link", { name: "Ila Rao111", exact: true }).click();
  await expect(page).toHaveURL(/\/qa-threads\/\d+\?search=kiting$/);
  await expect(details(page).getByText("Batch: 2019")).toBeVisible();
  await expect(details(page).getByText("Editor, Tidepool Labs")).toBeVisible();
  await expect(details(page).getByText("Old maps")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  if (scripts) {
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
    await expect(page.getByText("Showing 40 people in 1 batch").first()).toBeVisible();
    await page.keyboard.press("Escape");
  } else {
    await expect(page.getByText("Showing 40 people in 1 batch")).toHaveCount(0);
    await details(page).getByRole("link", { name: "Close" }).click();
  }
  await expect(page).toHaveURL("/qa-threads?search=kiting");
  await expect(details(page)).toHaveCount(0);
  await page.getByRole("link", { name: "Message: Ila Rao111" }).click();
  await expect(page).toHaveURL(/\/messages\/\d+$/);
  await page.goBack();
  await expect(page).toHaveURL("/qa-threads?search=kiting");
  await expect(page.getByRole("main").getByRole("searchbox")).toHaveValue("kiting");

  await page.setViewportSize(phone.viewport);
  await page.goto("/qa-threads");
  const first = await page.getByRole("main").locator("li").first().boundingBox();
  const bar = await page.getByRole("navigation", { name: "Shortcuts" }).boundingBox();
  expect((first?.y ?? 1e9) + (first?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
});

test("Members can ask each other to connect, and answer", async ({ page, browser, server, scripts }) => {
  test.slow();
  fillDirectory(server);
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await enter(page, server, asha);
  const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: scripts });
  const other = await context.newPage();
  await enter(other, server, rohan);

  await page.goto(`/qa-threads/${rohan.id}`);
  await details(page).getByRole("button", { name: "Connect: Rohan Pillai" }).click();
  await expect(details(page).getByText("Request Sent")).toBeVisible();
  await expectAccessible(page);
  await details(page).getByRole("link", { name: "Close" }).click();
  await expect(card(page, "Rohan Pillai").getByText("Request Sent")).toBeVisible();
  await expect(page.getByRole("link", { name: "Message: Rohan Pillai" })).toHaveCount(0);

  // On the card and in the dialog.
  await other.goto("/qa-threads");
  await expectAccessible(other);
  await expectNoSidewaysScroll(other);
  await card(other, "Asha Verma").getByText("Decline…").click();
  await card(other, "Asha Verma").getByRole("button", { name: "Decline: Asha Verma" }).click();
  await expect(other.getByRole("link", { name: "Message: Asha Verma" })).toBeVisible();

  await page.goto(`/qa-threads/${rohan.id}`);
  await details(page).getByRole("button", { name: "Connect: Rohan Pillai" }).click();
  await expect(details(page).getByText("Request Sent")).toBeVisible();
  await other.goto(`/qa-threads/${asha.id}`);
  await expect(details(other).getByText("Asha wants to connect with you")).toBeVisible();
  await details(other).getByRole("button", { name: "Accept: Asha Verma" }).click();
  await expect(details(other).getByText("Connected", { exact: true })).toBeVisible();
  await expectAccessible(other);

  await page.goto("/connections");
  const row = page.getByRole("listitem").filter({ hasText: "Rohan Pillai" });
  await expect(page.getByRole("heading", { name: "Connected" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await row.getByLabel("More: Rohan Pillai").click();
  await row.getByText("Remove…").click();
  await row.getByRole("button", { name: "Remove: Rohan Pillai" }).click();
  await expect(page.getByRole("heading", { name: "No connections yet" })).toBeVisible();
  await context.close();
});

test("A dialog has its final position before scripts make it modal", { tag: "@scripts" }, async ({
  page,
  server,
}) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await enter(page, server, asha);
  let load = () => {};
  const loaded = new Promise<void>((resolve) => (load = resolve));
  await page.route(/\.js(\?|$)/, async (route) => {
    await loaded;
    await route.continue();
  });
  await page.goto(`/qa-threads/${rohan.id}`, { waitUntil: "commit" });
  const button = details(page).getByRole("button", { name: "Connect: Rohan Pillai" });
  // The browser shows nothing before the styles have loaded.
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  const before = await button.boundingBox();
  expect(await details(page).evaluate((element) => element.matches(":modal"))).toBe(false);
  load();
  await expect.poll(() => details(page).evaluate((element) => element.matches(":modal"))).toBe(true);
  expect(await button.boundingBox()).toEqual(before);
});

test("A refused request is explained beside its button", { tag: "@nightly" }, async ({ page, server }) => {
  fillDirectory(server);
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  server
    .database()
    .prepare("insert into blocks (blocker_id, blocked_id, created_at) values (?, ?, 1)")
    .run(rohan.id, asha.id);
  await enter(page, server, asha);
  await page.goto(`/qa-threads/${rohan.id}`);
  await page.getByRole("button", { name: "Connect: Rohan Pillai" }).click();
  await expect(page.getByRole("alert")).toHaveText("This member isn't accepting requests from you.");
  await expectAccessible(page);
  await expect(details(page)).toBeVisible();
});
