import type { Page } from "@playwright/test";
import { enter, expect, hydrated, newMember, openBeforeScripts, test } from "../support/browser.ts";
import { announce, inDays } from "../support/events.ts";

const long = "A long description that took half an hour to write. ".repeat(8).trim();
const title = (page: Page) => page.getByLabel("Title");
const description = (page: Page) => page.getByLabel("Description");
const place = (page: Page) => page.getByLabel("Location", { exact: true });
const line = (page: Page) =>
  page.getByRole("status").filter({ hasText: "What you typed here before is back." });

/** Waits until what was typed is stored on the device. */
const expectStored = (page: Page, text: string) =>
  expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain(text);

async function open(page: Page, path: string) {
  await page.goto(path);
  await hydrated(page);
}

/** Types a text and closes the tab. */
async function typeAndClose(
  page: Page,
  path: string,
  field: (page: Page) => ReturnType<typeof title>,
  text: string,
) {
  const tab = await page.context().newPage();
  await open(tab, path);
  await field(tab).fill(text);
  await expectStored(tab, text);
  await tab.close();
}

test("A restored form contains only what was typed, and says what has changed since", {
  tag: "@scripts",
}, async ({ page, server }) => {
  const asha = await newMember(server, "asha");
  const { id } = await announce(asha, { title: "Tea", location: "Room 1", date: inDays(8) });
  const path = `/events/${id}/edit`;
  await enter(page, server, asha);
  await typeAndClose(page, path, description, "Bring your own cup, please.");
  await asha.call("PUT", `/api/events/${id}`, { location: "The old library" });

  await open(page, path);
  await expect(description(page)).toHaveValue("Bring your own cup, please.");
  await expect(place(page)).toHaveValue("The old library");
  await expect(line(page)).toContainText("This was changed since then.");
  await expect(line(page)).not.toContainText("stored now");

  await asha.call("PUT", `/api/events/${id}`, { description: "There will be cups for everybody." });
  await open(page, path);
  await expect(description(page)).toHaveValue("Bring your own cup, please.");
  await expect(line(page)).toContainText("Description, stored now: There will be cups for everybody.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).not.toHaveURL(/edit/);
  const { body } = await asha.call("GET", `/api/events/${id}`);
  expect(body).toMatchObject({
    data: { description: "Bring your own cup, please.", location: "The old library" },
  });
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain("cup");
});

test("A letter typed before scripts run does not overwrite a stored draft", {
  tag: "@scripts",
}, async ({ page, server }) => {
  await enter(page, server, await newMember(server, "asha"));
  await typeAndClose(page, "/events/new", description, long);
  for (const field of [title, description]) {
    const release = await openBeforeScripts(page, "/events/new");
    await field(page).fill("T");
    release();
    await expect(line(page)).toBeVisible();
    await page.unrouteAll({ behavior: "wait" });
    await expectStored(page, long);
    await page.reload();
    await expect(description(page)).toHaveValue(long);
    await expect(title(page)).toHaveValue("T");
  }
});

test("Two tabs with the same form keep separate texts", { tag: "@scripts" }, async ({
  page,
  context,
  server,
}) => {
  const asha = await newMember(server, "asha");
  await enter(page, server, asha);
  const other = await context.newPage();
  for (const tab of [page, other]) await open(tab, "/events/new");
  await description(page).fill(long);
  await expectStored(page, long);
  await description(other).fill("Short");
  await expectStored(other, "Short");
  for (const [tab, text] of [
    [page, long],
    [other, "Short"],
  ] as const) {
    await tab.reload();
    await expect(description(tab)).toHaveValue(text);
  }
  await other.close();
  await page.goto("about:blank");
  await open(page, "/events/new");
  await expect(description(page)).toHaveValue(long);

  const { id } = await announce(asha, { title: "Tea", date: inDays(8) });
  const edit = await context.newPage();
  for (const tab of [page, edit]) {
    await open(tab, `/events/${id}/edit`);
    await title(tab).fill(tab === page ? "Tea and cake" : "Tea and biscuits");
    await expectStored(tab, await title(tab).inputValue());
  }
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).not.toHaveURL(/edit/);
  await edit.reload();
  await expect(title(edit)).toHaveValue("Tea and biscuits");
  await expect(line(edit)).toContainText("Title, stored now: Tea and cake");
});

test("A draft stored by an older version of the site is restored, including added rows", {
  tag: "@scripts",
}, async ({ page, server }) => {
  const asha = await newMember(server, "asha");
  await enter(page, server, asha);
  await open(page, "/profile?edit");
  await page.evaluate((memberId) => {
    const form = document.querySelector<HTMLFormElement>("main form[method=post][id]");
    const typed = [
      ["location", "Udupi"],
      ["branch", ""],
      ["position1Title", "Engineer"],
      ["position1Company", "Northlight"],
      ["position2Title", "Apprentice"],
      ["position2Company", "Southlight"],
      ["removedSince", "true"],
    ];
    localStorage.setItem(
      `form ${memberId} /profile#${form?.id}`,
      JSON.stringify({ at: Date.now(), title: "Profile", typed }),
    );
  }, asha.id);
  await page.reload();
  await expect(line(page)).toBeVisible();
  await expect(page.getByLabel("Location", { exact: true })).toHaveValue("Udupi");
  for (const [at, name] of ["Engineer", "Apprentice"].entries())
    await expect(page.locator(`[name=position${at + 1}Title]`)).toHaveValue(name);
  await page.reload();
  await expect(page.locator("[name=position2Company]")).toHaveValue("Southlight");
});
