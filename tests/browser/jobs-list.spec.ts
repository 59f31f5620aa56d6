import type { Page } from "@playwright/test";
import {
  enter,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  newMember,
  test,
  toldOn,
} from "../support/browser.ts";
import { desktop, phone } from "../support/devices.ts";
import { job, type Member } from "../support/people.ts";

let count = 0;
/** Posts a job with a title that no other search finds. */
async function postJob(member: Member, change: object = {}) {
  const title = `Lamp keeper ${process.pid}x${++count}x`;
  const { id } = (await member.call("POST", "/api/jobs", { ...job, title, ...change })).body;
  return { id, title };
}

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 1024;

test.describe("on a wide screen", () => {
  test.use(desktop);
  test("Results stay in sight while users filter on a wide screen", async ({ page, server, scripts }) => {
    const asha = await newMember(server, "asha");
    for (let index = 0; index < 12; index++) await postJob(asha, { locations: "Pune" });
    await enter(page, server, asha);
    await page.goto("/jobs");
    await page.mouse.move(900, 600);
    await page.mouse.wheel(0, 500);
    const location = page.getByLabel("Location", { exact: true });
    await expect(location).toBeVisible();
    // The suggestions are behind "More".
    await expect(page.getByRole("link", { name: "Bangalore" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Kochi", exact: true })).toBeHidden();
    await page.getByText("More locations").click();
    await page.getByRole("link", { name: "Pune", exact: true }).click();
    await expect(page).toHaveURL(/locations=Pune/);
    await expect(page.getByText("1 active filter", { exact: true })).toBeAttached();
    await expect(page.getByRole("link", { name: /^Lamp keeper/ }).nth(scripts ? 6 : 2)).toBeInViewport();
    // At the last job the end of the filter column is still visible.
    await page.mouse.wheel(0, 5_000);
    const belowPx = () => page.evaluate(() => document.body.scrollHeight - scrollY - innerHeight);
    await expect.poll(belowPx).toBeLessThan(1);
    await expect(page.getByLabel("Industry", { exact: true })).toBeInViewport();
    await expect(page.getByText(/^Showing \d+ opportunities/)).toBeInViewport({ ratio: 0.7 });
    await expectAccessible(page);
  });

  test("The count and “No jobs found” are in sight beside the lowest filter", {
    tag: ["@scripts", "@nightly"],
  }, async ({ page, server }) => {
    const asha = await newMember(server, "asha");
    for (let index = 0; index < 12; index++) await postJob(asha);
    await enter(page, server, asha);
    await page.goto("/jobs");
    await hydrated(page);
    await page.mouse.move(900, 600);
    await page.mouse.wheel(0, 5_000);
    await page.getByLabel("Industry", { exact: true }).fill("Nothing of this kind");
    await expect(page.getByText("Showing 0 opportunities")).toBeInViewport({ ratio: 0.7 });
    await expect(page.getByText("No jobs found")).toBeInViewport();
  });
});

test.describe("on a phone", () => {
  test.use(phone);
  test("Half of the rows are at most 130 pixels high", async ({ page, server }) => {
    const asha = await newMember(server, "asha");
    const companyName = `Tidewater ${process.pid}`;
    for (const title of [
      "Biomedical instrumentation intern",
      "Android developer",
      "Warehouse route planner",
      "Graduate engineer trainee, pumping stations",
      "Robotics test engineer",
    ])
      await postJob(asha, { title, companyName, locations: "Bangalore", deadline: "" });
    await page.goto(`/jobs?search=${encodeURIComponent(companyName)}`);
    const rows = page.getByRole("listitem").filter({ hasText: companyName });
    await expect(rows).toHaveCount(5);
    const heights = await rows.evaluateAll((items) =>
      items.map((item) => item.getBoundingClientRect().height),
    );
    expect(heights.sort((a, b) => a - b)[2]).toBeLessThanOrEqual(130);
    const sizeOf = (text: string) =>
      rows
        .filter({ hasText: "Android developer" })
        .getByText(text, { exact: true })
        .evaluate((element) => getComputedStyle(element).fontSize);
    expect(await Promise.all(["Android developer", companyName, "Bangalore"].map(sizeOf))).toEqual([
      "17px",
      "13px",
      "13px",
    ]);
    expect(await Promise.all(["Internship", "On-site", "Accepting applications"].map(sizeOf))).toEqual([
      "13px",
      "13px",
      "13px",
    ]);
  });
  test("Users on a phone see how many jobs they will get, and get them", async ({
    page,
    server,
    scripts,
  }) => {
    const asha = await newMember(server, "asha");
    const { title } = await postJob(asha, { workplaceType: "Hybrid" });
    await enter(page, server, asha);
    await page.goto("/jobs");
    await expect(page.getByLabel("Location", { exact: true })).toBeHidden();
    await page.getByText("Filters", { exact: true }).click();
    await page.getByLabel("Search jobs").fill(title);
    const group = page.getByText("Workplace type", { exact: true }).first();
    const hybrid = page.getByLabel("Hybrid");
    await expect(hybrid).toBeHidden();
    await group.click();
    await hybrid.check();
    const show = page.getByRole("button", { name: scripts ? "Show 1 job" : "Show jobs", exact: true });
    await expect(show).toBeInViewport();
    // At the end of the page the bar does not cover part of the drawer.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expectAccessible(page);
    await show.click();
    await expect(hybrid).toBeHidden();
    await expect(page.getByRole("link", { name: title, exact: true })).toBeInViewport();
    await expect(page).toHaveURL(/workplaceType=hybrid/);
    await expectNoSidewaysScroll(page);
  });
});

test("Keyboard users can skip the filters", async ({ page, server }) => {
  const asha = await newMember(server, "asha");
  await postJob(asha);
  await page.goto("/jobs");
  const skip = page.getByRole("link", { name: "Skip to results" });
  await skip.focus();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Opportunities" })).toBeFocused();
});

test("A whole row links to its job, and its button to the application", { tag: "@nightly" }, async ({
  page,
  server,
}) => {
  const asha = await newMember(server, "asha");
  const { id, title } = await postJob(asha);
  await page.goto(`/jobs?search=${encodeURIComponent(title)}`);
  const row = page.getByRole("listitem").filter({ hasText: title });
  const box = await row.boundingBox();
  if (isPhone(page)) expect(box?.height).toBeLessThanOrEqual(180);
  await row.click({ position: { x: 10, y: (box?.height ?? 60) - 20 } });
  await expect(page).toHaveURL(new RegExp(`/jobs/${id}$`));
});

test("Jobs with applications in person link to the contact", { tag: "@nightly" }, async ({
  page,
  server,
}) => {
  const asha = await newMember(server, "asha");
  const { id, title } = await postJob(asha, { applicationMethod: "in-person", applicationLink: "" });
  await enter(page, server, await newMember(server, "rohan"));
  await page.goto(`/jobs?search=${encodeURIComponent(title)}`);
  await page.getByRole("link", { name: `Apply in person: ${title}` }).click();
  await expect(page).toHaveURL(new RegExp(`/jobs/${id}#contact$`));
  const contact = page.getByRole("region", { name: "Contact" });
  await expect(contact).toBeInViewport();
  await expect(contact.getByRole("link", { name: job.contactEmail })).toHaveAttribute(
    "href",
    `mailto:${job.contactEmail}`,
  );
  await expect(contact.getByRole("link", { name: job.contactPhone })).toHaveAttribute(
    "href",
    "tel:+919820000000",
  );
  await expect(page.getByText("Application link not available for this job.")).toHaveCount(0);
  await expectAccessible(page);
  await contact.getByRole("link", { name: asha.name }).click();
  await expect(page).toHaveURL(new RegExp(`/people/${asha.id}$`));
});

test("Guests are asked to log in to see the contact, and return to it", { tag: "@nightly" }, async ({
  page,
  server,
}) => {
  const asha = await newMember(server, "asha");
  const { id } = await postJob(asha, { applicationMethod: "in-person", applicationLink: "" });
  await page.goto(`/jobs/${id}`);
  const contact = page.getByRole("region", { name: "Contact" });
  await expect(contact).not.toContainText(job.contactEmail);
  await expectAccessible(page);
  await contact.getByRole("link", { name: "Log in" }).click();
  await page.getByLabel("Email").fill(asha.email);
  await page.getByLabel("Password").fill("a good long secret");
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(contact).toContainText(job.contactEmail);
  await expect(contact).toContainText("Shared by you");
});

test("Users who find nothing can clear their filters", { tag: "@nightly" }, async ({ page, server }) => {
  const asha = await newMember(server, "asha");
  await postJob(asha);
  await enter(page, server, asha);
  await page.goto("/jobs?search=nothing+has+this+name");
  const empty = page.getByRole("region", { name: "Opportunities" });
  await expect(empty.getByRole("heading", { name: "No jobs found" })).toBeVisible();
  await expect(empty.getByRole("link", { name: "Post the First Job" })).toHaveCount(0);
  await expectAccessible(page);
  await empty.getByRole("link", { name: "Clear All Filters" }).click();
  await expect(page).toHaveURL(/\/jobs$/);
});

test("Users can cancel a deletion", { tag: "@nightly" }, async ({ page, server }) => {
  const asha = await newMember(server, "asha");
  const { id, title } = await postJob(asha);
  await enter(page, server, asha);
  await page.goto(`/jobs/${id}`);
  await page.getByText("Delete…").click();
  const confirm = page.getByRole("button", { name: "Delete this job" });
  await expect(confirm).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(confirm).toBeHidden();
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
});

test("Users close a job on its card in My jobs, stay there and undo it", { tag: "@nightly" }, async ({
  page,
  server,
  scripts,
}) => {
  const asha = await newMember(server, "asha");
  for (let index = 0; index < 8; index++) await postJob(asha);
  const { id, title } = await postJob(asha);
  for (let index = 0; index < 4; index++) await postJob(asha);
  await enter(page, server, asha);
  await page.goto("/jobs/mine");
  await page.getByRole("button", { name: `Close: ${title}` }).click();
  const told = toldOn(page, "Applications are closed.");
  await expect(told).toBeInViewport();
  // With scripts the address does not change.
  if (!scripts) await expect(page).toHaveURL(new RegExp(`/jobs/mine#job-${id}$`));
  const reopen = page.getByRole("button", { name: `Reopen: ${title}` });
  await expect(reopen).toBeInViewport();
  if (scripts) await expect(reopen).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toldOn(page, "Applications are open again.")).toBeInViewport();
  await expect(page.getByRole("button", { name: `Close: ${title}` })).toBeInViewport();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test("Users save a job and find it in My jobs", async ({ page, server }) => {
  const { id, title } = await postJob(await newMember(server, "asha"));
  await enter(page, server, await newMember(server, "rohan"));
  await page.goto(`/jobs/${id}`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toldOn(page, "Saved. You'll find it in My jobs.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Saved", exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/jobs/mine");
  await page.getByRole("link", { name: "Saved", exact: true }).click();
  await page.getByRole("button", { name: `Remove: ${title}` }).click();
  await expect(page.getByText("You haven't saved a job yet")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("link", { name: title, exact: true })).toBeVisible();
});

test("A job prints on one sheet, with the address for applications", { tag: "@once" }, async ({
  page,
  server,
}) => {
  const asha = await newMember(server, "asha");
  const { id } = (await asha.call("POST", "/api/jobs", job)).body;
  await enter(page, server, await newMember(server, "rohan"));
  await page.goto(`/jobs/${id}`);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: job.title })).toBeVisible();
  const apply = page.getByRole("link", { name: /^Apply Now/ });
  const printed = await apply.evaluate((link) => getComputedStyle(link, "::after").content);
  expect(printed).toBe(`"${job.applicationLink}"`);
  for (const control of [
    page.locator("summary", { hasText: "Share" }),
    page.getByRole("button", { name: "Save" }),
    page.getByRole("button", { name: "Close applications" }),
    page.getByRole("link", { name: "How this works" }),
    page.getByRole("link", { name: "Jobs", exact: true }),
  ]) {
    await expect(control).toBeHidden();
  }
  const sheets = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g);
  expect(sheets).toHaveLength(1);
});
