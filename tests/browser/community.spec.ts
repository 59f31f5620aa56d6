import {
  enter,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  newMember,
  openFilters,
  test,
} from "../support/browser.ts";
import { job, password, people } from "../support/people.ts";

let count = 0;

/** The filters are in a drawer on phones, and always open on wide screens. */
test("Users can register, post a job in three steps and find it again with the filters", {
  tag: "@both",
}, async ({ page, scripts }) => {
  test.slow();
  const unique = `${process.pid}-${test.info().workerIndex}-${++count}`;
  const title = `Tide gauge keeper ${unique}`;
  await page.goto("/register");
  await page.getByLabel("First name").fill(people.asha.firstName);
  await page.getByLabel("Last name").fill(people.asha.lastName);
  await page.getByLabel("Email").fill(`asha.${unique}@college.example`);
  await page.getByLabel("Phone").fill("98765 43210");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill(password);
  await page.getByLabel("Batch year").fill("2027");
  await page.getByLabel("Skills").fill("Python, sketching");
  await page.getByRole("button", { name: "Sign up" }).click();
  await page.waitForURL((url) => url.pathname === "/");

  await page.goto("/jobs");
  await page.getByRole("link", { name: "Post a Job" }).click();
  await expect(page.getByRole("heading", { name: "Post an Opportunity" })).toBeVisible();
  await page.getByLabel("Opportunity type").selectOption("Contractual / Freelance work");
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Locations").fill("Kochi, Pune");
  await page.getByLabel("Workplace type").selectOption("Hybrid");
  await page.getByLabel("Maximum", { exact: false }).first().fill("40000");
  await page.getByLabel("Description").fill("Reads the tide, writes it down.");
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("heading", { name: "Application requirements" })).toBeVisible();
  await page.getByRole("button", { name: "Previous" }).click();
  await expect(page.getByLabel("Title")).toHaveValue(title);
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Application method").selectOption("By email");
  await page.getByLabel("Application email").fill("tides@harbour.example");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Company name").fill("Harbour Works");
  await page.getByLabel("Name", { exact: true }).fill("Ila Rao");
  await page.getByLabel("Email", { exact: true }).fill("ila.rao@harbour.example");
  await page.getByRole("button", { name: "Post Opportunity" }).click();
  await expect(page.getByRole("heading", { name: "Opportunity Posted Successfully!" })).toBeVisible();
  await page.waitForURL((url) => url.pathname === "/jobs");

  await openFilters(page);
  await page.getByLabel("Freelance", { exact: true }).check();
  if (!scripts) await page.getByRole("button", { name: "Show jobs" }).click();
  await page.waitForURL(/opportunityType=freelance/);
  await expect(page.getByText("1 active filter", { exact: true })).toBeVisible();
  const row = page.getByRole("listitem").filter({ hasText: title });
  for (const fact of ["Kochi, Pune", "Hybrid", "Contract / Freelance", "Up to ₹40,000 per year"]) {
    await expect(row.getByText(fact, { exact: true })).toBeVisible();
  }
  await expect(row.getByText("Yours", { exact: true })).toBeVisible();
  await row.getByRole("link", { name: title, exact: true }).click();
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test("Guests can see jobs, and the navigation's other links ask them to log in", { tag: "@both" }, async ({
  page,
  scripts,
}) => {
  await page.goto("/");
  const menu = page.getByLabel("Menu", { exact: true }).first();
  if (await menu.isVisible()) await menu.click();
  const jobs = page.getByRole("link", { name: "Jobs", exact: true }).locator("visible=true");
  await expect(jobs).toHaveAttribute("aria-disabled", "true");
  // Forced, because Playwright waits for an aria-disabled link to be enabled.
  await jobs.dispatchEvent("click");
  if (scripts) {
    const toast = page.getByText("Please log in first");
    await expect(toast).toBeVisible();
    await expect(toast).toBeHidden();
    expect(new URL(page.url()).pathname).toBe("/");
  } else {
    await page.waitForURL(/\/login\?redirectTo=%2Fjobs/);
    await expect(page.getByRole("status").filter({ hasText: "Please log in first" })).toBeVisible();
  }
  await page.goto("/jobs");
  await expect(page.getByRole("link", { name: "Login to Post" })).toBeVisible();
});

test("Users see errors beside their fields", async ({ page, scripts }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Login", exact: true }).click();
  const email = page.getByLabel("Email");
  await expect(email).toHaveAccessibleDescription("Email is required");
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription("Password is required");
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
  if (scripts) {
    // With React, an error appears when its field is left with a wrong value, and disappears when the field is edited.
    await page.goto("/register");
    await hydrated(page);
    await email.pressSequentially("asha");
    await email.blur();
    await expect(email).toHaveAccessibleDescription("Email is invalid");
    await email.pressSequentially("@");
    await expect(email).not.toHaveAttribute("aria-invalid", "true");
    await email.blur();
    await expect(email).toHaveAccessibleDescription("Email is invalid");
  }
});

test("With scripts the sign-up button is disabled until every field is filled", {
  tag: ["@scripts", "@nightly"],
}, async ({ page }) => {
  await page.goto("/register");
  const button = page.getByRole("button", { name: "Sign up" });
  await expect(button).toBeDisabled();
  const fields = {
    "First name": "Asha",
    "Last name": "Verma",
    Email: "asha@college.example",
    Phone: "9876543210",
  };
  for (const [label, text] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password").fill("something else");
  await page.getByLabel("Confirm password").blur();
  await expect(page.getByText("Passwords do not match").last()).toBeVisible();
  await expect(button).toBeDisabled();
  await page.getByLabel("Confirm password").fill(password);
  await page.getByLabel("Confirm password").blur();
  await expect(button).toBeEnabled();
});

test("Users can log out from the menu and choose the dark theme", async ({ page, server }) => {
  await enter(page, server, await newMember(server, "rohan"));
  await page.goto("/");
  const dark = page.getByRole("button", { name: "Dark" }).locator("visible=true");
  // On phones the theme is in the profile menu.
  if (!(await dark.isVisible())) await page.getByLabel("Profile menu of Rohan Pillai").click();
  await dark.click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expectAccessible(page);
  await page.getByLabel("Profile menu of Rohan Pillai").click();
  await expect(page.getByRole("link", { name: "View Profile" }).locator("visible=true")).toHaveAttribute(
    "href",
    "/profile",
  );
  await page.getByRole("button", { name: "Logout" }).locator("visible=true").click();
  await page.waitForURL((url) => url.pathname === "/login");
  await expect(page.getByRole("link", { name: "Login", exact: true }).first()).toBeVisible();
});

test("Suggestions set a filter and clear it again", { tag: "@nightly" }, async ({ page, server }) => {
  const asha = await newMember(server, "asha");
  await asha.call("POST", "/api/jobs", { ...job, title: "In Kolkata", locations: "Kolkata" });
  await page.goto("/jobs");
  await openFilters(page);
  await page.getByText("More locations").click();
  await page.getByRole("link", { name: "Kolkata", exact: true }).click();
  await page.waitForURL(/locations=Kolkata/);
  if (await page.getByText("Filters(1)").isVisible()) await page.getByText("Filters(1)").click();
  await expect(page.getByLabel("Location", { exact: true })).toHaveValue("Kolkata");
  await expect(page.getByText("1 active filter", { exact: true })).toBeVisible();
  await page.goto("/jobs?locations=Kolkata&search=nothing%20like%20this");
  await expect(page.getByText("No jobs found")).toBeVisible();
  await page.getByRole("link", { name: "Remove the search: nothing like this" }).click();
  await expect(page.getByRole("link", { name: "In Kolkata", exact: true })).toBeVisible();
});

test("Posters can close and delete what they posted", { tag: "@nightly" }, async ({ page, server }) => {
  const asha = await newMember(server, "asha");
  const { id } = (await asha.call("POST", "/api/jobs", { ...job, title: "Short lived" })).body;
  await enter(page, server, asha);
  await page.goto(`/jobs/${id}`);
  await page.getByRole("button", { name: "Close applications" }).click();
  await expect(page.getByRole("button", { name: "Applications Closed" })).toBeDisabled();
  await page.getByText("Delete…").click();
  await page.getByRole("button", { name: "Delete this job" }).click();
  await page.waitForURL((url) => url.pathname === "/jobs");
  const gone = await page.goto(`/jobs/${id}`);
  expect(gone?.status()).toBe(404);
  await expect(page.getByText("This job is no longer available.")).toBeVisible();
});
