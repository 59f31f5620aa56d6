import type { Locator, Page } from "@playwright/test";
import { enter, expect, newMember, test, toldOn } from "../support/browser.ts";
import { job } from "../support/people.ts";
import { ask } from "../support/questions.ts";

/** Presses and chooses controls, counting each as a step. */
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

test("Sharing five files takes seven steps from Today", async ({ page, server, scripts }) => {
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

test("Restoring a deleted item takes three steps", async ({ page, server }) => {
  const asha = await newMember(server, "asha");
  const { id } = (await asha.call("POST", "/api/jobs", { ...job, title: "Buoy painter" })).body;
  const asked = await ask(asha, { title: "Who paints buoys?" });
  await enter(page, server, asha);
  for (const [path, name, title, opener] of [
    [`/jobs/${id}`, "job", "Buoy painter", page.getByText("Delete…")],
    [`/questions/${asked.id}`, "question", "Who paints buoys?", page.getByLabel("More about this question")],
  ] as const) {
    await page.goto(path);
    const { count, press } = countSteps(page);
    await press(opener);
    await press(page.getByRole("button", { name: `Delete this ${name}` }));
    await press(toldOn(page, `The ${name} is deleted.`).getByRole("button", { name: "Undo" }));
    await expect(toldOn(page, `The ${name} is back.`)).toBeVisible();
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    expect(count()).toBe(3);
  }
});
