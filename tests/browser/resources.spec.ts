import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { bomb, pdf, sampleFile } from "../../scripts/demo/sample-files.ts";
import {
  connects,
  enter,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  newMember,
  test,
  toldOn,
} from "../support/browser.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { share } from "../support/upload.ts";

let count = 0;
const checkAccess = async (page: Page) => {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
};
/** @returns a title that no other test uses */
const fresh = (words: string) => `${words} ${process.pid}-${++count}`;

test("Students can share a file, find it in its category, download it and delete it", {
  tag: "@both",
}, async ({ page, server, scripts }) => {
  await enter(page, server, await newMember(server, "asha"));
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

  await page.waitForURL(/\/resources\/category\/gate-notes$/);
  await expect(toldOn(page, "Resource uploaded successfully")).toBeVisible();
  await page.getByRole("link", { name: /^Year 3 / }).click();
  await expect(page.getByRole("heading", { name: /^Available Resources \(\d+\)$/ })).toBeVisible();
  await page.getByRole("link", { name: title, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByText("With the Moody chart.")).toBeVisible();
  await checkAccess(page);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: `Download: ${title}` }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("moody.pdf");
  expect(readFileSync(await download.path()).equals(file.buffer)).toBe(true);

  await page.getByText("Delete…").click();
  await page.getByRole("button", { name: "Delete this resource" }).click();
  await page.waitForURL("**/resources/category/gate-notes");
  await expect(toldOn(page, "The resource is deleted.")).toBeVisible();
  await expect(page.getByRole("link", { name: title, exact: true })).toHaveCount(0);
});

test("Suggestions on the edit page fill in fields beside what is typed, and Enter still saves", {
  tag: "@both",
}, async ({ page, server }) => {
  const asha = await newMember(server, "asha");
  await enter(page, server, asha);
  const file = { name: "CS306-endsem-2020.pdf", bytes: pdf(fresh("Graphs"), ["Prove Euler's formula."]) };
  const title = fresh("Graph theory");
  const { id } = (await share(asha, file, { title })).body.data;
  await page.goto(`/resources/${id}/edit`);
  await page.getByLabel("Description").fill("With a key.");
  await page.getByRole("button", { name: "Use Kind: Past paper" }).click();
  await page.getByRole("button", { name: "Use Course code: CS306" }).click();
  await expect(page.getByLabel("Description")).toHaveValue("With a key.");
  await expect(page.getByLabel("Kind")).toHaveValue("past-paper");
  await expect(page.getByLabel("Course code")).toHaveValue("CS306");
  await expect(page.getByLabel("Title")).toHaveValue(title);
  await page.getByLabel("Title").press("Enter");
  await expect(page).toHaveURL(new RegExp(`/resources/${id}$`));
  await expect(page.getByText("With a key.")).toBeVisible();
  await expect(page.getByText("Past paper", { exact: true })).toBeVisible();
});

test("Students see when the same file already exists", { tag: "@nightly" }, async ({
  page,
  server,
  scripts,
}) => {
  const rohan = await newMember(server, "rohan");
  const first = fresh("The first of its kind");
  const bytes = Buffer.from(`the same words ${first}`);
  await share(rohan, { name: "first.txt", bytes }, { title: first });
  await enter(page, server, rohan);
  await page.goto("/resources/upload?category=quantum&year=2");
  await expect(page.getByLabel("Year")).toHaveValue("2");
  await page.getByLabel("Title").fill("The same again");
  await page
    .getByLabel("File", { exact: true })
    .setInputFiles({ name: "again.txt", mimeType: "text/plain", buffer: bytes });
  // With scripts this is shown before anything is sent, with a link to the file.
  if (scripts) {
    await expect(page.getByRole("link", { name: first })).toHaveAttribute("href", /^\/resources\/\d+$/);
    await expectAccessible(page);
  }
  await page.getByRole("button", { name: "Upload Resource" }).click();
  await page.waitForURL(/\/resources\/category\/quantum$/);
  await expect(
    toldOn(page, `Resource uploaded successfully. The same file is already here: ${first}`),
  ).toBeVisible();
});

test("A refused form shows its errors and keeps what was typed", async ({ page, server, scripts }) => {
  await enter(page, server, await newMember(server, "meera"));
  await page.goto("/resources/upload");
  await checkAccess(page);
  await page.getByLabel("Title").fill("Half filled in");
  // Skips the browser's own check of required fields.
  await page.locator("form[enctype]").evaluate((form) => form.setAttribute("novalidate", ""));
  await page.getByRole("button", { name: "Upload Resource" }).click();
  await expect(page.getByRole("alert").getByText("Please fill all required fields")).toBeVisible();
  for (const error of ["Category is required", "File is required"]) {
    await expect(page.getByRole("paragraph").filter({ hasText: error })).toBeVisible();
    await expect(page.getByRole("alert").getByRole("link", { name: error })).toHaveCount(scripts ? 0 : 1);
  }
  await expect(page.getByLabel("Title")).toHaveValue("Half filled in");
  await checkAccess(page);

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

test("A file over 50 MB is refused with the reason, and what was typed is kept", async ({
  page,
  server,
}, testInfo) => {
  await enter(page, server, await newMember(server, "kabir"));
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
  await expect(page.getByLabel("Title")).toHaveValue("A very long film");
  await expect(page.getByLabel("Year")).toHaveValue("1");
});

test("Guests are asked to log in before they share, and return to the form", { tag: "@nightly" }, async ({
  page,
  server,
}) => {
  const asha = await newMember(server, "asha");
  const response = await page.goto("/resources/upload");
  expect(response?.status()).toBe(200);
  await expect(page.getByText("Please log in to upload resources")).toBeVisible();
  await checkAccess(page);
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
    if (!scripts) await page.locator("main").getByRole("button", { name: "Search" }).click();
  };
  const choose = async (name: string, text: string) => {
    if (!scripts) await page.locator("summary", { hasText: /^Filters/ }).click();
    await page.getByLabel(name).selectOption(text);
    await apply();
  };
  await page.goto("/resources/browse?page=2");
  await page.getByPlaceholder("Search by title, description...").fill(word);
  await apply();
  await expect(page.getByRole("heading", { name: "Resources (14)" })).toBeVisible();
  await expect(page.getByText(`Showing results for “${word}”`)).toBeVisible();
  await expect(page).toHaveURL(`/resources/browse?search=${word}`);
  await checkAccess(page);

  await page.getByRole("link", { name: "Next" }).click();
  await expect(page.getByRole("link", { name: `Tables ${word} 2`, exact: true })).toBeVisible();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject({ search: word, page: "2" });

  await choose("Year", "Year 1");
  await expect(page.getByRole("heading", { name: "Resources (1)" })).toBeVisible();
  expect(new URL(page.url()).searchParams.get("page")).toBeNull();

  await choose("Category", "Others");
  await expect(page.getByText("No resources found")).toBeVisible();
  await page.getByRole("link", { name: "Clear Filters" }).first().click();
  await page.waitForURL(/\/resources\/browse$/);
  await expect(page.getByPlaceholder("Search by title, description...")).toHaveValue("");
  await expect(page.getByRole("link", { name: "Clear Filters" })).toHaveCount(0);

  await page.goto(`/resources/browse?search=${word}&page=99`);
  await expect(page.getByText("The list ends before page 99.")).toBeVisible();
  await page.getByRole("link", { name: "Back to the first page" }).click();
  await expect(page).toHaveURL(`/resources/browse?search=${word}`);
  await expect(page.getByRole("heading", { name: "Resources (14)" })).toBeVisible();
});

test("The hub, a category and a year list their resources, at any width", {
  tag: ["@once", "@nightly"],
}, async ({ page, server }) => {
  const asha = await newMember(server, "asha");
  const title = fresh("A".repeat(120));
  const file = { name: "board.png", bytes: await sampleFile("png", "Board") };
  await share(asha, file, { title, categoryId: "1", year: "1" });
  await page.goto("/resources");
  await expect(page.getByRole("heading", { level: 1, name: "Resource Sharing Hub" })).toBeVisible();
  const parts = ["Explore Categories", "Recent Resources", "Why Choose Our Platform?"];
  for (const name of parts) await expect(page.getByRole("heading", { name })).toBeVisible();
  await expect(page.getByRole("link", { name: "Get Started Today" })).toBeVisible();
  await expect(page.getByText("24/7 Access Available")).toBeVisible();
  await checkAccess(page);
  await page.getByRole("link", { name: /^Academics Notes/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Academic Notes" })).toBeVisible();
  await checkAccess(page);
  await page.getByRole("link", { name: /^Year 1 / }).click();
  await expect(page.getByRole("link", { name: title, exact: true })).toBeVisible();
  await checkAccess(page);

  await page.goto("/resources/category/placement-resources/year/4");
  await expect(page.getByText("No resources found for Placement Resources - Year 4.")).toBeVisible();
  expect((await page.goto("/resources/category/quantum/year/5"))?.status()).toBe(404);
  expect((await page.goto("/resources/category/nothing-here"))?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1, name: "Resources" })).toBeVisible();
  expect((await page.goto("/resources/999999"))?.status()).toBe(404);
});

for (const reader of ["member", "guest"])
  test(`A ${reader} who opens or downloads a file that is gone reads why`, async ({
    page,
    server,
    scripts,
  }) => {
    if (reader === "member") await enter(page, server, await newMember(server, "rohan"));
    const asha = await newMember(server, "asha");
    const title = fresh("Soon gone");
    const answer = await share(asha, { name: "gone.txt", bytes: Buffer.from(title) }, { title });
    const { id } = answer.body.data;
    await page.goto(`/resources/${id}`);
    await asha.call("DELETE", `/api/resources/${id}`);
    const text =
      "Unable to access file. Please try again later or contact support. File is not accessible from any URL";
    await page.getByRole("link", { name: `Download: ${title}` }).click();
    if (!scripts) return expect(page.getByText(text)).toBeVisible();
    await expect(page.getByRole("alert")).toHaveText(text);
    const other = await share(asha, { name: "gone too.txt", bytes: Buffer.from(`${title} 2`) }, { title });
    const { id: otherId } = other.body.data;
    await page.goto(`/resources/${otherId}`);
    const open = page.getByRole("link", { name: `Open: ${title}` });
    const opened = page.waitForEvent("popup");
    await open.click();
    await (await opened).close();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await asha.call("DELETE", `/api/resources/${otherId}`);
    for (const _ of [1, 2]) {
      await open.click();
      await expect(page.getByRole("alert")).toHaveText(text);
    }
    await expect(page).toHaveURL(`/resources/${otherId}`);
    expect(page.context().pages()).toHaveLength(1);
  });

test("Previews open in the page, and only on request", async ({ page, server }) => {
  const asha = await newMember(server, "asha");
  const title = fresh("A board");
  const answer = await share(asha, { name: "board.png", bytes: await sampleFile("png", title) }, { title });
  const { id } = answer.body.data;
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

test("A chosen file is checked at once, and corrected fields no longer show an error", {
  tag: "@scripts",
}, async ({ page, server }) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/resources/upload");
  await page.waitForLoadState("networkidle");
  const file = page.getByLabel("File", { exact: true });
  await page.locator("form[enctype]").evaluate((form) => form.setAttribute("novalidate", ""));
  await page.getByRole("button", { name: "Upload Resource" }).click();
  await expect(page.getByText("Please fill all required fields")).toBeVisible();
  await expect(page.getByText("File is required")).toBeVisible();

  await file.setInputFiles({
    name: "tool.exe",
    mimeType: "application/x-msdownload",
    buffer: Buffer.from("MZ"),
  });
  await expect(page.getByText("This type of file is not accepted.")).toBeVisible();
  await expect(page.getByText("File is required")).toHaveCount(0);
  await file.setInputFiles({ name: "none.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) });
  await expect(page.getByText("The file is empty.")).toBeVisible();

  // Files can be dropped anywhere on the form.
  const dropped = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], "moody.pdf", { type: "application/pdf" }));
      return transfer;
    },
    [...pdf("Moody", ["Re = rho v d / mu"])],
  );
  await page.getByLabel("Description").dispatchEvent("dragover", { dataTransfer: dropped });
  await expect(file).toHaveAttribute("data-dragging", "true");
  await page.getByLabel("Description").dispatchEvent("drop", { dataTransfer: dropped });
  await expect(page.getByText("The file is empty.")).toHaveCount(0);
  await expect(file).not.toHaveAttribute("data-dragging");
  await expect(file).not.toHaveAttribute("aria-invalid");
  const preview = page.getByTitle("Preview of moody.pdf");
  await expect(preview).toBeVisible();
  if ((page.viewportSize()?.width ?? 0) < 600) {
    expect((await preview.boundingBox())?.height).toBeLessThanOrEqual(242);
  }
  await page.getByLabel("Title").fill("Fluid mechanics");
  await page.getByLabel("Category").selectOption("Gate Notes");
  await page.getByLabel("Year").selectOption("Year 3");
  await expect(page.getByText("Please fill all required fields")).toHaveCount(0);
  await expectAccessible(page);
});

const several = [
  { name: "unit_1.txt", mimeType: "text/plain", buffer: Buffer.from(`one ${process.pid}`) },
  { name: "unit_2.txt", mimeType: "text/plain", buffer: Buffer.from("Tides. ".repeat(300_000)) },
  { name: "unit_3.pdf", mimeType: "application/pdf", buffer: Buffer.from("<p>no pdf") },
  { name: "tool.exe", mimeType: "application/x-msdownload", buffer: Buffer.from("MZ") },
  { name: "unit_5.txt", mimeType: "text/plain", buffer: Buffer.from(`five ${process.pid}`) },
];

test("Five files can be uploaded together with separate titles and details, refused ones stay, and the choices are kept", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, server, errors }) => {
  const asha = await newMember(server, "asha");
  await enter(page, server, asha);
  await page.goto("/resources/upload");
  await page.waitForLoadState("networkidle");
  // On this page uploading takes four steps: files, category, year, button.
  await page.getByLabel("File", { exact: true }).setInputFiles(several);
  await expect(page.getByRole("heading", { name: "5 files" })).toBeVisible();
  await page.getByLabel("Category", { exact: true }).selectOption("Quantum");
  await page.getByLabel("Year", { exact: true }).selectOption("Year 2");
  await page.getByLabel("Course code (optional)", { exact: true }).fill("me201");
  await expect(page.getByLabel("Title of unit_1.txt")).toHaveValue("unit 1");
  await expect(page.getByText("This type of file is not accepted.")).toBeVisible();
  await expect(page.getByLabel("Title of tool.exe")).toHaveCount(0);
  await page.getByLabel("Title of unit_5.txt").fill("The fifth");
  await page.getByText("Change for this file").last().click();
  await page.getByLabel("Year of unit_5.txt").selectOption("Year 4");
  await page.getByLabel("Kind of unit_5.txt").selectOption("Past paper");
  await checkAccess(page);

  // The network fails during the second file, and the last answer is lost.
  let lost = 0;
  await page.route(/\/resources\/parts\/.*at=524288/, (route) =>
    lost++ === 0 ? route.abort() : route.continue(),
  );
  let posts = 0;
  await page.route("**/api/resources", async (route) => {
    if (++posts !== 4) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: "Upload 4 files" }).click();
  await expect(
    page.getByText("No connection. The upload will continue where it stopped.").first(),
  ).toBeVisible();
  await expect(page.getByRole("heading", { name: "3 of 5 files are shared" })).toBeVisible();
  await expect(page.getByText("Shared", { exact: true })).toHaveCount(3);
  await expect(page.getByText("The file's content is not what its name says it is.")).toBeVisible();
  await checkAccess(page);
  const rows = server
    .database()
    .prepare("select title, year, course_code, resource_type from resources where user_id = ? order by id")
    .raw();
  expect(rows.all(Number(asha.id))).toEqual([
    ["unit 1", 2, "ME201", null],
    ["unit 2", 2, "ME201", null],
    ["The fifth", 4, "ME201", "past-paper"],
  ]);
  await page.getByRole("button", { name: "Retry unit_3.pdf" }).click();
  await expect(page.getByText("The file's content is not what its name says it is.")).toBeVisible();
  await page.getByRole("button", { name: "Remove unit_3.pdf" }).click();
  await page.getByRole("button", { name: "Upload more" }).click();
  await expect(page.getByLabel("Category", { exact: true })).toHaveValue("3");
  await expect(page.getByLabel("Course code (optional)", { exact: true })).toHaveValue("me201");

  const many = Array.from({ length: 23 }, (_, n) => ({
    name: `many-${n}.txt`,
    mimeType: "text/plain",
    buffer: Buffer.from(`many ${n}`),
  }));
  await page.getByLabel("File", { exact: true }).setInputFiles(many);
  await expect(page.getByText("At most 20 files go at once: the first 20 are taken.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Upload 20 files" })).toBeVisible();
  errors.length = 0;
});

test("A single file suggests its title, and “Upload more” returns to the form with the choices", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, server }) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/resources/upload");
  await page.waitForLoadState("networkidle");
  const name = fresh("moody");
  const file = page.getByLabel("File", { exact: true });
  await file.setInputFiles({
    name: "chart_of_the_bay.txt",
    mimeType: "text/plain",
    buffer: Buffer.from(name),
  });
  await expect(page.getByLabel("Title")).toHaveValue("chart of the bay");
  await file.setInputFiles({ name: "tides.txt", mimeType: "text/plain", buffer: Buffer.from(name) });
  await expect(page.getByLabel("Title")).toHaveValue("tides");
  await page.getByLabel("Category").selectOption("Others");
  await page.getByLabel("Year").selectOption("Year 3");
  await page.getByLabel("Kind").selectOption("Notes");
  await page.getByRole("button", { name: "Upload Resource" }).click();
  await page.waitForURL("**/resources/category/others");
  await page.getByRole("link", { name: "Upload more" }).click();
  await expect(page.getByLabel("Kind")).toHaveValue("notes");
  await expect(page.getByLabel("Year")).toHaveValue("3");
});

test("Readers can skip the filters", { tag: "@nightly" }, async ({ page }) => {
  await page.goto("/resources/browse");
  const skip = page.getByRole("link", { name: "Skip to results" });
  await skip.focus();
  await expect(skip).toBeInViewport();
  await checkAccess(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/resources/browse#results");
  await expect(page.locator("#results")).toBeFocused();
});

/** Calls a function while the store cannot read categories. */
async function withoutCategories(server: TestServer, run: () => Promise<void>): Promise<void> {
  server.database().exec("alter table resource_categories rename to hidden_categories");
  try {
    await run();
  } finally {
    server.database().exec("alter table hidden_categories rename to resource_categories");
  }
}

const listFailed = "Failed to fetch resources. An error occurred while fetching resources";
const failures: [path: string, text: string, loaded: RegExp][] = [
  ["/resources", "Failed to load resource data. Please try again later", /^Recent Resources$/],
  ["/resources/browse?search=notes&category=quantum&year=2", listFailed, /^Resources \(/],
  ["/resources/category/quantum", listFailed, /^(Latest|No resources found)$/],
  ["/resources/category/quantum/year/2", listFailed, /^(Available Resources|No resources found for)/],
];

test("Each page says what could not be loaded, and Retry keeps the filters", {
  tag: "@nightly",
}, async ({ page, server, errors }) => {
  for (const [path, text, loaded] of failures) {
    await withoutCategories(server, async () => {
      await page.goto(path);
      await expect(page.getByRole("alert").filter({ hasText: text })).toBeVisible();
    });
    await page.getByRole("link", { name: "Retry" }).last().click();
    await expect(page.getByText(loaded).first()).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(page).toHaveURL(path);
    if (!path.includes("?")) continue;
    await expect(page.locator("main").getByRole("searchbox")).toHaveValue("notes");
    await expect(page.getByLabel("Category")).toHaveValue("quantum");
    await expect(page.getByLabel("Year")).toHaveValue("2");
  }
  errors.length = 0;
});

/** Navigates inside the app, so that going back later only requests data. With Save-Data, the tab caches no page. */
async function visitInApp(page: Page, path: string): Promise<void> {
  await page.setExtraHTTPHeaders({ "Save-Data": "on" });
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  const [leave] = path === "/resources" ? ["View All Resources"] : ["Resource Sharing Hub", "Quantum"];
  const link = path.includes("/year/") ? "Quantum" : (leave ?? "");
  await page.getByRole("main").getByRole("link", { name: link, exact: true }).first().click();
  await expect(page).not.toHaveURL(path);
  await page.waitForLoadState("networkidle");
}

test("Offline, each page says so and loads automatically when the network is back", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, context, server, errors }) => {
  await enter(page, server, await newMember(server, "asha"));
  for (const [path, text, loaded] of failures) {
    await visitInApp(page, path);
    await context.setOffline(true);
    await page.goBack();
    await expect(page.getByRole("alert").filter({ hasText: text })).toBeVisible();
    await expect(page.getByText("You're offline.").first()).toBeVisible();
    await expect(page).toHaveURL(path);
    if (path.includes("?")) await expect(page.locator("main").getByRole("searchbox")).toHaveValue("notes");
    await context.setOffline(false);
    await expect(page.getByText(loaded).first()).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
  }
  errors.length = 0;
});

test("When the server breaks or cannot be reached, Retry loads the page", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, server, errors }) => {
  await enter(page, server, await newMember(server, "asha"));
  for (const [path, text, loaded] of failures) {
    for (const breaks of ["500", "abort"]) {
      await visitInApp(page, path);
      await page.route(/\.data/, (route) =>
        breaks === "500"
          ? route.fulfill({ status: 500, contentType: "text/html", body: "<h1>broken</h1>" })
          : route.abort(),
      );
      await page.goBack();
      await expect(page.getByRole("alert").filter({ hasText: text })).toBeVisible();
      await page.unroute(/\.data/);
      await page.getByRole("link", { name: "Retry" }).last().click();
      await expect(page.getByText(loaded).first()).toBeVisible();
      await expect(page.getByRole("alert")).toHaveCount(0);
    }
  }
  errors.length = 0;
});

/** Fills in the upload form. @returns its title */
async function fillUploadForm(page: Page): Promise<string> {
  const title = fresh("Kept while it fails");
  await page.goto("/resources/upload");
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Category").selectOption("Quantum");
  await page.getByLabel("Year").selectOption("Year 4");
  await page.getByLabel("Description").fill("Typed once.");
  await chooseFile(page, title);
  return title;
}
const chooseFile = (page: Page, text: string) =>
  page
    .getByLabel("File", { exact: true })
    .setInputFiles({ name: "kept.txt", mimeType: "text/plain", buffer: Buffer.from(text) });

async function expectKept(page: Page, title: string): Promise<void> {
  await expect(page.getByLabel("Title")).toHaveValue(title);
  await expect(page.getByLabel("Category").locator("option:checked")).toHaveText("Quantum");
  await expect(page.getByLabel("Year")).toHaveValue("4");
  await expect(page.getByLabel("Description")).toHaveValue("Typed once.");
}

test("A failed upload keeps the form, and its error disappears when a retry succeeds", async ({
  page,
  context,
  server,
  scripts,
  errors,
}) => {
  await enter(page, server, await newMember(server, "asha"));
  const title = await fillUploadForm(page);
  const press = () => page.getByRole("button", { name: "Upload Resource" }).click();
  const alert = page.getByRole("alert");

  server
    .database()
    .exec("create trigger refuse before insert on resources begin select raise(abort, 'no'); end");
  await press();
  await expect(alert).toHaveText("Failed to upload resource");
  server.database().exec("drop trigger refuse");
  await expectKept(page, title);

  if (scripts) {
    const answers = [
      { status: 413, contentType: "text/html", body: "<h1>413 Request Entity Too Large</h1>" },
      { status: 502, contentType: "text/html", body: "<h1>502 Bad Gateway</h1>" },
      { status: 503, contentType: "application/problem+json", body: '{"message":"There is no room."}' },
    ];
    for (const answer of answers) {
      await page.route("**/api/resources", (route) => route.fulfill(answer));
      await press();
      await expect(alert).toHaveText(
        answer.status === 503 ? "There is no room." : "Failed to upload resource",
      );
      await expectKept(page, title);
      await page.unroute("**/api/resources");
    }
    await page.route("**/api/resources", (route) => route.abort());
    await press();
    await expect(alert).toHaveText("Failed to upload resource. Please try again.");
    await expect(alert).toBeInViewport();
    await page.unroute("**/api/resources");
    await context.setOffline(true);
    await press();
    await expect(page.getByRole("button", { name: "Upload Resource" })).toBeEnabled();
    await expect(alert).toHaveText("Failed to upload resource. Please try again.");
    await expectKept(page, title);
    await context.setOffline(false);
  } else await chooseFile(page, title);
  await press();
  await page.waitForURL(/\/resources\/category\/quantum$/);
  await expect(alert).toHaveCount(0);
  errors.length = 0;
});

test("When the session has ended, the upload form waits for a log-in in another tab", {
  tag: "@nightly",
}, async ({ page, context, server, scripts }) => {
  const meera = await newMember(server, "meera");
  await enter(page, server, meera);
  const connection = scripts ? connects(page) : undefined;
  const title = await fillUploadForm(page);
  const isClosed = (await connection)?.waitForEvent("close");
  // Logs in in another window.
  await context.request.post("/logout", { headers: { Origin: server.url } });
  await isClosed;
  await expectKept(page, title);
  await page.getByRole("button", { name: "Upload Resource" }).click();
  await expect(page.getByRole("alert")).toHaveText(/^You're logged out\. Log in again in another tab/);
  if (scripts) await expectKept(page, title);
  else await expect(page.getByLabel("Title")).toHaveValue(title);
  await checkAccess(page);

  const [tab] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("link", { name: "Log in (opens a new tab)" }).click(),
  ]);
  await tab.getByLabel("Email").fill(meera.email);
  await tab.getByLabel("Password").fill("a good long secret");
  await tab.getByRole("button", { name: "Login", exact: true }).click();
  await tab.waitForURL((url) => url.pathname === "/");
  if (!scripts) {
    await page.getByRole("button", { name: "Send again" }).click();
    await expectKept(page, title);
    await chooseFile(page, title);
  }
  await page.getByRole("button", { name: "Upload Resource" }).click();
  await page.waitForURL(/\/resources\/category\/quantum$/);
});

test("A resource that cannot be deleted shows the reason", { tag: "@nightly" }, async ({
  page,
  context,
  server,
  scripts,
  errors,
}) => {
  const kabir = await newMember(server, "kabir");
  await enter(page, server, kabir);
  const title = fresh("Hard to delete");
  const answer = await share(kabir, { name: "hard.txt", bytes: Buffer.from(title) }, { title });
  await page.goto(`/resources/${answer.body.data.id}`);
  const press = async () => {
    const button = page.getByRole("button", { name: "Delete this resource" });
    if (!(await button.isVisible())) await page.getByText("Delete…").click();
    await button.click();
  };
  const failed = "Failed to delete resource. Please try again.";
  server
    .database()
    .exec("create trigger keep before delete on resources begin select raise(abort, 'no'); end");
  await press();
  await expect(page.getByRole("alert")).toHaveText(failed);
  server.database().exec("drop trigger keep");
  if (scripts) {
    const sessions = server.database().prepare("delete from sessions where user_id = ? and kind = 'browser'");
    sessions.run(Number(kabir.id));
    await press();
    await expect(page.getByRole("alert")).toHaveText(/^You're logged out/);
    await enter(page, server, kabir);
    await context.setOffline(true);
    await press();
    await expect(page.getByRole("alert")).toHaveText(failed);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await context.setOffline(false);
  }
  await press();
  await page.waitForURL("**/resources/category/academics-notes");
  await expect(page.getByRole("alert")).toHaveCount(0);
  errors.length = 0;
});

test("Load Categories says when it fails, and its error disappears when it succeeds", {
  tag: "@nightly",
}, async ({ page, context, scripts, errors }) => {
  const bare = await startServer({ RATE_LIMITS: "off" });
  try {
    await enter(page, bare, await newMember(bare, "rohan"));
    bare.database().exec("delete from resource_categories");
    for (const path of ["/resources", "/resources/upload"]) {
      await page.goto(bare.url + path);
      const button = page.getByRole("button", { name: "Load Categories" });
      if (scripts) await context.setOffline(true);
      else
        bare
          .database()
          .exec(
            "create trigger refuse before insert on resource_categories begin select raise(abort, 'no'); end",
          );
      await button.click();
      await expect(page.getByRole("alert")).toHaveText("Failed to seed categories");
      await expect(page.getByText("No categories available")).toBeVisible();
      if (scripts) await context.setOffline(false);
      else bare.database().exec("drop trigger refuse");
      await button.click();
      await expect(button).toHaveCount(0);
      await expect(page.getByRole("alert")).toHaveCount(0);
      await expect(page).toHaveURL(bare.url + path);
      bare.database().exec("delete from resource_categories");
    }
  } finally {
    await bare.stop();
  }
  errors.length = 0;
});

test("Categories that cannot be loaded are retried three times automatically, and then on request", {
  tag: "@nightly",
}, async ({ page, server, scripts, errors }) => {
  await enter(page, server, await newMember(server, "asha"));
  const database = server.database();
  database.exec("alter table resource_categories rename to hidden_categories");
  const tries: string[] = [];
  page.on("response", (response) => {
    if (response.status() === 503) tries.push(response.url());
  });
  try {
    await page.goto("/resources/upload");
    if (scripts) await expect(page.getByText("Loading categories...")).toBeVisible();
    await expect(page.getByText("Failed to load categories")).toBeVisible();
    expect(tries).toHaveLength(scripts ? 4 : 1);
    await checkAccess(page);
  } finally {
    database.exec("alter table hidden_categories rename to resource_categories");
  }
  await page.getByRole("link", { name: "Retry" }).click();
  await expect(page.getByLabel("Category")).toBeVisible();
  // Browsers log responses with 503.
  errors.length = 0;
});
