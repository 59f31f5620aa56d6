import type { Page } from "@playwright/test";
import { unfold } from "../support/actions.ts";
import { enter, expectAccessible, expectNoSidewaysScroll, hydrated, newMember } from "../support/browser.ts";
import { devices } from "../support/devices.ts";
import { sample } from "../support/nightly.ts";
import { startProxy } from "../support/proxy.ts";
import { expect, keptPages, openAsMember, openControlled, prepare, test } from "../support/worker.ts";

// A worker that cannot be fetched causes console errors.
test.use({
  expectedErrors:
    /Failed to load resource|WebSocket connection|error occurred when fetching the script|inline speculation rules/,
});

const notHere = "Not on this device";

/** Opens the menu, which on phones contains the links. */
async function openMenu(page: Page) {
  const menu = page.getByLabel("Menu", { exact: true }).first();
  if (await menu.isVisible()) await menu.click();
}
const menuLink = (page: Page, name: string) =>
  page.locator("header").getByRole("link", { name, exact: true }).locator("visible=true").first();

for (const [device, size] of sample(Object.entries(devices), 2))
  test.describe(`on a ${device}`, () => {
    test.use(size);

    test("A member offline sees which pages are not on the device, and can open those that are", {
      tag: "@scripts",
    }, async ({ page, context, server }) => {
      const { jobPath, eventPath, rohan } = await openAsMember(page, server, context);
      for (const path of ["/events", eventPath, jobPath]) await page.goto(path);
      await expect
        .poll(() => keptPages(page))
        .toEqual(expect.arrayContaining(["/events", eventPath, jobPath]));
      await page.goto("/jobs");
      await hydrated(page);
      await context.setOffline(true);
      const line = page.getByRole("status").filter({ hasText: "You're offline. More" });
      await expect(line).toBeVisible();
      // Before the menu covers half of a button on a phone.
      await expectAccessible(page);
      await openMenu(page);
      await expect(menuLink(page, "Messages")).toHaveAttribute("title", notHere);
      await expect(menuLink(page, "Events")).not.toHaveAttribute("title");
      await expectNoSidewaysScroll(page);
      // A link to a page that is not on the device stays here, says so, and covers nothing.
      await menuLink(page, "Messages").click();
      await expect(page.getByText("You're offline. Try again when you reconnect.")).toBeVisible();
      await expect(page.locator("header details[open]")).toHaveCount(0);
      await expect(page).toHaveURL("/jobs");

      await openMenu(page);
      await menuLink(page, "Events").click();
      await expect(page).toHaveURL("/events");
      await expect(page.getByRole("heading", { name: "Events", level: 1 })).toBeVisible();
      await expect(page.getByRole("status").filter({ hasText: "This page is from" })).toHaveCount(1);
      // The header is that of members, without a name.
      await expect(page.getByRole("link", { name: /^(Login|Log in)/ })).toHaveCount(0);
      await expectAccessible(page);
      await openMenu(page);
      await expect(menuLink(page, "Messages")).toHaveAttribute("title", notHere);
      await expect(menuLink(page, "Messages")).toHaveAttribute("href", "/messages");
      await expectNoSidewaysScroll(page);
      await page.keyboard.press("Escape");
      await page.locator(`main a[href="${eventPath}"]`).locator("visible=true").first().click();
      await expect(page.getByRole("heading", { name: "Circuits night", level: 1 })).toBeVisible();

      await context.setOffline(false);
      await expect(page.locator("html")).not.toHaveAttribute("data-kept");
      await expect(page.getByText("You're offline.")).toHaveCount(0);
      await page.goto(`/messages/${rohan.id}`);
      await hydrated(page);
      await context.setOffline(true);
      await expect(line).toBeVisible();
      await expect(page.getByLabel("Message", { exact: true })).toBeInViewport({ ratio: 1 });
      await context.setOffline(false);
      await expect(line).toHaveCount(0);
      await expect(page.locator("[data-away]")).toHaveCount(0);
    });
  });

test("A guest offline keeps the guest's header, and sees which links are not on the device", {
  tag: "@scripts",
}, async ({ page, context, server }) => {
  const { jobPath } = await prepare(server);
  await openControlled(page, "/jobs");
  await page.goto(jobPath);
  await page.goto("/jobs");
  await expect.poll(() => keptPages(page)).toEqual(expect.arrayContaining([jobPath, "/jobs"]));
  await context.setOffline(true);
  await expect(page.getByRole("status").filter({ hasText: "You're offline." })).toBeVisible();
  await expect(page.getByRole("link", { name: "Login to Post" })).toHaveAttribute("title", notHere);
  await page.locator(`main a[href="${jobPath}"]`).first().click();
  await expect(page.getByRole("heading", { name: "Lamp keeper" })).toBeVisible();
  await expect(page.locator("header").getByRole("link", { name: "Login" }).first()).toHaveAttribute(
    "title",
    notHere,
  );
});

for (const who of sample(["member", "guest"] as const, 2))
  test(`Pages that a ${who} opened before the worker was installed are cached`, {
    tag: ["@scripts", "@nightly"],
  }, async ({ page, context, server }) => {
    const { asha, jobPath, eventPath } = await prepare(server);
    let isSlow = true;
    // A port without a server.
    const portOf = (path: string) => (isSlow && path === "/worker.js" ? 1 : server.port);
    const proxy = await startProxy(server.port, () => ({}), false, portOf);
    if (who === "member") await enter(page, { ...server, url: proxy.url }, asha);
    for (const path of [jobPath, "/login", eventPath]) {
      await page.goto(proxy.url + path);
      await page.waitForFunction(() => `visited ${location.pathname}` in localStorage);
    }
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    isSlow = false;
    await page.goto(`${proxy.url}/jobs`);
    await expect.poll(() => keptPages(page)).toEqual(expect.arrayContaining([jobPath, eventPath, "/jobs"]));
    expect(await keptPages(page)).not.toContain("/login");
    await context.setOffline(true);
    await page.goto(proxy.url + jobPath);
    await expect(page.getByRole("heading", { name: "Lamp keeper" })).toBeVisible();
    proxy.stop();
  });

test("The offline page says what is not cached, and what is waiting to be sent", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, context, server }) => {
  const asha = await newMember(server, "asha");
  const rohan = await newMember(server, "rohan");
  await enter(page, server, asha);
  await openControlled(page, "/account");
  await context.setOffline(true);
  await page.goto("/notices");
  await expect(page.getByText("Nothing is kept yet.")).toBeVisible();
  for (const name of ["Waiting to be sent", "Begun on this device"])
    await expect(page.getByRole("heading", { name })).toBeHidden();
  await expectAccessible(page);

  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Notices", level: 1 })).toBeVisible();
  await page.goto("/profile?edit");
  await hydrated(page);
  const location = page.getByLabel("Location", { exact: true });
  await location.evaluate(unfold);
  await location.fill("Kochi");
  await page.goto(`/messages/${rohan.id}`);
  await hydrated(page);
  await context.setOffline(true);
  await page.getByLabel("Message", { exact: true }).fill("Bring the lamp");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("log").getByText("Bring the lamp")).toBeVisible();
  await page.goto("/notices");
  const part = (name: string) => page.locator("section").filter({ has: page.getByRole("heading", { name }) });
  await expect(part("Waiting to be sent").getByRole("link")).toHaveText(["Bring the lamp"]);
  await expect(part("Waiting to be sent").getByRole("link")).toHaveAttribute("href", `/messages/${rohan.id}`);
  await expect(part("Begun on this device").getByRole("link")).toHaveAttribute("href", /^\/profile/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
