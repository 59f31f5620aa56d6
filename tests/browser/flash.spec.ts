import { enter, expect, hydrated, newMember, test, toldOn } from "../support/browser.ts";
import { phone } from "../support/devices.ts";
import { announce } from "../support/events.ts";
import { job, makeAdmin } from "../support/people.ts";

test("A toast stays as long as its text takes to read, and while the mouse or focus is in it @once", {
  tag: "@nightly",
}, async ({ page, server }) => {
  const asha = await newMember(server, "asha");
  await enter(page, server, asha);
  const toast = page.locator("[data-toasts] p");
  const { id } = (await asha.call("POST", "/api/jobs", job)).body;
  await page.clock.install();
  await page.goto(`/jobs/${id}/edit`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast).toHaveText("Your changes are saved.");
  await toast.hover();
  await page.clock.runFor(12_000);
  await expect(toast).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(1_500);
  await expect(toast).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(toast).toHaveCount(0);
});

test("A toast with Undo stays for at least six seconds, and while Undo has the focus @once", async ({
  page,
  server,
}) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await enter(page, server, asha);
  await page.clock.install();
  await page.goto(`/qa-threads/${rohan.id}`);
  await hydrated(page);
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 5_000));
  await page.getByRole("button", { name: /^Block/ }).click();
  const undo = page.locator("[data-toasts]").getByRole("button", { name: "Undo" });
  await expect(undo).toBeVisible();
  await page.clock.runFor(5_500);
  await undo.focus();
  await page.clock.runFor(12_000);
  await expect(undo).toBeVisible();
  await undo.evaluate((button) => (button as HTMLElement).blur());
  await page.clock.runFor(6_500);
  await expect(undo).toHaveCount(0);
});

test("A toast's time starts only when its page is painted @once", async ({ page, server }) => {
  const asha = await newMember(server, "asha");
  await enter(page, server, asha);
  const { id } = (await asha.call("POST", "/api/jobs", job)).body;
  await page.clock.install();
  await page.goto(`/jobs/${id}/edit`);
  await hydrated(page);
  await page.evaluate(() => {
    const frames: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (callback) => frames.push(callback);
    Object.assign(window, { paint: () => frames.splice(0).map((callback) => callback(performance.now())) });
  });
  await page.getByRole("button", { name: "Save" }).click();
  const toast = page.locator("[data-toasts] p");
  await expect(toast).toHaveText("Your changes are saved.");
  await page.clock.runFor(12_000);
  await expect(toast).toBeVisible();
  await page.evaluate("paint(), undefined");
  await page.clock.runFor(2_500);
  await expect(toast).toHaveCount(0);
});

test("If the page after an action is left before it loads, the next page shows the confirmation", {
  tag: "@scripts",
}, async ({ page, server }) => {
  const asha = await newMember(server, "asha");
  await enter(page, server, asha);
  const { id } = (await asha.call("POST", "/api/jobs", job)).body;
  await page.goto(`/jobs/${id}`);
  await hydrated(page);
  const answered = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname === "/jobs.data" && url.searchParams.get("_routes") === "root",
    async (route) => {
      await route.fetch();
      answered.resolve();
    },
  );
  await page.getByText("Delete…").click();
  await page.getByRole("button", { name: "Delete this job" }).click();
  await answered.promise;
  await page.getByRole("banner").getByRole("link", { name: "Events", exact: true }).click();
  await expect(page).toHaveURL("/events");
  const told = toldOn(page, "The job is deleted.");
  await expect(told).toHaveCount(1);
  await page.reload();
  await hydrated(page);
  await expect(told).toHaveCount(0);
});

test("The confirmation about someone missing from the list is shown above the list", {
  tag: "@nightly",
}, async ({ page, server }) => {
  const [meera, kabir] = [await newMember(server, "meera"), await newMember(server, "kabir")];
  makeAdmin(server, meera);
  await enter(page, server, meera);
  await page.goto(`/admin/members/${kabir.id}/suspend?search=somebody+else`);
  await page.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
  const told = toldOn(page, "Kabir Sethi is suspended and logged out everywhere.");
  await expect(told).toBeInViewport();
  await told.getByRole("button", { name: "Undo" }).click();
  await expect(toldOn(page, "Kabir Sethi can log in again.")).toBeVisible();
});

test("Without scripts a confirmation is shown once, also by browsers that do not find the card it belongs to", {
  tag: "@no-scripts",
}, async ({ page, server }) => {
  const [asha, meera] = [await newMember(server, "asha"), await newMember(server, "meera")];
  const titles = ["First", "Second", "Third", "Fourth"].map((place) => `${place} evening of told acts`);
  for (const title of titles) await announce(asha, { title });
  await enter(page, server, meera);
  const register = async (title: string, isInCard: boolean) => {
    await page.goto("/events");
    await page.getByRole("button", { name: `Register: ${title}` }).click();
    const told = toldOn(page, `You're registered for ${title}.`);
    await expect(told).toHaveCount(1);
    await expect(told).toBeInViewport();
    await expect(page.locator("[id^=event-] [role=status]:visible")).toHaveCount(isInCard ? 1 : 0);
  };
  await register("Third evening of told acts", true);
  await page.route(/\.css$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(":has(", ":unknown(") });
  });
  await register("Fourth evening of told acts", false);
});

test.describe("on a phone", () => {
  test.use(phone);
  test("On a phone a toast keeps a distance from the window's edges, also over a dialog", {
    tag: ["@scripts", "@nightly"],
  }, async ({ page, server }) => {
    const asha = await newMember(server, "asha");
    const title = "An evening about everything that flies, floats and turns on the campus";
    const { id } = await announce(asha, { title });
    await enter(page, server, asha);
    await page.goto("/events");
    await hydrated(page);
    await page.locator(`#event-${id}`).getByRole("link", { name: title, exact: true }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^Register/ })
      .click();
    const toast = page.getByRole("dialog").locator("[data-toasts] > div");
    await expect(toast).toContainText("You're registered for An evening about everything that flies,…");
    const { x, width } = (await toast.boundingBox()) ?? { x: 0, width: 360 };
    expect([x >= 16, x + width <= 344]).toEqual([true, true]);
  });

  test("On a phone a saved profile is scrolled to its confirmation", { tag: "@nightly" }, async ({
    page,
    server,
    scripts,
  }) => {
    await enter(page, server, await newMember(server, "asha"));
    await page.goto("/profile?edit");
    if (scripts) await hydrated(page);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page).toHaveURL(/\/profile$/);
    await expect(toldOn(page, "Your profile is saved.")).toBeInViewport();
    await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  });
});
