import {
  enter,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  newMember,
  test,
  toldOn,
} from "../support/browser.ts";
import { pressEverything } from "../support/offline-forms.ts";
import { makeAdmin, password } from "../support/people.ts";
import { codeOf, enterPassword, turnOn } from "../support/second-factor.ts";

test("Administrators can turn on the two-step login", async ({ page, server }) => {
  const meera = await newMember(server, "meera");
  makeAdmin(server, meera);
  await enter(page, server, meera);
  await page.goto("/account");
  await page.getByRole("link", { name: "Two-step login" }).click();
  await page.getByRole("button", { name: "Set it up" }).click();
  await expect(page.getByRole("img", { name: "QR code with the key below" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const secret = (await page.locator("main code").textContent()) ?? "";

  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.getByLabel("Current password").fill(password);
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.locator("#second-factor-confirm-code-error")).toHaveText(/That code isn't right/);
  await expectAccessible(page);
  await page.getByLabel("Code", { exact: true }).fill(codeOf(secret));
  await page.getByLabel("Current password").fill(password);
  await page.getByRole("button", { name: "Turn on" }).click();
  const codes = page.getByRole("listitem").locator("code");
  await expect(codes).toHaveCount(10);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test("Administrators can log in with a recovery code and turn the two-step login off", {
  tag: "@nightly",
}, async ({ page, server }) => {
  const meera = await newMember(server, "meera");
  makeAdmin(server, meera);
  const { browser } = await enterPassword(server.url, meera.email);
  const { secret, codes } = await turnOn(browser);
  await page.goto("/login?redirectTo=/admin");
  await page.getByLabel("Email").fill(meera.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page.locator("#login-code-code-error")).toHaveText(/That code isn't right/);
  await page.getByLabel("Code", { exact: true }).fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(page).toHaveURL(/\/admin$/);

  await page.goto("/account/second-factor");
  await expect(page.getByText("9 recovery codes left")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Code", { exact: true }).fill(codeOf(secret));
  await page.getByLabel("Current password").fill(password);
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(toldOn(page, "Two-step login is off.")).toBeVisible();
});

test.describe("away from the network", () => {
  test.use({ expectedErrors: /Failed to load resource/ });
  test("Offline, the page for the code stays open and says so", { tag: ["@scripts", "@nightly"] }, async ({
    page,
    context,
    server,
  }) => {
    const meera = await newMember(server, "meera");
    makeAdmin(server, meera);
    await turnOn((await enterPassword(server.url, meera.email)).browser);
    await page.clock.install();
    await page.goto("/login");
    await page.getByLabel("Email").fill(meera.email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
    await page.reload();
    await context.setOffline(true);
    expect(await pressEverything(page, "/login/code")).toBeGreaterThan(0);
  });
});
