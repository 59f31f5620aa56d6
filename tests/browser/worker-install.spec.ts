import type { Page } from "@playwright/test";
import { enter, expect, expectAccessible, newMember, test } from "../support/browser.ts";

const invitation = (page: Page) => page.getByRole("status").filter({ hasText: "can be on your home screen" });

/** Waits until the page's script has run, by importing the same module. */
async function loadScript(page: Page, load: () => Promise<unknown>) {
  const isAsked = page.waitForRequest(/install\.js/);
  await load();
  await isAsked;
  await page.evaluate(async () => {
    await import("/install.js" as string);
  });
}

/** Imitates a browser that can install the site. */
const offer = (page: Page) =>
  page.evaluate(() => {
    const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
      prompt: () => document.documentElement.setAttribute("data-prompted", ""),
    });
    window.dispatchEvent(event);
  });

test("A member is invited to install the site on the third day, once", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, server }) => {
  await enter(page, server, await newMember(server, "asha"));
  const open = async (day: number) => {
    await page.clock.setFixedTime(new Date(`2026-07-0${day}T10:00:00Z`));
    await loadScript(page, () => page.goto("/jobs"));
    await offer(page);
  };
  for (const day of [1, 1, 2]) {
    await open(day);
    await expect(invitation(page)).toBeHidden();
  }
  await open(3);
  await expect(invitation(page)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Install" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-prompted", "");
  await expect(invitation(page)).toBeHidden();
  await open(4);
  await expect(invitation(page)).toBeHidden();
});

test("Without an install prompt the invitation explains the steps, and can be dismissed with one tap", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, server }) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "standalone", { value: false });
  });
  await page.context().addCookies([{ name: "visits", value: "2026-07-01.2", url: server.url }]);
  await page.goto("/jobs");
  await expect(invitation(page)).toContainText("Tap Share, then Add to Home Screen.");
  await page.getByRole("button", { name: "Not now" }).click();
  await expect(invitation(page)).toBeHidden();
  await loadScript(page, () => page.reload());
  await expect(invitation(page)).toBeHidden();
});

test("A phone's notch and home bar cover nothing", { tag: ["@scripts", "@nightly"] }, async ({
  page,
  server,
}) => {
  await enter(page, server, await newMember(server, "asha"));
  const session = await page.context().newCDPSession(page);
  await session.send(
    "Emulation.setSafeAreaInsetsOverride" as never,
    {
      insets: { left: 40, right: 40, bottom: 34 },
    } as never,
  );
  await page.goto("/jobs");
  const header = await page.locator("header").boundingBox();
  expect(header?.x).toBe(40);
  const padding = await page
    .locator("body > footer")
    .evaluate((footer) => getComputedStyle(footer).paddingBottom);
  expect(padding).toBe("34px");
  const rohan = await newMember(server, "rohan");
  await page.goto(`/messages/${rohan.id}`);
  const field = await page.getByLabel("Message", { exact: true }).boundingBox();
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual((page.viewportSize()?.height ?? 0) - 34);
});

test("The site can be installed, and Back from a shortcut's page leads home", {
  tag: ["@scripts", "@nightly"],
}, async ({ page: home, context, server }) => {
  await enter(home, server, await newMember(server, "asha"));
  await home.goto("/about");
  const session = await context.newCDPSession(home);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // Test windows are private.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);

  await context.addInitScript(() => {
    window.matchMedia = (query) => ({ matches: query === "(display-mode: standalone)" }) as MediaQueryList;
  });
  const opened = context.waitForEvent("page");
  await home.evaluate(() => void window.open("/jobs", "_blank", "noopener"));
  const page = await opened;
  await page.waitForURL("**/jobs");
  await loadScript(page, () => page.reload());
  const title = (name: string | RegExp) => page.getByRole("heading", { name, level: 1 });
  await title("Job Opportunities").click();
  await page.getByRole("link", { name: "Resources", exact: true }).first().click();
  await expect(page).toHaveURL("/resources");
  await page.evaluate(() => history.back());
  await expect(title("Job Opportunities")).toBeVisible();
  await context.setOffline(true);
  await page.evaluate(() => history.back());
  await expect(page.getByText("You're offline. Try again when you reconnect.")).toBeVisible();
  await expect(page).toHaveURL("/jobs");
  await context.setOffline(false);
  await page.evaluate(() => history.back());
  await expect(title(/^Good \w+, Asha$/)).toBeVisible();
});
