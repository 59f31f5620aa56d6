import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Locator, Page, Request } from "@playwright/test";
import { enter } from "../support/browser.ts";
import { expect, openControlled, prepare, test } from "../support/pocket.ts";
import { startProxy } from "../support/proxy.ts";

test.setTimeout(90_000);

test("A guest's next page is loaded when a finger touches its link, by speculation rules", {
  tag: "@scripts",
}, async ({ page, server }) => {
  const { eventPath } = await prepare(server);
  await openControlled(page, "/events");
  await page.reload();
  const early = page.waitForEvent("requestfinished", (request) => request.url().endsWith(eventPath));
  await page.locator(`a[href="${eventPath}"]`).first().hover();
  await page.mouse.down();
  expect((await (await early).allHeaders())["sec-purpose"]).toContain("prefetch");
  await page.mouse.up();
  await expect(page.getByRole("heading", { name: "Circuits night", level: 1 })).toBeVisible();
  const delivery = () =>
    page.evaluate(
      () => (performance.getEntriesByType("navigation")[0] as { deliveryType?: string }).deliveryType,
    );
  expect(await delivery()).toBe("navigational-prefetch");
});

/** Opens a link after a scroll: the tap that ends the scroll opens nothing. */
const tapOpen = (page: Page, link: Locator, path: string) =>
  expect(async () => {
    if (new URL(page.url()).pathname !== path) await link.tap({ timeout: 3_000 });
    await expect(page).toHaveURL(new RegExp(`${path}$`), { timeout: 3_000 });
  }).toPass({ timeout: 20_000 });

async function withoutSpeculationRules(page: Page) {
  await page.addInitScript(() => {
    HTMLScriptElement.supports = () => false;
  });
  // The policy stops rules that are not ours to the letter, in a browser that has them.
  await page.route(/\/events$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('"conservative"}]', "$& ") });
  });
}

test("Where the browser has no speculation rules the worker loads what a finger touches, once, and no form", {
  tag: "@scripts",
}, async ({ page, context, server }) => {
  const { eventPath } = await prepare(server);
  await withoutSpeculationRules(page);
  await openControlled(page, "/events");
  const asked: string[] = [];
  context.on("request", (request) => {
    if (request.serviceWorker()) asked.push(new URL(request.url()).pathname);
  });
  const touch = (selector: string) => page.locator(selector).first().dispatchEvent("pointerdown");
  await touch(`a[href="/login"], a[href^="/login?"]`);
  await touch('a[href="/events.ics"], a[href$=".ics"]');
  await touch(`a[href="${eventPath}"]`);
  await expect.poll(() => asked).toEqual([eventPath]);
  await page.locator(`a[href="${eventPath}"]`).first().click();
  await expect(page.getByRole("heading", { name: "Circuits night", level: 1 })).toBeVisible();
  expect(asked.filter((path) => path === eventPath)).toHaveLength(1);
});

/** Waits until React has run the effects of the page, which load this script among others. */
const listening = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName(`${location.origin}/typed.js`).length > 0);

/** Scrolls by a finger that begins on a link. Returns when the browser has told so. */
async function scrollFrom(page: Page, link: Locator) {
  await page.evaluate(() => {
    document.body.style.minHeight = "300vh";
    addEventListener("pointercancel", () => Object.assign(window, { hasScrolled: true }));
  });
  await link.scrollIntoViewIfNeeded();
  const box = await link.boundingBox();
  if (!box) throw new Error("no link to begin on");
  const session = await page.context().newCDPSession(page);
  const [x, y] = [Math.round(box.x + 20), Math.round(box.y + box.height / 2)];
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  for (const moved of [10, 20, 40, 60])
    await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x, y: y - moved }] });
  await page.waitForFunction(() => "hasScrolled" in window);
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

/** The requests for an address that nothing has answered or ended. */
function watchOpen(context: BrowserContext, address: string) {
  const open = new Set<Request>();
  context.on("request", (request) => request.url().includes(address) && open.add(request));
  for (const end of ["requestfailed", "requestfinished"] as const)
    context.on(end as "requestfailed", (request) => open.delete(request));
  return open;
}

test.describe("A finger that scrolls", () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 400 } });

  test("ends a member's request before its answer comes, and a touch alone leaves a notice unread", {
    tag: "@scripts",
  }, async ({ page, server }) => {
    const { asha, jobPath } = await prepare(server);
    await enter(page, server, asha);
    await page.goto("/jobs");
    await listening(page);
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(new RegExp(`${jobPath}\\.data`), async (route) => {
      await promise;
      await route.continue().catch(() => {});
    });
    const link = page.locator(`main a[href="${jobPath}"]`).first();
    const open = watchOpen(page.context(), `${jobPath}.data`);
    await scrollFrom(page, link);
    await expect.poll(() => open.size).toBe(0);
    resolve();
    await page.unrouteAll({ behavior: "wait" });
    await expect(page).toHaveURL("/jobs");
    await tapOpen(page, link, jobPath);
    await expect(page.getByRole("heading", { name: "Lamp keeper", level: 1 })).toBeVisible();

    const database = server.database();
    database
      .prepare(
        "insert into notices (user_id, kind, subject, facts, url, at) values (?, 'event-changed', ?, '{}', ?, ?)",
      )
      .run(Number(asha.id), jobPath, jobPath, Date.now());
    const isUnread = () =>
      database.prepare("select read_at is null from notices where url = ?").pluck().get(jobPath) === 1;
    await page.goto("/jobs");
    await listening(page);
    await link.dispatchEvent("pointerdown", { button: 0 });
    // Without this rule the page is asked for at once.
    await page.waitForLoadState("networkidle");
    expect(isUnread()).toBe(true);
    await link.click();
    await expect(page.getByRole("heading", { name: "Lamp keeper", level: 1 })).toBeVisible();
    await expect.poll(isUnread).toBe(false);
  });

  test("ends the worker's request before its answer comes", { tag: "@scripts" }, async ({
    page,
    context,
    server,
  }) => {
    const { eventPath } = await prepare(server);
    const silent = createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    let isSilent = true;
    const portOf = (path: string) =>
      isSilent && path === eventPath ? (silent.address() as AddressInfo).port : server.port;
    const proxy = await startProxy(server.port, () => ({}), false, portOf);
    await withoutSpeculationRules(page);
    await openControlled(page, `${proxy.url}/events`);
    const link = page.locator(`main h3 a[href="${eventPath}"]`).first();
    const open = watchOpen(context, eventPath);
    await scrollFrom(page, link);
    await expect.poll(() => open.size).toBe(0);
    isSilent = false;
    await tapOpen(page, link, eventPath);
    await expect(page.getByRole("heading", { name: "Circuits night", level: 1 })).toBeVisible();
    proxy.stop();
    silent.closeAllConnections();
    silent.close();
  });
});
