import type { Page } from "@playwright/test";
import {
  enter,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  newMember,
  test,
  toldOn,
} from "../support/browser.ts";
import { phone } from "../support/devices.ts";
import { announce, inDays } from "../support/events.ts";
import { sample } from "../support/nightly.ts";
import type { TestServer } from "../support/server.ts";

const feedbackIn = (server: TestServer, text: string) =>
  server.database().prepare("select name from feedback where text = ?").all(text);

async function openMenu(page: Page): Promise<void> {
  const menu = page.getByLabel("Menu", { exact: true }).locator("visible=true");
  if ((await menu.count()) > 0) await menu.first().click();
}

test("A visitor can read what the site is on one screen", { tag: "@nightly" }, async ({ page }) => {
  await page.goto("/");
  const size = page.viewportSize();
  for (const part of [
    page.getByRole("heading", { level: 1 }),
    page.getByText("Ask a senior who's been there."),
    page.getByRole("link", { name: "Get Started" }),
    page.getByRole("link", { name: "Log In", exact: true }),
  ]) {
    const box = await part.boundingBox();
    expect((box?.y ?? 1e9) + (box?.height ?? 0)).toBeLessThanOrEqual(size?.height ?? 0);
  }
  await page.getByRole("link", { name: "Get Started" }).click();
  await expect(page).toHaveURL("/register");
});

test("The landing page and the feedback form are accessible, also in the dark theme", {
  tag: "@once",
}, async ({ page }) => {
  await page.goto("/");
  await expectNoSidewaysScroll(page);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await page.goto("/feedback");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test("Guests find the public pages, and see which one they are on", async ({ page }) => {
  await page.goto("/");
  const main = page.getByRole("main");
  for (const [name, path] of [
    ["jobs", "/jobs"],
    ["notes", "/resources"],
    ["Job portal", "/jobs"],
    ["Resource sharing", "/resources"],
  ] as const) {
    await expect(main.getByRole("link", { name, exact: true })).toHaveAttribute("href", path);
  }
  await expect(main.getByRole("link", { name: "Anonymous posting" })).toHaveCount(0);
  await main.getByRole("link", { name: "Job portal" }).click();
  await expect(page).toHaveURL("/jobs");
  await openMenu(page);
  const link = (name: string) =>
    page.getByRole("banner").getByRole("link", { name, exact: true }).locator("visible=true");
  await expect(link("Jobs")).toHaveAttribute("aria-current", "page");
  await expect(link("Home")).not.toHaveAttribute("aria-current");
  await expect(link("Messages")).not.toHaveCSS("opacity", "1");
  await expect(link("Home")).toHaveCSS("opacity", "1");
  await expectAccessible(page);
});

test("A member's home page is Today, where a finished card says what was done and offers Undo", async ({
  page,
  scripts,
  server,
}) => {
  const [asha, rohan, kabir] = [
    await newMember(server, "asha"),
    await newMember(server, "rohan"),
    await newMember(server, "kabir"),
  ];
  for (const other of [rohan, kabir]) await other.call("PUT", `/api/users/${asha.id}/connection`);
  await enter(page, server, asha);
  await page.goto("/");
  const main = page.getByRole("main");
  const card = (name: string) => main.getByRole("listitem").filter({ hasText: name });
  await expect(page.getByRole("heading", { level: 1, name: /^Good .+, Asha$/ })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);

  await main.getByRole("button", { name: "Hide these steps" }).press("Enter");
  await expect(main.getByText("Three first steps")).toHaveCount(0);
  const accept = card("Kabir Sethi wants to connect").getByRole("button", { name: "Accept" });
  await expect(accept).toHaveAccessibleDescription("Kabir Sethi wants to connect");
  await accept.focus();
  await page.keyboard.press("Enter");
  await expect(toldOn(page, "You're connected with Kabir Sethi.")).toBeVisible();
  await expect(accept).toHaveCount(0);
  await expect(card("Kabir Sethi").getByRole("button", { name: "Undo" })).toBeVisible();

  // Other tests of this worker leave events and notes that match everyone.
  const others = main.getByRole("listitem").filter({ hasNotText: "Rohan Pillai" });
  const more = others.filter({ has: page.getByRole("button", { name: "Dismiss" }) });
  while ((await more.count()) > 0) {
    const id = await more.first().getByRole("heading").getAttribute("id");
    await more.first().getByRole("button", { name: "Dismiss" }).click();
    const finished = others.filter({ has: page.locator(`[id="${id}"]`) });
    await expect(finished.getByRole("status")).toHaveText("Dismissed. It won't come back.");
  }
  await card("Rohan Pillai").getByRole("button", { name: "Later" }).click();
  await expect(toldOn(page, "Hidden until tomorrow.")).toBeVisible();
  await expect(main.getByRole("heading", { name: "That is all. Go outside." })).toBeVisible();
  await expect(main.getByRole("link", { name: "Find notes" })).toHaveAttribute("href", "/resources");
  await card("Rohan Pillai").getByRole("button", { name: "Undo" }).click();
  await expect(card("Rohan Pillai").getByRole("button", { name: "Accept" })).toBeVisible();

  if (scripts) {
    const message = { senderId: rohan.id, receiverId: asha.id, isAnonymous: false };
    const sent = await rohan.call("POST", "/api/messages/send", { ...message, content: "Live?" });
    await expect(card("Rohan Pillai wrote to you").getByText("“Live?”")).toBeVisible();
    await asha.call("PUT", `/api/messages/seen/${sent.body.id}`);
    await expect(card("Rohan Pillai wrote to you")).toHaveCount(0);
    await asha.call("DELETE", `/api/users/me/today/request-${rohan.id}`);
    await expect(card("Rohan Pillai")).toHaveCount(0);
  }

  const fold = main.getByRole("link", { name: /^About / });
  await expect(fold).toHaveAttribute("aria-expanded", "false");
  await fold.press("Enter");
  await expect(fold).toHaveAttribute("aria-expanded", "true");
  await expect(main.getByRole("link", { name: "See jobs" })).toHaveAttribute("href", "/jobs");
  await expect(main.locator("li[data-card] h3 a")).toHaveCount(6);
  await expectNoSidewaysScroll(page);
  await fold.click();
  await expect(main.getByRole("link", { name: "See jobs" })).toHaveCount(0);
});

test("A second tap on the same spot of Today triggers no other action", { tag: "@both" }, async ({
  page,
  server,
  scripts,
}) => {
  const [asha, rohan, kabir] = [
    await newMember(server, "asha"),
    await newMember(server, "rohan"),
    await newMember(server, "kabir"),
  ];
  server.database().prepare("update users set steps_dismissed_at = 1 where id = ?").run(Number(asha.id));
  for (const other of [rohan, kabir]) await other.call("PUT", `/api/users/${asha.id}/connection`);
  for (const days of [2, 3])
    await announce(rohan, { date: inDays(days), title: `Walk ${days} of ${asha.id}` });
  await enter(page, server, asha);
  await page.setViewportSize(phone.viewport);
  await page.goto("/");
  if (scripts) await hydrated(page);
  const card = (text: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: text });
  const count = (from: string) =>
    Number(server.database().prepare(`select count(*) from ${from} = ?`).pluck().get(Number(asha.id)));
  const state = async () => {
    const users = await Promise.all([rohan, kabir].map(({ id }) => asha.get(`/api/users/${id}`)));
    return {
      connections: users.map(({ body }) => body.connection),
      events: count("event_registrations where user_id"),
    };
  };
  /** Taps a button, waits until its card is finished, and taps the same spot again. */
  const tapTwice = async (text: string, name: string, told: string | RegExp) => {
    const button = card(text).getByRole("button", { name });
    await button.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const [left, top] = [x + width / 2, y + height / 2];
    const scrolled = await page.evaluate(() => window.scrollY);
    await page.mouse.click(left, top);
    await expect(card(text).getByRole("status")).toHaveText(told);
    await page.evaluate((to) => window.scrollTo(0, to), scrolled);
    const before = await state();
    await page.mouse.click(left, top);
    await expect(card(text).getByRole("status")).toHaveText(told);
    await expect(page).toHaveURL("/");
    expect(await state()).toEqual(before);
  };

  const event = card("").filter({ has: page.getByRole("button", { name: "I'm coming" }) });
  await tapTwice(await event.getByRole("heading").innerText(), "I'm coming", /^You're registered for /);
  expect(await state()).toMatchObject({ events: 1 });
  await page.goto("/");
  await tapTwice("Kabir Sethi", "Accept", "You're connected with Kabir Sethi.");
  expect(await state()).toMatchObject({ connections: ["pending", "connected"] });
  await card("Rohan Pillai wants").getByRole("link", { name: "Decline…" }).click();
  await expect(card("Rohan Pillai wants")).toContainText("This affects somebody else.");
  await tapTwice("Rohan Pillai wants", "Decline", "The request of Rohan Pillai is declined.");
  expect(await state()).toMatchObject({ connections: ["none", "connected"] });
  await card("Rohan Pillai wants").getByRole("button", { name: "Undo" }).click();
  await expect(card("Rohan Pillai wants").getByRole("button", { name: "Accept" })).toBeVisible();
  expect(await state()).toMatchObject({ connections: ["pending", "connected"] });
  await tapTwice("Rohan Pillai wants", "Later", "Hidden until tomorrow.");
});

test("The progress bar of a slow page is visible wherever the reader has scrolled", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, server }) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/welcome");
  await page.waitForLoadState("networkidle");
  const released = Promise.withResolvers<void>();
  await page.route(/jobs\.data/, (route) => released.promise.then(() => route.continue()));
  const link = page.getByRole("main").getByRole("link", { name: "Job portal" });
  await link.scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 400);
  await link.click();
  const bar = page.getByRole("img", { name: "Loading" });
  await expect(bar).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
  expect((await bar.boundingBox())?.y).toBe(0);
  released.resolve();
  await expect(page).toHaveURL("/jobs");
});

test("Cards fade in once, when a fifth of them is visible", { tag: ["@scripts", "@nightly"] }, async ({
  page,
}) => {
  await page.goto("/");
  const last = page.locator("[data-card]").last();
  await expect(last).toHaveCSS("opacity", "0");
  await last.scrollIntoViewIfNeeded();
  await expect(last).toHaveCSS("opacity", "1");
  await page.evaluate(() => scrollTo(0, 0));
  await expect(last).toHaveCSS("opacity", "1");
});

test("Without scripts every card is visible immediately", { tag: "@no-scripts" }, async ({ page }) => {
  await page.goto("/");
  for (const card of await page.locator("[data-card]").all()) await expect(card).toHaveCSS("opacity", "1");
});

/** @returns the number of running animations */
const countMoving = (page: Page) =>
  page
    .locator("html")
    .evaluate(() => document.getAnimations().filter(({ playState }) => playState === "running").length);

test("Nothing moves on devices with reduced motion", { tag: "@once" }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  for (const card of await page.locator("[data-card]").all()) await expect(card).toHaveCSS("opacity", "1");
  expect(await countMoving(page)).toBe(0);
  await expect(page.getByLabel("Pause")).toBeHidden();
});

test("The strip of colleges moves until it is paused", { tag: "@nightly" }, async ({ page }) => {
  await page.goto("/");
  const name = page.getByText("Meridian School of Applied Science").first();
  const first = await name.boundingBox();
  await expect.poll(async () => (await name.boundingBox())?.x).not.toBe(first?.x);
  await page.getByLabel("Pause").check();
  await expect.poll(() => countMoving(page)).toBe(0);
});

test("A guest's other links redirect to the log-in and say why", { tag: ["@scripts", "@nightly"] }, async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("/");
  await openMenu(page);
  const jobs = page.getByRole("link", { name: "Jobs", exact: true }).locator("visible=true").first();
  await expect(jobs).toHaveAttribute("aria-disabled", "true");
  // Forced, because Playwright waits for the link to be enabled.
  await jobs.click({ force: true });
  await expect(page.getByRole("status").getByText("Please log in first")).toBeVisible();
  await expect(page).toHaveURL("/");
  await page.clock.runFor(1_000);
  await expect(page.getByText("Please log in first")).toBeVisible();
  await page.clock.runFor(3_000);
  await expect(page.getByText("Please log in first")).toBeHidden();
});

for (const who of sample(["member", "guest"] as const, 2)) {
  test(`A ${who} can give feedback in a dialog`, async ({ page, scripts, server }) => {
    if (who === "member") await enter(page, server, await newMember(server, "asha"));
    await page.goto("/");
    const dialog = page.getByRole("dialog", { name: "Your Feedback" });
    const name = dialog.getByPlaceholder("Your Name (optional)");
    const text = dialog.getByPlaceholder("Enter your feedback...");
    const open = () => page.getByRole("link", { name: "Submit Feedback" }).click();

    await open();
    await expect(dialog).toBeVisible();
    await expect(text).toBeFocused();
    if (scripts) {
      expect(await dialog.evaluate((element) => element.matches(":modal"))).toBe(true);
      await expectAccessible(page);
    }
    await name.fill("Asha");
    await text.fill("Not to be sent");
    await dialog.getByRole("link", { name: "Close" }).click();
    await expect(dialog).toBeHidden();

    await open();
    await expect(name).toHaveValue("");
    await expect(text).toHaveValue("");
    await text.fill("   ");
    await dialog.getByRole("button", { name: "Submit" }).click();
    await expect(dialog.getByText("Write your feedback first").last()).toBeVisible();
    // Without scripts the error summary gets the focus.
    if (scripts) {
      await expect(text).toBeFocused();
      await expect(dialog.getByText("Write your feedback first")).toHaveCount(1);
    } else await expect(dialog.locator("[autofocus]").first()).toBeFocused();

    const words = `More maps, please (${who}, ${scripts}, ${page.viewportSize()?.width})`;
    await text.fill(words);
    await dialog.getByRole("button", { name: "Submit" }).click();
    await expect(dialog).toBeHidden();
    await expect(toldOn(page, "Thank you for your feedback.")).toBeVisible();
    expect(feedbackIn(server, words)).toEqual([{ name: null }]);
    expect(feedbackIn(server, "Not to be sent")).toEqual([]);
  });
}

test("The feedback dialog has an address, so Back closes it and Forward opens it", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto("/");
  const dialog = page.getByRole("dialog", { name: "Your Feedback" });
  await page.getByRole("link", { name: "Submit Feedback" }).click();
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL("/feedback");
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL("/");
  await page.goForward();
  await expect(dialog).toBeVisible();
  await dialog.getByRole("link", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
});

test("Feedback can be sent from its own page", { tag: "@nightly" }, async ({ page, scripts, server }) => {
  await page.goto("/feedback");
  const words = `From its address (${scripts}, ${page.viewportSize()?.width})`;
  await page.getByPlaceholder("Enter your feedback...").fill(words);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page).toHaveURL("/#feedback");
  await expect(toldOn(page, "Thank you for your feedback.")).toBeVisible();
  expect(feedbackIn(server, words)).toEqual([{ name: null }]);
});

test("Guests find Login and Register in the header at a width of 320 and 360 px", {
  tag: ["@once", "@nightly"],
}, async ({ page }) => {
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 640 });
    for (const path of ["/", "/jobs"]) {
      await page.goto(path);
      const header = page.locator("header").first();
      await expect(header.getByRole("link", { name: "Login", exact: true }).first()).toBeVisible();
      await expect(header.getByRole("link", { name: "Register", exact: true }).first()).toBeVisible();
      await expectNoSidewaysScroll(page);
    }
  }
});

test("Escape closes the dialog", { tag: ["@scripts", "@nightly"] }, async ({ page }) => {
  await page.goto("/feedback");
  const dialog = page.getByRole("dialog", { name: "Your Feedback" });
  await expect(dialog).toBeVisible();
  await expect.poll(() => dialog.evaluate((element) => element.matches(":modal"))).toBe(true);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL("/#feedback");
});
