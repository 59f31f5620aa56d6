import type { Page } from "@playwright/test";
import { enter, expect, hydrated, newMember, test, toldOn } from "../support/browser.ts";

test.use({ expectedErrors: /Failed to load resource/ });
test.setTimeout(60_000);

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

/** The bytes at which parts began that arrived. */
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

test("An upload goes on where it stopped when the connection comes back", { tag: "@scripts" }, async ({
  page,
  server,
}) => {
  await enter(page, server, await newMember(server, "asha"));
  const parts = await watchParts(page);
  await fill(page);
  let isAway = false;
  let wasAway = false;
  await page.route(/\/resources\/parts\//, (route) => {
    if (
      !wasAway &&
      route
        .request()
        .url()
        .endsWith(`at=${2 * step}`)
    ) {
      isAway = true;
      wasAway = true;
      setTimeout(() => {
        isAway = false;
      }, 4_000);
    }
    return isAway ? route.abort() : route.continue();
  });
  await page.getByRole("button", { name: "Upload Resource" }).click();
  await expect(page.getByText("No connection. The upload will go on where it stopped.")).toBeVisible();
  await expect(page.getByText("50%").or(page.getByText("49%"))).toBeVisible();
  await expect(toldOn(page, "Resource uploaded successfully")).toBeVisible({ timeout: 20_000 });
  expect(parts).toEqual([0, step, 2 * step, 3 * step, 4 * step].filter((at) => at < bytes.length));
  const stored = server
    .database()
    .prepare("select size from resources where title = 'Tides' order by id desc")
    .get() as { size: number };
  expect(stored.size).toBe(bytes.length);
});

test("An upload goes on where it stopped after its tab was closed", { tag: "@scripts" }, async ({
  page,
  context,
  server,
}) => {
  await enter(page, server, await newMember(server, "rohan"));
  await fill(page);
  await page.route(new RegExp(`at=${2 * step}`), (route) => route.abort());
  await page.getByRole("button", { name: "Upload Resource" }).click();
  await expect(page.getByText("No connection.")).toBeVisible();
  await page.close();
  const next = await context.newPage();
  const parts = await watchParts(next);
  await fill(next);
  await next.getByRole("button", { name: "Upload Resource" }).click();
  await expect(toldOn(next, "Resource uploaded successfully")).toBeVisible();
  expect(parts[0]).toBe(2 * step);
});
