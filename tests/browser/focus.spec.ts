import type { Page } from "@playwright/test";
import { enter, expect, hydrated, newMember, test, toldOn } from "../support/browser.ts";
import { announce } from "../support/events.ts";

/** Presses a control with the keyboard. */
async function press(page: Page, role: "button" | "link", name: string | RegExp): Promise<void> {
  await hydrated(page);
  await page.getByRole(role, { name }).first().focus();
  await page.keyboard.press("Enter");
}
const focused = (page: Page) => page.locator(":focus");

test("The keyboard keeps its place after each act of an event", { tag: "@scripts" }, async ({
  page,
  server,
}) => {
  server.database().exec("delete from events");
  const asha = await newMember(server, "asha");
  await announce(asha, { title: "Moonrise", registrationLimit: 5 });
  await enter(page, server, asha);
  await page.goto("/events");
  await press(page, "button", "Register: Moonrise");
  await expect(page.getByText("You're registered for Moonrise.")).toBeVisible();
  await expect(focused(page)).toHaveAccessibleName("Unregister: Moonrise");
  await page.keyboard.press("Enter");
  await expect(page.getByText("You're no longer registered for Moonrise.")).toBeVisible();
  await expect(focused(page)).toHaveAccessibleName("Register: Moonrise");

  // A dialog gives the focus back to what opened it, by its cross and by Escape.
  const title = page.getByRole("region", { name: "Upcoming Events" }).getByRole("link", { name: "Moonrise" });
  for (const close of ["Enter", "Escape"]) {
    await title.first().focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Moonrise" })).toBeVisible();
    await expect(focused(page)).toHaveAccessibleName("Close");
    await page.keyboard.press(close);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(focused(page)).toHaveText("Moonrise");
  }

  // Where a row is gone with its dialog, the page itself has the focus.
  await press(page, "link", "Delete: Moonrise");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).focus();
  await page.keyboard.press("Enter");
  await expect(toldOn(page, "The event is deleted.")).toBeVisible();
  await expect(focused(page)).toHaveAttribute("id", "main");
});

test("The keyboard goes on to the next request after an answer", { tag: "@scripts" }, async ({
  page,
  server,
}) => {
  const asha = await newMember(server, "asha");
  for (const name of ["rohan", "meera"] as const) {
    const other = await newMember(server, name);
    await other.call("PUT", `/api/users/${asha.id}/connection`);
  }
  await enter(page, server, asha);
  await page.goto("/connections");
  await press(page, "button", /^Accept: Meera/);
  await expect(page.getByText("You're connected with Meera Nair.")).toBeVisible();
  await expect(focused(page)).toHaveText("Rohan Pillai");
  await press(page, "button", /^Decline: Rohan/);
  await expect(page.getByText("The request of Rohan Pillai is declined.")).toBeVisible();
  await expect(focused(page)).toHaveAttribute("id", "main");
});

test("Every wrong field of a profile is named at once", async ({ page, server, scripts }) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/profile?edit");
  await page.getByLabel("Name", { exact: true }).fill("");
  await page.getByLabel("Phone", { exact: true }).fill("12");
  await page.getByLabel("CGPA", { exact: true }).fill("11");
  await page.getByRole("button", { name: "Save" }).click();
  for (const text of ["Name is required", "Phone is invalid", "CGPA must be a number from 0 to 10"]) {
    await expect(page.getByText(text).first()).toBeVisible();
  }
  await expect(focused(page)).toHaveAttribute(scripts ? "name" : "role", scripts ? "name" : "alert");
  await page.getByLabel("Name", { exact: true }).fill("Asha Verma");
  await page.getByLabel("Phone", { exact: true }).fill("98765 43210");
  await page.getByLabel("CGPA", { exact: true }).fill("8.1");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toldOn(page, "Your profile is saved.")).toBeVisible();
});
