import { enter, hydrated } from "../support/browser.ts";
import { expect, openControlled, prepare, test } from "../support/worker.ts";

test("Speculation rules load a guest's next page when a finger touches its link", {
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

test("A member's list loads no page when a link is touched", {
  tag: "@scripts",
}, async ({ page, server }) => {
  const { asha, jobPath } = await prepare(server);
  const notices = server.database();
  notices
    .prepare(
      "insert into notices (user_id, kind, subject, facts, url, at) values (?, 'event-changed', ?, '{}', ?, ?)",
    )
    .run(Number(asha.id), jobPath, jobPath, Date.now());
  const isUnread = () =>
    notices.prepare("select read_at is null from notices where url = ?").pluck().get(jobPath) === 1;
  await enter(page, server, asha);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto("/jobs");
  await hydrated(page);
  await page.waitForLoadState("networkidle");
  expect(asked.filter((path) => path.endsWith(".data"))).toEqual([]);
  asked.length = 0;
  const link = page.locator(`main a[href="${jobPath}"]`).first();
  await link.dispatchEvent("pointerdown", { button: 0 });
  await link.hover();
  await page.waitForLoadState("networkidle");
  expect([asked.filter((path) => /data|assets/.test(path)), isUnread()]).toEqual([[], true]);
  await link.click();
  await expect(page.getByRole("heading", { name: "Lamp keeper", level: 1 })).toBeVisible();
  await expect.poll(isUnread).toBe(false);
  expect(asked.filter((path) => path.endsWith(".data"))).toEqual([`${jobPath}.data`]);
});
