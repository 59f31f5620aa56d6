import { enter, expect, hydrated, newMember, test } from "../support/browser.ts";
import { devices } from "../support/devices.ts";
import { announce, inDays } from "../support/events.ts";
import { sample } from "../support/nightly.ts";
import { startServer } from "../support/server.ts";

// These tests cause console errors.
test.use({ expectedErrors: /Failed to load resource|WebSocket connection/ });

for (const [device, size] of sample(Object.entries(devices), 2))
  test.describe(`on a ${device}`, () => {
    test.use(size);
    test("Offline, links in the header and footer stay on the page and say so once, and work when the network is back", {
      tag: "@scripts",
    }, async ({ page, context, server }) => {
      await enter(page, server, await newMember(server, "asha"));
      await page.clock.install();
      await page.goto("/jobs");
      await context.setOffline(true);
      const toast = page.getByRole("status").getByText("You're offline. Try again when you reconnect.");
      for (const control of await page
        .locator("header :is(a, form button), footer :is(a, form button)")
        .all()) {
        if ((await control.getAttribute("href")) === "/jobs") continue;
        await control.evaluate((element: HTMLElement) => element.click());
        await expect(toast).toHaveCount(1);
        await expect(page.getByRole("alert")).toHaveCount(0);
        await page.clock.fastForward(3_000);
        await expect(toast).toHaveCount(0);
      }
      await expect(page).toHaveURL("/jobs");
      await context.setOffline(false);
      await page.locator("header").getByRole("link", { name: "Quadrant" }).click();
      await expect(page).toHaveURL("/");
    });
  });

test("Opening an event offline shows a single message", { tag: ["@scripts", "@nightly"] }, async ({
  page,
  context,
  server,
}) => {
  server.database().exec("delete from events");
  const asha = await newMember(server, "asha");
  for (const title of ["Tea", "Coffee"]) await announce(asha, { title, date: inDays(8) });
  await enter(page, server, asha);
  await page.goto("/events");
  await hydrated(page);
  await context.setOffline(true);
  // The carousel contains the same titles.
  const list = page.getByRole("region", { name: "Upcoming Events" });
  const card = (title: string) => list.getByRole("heading", { name: title, exact: true }).getByRole("link");
  await card("Tea").click();
  await expect(page.getByText("You're offline.")).toHaveCount(1);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await context.setOffline(false);
  await card("Tea").click();
  const close = page.getByRole("dialog").getByRole("link", { name: "Close" });
  await close.click();

  // Its module is loaded now, so the event itself says that it did not load, and closes.
  await context.setOffline(true);
  await card("Coffee").click();
  await expect(page.getByRole("alert")).toHaveText(["Failed to load events"]);
  await expect(page.getByText("You're offline.")).toHaveCount(1);
  await close.click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(card("Coffee").first()).toBeVisible();
  await expect(page.getByText("You're offline.")).toHaveCount(0);
});

test("When only the server is down, a link stays on the page and says so", {
  tag: ["@scripts", "@nightly"],
}, async ({ page }) => {
  const own = await startServer({ RATE_LIMITS: "off" });
  await enter(page, own, await newMember(own, "asha"));
  const socket = page.waitForEvent("websocket");
  await page.goto(`${own.url}/jobs`);
  const closed = (await socket).waitForEvent("close");
  await page.waitForLoadState("networkidle");
  await own.stop();
  await closed;
  await page.locator("header").getByRole("link", { name: "Quadrant" }).click();
  await expect(page.getByRole("status").getByText("That didn't load. Please try again.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Job Opportunities" })).toBeVisible();
});

test("Offline, a guest's links and forms stay on the page and say so", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, context, server }) => {
  const asha = await newMember(server, "asha");
  await announce(asha, { title: "Tea", date: inDays(8) });
  await page.clock.install();
  for (const path of ["/", "/jobs", "/events", "/resources", "/login", "/register"]) {
    await context.setOffline(false);
    await page.goto(path);
    await context.setOffline(true);
    for (const control of ["main a[href^='/']", "footer a", "footer form button"]) {
      const toasts = page.locator("[data-toasts] p");
      const found = page.locator(`${control}:not([aria-disabled], [data-dialog])`).first();
      if ((await found.count()) === 0) continue;
      await found.evaluate((element: HTMLElement) => element.click());
      await expect(toasts, `${control} on ${path}`).toHaveText(
        "You're offline. Try again when you reconnect.",
      );
      await page.clock.fastForward(3_000);
      await expect(toasts).toHaveCount(0);
    }
    await expect(page).toHaveURL(path);
  }
});

test("Events that did not load still name the community's time zone", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, server }) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/jobs");
  await hydrated(page);
  await page.route(/\/events\.data/, (route) => route.fulfill({ status: 503, body: "Busy" }));
  await page.getByRole("link", { name: "Events", exact: true }).first().click();
  await expect(page.getByRole("heading", { name: "Events", level: 1 })).toBeVisible();
  await expect(page.getByText("All times are India time.")).toBeVisible();
});
