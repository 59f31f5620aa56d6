import { expect, keptPages, openAsMember, openControlled, readDevice, test } from "../support/pocket.ts";

test.setTimeout(90_000);

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
  await openControlled(page, jobPath);
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

for (const end of ["session", "account"] as const) {
  test(`After the member's ${end} has ended elsewhere the device has nothing of theirs`, {
    tag: "@scripts",
  }, async ({ page, server, context }) => {
    const { rohan, asha } = await openAsMember(page, server, context);
    await page.goto("/account");
    await page.getByRole("button", { name: "Keep for offline on this device" }).click();
    await expect(page.getByRole("button", { name: "Stop keeping my pages" })).toBeVisible();
    await page.goto(`/messages/${rohan.id}`);
    await page.getByLabel("Message", { exact: true }).fill("Half a thought");
    await expect.poll(() => readDevice(page)).toMatch(/Half a thought/);
    await expect.poll(() => readDevice(page)).toMatch(/own [\s\S]*Asha/);
    const database = server.database();
    if (end === "session") database.prepare("delete from sessions where user_id = ?").run(asha.id);
    else database.prepare("update users set status = 'deleted' where id = ?").run(asha.id);
    await page.goto("/jobs");
    await expect.poll(() => readDevice(page)).not.toMatch(/Half a thought|Asha|Verma|Rohan/);
    await context.setOffline(true);
    await page.goto(`/messages/${rohan.id}`).catch(() => {});
    await expect(page.locator("body")).not.toContainText(/Half a thought|Asha|Verma|Rohan/);
  });
}
