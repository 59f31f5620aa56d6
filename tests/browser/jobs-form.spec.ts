import {
  enter,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  newMember,
  openFilters,
  test,
  toldOn,
} from "../support/browser.ts";
import { job } from "../support/people.ts";

test("What users type is saved while they type", { tag: "@scripts" }, async ({ page, server }) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/post-job");
  await expect(page.getByText("What you type is saved")).toBeVisible();
  const saved = page.waitForResponse((response) => response.request().postData()?.includes("save") ?? false);
  await page.getByLabel("Title").pressSequentially("Half a ti");
  expect((await saved).status()).toBe(303);
  // Saving does not disturb typing, and closing the page saves at once.
  await page.getByLabel("Title").pressSequentially("tle");
  await expect(page.getByLabel("Title")).toBeFocused();
  await page.goto("/resources");
  await page.goto("/post-job");
  await expect(page.getByLabel("Title")).toHaveValue("Half a title");
  await page.getByLabel("Title").fill("Left by a link");
  const savedOnLeaving = page.waitForRequest((request) => request.postData()?.includes("save") ?? false);
  await page.getByRole("link", { name: "Quadrant" }).first().click();
  await (await savedOnLeaving).response();
  await page.goto("/post-job");
  await expect(page.getByLabel("Title")).toHaveValue("Left by a link");
});

test("Users see that a draft is not saved until it is", { tag: ["@scripts", "@nightly"] }, async ({
  page,
  server,
  errors,
}) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/post-job");
  await page.context().setOffline(true);
  await page.getByLabel("Title").fill("Typed on a train");
  await expect(page.getByText("Your last changes aren't saved yet.")).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText("What you type is saved")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Title")).toHaveValue("Typed on a train");
  errors.length = 0;
});

test("Without scripts each button saves, and each field says when it is required", {
  tag: "@no-scripts",
}, async ({ page, server }) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/post-job");
  await expect(page.getByText("Each button saves what you typed")).toBeVisible();
  await page.goto("/post-job?step=2");
  const link = page.getByLabel("Application link");
  await expect(link).toHaveAccessibleDescription(
    "Required if people apply on a website. Otherwise leave it empty.",
  );
  await expect(page.getByLabel("Application email")).toHaveAccessibleDescription(
    /^Required if people apply by email/,
  );
  await page.getByLabel("Application method").selectOption("On a website");
  await page.getByRole("button", { name: "Next" }).click();
  await expect(link).toHaveAccessibleDescription(/Application link is required/);
});

test("Cancel asks for confirmation and deletes the draft", { tag: "@nightly" }, async ({ page, server }) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/post-job");
  await page.getByLabel("Title").fill("Never mind");
  await page.getByText("Cancel…").click();
  await expect(page.getByText("This deletes what you typed in all three steps.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete my draft" }).click();
  await expect(toldOn(page, "Your draft is deleted. Nothing was posted.")).toBeVisible();
  await expect(page).toHaveURL(/\/jobs$/);
  await page.goto("/post-job");
  await expect(page.getByLabel("Title")).toHaveValue("");
});

test("A link is required when people apply on a website", { tag: ["@scripts", "@nightly"] }, async ({
  page,
  server,
}) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/post-job?step=2");
  const link = page.getByLabel("Application link");
  await expect(link).toBeHidden();
  await page.getByLabel("Application method").selectOption("On a website");
  await expect(link).toHaveAttribute("required");
  await page.getByRole("button", { name: "Next" }).click();
  await expect(link).toHaveAccessibleDescription("Application link is required");
  await expectAccessible(page);
  await page.getByLabel("Application method").selectOption("In person");
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("heading", { name: "Company details" })).toBeVisible();
});

test("A job keeps its type when it is edited", { tag: "@nightly" }, async ({ page, server }) => {
  const asha = await newMember(server, "asha");
  const freelance = { ...job, opportunityType: "Freelance" };
  const { id } = (await asha.call("POST", "/api/jobs", freelance)).body;
  await enter(page, server, asha);
  await page.goto(`/jobs/${id}/edit`);
  await expect(page.getByLabel("Opportunity type")).toHaveValue("freelance");
  await page.getByLabel("Title").fill("Edited");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("heading", { name: "Edited" })).toBeVisible();
  expect((await asha.get(`/api/jobs/${id}`)).body).toMatchObject({ opportunityType: "Freelance" });
});

test("Back after posting does not show the success screen again", { tag: "@nightly" }, async ({
  page,
  server,
}) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/jobs");
  await page.goto("/post-job");
  await page.getByLabel("Opportunity type").selectOption("Volunteer");
  await page.getByLabel("Title").fill(`Posted once ${Date.now()}`);
  await page.getByLabel("Locations").fill("Kochi");
  await page.getByLabel("Workplace type").selectOption("Hybrid");
  await page.getByLabel("Description").fill("Paints buoys.");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Application method").selectOption("In person");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByLabel("Company name").fill("Harbour Works");
  await page.getByLabel("Name", { exact: true }).fill("Ila Rao");
  await page.getByLabel("Email", { exact: true }).fill("ila.rao@harbour.example");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("Nobody sees it yet.")).toBeVisible();
  await expect(page.getByText("Paints buoys.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Post Opportunity" }).click();
  await expect(page.getByRole("link", { name: "See your opportunity" })).toBeVisible();
  const success = page.getByRole("heading", { name: "Opportunity Posted Successfully!" });
  await expect(success).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.waitForURL((url) => url.pathname === "/jobs");
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Post an Opportunity" })).toBeVisible();
  await expect(success).toBeHidden();
  await expectAccessible(page);
});

test("The address alone does not claim that a job was posted", { tag: "@once" }, async ({ page, server }) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/post-job?posted=1");
  await expect(page.getByRole("heading", { name: "Post an Opportunity" })).toBeVisible();
  expect(new URL(page.url()).search).toBe("");
});

test("Addresses of filters have no empty parameters, and a page past the end links back", {
  tag: "@nightly",
}, async ({ page, server, scripts }) => {
  const asha = await newMember(server, "asha");
  await asha.call("POST", "/api/jobs", { ...job, title: "In Delhi", locations: "Delhi" });
  await page.goto("/jobs");
  await openFilters(page);
  await page.getByLabel("Location", { exact: true }).fill("Delhi");
  if (!scripts) await page.getByRole("button", { name: "Show jobs" }).click();
  await expect(page).toHaveURL(/\/jobs\?locations=Delhi$/);
  await page.goto("/jobs?locations=Delhi&cursor=1");
  await expect(page.getByRole("heading", { name: "No more opportunities" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back to the first page" }).click();
  await expect(page).toHaveURL(/\/jobs\?locations=Delhi$/);
  await expect(page.getByRole("link", { name: "In Delhi", exact: true }).first()).toBeVisible();
});
