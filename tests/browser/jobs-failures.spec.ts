import type { Page } from "@playwright/test";
import { enter, expect, expectAccessible, newMember, openFilters, test } from "../support/browser.ts";
import { sample } from "../support/nightly.ts";
import { postJob } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";

const submitFailure = (page: Page) =>
  page.getByRole("alert").filter({ hasText: "Failed to submit job posting" });

async function fillFirstStep(page: Page, title: string): Promise<void> {
  await page.getByLabel("Opportunity type").selectOption("Volunteer");
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Locations").fill("Kochi");
  await page.getByLabel("Workplace type").selectOption("Hybrid");
  await page.getByLabel("Description").fill("Paints buoys.");
}

/** Makes every statement on jobs fail while `run` runs. */
async function withoutJobs(server: TestServer, run: () => Promise<void>): Promise<void> {
  const database = server.database();
  database.exec("alter table jobs rename to hidden_jobs");
  try {
    await run();
  } finally {
    database.exec("alter table hidden_jobs rename to jobs");
  }
}

/** Three ways for a request to fail. */
const networkFailures = {
  "the network is away": {
    start: (page: Page) => page.context().setOffline(true),
    end: (page: Page) => page.context().setOffline(false),
  },
  "the server returns 500": {
    start: (page: Page) => page.route("**/*.data*", (route) => route.fulfill({ status: 500, body: "Oops" })),
    end: (page: Page) => page.unroute("**/*.data*"),
  },
  "the connection breaks": {
    start: (page: Page) => page.route("**/*.data*", (route) => route.abort("connectionreset")),
    end: (page: Page) => page.unroute("**/*.data*"),
  },
};

for (const [cause, { start, end }] of sample(Object.entries(networkFailures), 3)) {
  test(`When ${cause}, the job list keeps its filters and can be reloaded`, { tag: "@scripts" }, async ({
    page,
    server,
    errors,
  }) => {
    const asha = await newMember(server, "asha");
    const title = `Found again ${Date.now()}`;
    await postJob(asha, { title, workplaceType: "Hybrid" });
    await enter(page, server, asha);
    await page.goto("/jobs");
    await openFilters(page);
    await start(page);
    await page.getByLabel("Hybrid", { exact: true }).check();
    await expect(page.getByText("Failed to load job opportunities")).toBeVisible();
    await expect(page.getByLabel("Hybrid", { exact: true })).toBeChecked();
    await expect(page.getByText("1 active filter", { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/jobs\?workplaceType=hybrid$/);
    await expect(page.getByRole("link", { name: title, exact: true })).toHaveCount(0);
    await expectAccessible(page);
    await end(page);
    // When the network is back, the list loads automatically.
    if (cause !== "the network is away") await page.getByRole("link", { name: "Retry" }).click();
    await expect(page.getByRole("link", { name: title, exact: true })).toBeVisible();
    await expect(page.getByText("Failed to load job opportunities")).toBeHidden();
    errors.length = 0;
  });

  test(`When ${cause}, the wizard keeps everything typed`, { tag: "@scripts" }, async ({
    page,
    server,
    errors,
  }) => {
    await enter(page, server, await newMember(server, "asha"));
    await page.goto("/post-job");
    await start(page);
    await fillFirstStep(page, "Buoy painter");
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Nothing is lost" })).toBeInViewport({ ratio: 1 });
    await expect(submitFailure(page)).toBeHidden();
    await expect(page.getByLabel("Title")).toHaveValue("Buoy painter");
    await expect(page.getByLabel("Description")).toHaveValue("Paints buoys.");
    await expectAccessible(page);
    await end(page);
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByRole("heading", { name: "Application requirements" })).toBeVisible();
    errors.length = 0;
  });

  test(`When ${cause}, the edit form and the job's page stay open`, {
    tag: ["@scripts", "@nightly"],
  }, async ({ page, server, errors }) => {
    const asha = await newMember(server, "asha");
    const id = await postJob(asha, { title: "Before" });
    await enter(page, server, asha);
    await page.goto(`/jobs/${id}/edit`);
    await page.getByLabel("Title").fill("After");
    await start(page);
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(submitFailure(page)).toBeVisible();
    await expect(page.getByLabel("Title")).toHaveValue("After");
    await end(page);
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByRole("heading", { name: "After" })).toBeVisible();

    await start(page);
    await page.getByRole("button", { name: "Close applications" }).click();
    await expect(submitFailure(page)).toBeInViewport();
    await expect(page.getByRole("heading", { name: "After" })).toBeVisible();
    await end(page);
    await page.getByRole("button", { name: "Close applications" }).click();
    await expect(page.getByRole("button", { name: "Reopen applications" })).toBeVisible();
    await expect(submitFailure(page)).toBeHidden();
    errors.length = 0;
  });
}

test("When the store fails, the list says so and Retry loads it again", { tag: "@nightly" }, async ({
  page,
  server,
  errors,
}) => {
  const asha = await newMember(server, "asha");
  const title = `Stored ${Date.now()}`;
  await postJob(asha, { title });
  await withoutJobs(server, async () => {
    await page.goto("/jobs?showOpenOnly=true");
    await expect(page.getByText("Failed to load job opportunities")).toBeVisible();
    await openFilters(page);
    await expect(page.getByLabel("Show open only")).toBeChecked();
  });
  await page.getByRole("link", { name: "Retry" }).click();
  await expect(page.getByRole("link", { name: title, exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\?showOpenOnly=true$/);
  errors.length = 0;
});

test("When the store fails, the edit form keeps what was typed", { tag: "@nightly" }, async ({
  page,
  server,
  errors,
  scripts,
}) => {
  const asha = await newMember(server, "asha");
  const id = await postJob(asha);
  await enter(page, server, asha);
  await page.goto(`/jobs/${id}/edit`);
  await page.getByLabel("Title").fill("Typed in vain");
  await withoutJobs(server, async () => {
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(submitFailure(page)).toBeVisible();
    await expect(page.getByLabel("Title")).toHaveValue("Typed in vain");
  });
  await page.getByRole("button", { name: scripts ? "Save changes" : "Send again" }).click();
  await expect(page.getByRole("heading", { name: "Typed in vain" })).toBeVisible();
  errors.length = 0;
});

test("When the session ended elsewhere, users can log in in another tab and submit again", async ({
  page,
  server,
  scripts,
}) => {
  const asha = await newMember(server, "asha");
  await enter(page, server, asha);
  await page.goto("/post-job");
  await fillFirstStep(page, "Typed for an hour");
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("You're logged out. Log in again").first()).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Typed for an hour");
  await expectAccessible(page);
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Log in (opens a new tab)" }).first().click();
  await expect((await opened).getByLabel("Password")).toBeVisible();
  await enter(page, server, asha);
  await page.getByRole("button", { name: scripts ? "Next" : "Send again" }).click();
  await expect(page.getByRole("heading", { name: "Application requirements" })).toBeVisible();
  await page.getByRole("button", { name: "Previous" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Typed for an hour");
});
