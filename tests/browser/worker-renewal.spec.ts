import { enter, newMember } from "../support/browser.ts";
import { job } from "../support/people.ts";
import { startProxy } from "../support/proxy.ts";
import { expect, keptPages, openControlled, prepare, test } from "../support/worker.ts";

test("A cached page shows at once and is updated in place", { tag: "@scripts" }, async ({
  page,
  context,
  server,
}) => {
  const { rohan, jobPath } = await prepare(server);
  await openControlled(page, "/jobs");
  await page.goto(jobPath);
  await expect.poll(() => keptPages(page)).toContain(jobPath);
  await rohan.call("PUT", `/api${jobPath}`, { ...job, title: "Lamp lighter" });
  const navigation = await page.goto(jobPath);
  expect(await navigation?.text()).toContain("Lamp keeper");
  await expect(page.getByRole("heading", { name: "Lamp lighter" })).toBeVisible();
  await expect(page.locator("html")).not.toHaveAttribute("data-kept");

  // Pages with seats are never shown from the cache.
  await page.goto("/events");
  await page.goto("/events");
  await expect(page.locator("html")).not.toHaveAttribute("data-kept");

  // After a log-in a cached guest's page is not shown.
  await enter(page, server, await newMember(server, "asha"));
  await page.goto(jobPath);
  await expect(page.getByLabel(/Profile menu of Asha/)).toBeVisible();
  await context.clearCookies();
});

test("While the server is down a form shows its failure, and a cached page is updated when the server is back", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, server }) => {
  const { jobPath } = await prepare(server);
  let isAway = false;
  const portOf = () => (isAway ? 1 : server.port);
  const proxy = await startProxy(server.port, () => ({}), false, portOf);
  await openControlled(page, `${proxy.url}/jobs`);
  await page.goto(proxy.url + jobPath);
  await expect.poll(() => keptPages(page)).toContain(jobPath);
  await page.goto(`${proxy.url}/jobs`);
  isAway = true;
  await page
    .getByRole("button", { name: "Dark" })
    .first()
    .evaluate((button: HTMLElement) => button.click());
  await expect(page.getByText("What you sent did not arrive.")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Job Opportunities" })).toBeVisible();
  await page.goto(proxy.url + jobPath);
  await expect(page.getByText("You're offline. This page is from")).toBeVisible();
  isAway = false;
  await expect(page.locator("html")).not.toHaveAttribute("data-kept");
  await expect(page.getByRole("heading", { name: "Lamp keeper" })).toBeVisible();
  proxy.stop();
});
