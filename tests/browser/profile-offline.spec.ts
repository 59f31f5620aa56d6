import type { Route } from "@playwright/test";
import { enter, expect, ignoreNetworkErrors, newMember, test } from "../support/browser.ts";

test("A profile that cannot be saved keeps what was typed, and Save works once the network is back", {
  tag: "@scripts",
}, async ({ page, server, errors }) => {
  const asha = await newMember(server, "asha");
  await enter(page, server, asha);
  await page.goto("/profile?edit");
  await page.waitForLoadState("networkidle");
  await page.getByLabel("Branch").fill("Electronics");
  const cut = (route: Route) => (route.request().method() === "POST" ? route.abort() : route.continue());
  await page.route("**/profile*", cut);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toHaveText(/Your profile couldn't be saved/);
  await expect(page.getByLabel("Branch")).toHaveValue("Electronics");
  await page.unroute("**/profile*", cut);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Electronics").first()).toBeVisible();
  ignoreNetworkErrors(errors);
});

test("A profile's form keeps what was typed when the session has ended elsewhere", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, server }) => {
  const asha = await newMember(server, "asha");
  await enter(page, server, asha);
  await page.goto("/profile?edit");
  await page.waitForLoadState("networkidle");
  await page.getByLabel("Branch").fill("Electronics");
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toHaveText(/You're logged out/);
  await expect(page.getByLabel("Branch")).toHaveValue("Electronics");
  await enter(page, server, asha);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByText("Electronics").first()).toBeVisible();
});
