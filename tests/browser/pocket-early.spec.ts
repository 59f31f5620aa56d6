import { expect, openControlled, prepare, test } from "../support/pocket.ts";

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
  await expect(page.getByRole("heading", { name: "Circuits night" })).toBeVisible();
  const delivery = () =>
    page.evaluate(
      () => (performance.getEntriesByType("navigation")[0] as { deliveryType?: string }).deliveryType,
    );
  expect(await delivery()).toBe("navigational-prefetch");
});

test("Where the browser has no speculation rules the worker loads what a finger touches, once, and no form", {
  tag: "@scripts",
}, async ({ page, context, server }) => {
  const { eventPath } = await prepare(server);
  await page.addInitScript(() => {
    HTMLScriptElement.supports = () => false;
  });
  // The policy stops rules that are not ours to the letter, in a browser that has them.
  await page.route(/\/events$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('"conservative"}]', "$& ") });
  });
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
  await expect(page.getByRole("heading", { name: "Circuits night" })).toBeVisible();
  expect(asked.filter((path) => path === eventPath)).toHaveLength(1);
});
