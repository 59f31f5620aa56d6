import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  newMember,
  test,
  toldOn,
} from "../support/browser.ts";
import { mailedLink } from "../support/outbox.ts";

test("Users can choose a new password by email", async ({ page, server }) => {
  const asha = await newMember(server, "asha");
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page).toHaveTitle("Forgot password? · Quadrant");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel("Email").fill("asha@college");
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Email is invalid");
  await page.getByLabel("Email").fill(asha.email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  await expectAccessible(page);

  await page.goto(await mailedLink(server, asha.email, "/reset-password"));
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel("New password").fill("a new secret");
  await page.getByLabel("Confirm password").fill("another secret");
  await page.getByRole("button", { name: "Set the new password" }).click();
  await expect(page.getByText("Passwords do not match").last()).toBeVisible();
  await page.getByLabel("New password").fill("a new secret");
  await page.getByLabel("Confirm password").fill("a new secret");
  await page.getByRole("button", { name: "Set the new password" }).click();

  await expect(toldOn(page, "Your password was changed.")).toHaveCount(1);
  await expect(page).toHaveURL("/login");
  await page.getByLabel("Email").fill(asha.email);
  await page.getByLabel("Password").fill("a new secret");
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL("/");
  expect((await asha.call("GET", "/api/users/me")).status).toBe(401);
});

test("Users see when a link has expired", { tag: "@nightly" }, async ({ page }) => {
  await page.goto("/reset-password?token=used-long-ago");
  await expect(page.getByRole("alert")).toContainText("It works once, within 30 minutes.");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Send me a new one" }).click();
  await expect(page).toHaveURL("/forgot-password");
});

const advice = "Three or four words in a row are easy to remember and hard to guess.";
const warning = "Your password is easy to guess.";

test("Users learn while they type that a new password is easy to guess", {
  tag: ["@scripts", "@nightly"],
}, async ({ page }) => {
  await page.goto("/register");
  await page.getByLabel("First name").fill("Asha");
  const password = page.getByLabel("Password", { exact: true });
  for (const easy of ["qwerty123", "Asha2027"]) {
    await password.fill(easy);
    await expect(page.getByText(warning)).toBeVisible();
    await password.fill("kettle orbit verandah");
    await expect(page.getByText(warning)).toBeHidden();
    await expect(page.getByText(advice)).toBeVisible();
  }
  await expectAccessible(page);
});

test("Users without scripts learn that a new password is easy to guess", { tag: "@no-scripts" }, async ({
  page,
}) => {
  await page.goto("/register");
  await expect(page.getByText(advice)).toBeVisible();
  await page.getByLabel("First name").fill("Asha");
  await page.getByLabel("Last name").fill("Verma");
  await page.getByLabel("Email").fill("asha.verma@college.example");
  await page.getByLabel("Phone").fill("98765 43210");
  await page.getByLabel("Batch year").fill("2027");
  await page.getByLabel("Password", { exact: true }).fill("qwerty123");
  await page.getByLabel("Confirm password").fill("another one");
  await page.getByRole("button", { name: "Sign up" }).click();
  await expect(page.getByText("Passwords do not match").last()).toBeVisible();
  await expect(page.getByText(warning)).toBeVisible();
});
