import {
  enter,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  newMember,
  test,
  toldOn,
} from "../support/browser.ts";
import { makeAdmin } from "../support/people.ts";
import { startServer } from "../support/server.ts";

test("Administrators put their college on the home page and hide a section", { tag: "@nightly" }, async ({
  page,
}) => {
  // The steps are shown only in a new community.
  const server = await startServer({ RATE_LIMITS: "off" });
  const admin = await newMember(server, "meera");
  makeAdmin(server, admin);
  await enter(page, server, admin);
  await page.goto(`${server.url}/admin`);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Home page", exact: true }).click();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Placed students" }).click();
  const person = page.getByRole("group", { name: "Person 1" });
  await person.getByLabel("Name").fill("Ira Rao");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Company joined is missing").first()).toBeVisible();
  await expectAccessible(page);
  await expect(person.getByLabel("Name")).toHaveValue("Ira Rao");
  await person.getByLabel("Batch").fill("Batch-2025");
  await person.getByLabel("Company joined").fill("Tern Labs");
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toldOn(page, "“Placed students” is saved and on the home page.")).toBeVisible();
  await page.getByRole("button", { name: "Hide: Testimonials" }).click();
  await expect(toldOn(page, "“Testimonials” is hidden.")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Show: Testimonials" }).click();
  // The only Undo left on the page reverts showing it.
  await expect(page.getByText("Hidden", { exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Hidden", { exact: true })).toBeVisible();
  await page.context().clearCookies();
  await page.goto(server.url);
  await expect(page.getByRole("heading", { name: "Ira Rao" })).toBeVisible();
  await expect(page.getByText("Loved by Students")).toHaveCount(0);
  await server.stop();
});
