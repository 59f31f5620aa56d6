import type { Page } from "@playwright/test";
import { enter, expect, hydrated, newMember, test } from "../support/browser.ts";
import { sample } from "../support/nightly.ts";

// These tests cause console errors.
test.use({ expectedErrors: /Failed to load resource|WebSocket connection/ });

/** Follows a link of the header, which on phones is in the menu. */
async function follow(page: Page, name: string): Promise<void> {
  // Before hydration, a link would load a document.
  await hydrated(page);
  const menu = page.getByLabel("Menu", { exact: true });
  if (await menu.first().isVisible()) await menu.first().click();
  await page.getByRole("link", { name, exact: true }).locator("visible=true").first().click();
}

const blame = /Something went wrong|not your fault|tell us this number/;

test("Offline, a page says so and loads automatically when the network is back", {
  tag: "@scripts",
}, async ({ page, context, server }) => {
  await enter(page, server, await newMember(server, "asha"));
  // A failed preload of a script does not affect the page.
  await page.route("**/assets/job-*.js", (route) => route.abort());
  // The module of a page shown before is already loaded.
  await page.goto("/");
  await follow(page, "Jobs");
  await expect(page).toHaveURL("/jobs");
  // Waits for the preloaded scripts of the pages that rows link to.
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await follow(page, "Home");
  const notice = page.getByRole("heading", { name: "You're offline" });
  await expect(notice).toBeVisible();
  await page.getByRole("link", { name: "Retry" }).click();
  await expect(notice).toBeVisible();
  await expect(page.locator("body")).not.toContainText(blame);
  await context.setOffline(false);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Good \w+, Asha$/);
  await expect(page).toHaveURL("/");
});

test("Offline, the theme switch and the log-out stay on the page and say why", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, context, server }) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/jobs");
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Dark" }).click();
  const toast = page.getByRole("status").getByText("You're offline. Try again when you reconnect.");
  await expect(toast).toBeVisible();
  await expect(toast).toBeHidden();
  await page.getByLabel("Profile menu of Asha Verma").click();
  await page.getByRole("button", { name: "Logout" }).locator("visible=true").click();
  await expect(toast).toBeVisible();
  await expect(page).toHaveURL("/jobs");
  await expect(page.getByRole("heading", { name: "Job Opportunities" })).toBeVisible();
});

test("A proxy's error instead of data shows our own message, and Retry loads the page", {
  tag: "@scripts",
}, async ({ page, server }) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/jobs");
  await page.route(/\.data/, (route) =>
    route.fulfill({ status: 502, contentType: "text/html", body: "<html><h1>Bad Gateway</h1></html>" }),
  );
  await follow(page, "Home");
  await expect(page.getByRole("heading", { name: "Something went wrong on our side" })).toBeVisible();
  await expect(page.locator("body")).not.toContainText(/Bad Gateway|tell us this number/);
  await page.unroute(/\.data/);
  await page.getByRole("link", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Good \w+, Asha$/);
});

test("An aborted request is not reported as our fault, and Retry loads the page", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, server }) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/jobs");
  await page.route(/\.data/, (route) => route.abort());
  await follow(page, "Home");
  await expect(page.getByRole("heading", { name: "We can't reach Quadrant" })).toBeVisible();
  await expect(page.locator("body")).not.toContainText(blame);
  await page.unroute(/\.data/);
  await page.getByRole("link", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Good \w+, Asha$/);
});

for (const who of sample(["guest", "member"] as const, 2)) {
  test(`A ${who}'s feedback stays in the form until it has been sent`, { tag: "@scripts" }, async ({
    page,
    context,
    server,
  }) => {
    if (who === "member") await enter(page, server, await newMember(server, "asha"));
    await page.goto("/");
    await page.getByRole("link", { name: "Submit Feedback" }).click();
    const dialog = page.getByRole("dialog", { name: "Your Feedback" });
    await expect(dialog).toBeVisible();
    await expect(page).toHaveURL("/feedback");
    const words = `Still here (${who}, ${page.viewportSize()?.width})`;
    await dialog.getByPlaceholder("Your Name (optional)").fill("Asha");
    await dialog.getByPlaceholder("Enter your feedback...").fill(words);
    const submit = dialog.getByRole("button", { name: "Submit" });

    await context.setOffline(true);
    await submit.click();
    const failure = dialog.getByRole("alert").filter({ hasText: "Your feedback wasn't sent." });
    await expect(failure).toBeVisible();
    await expect(dialog.getByPlaceholder("Enter your feedback...")).toHaveValue(words);
    await context.setOffline(false);

    await page.route(/feedback/, (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 503, body: "<h1>busy</h1>" })
        : route.continue(),
    );
    await submit.click();
    await expect(failure).toBeVisible();
    await expect(submit).toBeEnabled();
    await expect(dialog.getByPlaceholder("Enter your feedback...")).toHaveValue(words);
    await expect(dialog.getByPlaceholder("Your Name (optional)")).toHaveValue("Asha");
    await page.unroute(/feedback/);

    await submit.click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText("Thank you for your feedback.")).toBeVisible();
    expect(server.database().prepare("select name from feedback where text = ?").all(words)).toEqual([
      { name: "Asha" },
    ]);
  });
}
