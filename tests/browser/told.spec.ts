import { enter, expect, newMember, test } from "../support/browser.ts";
import { job } from "../support/people.ts";

test("A toast stays as long as its sentence takes to read, and while one points at it or is in it @once", async ({
  page,
  server,
}) => {
  const asha = await newMember(server, "asha");
  await enter(page, server, asha);
  const toast = page.locator("[data-toasts] p");
  const { id } = (await asha.call("POST", "/api/jobs", job)).body as { id: string };
  await page.clock.install();
  await page.goto(`/jobs/${id}/edit`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast).toHaveText("Your changes are saved.");
  await toast.hover();
  await page.clock.runFor(12_000);
  await expect(toast).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(1_500);
  await expect(toast).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(toast).toHaveCount(0);
});

test("A toast with Undo stays for six seconds at least, and while Undo has the focus @once", async ({
  page,
  server,
}) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await enter(page, server, asha);
  await page.clock.install();
  await page.goto(`/qa-threads/${rohan.id}`);
  await page.getByRole("button", { name: /^Block/ }).click();
  const undo = page.locator("[data-toasts]").getByRole("button", { name: "Undo" });
  await expect(undo).toBeVisible();
  await page.clock.runFor(5_500);
  await undo.focus();
  await page.clock.runFor(12_000);
  await expect(undo).toBeVisible();
  await undo.evaluate((button) => (button as HTMLElement).blur());
  await page.clock.runFor(6_500);
  await expect(undo).toHaveCount(0);
});
