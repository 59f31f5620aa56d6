import type { Page } from "@playwright/test";
import { enter, expect, hydrated, newMember, test, toldOn } from "../support/browser.ts";

test.use({ expectedErrors: /Failed to load resource/ });

const bytes = Buffer.from("Tides rise and fall. ".repeat(100_000));

async function fill(page: Page) {
  await page.goto("/resources/upload");
  await hydrated(page);
  await page.getByLabel("Title").fill("Tides");
  await page.getByLabel("Category").selectOption({ index: 1 });
  await page.getByLabel("Year").selectOption("Year 2");
  await page
    .getByLabel("File", { exact: true })
    .setInputFiles({ name: "tides.txt", mimeType: "text/plain", buffer: bytes });
}

/** @returns the offsets of the parts that arrived */
async function watchParts(page: Page) {
  const parts: number[] = [];
  page.on("response", (response) => {
    const { pathname, searchParams } = new URL(response.url());
    if (pathname.startsWith("/resources/parts/") && searchParams.has("at") && response.ok())
      parts.push(Number(searchParams.get("at")));
  });
  return parts;
}
const step = 512 * 1024;

test("An upload resumes where it stopped when the connection is back, and after its tab was closed", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, context, server }) => {
  await enter(page, server, await newMember(server, "asha"));
  const parts = await watchParts(page);
  await fill(page);
  let isAway = false;
  let wasAway = false;
  await page.route(/\/resources\/parts\//, (route) => {
    const url = route.request().url();
    if (!wasAway && url.endsWith(`at=${step}`)) {
      isAway = true;
      wasAway = true;
      setTimeout(() => {
        isAway = false;
      }, 4_000);
    }
    return isAway || url.endsWith(`at=${3 * step}`) ? route.abort() : route.continue();
  });
  await page.getByRole("button", { name: "Upload Resource" }).click();
  const told = page.getByText("No connection. The upload will continue where it stopped.");
  await expect(told).toBeVisible();
  await expect(page.getByText("25%").or(page.getByText("24%"))).toBeVisible();
  await expect.poll(() => parts).toEqual([0, step, 2 * step]);
  await expect(told).toBeVisible();
  await page.close();

  const next = await context.newPage();
  const others = await watchParts(next);
  await fill(next);
  await next.getByRole("button", { name: "Upload Resource" }).click();
  await expect(toldOn(next, "Resource uploaded successfully")).toBeVisible();
  expect(others).toEqual([3 * step, 4 * step]);
  const stored = server
    .database()
    .prepare("select size from resources where title = 'Tides' order by id desc")
    .get() as { size: number };
  expect(stored.size).toBe(bytes.length);
});
