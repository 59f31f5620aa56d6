import type { BrowserContext, Page } from "@playwright/test";
import { enter, expect, newMember, test } from "../support/browser.ts";
import { announce, inDays } from "../support/events.ts";
import { job } from "../support/people.ts";
import { startServer, type TestServer } from "../support/server.ts";

test.use({ serviceWorkers: "allow", expectedErrors: /Failed to load resource|WebSocket connection/ });

/** Waits until the service worker answers for the pages of this tab. */
const controlled = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null);

/** Everything that a browser keeps on the device for the site, as text. */
const readDevice = (page: Page) =>
  page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      if (name.startsWith("files ")) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        texts.push(`${name} ${request.url}\n${await (await cache.match(request))?.text()}`);
    }
    for (const { name = "" } of await indexedDB.databases()) texts.push(`database ${name}`);
    for (const store of [localStorage, sessionStorage]) texts.push(JSON.stringify(store));
    return texts.join("\n");
  });

/** The addresses of the pages that are kept. */
const keptPages = (page: Page) =>
  page.evaluate(async () => {
    const keys = await (await caches.open("pages")).keys();
    return keys.map(({ url }) => new URL(url).pathname);
  });

async function prepare(server: TestServer) {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const { id } = (await rohan.call("POST", "/api/jobs", { ...job, title: "Lamp keeper" })).body as {
    id: string;
  };
  const event = await announce(rohan, { title: "Circuits night", date: inDays(9) });
  return { asha, rohan, jobPath: `/jobs/${id}`, eventPath: `/events/${event.id}` };
}

async function openAsMember(page: Page, server: TestServer, context: BrowserContext) {
  const things = await prepare(server);
  await enter(page, server, things.asha);
  await page.goto("/jobs");
  await controlled(page);
  return { ...things, offline: (is: boolean) => context.setOffline(is) };
}

test("A guest without a network gets our page, with the pages that were opened", { tag: "@scripts" }, async ({
  page,
  context,
  server,
}) => {
  const { jobPath, eventPath } = await prepare(server);
  await page.goto("/jobs");
  await controlled(page);
  for (const path of [jobPath, eventPath]) await page.goto(path);
  await expect.poll(() => keptPages(page)).toEqual([jobPath, eventPath]);
  await context.setOffline(true);
  await page.goto("/login");
  await expect(page.getByRole("heading", { name: "We can't reach Quadrant" })).toBeVisible();
  await expect(page.getByText("did not arrive")).toBeHidden();
  await page.getByRole("link", { name: "Lamp keeper" }).click();
  await expect(page).toHaveURL(jobPath);
  await expect(page.getByRole("heading", { name: "Lamp keeper" })).toBeVisible();
  await expect(
    page.getByRole("status").filter({ hasText: "You're offline. This page is from" }),
  ).toBeVisible();
  await page.getByRole("link", { name: "More pages on this device" }).click();
  await page.getByRole("link", { name: "Circuits night" }).click();
  await expect(page.getByRole("heading", { name: "Circuits night" })).toBeVisible();
  await context.setOffline(false);
  await expect(page.locator("html")).not.toHaveAttribute("data-kept");
});

test("A member without a network reads what was opened, as guests see it", { tag: "@scripts" }, async ({
  page,
  context,
  server,
}) => {
  const { jobPath, offline } = await openAsMember(page, server, context);
  await page.getByRole("link", { name: "Lamp keeper" }).first().click();
  await expect(page).toHaveURL(jobPath);
  await expect.poll(() => keptPages(page)).toContain(jobPath);
  for (const path of ["/", "/messages", "/profile", "/account", "/events/mine"]) await page.goto(path);
  const device = await readDevice(page);
  expect(device).toContain("Lamp keeper");
  expect(device).not.toMatch(/Asha|Verma|hello@recruiting/);
  await offline(true);
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "We can't reach Quadrant" })).toBeVisible();
  await page.getByRole("link", { name: "Lamp keeper" }).click();
  await expect(page.getByRole("heading", { name: "Lamp keeper" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Login" })).toBeHidden();
  await offline(false);
  await expect(page.getByLabel(/Profile menu of Asha/)).toBeVisible();
});

test("Logging out, the lite version and a deleted account leave nothing on the device, in any tab", {
  tag: "@scripts",
}, async ({ page, context, server }) => {
  const { jobPath } = await openAsMember(page, server, context);
  const other = await context.newPage();
  await other.goto(jobPath);
  await expect.poll(() => keptPages(page)).toContain(jobPath);
  await page.getByLabel("Profile menu of Asha Verma").click();
  await page.getByRole("button", { name: "Logout" }).locator("visible=true").click();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => keptPages(other), { timeout: 1_000 }).toEqual([]);

  await page.goto("/jobs");
  await page.goto(jobPath);
  await controlled(page);
  await page.reload();
  await expect.poll(() => keptPages(page)).toContain(jobPath);
  await page.getByRole("button", { name: "Lite version" }).click();
  await expect(page.getByRole("button", { name: "Full version" })).toBeVisible();
  const state = () =>
    page.evaluate(async () => [
      await caches.keys(),
      (await navigator.serviceWorker.getRegistrations()).length,
    ]);
  await expect.poll(state).toEqual([[], 0]);
});

test("A page that was opened before shows at once and is renewed in place", { tag: "@scripts" }, async ({
  page,
  context,
  server,
}) => {
  const { rohan, jobPath } = await prepare(server);
  await page.goto("/jobs");
  await controlled(page);
  await page.goto(jobPath);
  await expect.poll(() => keptPages(page)).toContain(jobPath);
  await rohan.call("PUT", `/api${jobPath}`, { ...job, title: "Lamp lighter" });
  const navigation = await page.goto(jobPath);
  expect(await navigation?.text()).toContain("Lamp keeper");
  await expect(page.getByRole("heading", { name: "Lamp lighter" })).toBeVisible();
  await expect(page.locator("html")).not.toHaveAttribute("data-kept");

  // Seats are never shown as they were.
  await page.goto("/events");
  await page.goto("/events");
  await expect(page.locator("html")).not.toHaveAttribute("data-kept");

  // After a log-in nobody gets a guest's page.
  await enter(page, server, await newMember(server, "asha"));
  await page.goto(jobPath);
  await expect(page.getByLabel(/Profile menu of Asha/)).toBeVisible();
  await context.clearCookies();
});

test("What a form sent in vain says so, and is still there", { tag: "@scripts" }, async ({ page }) => {
  const own = await startServer({ RATE_LIMITS: "off" });
  await page.goto(`${own.url}/jobs`);
  await controlled(page);
  await own.stop();
  await page
    .getByRole("button", { name: "Dark" })
    .first()
    .evaluate((button: HTMLElement) => button.click());
  await expect(page.getByText("What you sent did not arrive.")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Job Opportunities" })).toBeVisible();
});
