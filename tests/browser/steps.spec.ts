import type { Locator, Page } from "@playwright/test";
import { enter, expect, newMember, test, toldOn } from "../support/browser.ts";
import { job } from "../support/people.ts";

/** Counts what a member presses, chooses and picks. */
function countSteps(page: Page) {
  let steps = 0;
  return {
    count: () => steps,
    press: async (control: Locator) => {
      steps++;
      await control.click();
    },
    choose: async (label: string, option: string) => {
      steps++;
      await page.getByLabel(label, { exact: true }).selectOption(option);
    },
    pick: async (label: string, files: Parameters<Locator["setInputFiles"]>[0]) => {
      steps++;
      await page.getByLabel(label, { exact: true }).setInputFiles(files);
    },
  };
}

test("Five files are shared in seven steps from Today on", async ({ page, server, scripts }) => {
  await enter(page, server, await newMember(server, "asha"));
  const { count, press, choose, pick } = countSteps(page);
  await page.goto("/");
  const menu = page.locator("header summary[aria-label=Menu]");
  if (await menu.isVisible()) await press(menu);
  await press(page.getByRole("banner").getByRole("link", { name: "Resources", exact: true }));
  await press(page.getByRole("link", { name: "Upload Resource" }));
  await page.waitForLoadState("networkidle");
  const files = ["one", "two", "three", "four", "five"].map((name) => ({
    name: `unit_${name}.txt`,
    mimeType: "text/plain",
    buffer: Buffer.from(`Unit ${name} of ${Date.now()}`),
  }));
  await pick("File", files);
  await choose("Category", "Quantum");
  await choose("Year", "Year 2");
  await press(page.getByRole("button", { name: scripts ? "Upload 5 files" : "Upload Resource" }));
  const told = scripts
    ? page.getByRole("heading", { name: "5 of 5 files are shared" })
    : toldOn(page, "5 resources uploaded successfully");
  await expect(told).toBeVisible();
  expect(count()).toBeLessThanOrEqual(7);
});

test("What was deleted is back after three steps", async ({ page, server }) => {
  const asha = await newMember(server, "asha");
  const { id } = (await asha.call("POST", "/api/jobs", { ...job, title: "Buoy painter" })).body as {
    id: string;
  };
  await enter(page, server, asha);
  await page.goto(`/jobs/${id}`);
  const { count, press } = countSteps(page);
  await press(page.getByText("Delete…"));
  await press(page.getByRole("button", { name: "Delete this job" }));
  await press(toldOn(page, "The job is deleted.").getByRole("button", { name: "Undo" }));
  await expect(toldOn(page, "The job is back.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Buoy painter" })).toBeVisible();
  expect(count()).toBe(3);
});
