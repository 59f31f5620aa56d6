import {
  enter,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  newMember,
  test,
  toldOn,
} from "../support/browser.ts";
import { mailedLink } from "../support/outbox.ts";
import { password } from "../support/people.ts";
import { share } from "../support/upload.ts";

const fresh = "three quiet tidal harbours";

test("Members change their password and stay logged in", async ({ page, server }) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/");
  await page.locator("header summary").locator("visible=true").first().click();
  await page.getByRole("link", { name: "Account", exact: true }).locator("visible=true").click();
  await expect(page.getByRole("heading", { name: "Account", level: 1 })).toBeVisible();
  await page.goto("/account/password");
  await page.getByLabel("Current password").fill("not my password");
  await page.getByLabel("New password").fill(fresh);
  await page.getByLabel("Confirm password").fill(fresh);
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.locator("#password-currentPassword-error")).toHaveText("That isn't your password.");
  await expectAccessible(page);
  await page.getByLabel("Current password").fill(password);
  await page.getByLabel("New password").fill(fresh);
  await page.getByLabel("Confirm password").fill(fresh);
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(toldOn(page, "Your password is changed.")).toBeVisible();
  await page.goto("/account");
  await expect(page.getByRole("heading", { name: "Account", level: 1 })).toBeVisible();
});

test("Members confirm a new address by a link", { tag: "@nightly" }, async ({ page, server }) => {
  const rohan = await newMember(server, "rohan");
  const email = `new-${rohan.email}`;
  await enter(page, server, rohan);
  await page.goto("/account/email");
  await page.getByLabel("New email").fill(email);
  await page.getByLabel("Current password").fill(password);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(toldOn(page, "We've sent a link to your new address.")).toBeVisible();
  await page.goto(await mailedLink(server, email, "/account/email/confirm"));
  await page.getByRole("button", { name: "Use this address" }).click();
  await expect(toldOn(page, "Your email address is changed.")).toBeVisible();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
});

test("Members end a session on another device", { tag: "@nightly" }, async ({ page, server, browser }) => {
  const meera = await newMember(server, "meera");
  const other = await browser.newContext({ baseURL: server.url });
  const there = await other.newPage();
  await enter(there, server, meera);
  await enter(page, server, meera);
  await page.goto("/account/sessions");
  await expect(page.getByText("This browser")).toHaveCount(1);
  await page
    .getByRole("button", { name: /^End (?!all)(?!Program)/ })
    .first()
    .click();
  await expect(page.getByRole("button", { name: /^End (?!all)(?!Program)/ })).toHaveCount(0);
  await there.goto("/account");
  await expect(there).toHaveURL(/\/login\?redirectTo/);
  await page.getByRole("button", { name: "End all others" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Program" })).toHaveCount(0);
  await expect(page.getByText("You aren't logged in anywhere else.")).toBeVisible();
  await expect(page.getByRole("button", { name: "End all others" })).toHaveCount(0);
  await other.close();
});

test("Members choose their emails and how the site looks", { tag: "@nightly" }, async ({ page, server }) => {
  await enter(page, server, await newMember(server, "kabir"));
  await page.goto("/account/notices");
  const messages = page.getByRole("combobox", { name: "Messages and announcements" });
  // Its kinds differ at first.
  await expect(messages).toHaveValue("");
  await messages.selectOption("Never");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(toldOn(page, "saved").or(toldOn(page, "Saved"))).toBeVisible();
  await page.goto("/account/notices");
  await expect(messages).toHaveValue("never");
  await expect(page.getByLabel("Messages stay unread for half an hour")).toHaveValue("never");
  await page.goto("/account");
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await main.getByRole("button", { name: "Lite version" }).click();
  await expect(main.getByRole("button", { name: "Full version" })).toBeVisible();
});

test("Members make a token for a program, see it once, and end it", { tag: "@nightly" }, async ({
  page,
  server,
}) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/account");
  await page.getByRole("link", { name: "API tokens" }).click();
  const name = "Library bot".padEnd(60, "x");
  await page.getByLabel("Name").fill(name);
  await page.getByRole("radio", { name: "Read and write" }).check();
  await page.getByRole("button", { name: "Create the token" }).click();
  await expect(page.getByText(/^quadrant_[\w-]{43}$/)).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: name })).toContainText("Not used yet");
  await expect(page.getByLabel("Name")).toHaveValue("");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: `End ${name}` }).click();
  await expect(page.getByText(name)).toHaveCount(0);
  await expect(page.getByText(/^quadrant_/)).toHaveCount(0);
});

test("Members download their data and delete their account", async ({ page, server }) => {
  const asha = await newMember(server, "asha");
  await share(asha, { name: "tides.txt", bytes: Buffer.from("The tide rises twice.") });
  await enter(page, server, asha);
  await page.goto("/account");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download your data" }).click();
  expect((await download).suggestedFilename()).toMatch(/^my-data-[\d-]+\.zip$/);

  await page.getByRole("link", { name: "Delete your account…" }).click();
  await page.getByLabel(/Delete them too/).check();
  await page.getByLabel("Your password").fill("wrong");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.locator("#delete-account-currentPassword-error")).toHaveText("That isn't your password.");
  await expect(page.getByLabel(/Delete them too/)).toBeChecked();
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(toldOn(page, "Your account is deleted.")).toBeVisible();
  await page.goto("/account");
  await expect(page).toHaveURL(/\/login\?redirectTo/);
});
