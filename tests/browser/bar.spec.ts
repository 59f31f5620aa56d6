import type { Page } from "@playwright/test";
import { enter, expect, expectAccessible, hydrated, newMember, test } from "../support/browser.ts";
import { desktop, phone } from "../support/devices.ts";
import { findCovered, setStyle } from "../support/page-checks.ts";

const bar = (page: Page) => page.getByRole("navigation", { name: "Shortcuts" });
const places = ["Home", "Jobs", "Events", "Messages", "Anonymous Chat", "Resources", "Q&A Threads"];

test("On a phone five links are in the bottom bar, and all others in a menu", {
  tag: "@both",
}, async ({ page, server }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await rohan.call("PUT", `/api/users/${asha.id}/connection`);
  const hello = { senderId: rohan.id, receiverId: asha.id, content: "Hello", isAnonymous: false };
  await rohan.call("POST", "/api/messages/send", hello);
  await enter(page, server, asha);
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto("/jobs");
    const box = await bar(page).boundingBox();
    expect(box).toMatchObject({ x: 0, width, y: 740 - (box?.height ?? 0) });
    const entries = bar(page).locator("> a, > details > summary").locator("visible=true");
    await expect(entries).toHaveText(["Today", "Ask", "Search", "1", "A"]);
    await expect(entries.last().locator("[data-unread]")).toHaveAttribute("data-unread", "1");
    await expect(page.locator("header > div > a, header > div > div > details:visible")).toHaveCount(2);
  }
  await expectAccessible(page);

  await bar(page).getByRole("link", { name: "1 unread message" }).click();
  await expect(page).toHaveURL("/messages?list");
  const row = page.getByRole("region", { name: "Conversations" }).getByRole("link", { name: /Rohan/ });
  await expect(row).toBeInViewport({ ratio: 1 });
  await expect(row.getByText("1", { exact: true })).toBeVisible();
  await expect(page.getByText("View Conversations")).toBeHidden();
  await expectAccessible(page);
  for (const [name, path] of [
    ["Search", "/search"],
    ["Ask", "/questions/new"],
    ["Today", "/"],
  ] as const) {
    await bar(page).getByRole("link", { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    // The search field has the focus at once, and the keyboard hides the bar.
    if (name === "Search") await page.getByRole("heading", { name }).click();
    await expect(bar(page).locator("[aria-current=page]")).toHaveText(name);
  }

  const menu = page.locator("header details[open]");
  await page.getByLabel("Menu", { exact: true }).first().click();
  const inMenu = await menu.getByRole("link").allTextContents();
  expect(inMenu).toEqual([...places, "Questions"]);
  await bar(page)
    .getByLabel(/Profile menu of Asha Verma/)
    .click();
  await expect(menu).toHaveCount(1);
  await expect(menu.getByRole("link", { name: "Notices 1" })).toBeVisible();
  const inMe = await menu.getByRole("link").locator("visible=true").allTextContents();
  expect(inMe.filter((text) => inMenu.includes(text))).toEqual([]);
  for (const text of ["View Profile", "Saved searches", "My jobs", "Deleted", "Account"])
    expect(inMe).toContain(text);
  await expectAccessible(page);
  await menu.getByRole("link", { name: "Notices 1" }).click();
  await expect(page).toHaveURL("/notices");
  await expect(menu).toHaveCount(0);

  await page.setViewportSize({ width: 640, height: 740 });
  await expect(bar(page).getByRole("link", { name: "Today" })).toBeHidden();
  await page.setViewportSize(desktop.viewport);
  await expect(bar(page).locator("a:visible, summary:visible")).toHaveCount(3);
  await expect(bar(page).getByRole("link", { name: "Notices 1" })).toHaveAttribute("href", "/notices");
  await page.context().clearCookies();
  await page.setViewportSize(phone.viewport);
  await page.goto("/jobs");
  await expect(bar(page)).toHaveCount(0);
});

test("The keyboard hides the bar, and the bar respects the device's safe area", { tag: "@nightly" }, async ({
  page,
  server,
  scripts,
}) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await enter(page, server, asha);
  await page.setViewportSize(phone.viewport);
  const device = await page.context().newCDPSession(page);
  await device.send("Emulation.setSafeAreaInsetsOverride", { insets: { bottom: 34, bottomMax: 34 } });
  await page.goto(`/messages/${rohan.id}`);
  const field = page.getByLabel("Message", { exact: true });
  const send = page.getByRole("button", { name: "Send", exact: true });
  const bottomOf = async (part: typeof send) => {
    const box = await part.boundingBox();
    return (box?.y ?? 1e9) + (box?.height ?? 0);
  };
  await expect(bar(page)).toBeVisible();
  const top = (await bar(page).boundingBox())?.y ?? 0;
  expect(await bottomOf(bar(page).getByRole("link", { name: "Today" }))).toBeLessThanOrEqual(740 - 34);
  expect(await bottomOf(send)).toBeLessThanOrEqual(top);
  if (scripts) await hydrated(page);
  await field.fill("Hello");
  await expect(bar(page)).toBeHidden();
  await expect.poll(() => bottomOf(send)).toBeGreaterThan(top);
  expect(await bottomOf(send)).toBeLessThanOrEqual(740 - 34);
  // Leaving the field does not move the button away from the finger.
  await send.click();
  await expect(page.getByRole("log").getByText("Hello")).toBeVisible();

  for (const path of ["/jobs", "/anonymous-post", "/notices"]) {
    await page.goto(path);
    await expect(bar(page)).toBeVisible();
    if (!scripts) continue;
    await expect.poll(() => findCovered(page), path).toEqual([]);
    await setStyle(page, "html { font-size: 200% !important }");
    await expect.poll(() => findCovered(page), path).toEqual([]);
  }
});
