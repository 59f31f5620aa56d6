import type { Locator, Page } from "@playwright/test";
import { enter, expect, hydrated, newMember, test, toldOn } from "../support/browser.ts";
import { announce } from "../support/events.ts";
import { makeAdmin } from "../support/people.ts";
import { openGroups } from "../support/profile.ts";
import { answer, ask, comment } from "../support/questions.ts";

/** Presses a control with the keyboard. */
async function press(page: Page, role: "button" | "link", name: string | RegExp): Promise<void> {
  await hydrated(page);
  await page.getByRole(role, { name }).first().focus();
  await page.keyboard.press("Enter");
}
/** Opens a row's "…" menu. */
async function openMenu(page: Page, name: string): Promise<void> {
  await hydrated(page);
  await page.locator(`summary[aria-label^="${name}"]`).first().focus();
  await page.keyboard.press("Enter");
}
const focused = (page: Page) => page.locator(":focus");

test("The keyboard focus keeps its position after each action on an event", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, server }) => {
  server.database().exec("delete from events");
  const asha = await newMember(server, "asha");
  await announce(asha, { title: "Moonrise", registrationLimit: 5 });
  await enter(page, server, asha);
  await page.goto("/events");
  await press(page, "button", "Register: Moonrise");
  await expect(page.getByText("You're registered for Moonrise.")).toBeVisible();
  await expect(focused(page)).toHaveAccessibleName("Add to calendar: Moonrise");
  await page.keyboard.press("Tab");
  await expect(focused(page)).toHaveAccessibleName("Unregister: Moonrise");
  await page.keyboard.press("Enter");
  await expect(page.getByText("You're no longer registered for Moonrise.")).toBeVisible();
  await expect(focused(page)).toHaveAccessibleName("Register: Moonrise");

  // Closing a dialog, with its button or Escape, returns the focus to its opener.
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

  // If the opener was deleted, the heading gets the focus.
  await press(page, "link", "Delete: Moonrise");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).focus();
  await page.keyboard.press("Enter");
  await expect(toldOn(page, "The event is deleted.")).toBeVisible();
  await expect(focused(page)).toHaveText("Events");
});

test("After answering a request the keyboard focus moves to the next one", { tag: "@scripts" }, async ({
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
  await page.getByLabel("Decline…: Rohan Pillai").press("Enter");
  await press(page, "button", /^Decline: Rohan/);
  await expect(page.getByText("The request of Rohan Pillai is declined.")).toBeVisible();
  await expect(focused(page)).toHaveText("Connections");
});

/** Presses a button with the keyboard, and expects its confirmation. @returns the focused element */
async function act(page: Page, name: string | RegExp, told: string): Promise<Locator> {
  await press(page, "button", name);
  await expect(toldOn(page, told)).toBeVisible();
  return focused(page);
}

test("The keyboard focus keeps its position after each action on a question", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, server }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const own = await ask(asha);
  const given = await answer(rohan, own.id);
  await comment(rohan, `questions/${own.id}`, "Which year are you in?");
  await enter(page, server, asha);
  await page.goto(`/questions/${own.id}`);
  await openMenu(page, "More about this question");
  await expect(await act(page, "Stop following", "You don't follow this question any more.")).toHaveText(
    "Follow",
  );
  await expect(await act(page, "That helped", "Thank you for saying so.")).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  // The opposite button is in a closed menu, so the answer has the focus.
  await expect(await act(page, "Accept this answer", "You've accepted this answer.")).toHaveAttribute(
    "aria-label",
    "Answer of Rohan Pillai",
  );

  const post = page.locator(`#answer-${given.id}`);
  await post.getByText("Comment", { exact: true }).focus();
  await page.keyboard.press("Enter");
  await post.getByLabel("Your comment").fill("Thank you both.");
  await post.getByRole("button", { name: "Publish comment" }).focus();
  await page.keyboard.press("Enter");
  await expect(toldOn(page, "Your comment is published.")).toBeVisible();
  const comments = post.getByRole("listitem").filter({ hasText: "Thank you both." });
  await expect(comments).toBeVisible();
  await expect(post.getByLabel("Your comment")).toHaveValue("");
  await expect(focused(page)).toHaveText("Comment");

  await openMenu(page, "More about the comment of Asha");
  await act(page, "Delete this comment", "The comment is deleted.");
  await expect(focused(page)).toHaveText(own.title);

  // With the keyboard, because a click would only close the question's menu.
  await page.getByText("Answer your own question").focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("Answer", { exact: true }).fill("I took Optimisation in the end.");
  await act(page, "Answer", "Your answer is published.");
  // On the form if it still exists, otherwise on the new answer.
  await expect(focused(page)).toHaveText(/^(Answer$|.*I took Optimisation)/s);
});

test("The keyboard focus keeps its position after each action on notices and searches", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, server }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await rohan.call("PUT", `/api/users/${asha.id}/connection`);
  await enter(page, server, asha);
  await page.goto("/notices");
  await expect(await act(page, "Mark all as read", "All notices are marked as read.")).toHaveText("Notices");

  await page.goto("/account/notices");
  await expect(await act(page, "Save", "Your choices are saved.")).toBeVisible();

  for (const word of ["firmware", "bridges"]) {
    await page.goto(`/account/searches?kind=jobs&query=search%3D${word}`);
    await page.getByLabel("Daily").check();
    await act(page, "Save", "The search is saved.");
    await expect(page).toHaveURL(`/jobs?search=${word}`);
  }
  await page.goto("/account/searches");
  await expect(await act(page, "Delete: Jobs: bridges", "The saved search is deleted.")).toHaveText(
    "Jobs: firmware",
  );
  await press(page, "button", "Undo");
  await expect(page.getByText("Jobs: bridges")).toBeVisible();
  await expect(focused(page)).toHaveText("Saved searches");
});

test("The keyboard focus keeps its position after each action of an administrator", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, server }) => {
  const [meera, rohan] = [await newMember(server, "meera"), await newMember(server, "rohan")];
  makeAdmin(server, meera);
  const asked = await ask(rohan);
  const fail = server.database().prepare(
    `insert into mails (key, recipient, subject, text, created_at, failure)
      values (?, ?, 'A first mail', 'Hello', 1, 'No such mailbox')`,
  );
  for (const name of ["asha", "kabir"]) fail.run(`focus ${name}`, `${name}@college.example`);
  await enter(page, server, meera);

  await page.goto("/admin/mail");
  await act(page, /^Discard: A first mail to kabir/, "The email has been discarded.");
  await expect(focused(page)).toHaveAccessibleName(/^Send again: A first mail to asha/);

  await page.goto("/admin/landing");
  await act(page, "Hide: Features", "“Features” is hidden.");
  await expect(focused(page)).toHaveAccessibleName("Show: Features");
  await press(page, "button", "Undo");
  await expect(page.getByText("Shows its usual words")).toBeVisible();
  await expect(focused(page)).toHaveId("features");

  await page.goto(`/admin/members/${rohan.id}`);
  await openMenu(page, `More about ${rohan.name}`);
  await act(page, "End their sessions", "They have been logged out everywhere, including programs.");
  await expect(focused(page)).toHaveText(rohan.name);

  await page.goto("/admin/tags");
  await openMenu(page, "More about electives");
  await press(page, "link", "Rename electives");
  await expect(page.getByLabel("Tag", { exact: true })).toHaveValue("electives");
  await expect(focused(page)).not.toHaveCount(0);
  await page.getByLabel("New name").fill("electives");
  await press(page, "button", "Rename");
  await expect(focused(page)).not.toHaveCount(0);

  await page.goto(`/questions/${asked.id}/moderate`);
  await page.getByLabel("Reason").fill("Asked twice");
  await expect(await act(page, "Hide it", "The question is hidden.")).toHaveText(asked.title);
  await press(page, "button", "Undo");
  await expect(toldOn(page, "The question is shown again.")).toBeVisible();
  await expect(page.getByText("An administrator has hidden this.")).toHaveCount(0);
  await openMenu(page, "More about this question");
  await act(page, "Follow", "You follow this question.");
  await expect(focused(page)).toHaveText("Stop following");
});

test("A menu closes on Escape, with the focus back on its button, and when a link in it was followed", {
  tag: "@scripts",
}, async ({ page, server }) => {
  const closes = async (name: RegExp | string) => {
    const opener = page.locator("header summary").and(page.getByLabel(name)).locator("visible=true");
    const menu = page.locator("header details[open]");
    await opener.click();
    await expect(menu).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(menu).toHaveCount(0);
    await expect(opener).toBeFocused();
    return { opener, menu };
  };
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/");
  await closes("Menu");
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/jobs");
  await hydrated(page);
  const { opener, menu } = await closes(/^Profile menu/);
  await opener.click();
  await menu.getByRole("link", { name: "Connections" }).click();
  await expect(page).toHaveURL("/connections");
  await expect(menu).toHaveCount(0);
});

test("The focus moves to the form after clearing its filters, and to the heading after Cancel", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, server }) => {
  await enter(page, server, await newMember(server, "asha"));
  const pages = [
    ["/jobs?workplaceType=remote&showOpenOnly=true", "Clear All Filters"],
    ["/resources/browse?year=2", "Clear Filters"],
    ["/qa-threads?search=nobody", "Clear Filters"],
  ] as const;
  for (const [path, link] of pages) {
    await page.goto(path);
    await hydrated(page);
    await page.locator("form").getByRole("link", { name: link }).focus();
    await page.keyboard.press("Enter");
    await expect(page.locator("form").getByRole("link", { name: link })).toHaveCount(0);
    await expect(focused(page)).toHaveAttribute("name", "search");
  }
  for (const [path, link] of [
    ["/jobs?search=nothing+at+all", "Clear All Filters"],
    ["/resources/browse?search=nothing+at+all", "Clear Filters"],
  ] as const) {
    await page.goto(path);
    await hydrated(page);
    await page.locator("main").getByRole("link", { name: link }).last().focus();
    await page.keyboard.press("Enter");
    await expect(page).not.toHaveURL(/search/);
    await expect(page.locator("main :focus")).toHaveCount(1);
  }
  await page.goto("/profile?edit");
  await press(page, "link", "Cancel");
  await expect(focused(page)).toHaveText("Asha Verma");
});

test("Every wrong field of a profile is reported at once", { tag: "@nightly" }, async ({
  page,
  server,
  scripts,
}) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/profile?edit");
  await openGroups(page);
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
