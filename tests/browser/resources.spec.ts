import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { bomb, pdf, sampleFile } from "../../scripts/demo/sample-files.ts";
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  logIn,
  newMember,
  test,
} from "../support/browser.ts";
import { share } from "../support/upload.ts";

let count = 0;
/** axe is a script itself: what a page is without scripts is what it was before them. */
const checkAccess = async (page: Page, scripts: boolean) => {
  if (scripts) await expectAccessible(page);
  await expectNoSidewaysScroll(page);
};
/** A title nobody has used before. */
const fresh = (words: string) => `${words} ${process.pid}-${++count}`;

test("Students can share a file, find it where they put it, download and delete it", async ({
  page,
  server,
  scripts,
}) => {
  await logIn(page, await newMember(server, "asha"));
  await page.goto("/resources");
  await page.getByRole("link", { name: "Upload Resource" }).click();
  await expect(page).toHaveTitle(/^Upload Resource/);
  const title = fresh("Fluid mechanics");
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Category").selectOption("Gate Notes");
  await page.getByLabel("Year").selectOption("Year 3");
  await page.getByLabel("Description").fill("With the Moody chart.");
  const file = { name: "moody.pdf", mimeType: "application/pdf", buffer: pdf(title, ["Re = rho v d / mu"]) };
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  if (scripts) await expect(page.getByTitle("Preview of moody.pdf")).toBeVisible();
  await page.getByRole("button", { name: "Upload Resource" }).click();

  await page.waitForURL(/\/resources\/category\/gate-notes\?shared=\d+$/);
  await expect(page.getByText("Resource uploaded successfully.")).toBeVisible();
  await page.getByRole("link", { name: /^Year 3 / }).click();
  await expect(page.getByRole("heading", { name: /^Available Resources \(\d+\)$/ })).toBeVisible();
  await page.getByRole("link", { name: title, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByText("With the Moody chart.")).toBeVisible();
  await checkAccess(page, scripts);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: `Download: ${title}` }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("moody.pdf");
  expect(readFileSync(await download.path()).equals(file.buffer)).toBe(true);

  await page.getByText("Delete…").click();
  await page.getByRole("button", { name: "Delete this resource" }).click();
  await page.waitForURL("**/resources/category/gate-notes");
  await expect(page.getByRole("link", { name: title, exact: true })).toHaveCount(0);
});

test("Who shares what is already here is told so", async ({ page, server }) => {
  const rohan = await newMember(server, "rohan");
  const first = fresh("The first of its kind");
  const bytes = Buffer.from(`the same words ${first}`);
  await share(rohan, { name: "first.txt", bytes }, { title: first });
  await logIn(page, rohan);
  await page.goto("/resources/upload?category=quantum&year=2");
  await expect(page.getByLabel("Year")).toHaveValue("2");
  await page.getByLabel("Title").fill("The same again");
  await page
    .getByLabel("File", { exact: true })
    .setInputFiles({ name: "again.txt", mimeType: "text/plain", buffer: bytes });
  await page.getByRole("button", { name: "Upload Resource" }).click();
  await page.waitForURL(/\/resources\/category\/quantum\?shared=/);
  await expect(page.getByText(`The same file is already here: ${first}`)).toBeVisible();
});

test("A form that can not be accepted says what is wrong and keeps what was typed", async ({
  page,
  server,
  scripts,
}) => {
  await logIn(page, await newMember(server, "meera"));
  await page.goto("/resources/upload");
  await checkAccess(page, scripts);
  await page.getByLabel("Title").fill("Half filled in");
  // A browser without scripts asks for required fields by itself: this is what one that does not would send.
  await page.locator("form[enctype]").evaluate((form) => form.setAttribute("novalidate", ""));
  await page.getByRole("button", { name: "Upload Resource" }).click();
  await expect(page.getByRole("alert").getByText("Please fill all required fields")).toBeVisible();
  await expect(page.getByText("Category is required")).toBeVisible();
  await expect(page.getByText("File is required")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Half filled in");
  await checkAccess(page, scripts);

  await page.getByLabel("Category").selectOption("Others");
  await page.getByLabel("Year").selectOption("Year 1");
  const script = Buffer.from("<!doctype html><script>alert(1)</script>");
  const named = { name: "notes.pdf", mimeType: "application/pdf", buffer: script };
  await page.getByLabel("File", { exact: true }).setInputFiles(named);
  await page.getByRole("button", { name: "Upload Resource" }).click();
  await expect(page.getByRole("alert")).toContainText("The file's content is not what its name says it is.");
  await expect(page.getByLabel("Title")).toHaveValue("Half filled in");
  await expect(page.getByLabel("Category")).toHaveValue(/\d/);

  const wide = { name: "a.png", mimeType: "image/png", buffer: bomb(30_000, 30_000) };
  await page.getByLabel("File", { exact: true }).setInputFiles(wide);
  await page.getByRole("button", { name: "Upload Resource" }).click();
  await expect(page.getByRole("alert")).toContainText("too many pixels");

  await page.getByRole("link", { name: "Cancel" }).click();
  await page.waitForURL("**/resources");
});

test("A file over 50 MB is refused with its reason", async ({ page, server }, testInfo) => {
  await logIn(page, await newMember(server, "kabir"));
  await page.goto("/resources/upload");
  await page.getByLabel("Title").fill("A very long film");
  await page.getByLabel("Category").selectOption("Others");
  await page.getByLabel("Year").selectOption("Year 1");
  const film = testInfo.outputPath("film.mp4");
  writeFileSync(film, "");
  truncateSync(film, 60 * 1024 * 1024);
  await page.getByLabel("File", { exact: true }).setInputFiles(film);
  await page.getByRole("button", { name: "Upload Resource" }).click();
  await expect(page.getByText("The file is larger than 50MB.").first()).toBeVisible();
});

test("Guests are asked to log in before they share, and come back to the form", async ({
  page,
  server,
  scripts,
}) => {
  const asha = await newMember(server, "asha");
  const response = await page.goto("/resources/upload");
  expect(response?.status()).toBe(200);
  await expect(page.getByText("Please log in to upload resources")).toBeVisible();
  await checkAccess(page, scripts);
  await page.getByRole("link", { name: "Go to Login" }).click();
  await page.getByLabel("Email").fill(asha.email);
  await page.getByLabel("Password").fill("a good long secret");
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL("**/resources/upload");
  await page.waitForLoadState("networkidle");
  const file = { name: "a.pdf", mimeType: "application/pdf", buffer: pdf("a") };
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  await expect(page.getByLabel("File", { exact: true })).toHaveValue(/a\.pdf$/);
});

test("Browse: search, filters, numbered pages and empty results, all in the address", async ({
  page,
  server,
  scripts,
}) => {
  const asha = await newMember(server, "asha");
  const word = `zeta${process.pid}x${++count}`;
  for (let number = 1; number <= 14; number++) {
    const fields = { title: `Tables ${word} ${number}`, categoryId: "3", year: number === 14 ? "1" : "4" };
    await share(asha, { name: `t${number}.txt`, bytes: Buffer.from(`${word} ${number}`) }, fields);
  }
  const apply = async () => {
    if (!scripts) await page.getByRole("button", { name: "Search" }).click();
  };
  await page.goto("/resources/browse?page=2");
  await page.getByPlaceholder("Search by title, description...").fill(word);
  await apply();
  await expect(page.getByRole("heading", { name: "Resources (14)" })).toBeVisible();
  await expect(page.getByText(`Showing results for “${word}”`)).toBeVisible();
  expect(new URL(page.url()).searchParams.get("page")).toBeNull();
  await checkAccess(page, scripts);

  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByRole("link", { name: `Tables ${word} 2`, exact: true })).toBeVisible();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ search: word, page: "2" });

  await page.getByLabel("Year").selectOption("Year 1");
  await apply();
  await expect(page.getByRole("heading", { name: "Resources (1)" })).toBeVisible();
  expect(new URL(page.url()).searchParams.get("page")).toBeNull();

  await page.getByLabel("Category").selectOption("Others");
  await apply();
  await expect(page.getByText("No resources found")).toBeVisible();
  await page.getByRole("link", { name: "Clear Filters" }).first().click();
  await page.waitForURL(/\/resources\/browse$/);
  await expect(page.getByPlaceholder("Search by title, description...")).toHaveValue("");
});

test("The hub, a category and a year say what they have, at any width", async ({ page, server, scripts }) => {
  const asha = await newMember(server, "asha");
  const title = fresh("A".repeat(120));
  const file = { name: "board.png", bytes: await sampleFile("png", "Board") };
  await share(asha, file, { title, categoryId: "1", year: "1" });
  await page.goto("/resources");
  await expect(page.getByRole("heading", { level: 1, name: "Resource Sharing Hub" })).toBeVisible();
  const parts = ["Explore Categories", "Recent Resources", "Get Started Today", "Why Choose Our Platform?"];
  for (const name of parts) await expect(page.getByRole("heading", { name })).toBeVisible();
  await expect(page.getByText("24/7 Access Available")).toBeVisible();
  await checkAccess(page, scripts);
  await page.getByRole("link", { name: /^Academics Notes/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Academic Notes" })).toBeVisible();
  await checkAccess(page, scripts);
  await page.getByRole("link", { name: /^Year 1 / }).click();
  await expect(page.getByRole("link", { name: title, exact: true })).toBeVisible();
  await checkAccess(page, scripts);

  await page.goto("/resources/category/placement-resources/year/4");
  await expect(page.getByText("No resources found for Placement Resources - Year 4.")).toBeVisible();
  expect((await page.goto("/resources/category/quantum/year/5"))?.status()).toBe(404);
  expect((await page.goto("/resources/category/nothing-here"))?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1, name: "Resources" })).toBeVisible();
  expect((await page.goto("/resources/999999"))?.status()).toBe(404);
});

test("A file that is gone is explained", async ({ page, server, scripts }) => {
  const asha = await newMember(server, "asha");
  const title = fresh("Soon gone");
  const answer = await share(asha, { name: "gone.txt", bytes: Buffer.from(title) }, { title });
  const { id } = (answer.body as { data: { id: string } }).data;
  await page.goto(`/resources/${id}`);
  await asha.call("DELETE", `/api/resources/${id}`);
  await page.getByRole("link", { name: `Download: ${title}` }).click();
  const words = "Unable to access file. Please try again later or contact support.";
  await expect(page.getByText(words)).toBeVisible();
  if (scripts) await expect(page.getByRole("alert")).toContainText("File is not accessible from any URL");
});

test("Previews open in the page, and only when asked for", async ({ page, server }) => {
  const asha = await newMember(server, "asha");
  const title = fresh("A board");
  const answer = await share(asha, { name: "board.png", bytes: await sampleFile("png", title) }, { title });
  const { id } = (answer.body as { data: { id: string } }).data;
  const asked: string[] = [];
  page.on("request", (request) => {
    if (/\/files\/.*\?preview/.test(request.url())) asked.push(request.url());
  });
  await page.goto(`/resources/${id}`);
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([]);
  await page.getByRole("link", { name: /^Preview here/ }).click();
  await expect(page.getByRole("img", { name: `Preview of ${title}` })).toBeVisible();
  await expect.poll(() => asked.length).toBe(1);
});

test("Categories that can not be loaded are asked for again, and then by hand", async ({
  page,
  server,
  scripts,
  errors,
}) => {
  test.setTimeout(60_000);
  await logIn(page, await newMember(server, "asha"));
  const database = server.database();
  database.exec("alter table resource_categories rename to hidden_categories");
  const tries: string[] = [];
  page.on("response", (response) => {
    if (response.status() === 503) tries.push(response.url());
  });
  try {
    await page.goto("/resources/upload");
    if (scripts) await expect(page.getByText("Loading categories...")).toBeVisible();
    await expect(page.getByText("Failed to load categories")).toBeVisible({ timeout: 20_000 });
    expect(tries).toHaveLength(scripts ? 4 : 1);
    await checkAccess(page, scripts);
  } finally {
    database.exec("alter table hidden_categories rename to resource_categories");
  }
  await page.getByRole("link", { name: "Retry" }).click();
  await expect(page.getByLabel("Category")).toBeVisible();
  // The browser's own words about the answers with 503.
  errors.length = 0;
});
