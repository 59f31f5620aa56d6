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
import { makeAdmin } from "../support/people.ts";

test("Administrators can find a member, suspend them after a confirmation, and lift the suspension", {
  tag: "@nightly",
}, async ({ page, server, scripts }) => {
  const admin = await newMember(server, "meera");
  makeAdmin(server, admin);
  const kabir = await newMember(server, "kabir");
  await enter(page, server, admin);
  await page.goto("/admin/members");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("searchbox", { name: "Search members" }).fill(kabir.email);
  await page.locator("main").getByRole("button", { name: "Search" }).click();
  const row = page.getByRole("listitem").filter({ hasText: kabir.email });
  await expect(page.getByText(kabir.email)).toHaveCount(1);
  await row.getByLabel(/^Change role or suspend: /).click();
  await row.getByRole("link", { name: /^Suspend/ }).click();
  const dialog = page.getByRole("dialog", { name: "Suspend this member?" });
  await expectAccessible(page);
  await dialog.getByRole("link", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  expect((await kabir.get("/api/users/me")).status).toBe(200);

  if (!(await row.getByRole("link", { name: /^Suspend/ }).isVisible())) {
    await row.getByLabel(/^Change role or suspend: /).click();
  }
  await row.getByRole("link", { name: /^Suspend/ }).click();
  await dialog.getByRole("button", { name: "Suspend" }).click();
  await expect(toldOn(page, "Kabir Sethi is suspended and logged out everywhere.")).toBeVisible();
  // The member's row has the keyboard focus.
  if (scripts) await expect(row).toBeFocused();
  expect((await kabir.get("/api/users/me")).status).toBe(401);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toldOn(page, "Kabir Sethi can log in again.")).toBeVisible();
  await expect(row.getByLabel(/^Change role or suspend: /)).toBeVisible();
});

test("Administrators can check and run a list, and the invited members can join", {
  tag: "@nightly",
}, async ({ page, server }) => {
  const admin = await newMember(server, "meera");
  makeAdmin(server, admin);
  const email = admin.email.replace("meera", "invited");
  await enter(page, server, admin);
  await page.goto("/admin/members");
  await page.getByRole("link", { name: "Invite from a list" }).click();
  await expect(page.getByRole("heading", { name: "Invite from a list" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const list = `Name,Email,Batch year\nTara Menon,${email},2027\nOm Das,no address,2027\n`;
  await page
    .getByLabel("List")
    .setInputFiles({ name: "batch.csv", mimeType: "text/csv", buffer: Buffer.from(list) });
  await page.getByRole("button", { name: "Check the list" }).click();
  await expect(page.getByText("1 person gets an account and an invitation by email.")).toBeVisible();
  await expect(page.getByRole("row", { name: "3 Email is invalid" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Invite 1 person" }).click();
  await expect(toldOn(page, "1 person is invited. The email is on the way.")).toBeVisible();

  await page.context().clearCookies();
  await page.goto(await mailedLink(server, email, "/invitation"));
  await expectAccessible(page);
  await page.getByLabel("Password", { exact: true }).fill("three quiet tidal harbours");
  await page.getByLabel("Confirm password").fill("three quiet tidal harbours");
  await page.getByRole("button", { name: "Set the password" }).click();
  await expect(toldOn(page, "Your password is set. You are logged in.")).toBeVisible();
});
