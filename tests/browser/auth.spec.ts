import type { Locator, Page } from "@playwright/test";
import { connects, enter, expect, newMember, test } from "../support/browser.ts";
import { sendTo } from "../support/messages.ts";
import { sample } from "../support/nightly.ts";
import { password } from "../support/people.ts";

/** Presses with a mouse or finger at the element's position before pressing. Fails if the element moves. */
async function press(page: Page, target: Locator, hasTouch: boolean): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error("nothing to press");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  if (hasTouch) return page.touchscreen.tap(x, y);
  await page.mouse.move(x, y);
  await page.mouse.down();
  // Waits until the effect of pressing is drawn.
  await target.evaluate(async (element) => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.all(element.getAnimations().map(({ finished }) => finished));
  });
  // A pressed button moves by one pixel by design.
  const moved = Math.abs(((await target.boundingBox())?.y ?? 0) - box.y);
  expect(moved, "how far the pressed element moved").toBeLessThanOrEqual(1);
  await page.mouse.up();
}

const loginButton = (page: Page) => page.locator("main").getByRole("button", { name: "Login", exact: true });
const alert = (page: Page) => page.getByRole("alert");

/** Removes the browser's messages about requests that a test made fail from the collected errors. */
const forgetFailedRequests = (errors: string[]) =>
  errors.splice(0, errors.length, ...errors.filter((error) => !error.startsWith("Failed to load resource")));

test("Users can press Login again after a refused log-in", async ({ page, server, hasTouch }) => {
  const asha = await newMember(server, "asha");
  await page.goto("/login");
  await page.getByLabel("Email").fill(asha.email);
  await page.getByLabel("Password").fill("wrong secret");
  await press(page, loginButton(page), hasTouch);
  await expect(alert(page)).toHaveText("Invalid email or password. Please try again.");
  await page.getByLabel("Email").fill(asha.email);
  await page.getByLabel("Password").fill(password);
  await expect(alert(page)).toBeVisible();
  await press(page, loginButton(page), hasTouch);
  await page.waitForURL((url) => url.pathname === "/");
});

test("Editing a field removes its error, and a failure replaces the message of the previous attempt", {
  tag: "@scripts",
}, async ({ page, server, errors }) => {
  const asha = await newMember(server, "asha");
  await page.goto("/login");
  await page.getByLabel("Email").fill("asha@college");
  await page.getByLabel("Password").fill("wrong secret");
  await loginButton(page).click();
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Email is invalid");
  await page.getByLabel("Email").fill(asha.email);
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("");
  await page.getByLabel("Password").fill("wrong secret");
  await loginButton(page).click();
  await expect(alert(page)).toHaveText("Invalid email or password. Please try again.");
  await page.route(
    (url) => url.pathname === "/login",
    (route) => route.abort(),
  );
  await page.getByLabel("Password").fill("another secret");
  await loginButton(page).click();
  await expect(alert(page)).toHaveText("Login failed. Please try again.");
  forgetFailedRequests(errors);
});

test("A refused log-in shows its error beside the fields, and its links can be pressed", {
  tag: "@nightly",
}, async ({ page, server, hasTouch }) => {
  const rohan = await newMember(server, "rohan");
  await page.goto("/login");
  await page.getByLabel("Email").fill("rohan@college");
  await page.getByLabel("Password").fill(password);
  await press(page, loginButton(page), hasTouch);
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Email is invalid");
  await page.getByLabel("Email").fill(rohan.email);
  await page.getByLabel("Password").fill("wrong secret");
  await page.getByLabel("Password").press("Enter");
  await expect(alert(page)).toHaveText("Invalid email or password. Please try again.");
  await expect(page.getByLabel("Email")).toHaveValue(rohan.email);
  await expect(page.getByLabel("Password")).toHaveValue("");
  await press(page, page.getByRole("link", { name: "Sign up", exact: true }), hasTouch);
  await page.waitForURL("/register");
});

test("Leaving a field does not move the link being pressed", { tag: "@scripts" }, async ({
  page,
  hasTouch,
}) => {
  await page.goto("/register");
  await page.getByLabel("Email").fill("nonsense");
  await press(page, page.locator("main").getByRole("link", { name: "Log in", exact: true }), hasTouch);
  await page.waitForURL((url) => url.pathname === "/login");
});

test("Sign up is enabled as soon as the last visible error is corrected", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, server }) => {
  const taken = await newMember(server, "kabir");
  await page.goto("/register");
  const button = page.getByRole("button", { name: "Sign up" });
  await page.getByLabel("First name").fill("Kabir");
  await page.getByLabel("Last name").fill("Sethi");
  await page.getByLabel("Phone").fill("98765 43210");
  await page.getByLabel("Batch year").fill("2029");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByLabel("Email").fill("nonsense");
  await page.getByLabel("Email").press("Enter");
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription("Email is invalid");
  await expect(button).toBeDisabled();

  await page.getByLabel("Email").fill(taken.email);
  await expect(button).toBeEnabled();
  await page.getByLabel("Email").press("Enter");
  await expect(page.getByLabel("Email")).toHaveAccessibleDescription(
    "An account with this email already exists.",
  );
  await expect(button).toBeDisabled();
  const wayOut = page.getByText("Is it yours?");
  await expect(wayOut.getByRole("link", { name: "Log in" })).toHaveAttribute("href", /^\/login/);
  await expect(wayOut.getByRole("link", { name: "Forgot password?" })).toHaveAttribute(
    "href",
    "/forgot-password",
  );
  // An error from the server remains until its field is edited.
  await page.getByLabel("First name").fill("Kabeer");
  await page.getByLabel("First name").blur();
  await expect(page.getByLabel("Email")).toHaveAttribute("aria-invalid", "true");

  await page.getByLabel("Email").fill(`new-${taken.email}`);
  await expect(button).toBeEnabled();
  await page.getByLabel("Email").press("Enter");
  await page.waitForURL((url) => url.pathname === "/");
});

test.describe("when the server cannot be reached or fails", () => {
  const awayText = "You're offline. What you typed stays here until you reconnect.";
  const failedText = "Login failed. Please try again.";
  const posted = (url: URL) => url.pathname === "/login";
  const failures = {
    "the network is away": [awayText, (page: Page) => page.context().setOffline(true)],
    "requests break off": [failedText, (page: Page) => page.route(posted, (route) => route.abort())],
    "the server answers 500": [
      failedText,
      (page: Page) => page.route(posted, (route) => route.fulfill({ status: 500, body: "Something broke" })),
    ],
    "a proxy refuses the size": [
      failedText,
      (page: Page) => page.route(posted, (route) => route.fulfill({ status: 413, body: "Too large" })),
    ],
  } as const;
  const restore = async (page: Page) => {
    await page.unrouteAll();
    await page.context().setOffline(false);
  };

  for (const [name, [text, fail]] of sample(Object.entries(failures), 4)) {
    test(`Users keep the log-in form and what they typed when ${name}`, { tag: "@scripts" }, async ({
      page,
      server,
      errors,
      hasTouch,
    }) => {
      const meera = await newMember(server, "meera");
      await page.goto("/login?redirectTo=%2Fpost-job&notice=none");
      await page.getByLabel("Email").fill(meera.email);
      await page.getByLabel("Password").fill(password);
      await fail(page);
      await loginButton(page).click();
      await expect(alert(page)).toHaveText(text);
      await expect(page.getByLabel("Password")).toHaveValue(password);
      await expect(page.getByLabel("Email")).toHaveValue(meera.email);
      await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();

      await restore(page);
      await press(page, loginButton(page), hasTouch);
      await page.waitForURL("/post-job");
      forgetFailedRequests(errors);
    });
  }

  test("After a failed request the registration form is still filled in and can be sent again", {
    tag: ["@scripts", "@nightly"],
  }, async ({ page, errors, hasTouch }) => {
    await page.goto("/register");
    const typed = {
      "First name": "Meera",
      "Last name": "Nair",
      Email: `meera-${process.pid}-${test.info().workerIndex}-${Date.now()}@college.example`,
      Phone: "98765 43210",
      "Batch year": "2019",
    };
    for (const [label, value] of Object.entries(typed))
      await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByLabel("Confirm password").fill(password);
    await page.context().setOffline(true);
    const button = page.getByRole("button", { name: "Sign up" });
    await button.click();
    await expect(alert(page)).toHaveText("Registration failed. Please try again.");
    for (const [label, value] of Object.entries(typed))
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(value);
    await expect(button).toBeEnabled();

    await page.context().setOffline(false);
    await press(page, button, hasTouch);
    await page.waitForURL((url) => url.pathname === "/");
    forgetFailedRequests(errors);
  });

  test("The forms for a forgotten and a new password can be sent again after a failure", {
    tag: ["@scripts", "@nightly"],
  }, async ({ page, errors }) => {
    await page.goto("/forgot-password");
    await page.getByLabel("Email").fill("asha@college.example");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(alert(page)).toHaveText(awayText);
    await page.context().setOffline(false);
    await expect(alert(page)).toHaveCount(0);
    await page.reload();
    await expect(page.getByLabel("Email")).toHaveValue("asha@college.example");
    await page.getByRole("button", { name: "Send the link" }).click();
    await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
    forgetFailedRequests(errors);
  });
});

test("The log-in page describes the community", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByText("From juniors to seniors, from doubts to direction")).toBeVisible();
  for (const chip of ["Q&A Threads", "Anonymous Chats", "Resource Sharing"]) {
    await expect(page.getByRole("listitem").filter({ hasText: chip })).toBeVisible();
  }
});

test("Logging out removes unsent texts from the device and the count from the title", {
  tag: "@scripts",
}, async ({ page, server }) => {
  const asha = await newMember(server, "asha");
  const rohan = await newMember(server, "rohan");
  await enter(page, server, asha);
  await page.goto(`/messages/${rohan.id}`);
  await page.getByLabel("Message", { exact: true }).fill("For Rohan only");
  const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
  await expect.poll(stored).toContain("For Rohan only");
  const connected = connects(page);
  await page.goto("/account");
  await connected;
  await sendTo(rohan, asha.id, "Hello");
  await expect(page).toHaveTitle(/^\(1\) Account/);
  await page.locator("header summary").locator("visible=true").first().click();
  await page.getByRole("button", { name: "Logout" }).locator("visible=true").click();
  await expect(page).toHaveURL(/\/login/);
  await expect(page).toHaveTitle(/^Log in/);
  expect(await stored()).not.toContain("For Rohan only");
  await enter(page, server, asha);
  await page.goto(`/messages/${rohan.id}`);
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("");
});
