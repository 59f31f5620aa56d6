import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  logIn,
  newMember,
  test,
} from "../support/browser.ts";
import type { TestServer } from "../support/server.ts";

const feedbackIn = (server: TestServer, text: string) =>
  server.database().prepare("select name from feedback where text = ?").all(text);

async function openMenu(page: Page): Promise<void> {
  const menu = page.getByLabel("Menu", { exact: true }).locator("visible=true");
  if ((await menu.count()) > 0) await menu.first().click();
}

test("A visitor can read what this is, in one screen", async ({ page }) => {
  await page.goto("/");
  const size = page.viewportSize();
  for (const part of [
    page.getByRole("heading", { level: 1 }),
    page.getByText("Ask a senior who's been there."),
    page.getByRole("link", { name: "Get Started" }),
    page.getByRole("link", { name: "Log In", exact: true }),
  ]) {
    const box = await part.boundingBox();
    expect((box?.y ?? 1e9) + (box?.height ?? 0)).toBeLessThanOrEqual(size?.height ?? 0);
  }
  await page.getByRole("link", { name: "Get Started" }).click();
  await expect(page).toHaveURL("/register");
});

test("The landing page is for everyone", async ({ page, scripts }) => {
  await page.goto("/");
  await expectNoSidewaysScroll(page);
  await page.emulateMedia({ reducedMotion: "reduce" });
  if (scripts) await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  if (scripts) await expectAccessible(page);
  await page.goto("/feedback");
  if (scripts) await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test("Cards come in once, when a fifth of them is seen", async ({ page, scripts }) => {
  await page.goto("/");
  const last = page.locator("[data-card]").last();
  if (!scripts) {
    await expect(last).toHaveCSS("opacity", "1");
    return;
  }
  await expect(last).toHaveCSS("opacity", "0");
  await last.scrollIntoViewIfNeeded();
  await expect(last).toHaveCSS("opacity", "1");
  await page.evaluate(() => scrollTo(0, 0));
  await expect(last).toHaveCSS("opacity", "1");
});

test("Nothing moves on devices that ask for reduced motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  for (const card of await page.locator("[data-card]").all()) await expect(card).toHaveCSS("opacity", "1");
  const name = page.getByText("Saltmarsh Institute of Technology").first();
  const before = await name.boundingBox();
  await page.waitForTimeout(400);
  expect(await name.boundingBox()).toEqual(before);
  await expect(page.getByLabel("Pause")).toBeHidden();
});

test("The strip of colleges moves until it is paused", async ({ page }) => {
  await page.goto("/");
  const name = page.getByText("Meridian School of Applied Science").first();
  const first = await name.boundingBox();
  await expect.poll(async () => (await name.boundingBox())?.x).not.toBe(first?.x);
  await page.getByLabel("Pause").check();
  const stopped = await name.boundingBox();
  await page.waitForTimeout(400);
  // To a tenth of a pixel: the picture of a paused motion is rounded again.
  expect((await name.boundingBox())?.x).toBeCloseTo(stopped?.x ?? 0, 1);
});

test("A guest's other links lead to the log-in and say why", async ({ page, scripts }) => {
  await page.goto("/");
  await openMenu(page);
  const jobs = page.getByRole("link", { name: "Jobs", exact: true }).locator("visible=true").first();
  await expect(jobs).toHaveAttribute("aria-disabled", "true");
  // Playwright itself would wait for the link to be enabled.
  await jobs.click({ force: true });
  if (!scripts) {
    await expect(page).toHaveURL("/login?redirectTo=%2Fjobs");
    await expect(page.getByText("Please log in first")).toBeVisible();
    return;
  }
  await expect(page.getByRole("status").getByText("Please log in first")).toBeVisible();
  await expect(page).toHaveURL("/");
  await page.waitForTimeout(1_000);
  await expect(page.getByText("Please log in first")).toBeVisible();
  await expect(page.getByText("Please log in first")).toBeHidden({ timeout: 3_000 });
});

for (const who of ["guest", "member"] as const) {
  test(`A ${who} can give feedback in a dialog`, async ({ page, scripts, server }) => {
    if (who === "member") await logIn(page, await newMember(server, "asha"));
    else await page.goto("/");
    const dialog = page.getByRole("dialog", { name: "Your Feedback" });
    const name = dialog.getByPlaceholder("Your Name (optional)");
    const text = dialog.getByPlaceholder("Enter your feedback...");
    const open = () => page.getByRole("link", { name: "Submit Feedback" }).click();

    await open();
    await expect(dialog).toBeVisible();
    await expect(text).toBeFocused();
    if (scripts) {
      expect(await dialog.evaluate((element) => element.matches(":modal"))).toBe(true);
      await expectAccessible(page);
    }
    await name.fill("Asha");
    await text.fill("Not to be sent");
    await dialog.getByRole("link", { name: "Close" }).click();
    await expect(dialog).toBeHidden();

    await open();
    await expect(name).toHaveValue("");
    await expect(text).toHaveValue("");
    await text.fill("   ");
    await dialog.getByRole("button", { name: "Submit" }).click();
    await expect(dialog.getByText("Write your feedback first")).toBeVisible();

    const words = `More maps, please (${who}, ${scripts}, ${page.viewportSize()?.width})`;
    await text.fill(words);
    await dialog.getByRole("button", { name: "Submit" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText("Thank you for your feedback.")).toBeVisible();
    expect(feedbackIn(server, words)).toEqual([{ name: null }]);
    expect(feedbackIn(server, "Not to be sent")).toEqual([]);
  });
}

test("The feedback dialog has its address: Back closes it, Forward opens it", async ({ page }) => {
  await page.goto("/");
  const dialog = page.getByRole("dialog", { name: "Your Feedback" });
  await page.getByRole("link", { name: "Submit Feedback" }).click();
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL("/feedback");
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL("/");
  await page.goForward();
  await expect(dialog).toBeVisible();
  await dialog.getByRole("link", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
});

test("Feedback can be sent from its own address", async ({ page, scripts, server }) => {
  await page.goto("/feedback");
  const words = `From its address (${scripts}, ${page.viewportSize()?.width})`;
  await page.getByPlaceholder("Enter your feedback...").fill(words);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page).toHaveURL("/?feedback=sent#feedback");
  await expect(page.getByText("Thank you for your feedback.")).toBeVisible();
  expect(feedbackIn(server, words)).toEqual([{ name: null }]);
});

test("Guests find Login and Register in the header of every phone", async ({ page }) => {
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 640 });
    for (const path of ["/", "/jobs"]) {
      await page.goto(path);
      const header = page.locator("header").first();
      await expect(header.getByRole("link", { name: "Login", exact: true }).first()).toBeVisible();
      await expect(header.getByRole("link", { name: "Register", exact: true }).first()).toBeVisible();
      await expectNoSidewaysScroll(page);
    }
  }
});

test("Escape closes the dialog", async ({ page, scripts }) => {
  await page.goto("/feedback");
  const dialog = page.getByRole("dialog", { name: "Your Feedback" });
  await expect(dialog).toBeVisible();
  if (!scripts) return;
  await expect.poll(() => dialog.evaluate((element) => element.matches(":modal"))).toBe(true);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL("/#feedback");
});
