import type { Page, Route } from "@playwright/test";
import sharp from "sharp";
import {
  connects,
  enter,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  ignoreNetworkErrors,
  newMember,
  test,
  toldOn,
} from "../support/browser.ts";
import { desktop, phone } from "../support/devices.ts";
import { announce, inDays, readEvent } from "../support/events.ts";
import type { TestServer } from "../support/server.ts";

const picture = async () => ({
  name: "poster.png",
  mimeType: "image/png",
  buffer: await sharp({ create: { width: 80, height: 40, channels: 3, background: "#15527A" } })
    .png()
    .toBuffer(),
});
const clear = (server: TestServer) => server.database().exec("delete from events");
const card = (page: Page, title: string) => page.getByRole("listitem").filter({ hasText: title }).last();

async function fillForm(page: Page, title: string): Promise<void> {
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Description").fill("Bring a jacket.");
  await page.getByLabel("Date & Time").fill("2099-05-04T19:30");
  await page.getByLabel("Event Type").selectOption("Workshop");
  await page.getByLabel("Location").fill("Roof of block D");
}

test("Members announce an event with a picture, change it and delete it", async ({
  page,
  server,
  scripts,
}) => {
  const asha = await newMember(server, "asha");
  await enter(page, server, asha);
  const title = `Night sky ${Date.now()}`;
  await page.goto("/events");
  await page.getByRole("link", { name: "Create Event" }).click();
  await expect(page).toHaveURL(/\/events\/new$/);
  // With scripts it opens over the list, otherwise as a page.
  await expect(page.getByRole(scripts ? "dialog" : "heading", { name: "Create Event" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Past Events", exact: true })).toHaveCount(scripts ? 1 : 0);
  await fillForm(page, title);
  await page.getByLabel("Event Image").setInputFiles(await picture());
  if (scripts) await expect(page.getByAltText("Preview of the new image")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Save Event" }).click();
  await expect(page).toHaveURL(/\/events\/\d+$/);
  await expect(toldOn(page, "Your event is announced. Everyone can see it.")).toBeVisible();
  await page.getByRole("link", { name: scripts ? "Close" : "All events" }).click();
  await expect(page).toHaveURL(/\/events$/);
  await expect(card(page, title).getByText("Mon 4 May 2099, 19:30")).toBeVisible();

  await page.getByRole("link", { name: `Edit: ${title}` }).click();
  await expect(page.getByLabel("Date & Time")).toHaveValue("2099-05-04T19:30");
  await expect(page.getByAltText("The current image")).toBeVisible();
  await page.getByLabel("Location").fill("Roof of block E");
  await page.getByLabel("End (optional)").fill("2099-05-04T19:30");
  await page.getByRole("button", { name: "Save Event" }).click();
  await expect(page.getByLabel("End (optional)")).toHaveAccessibleDescription(
    /The end must be after the start/,
  );
  await page.getByLabel("End (optional)").fill("2099-05-04T21:00");
  await page.getByRole("button", { name: "Save Event" }).click();
  await expect(toldOn(page, "Your changes are saved.")).toBeVisible();
  await page.getByRole("link", { name: scripts ? "Close" : "All events" }).click();
  await expect(page).toHaveURL(/\/events$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(card(page, title).getByText("Roof of block E")).toBeVisible();
  await expect(card(page, title).getByText("Mon 4 May 2099, 19:30 to 21:00")).toBeVisible();

  await page.getByRole("link", { name: `Delete: ${title}` }).click();
  await expect(page.getByRole(scripts ? "dialog" : "heading", { name: "Are you sure?" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/events$/);
  await expect(toldOn(page, "The event is deleted.")).toBeVisible();
  await expect(page.getByText(title)).toHaveCount(0);
});

test("Errors appear beside their fields, and what was typed is kept", { tag: "@nightly" }, async ({
  page,
  server,
  scripts,
}) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/events/new");
  await fillForm(page, " ");
  await page.locator("summary", { hasText: /^Registration/ }).click();
  await page.getByLabel("Registration Limit").fill("0");
  await page.getByRole("button", { name: "Save Event" }).click();
  // Without scripts the browser's own validation refuses the limit.
  if (!scripts) {
    await page.getByLabel("Registration Limit").fill("");
    await page.getByRole("button", { name: "Save Event" }).click();
  }
  await expect(page.getByLabel("Title")).toHaveAccessibleDescription(/Title is required/);
  if (scripts) {
    await expect(page.getByLabel("Registration Limit")).toHaveAccessibleDescription(
      /Registration limit must be a whole number from 1/,
    );
  }
  await expect(page.getByLabel("Description")).toHaveValue("Bring a jacket.");
  await expect(page.getByLabel("Date & Time")).toHaveValue("2099-05-04T19:30");
  await expectAccessible(page);
});

test("Members register and unregister, and wait for a seat", { tag: "@both" }, async ({
  page,
  server,
  scripts,
}) => {
  clear(server);
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const { id } = await announce(asha, { title: "One seat", registrationLimit: 1 });
  await enter(page, server, rohan);
  await page.goto("/events");
  await page.getByRole("button", { name: "Register: One seat" }).click();
  await expect(page.getByRole("button", { name: "Unregister: One seat" })).toBeVisible();
  await expect(page).toHaveURL(scripts ? /\/events$/ : /\/events#event-\d+$/);
  await expect(toldOn(card(page, "One seat"), "You're registered for One seat.")).toHaveCount(
    scripts ? 0 : 1,
  );
  const calendar = card(page, "One seat").getByRole("link", { name: "Add to calendar: One seat" });
  await expect(calendar).toHaveAttribute("href", `/events/${id}.ics`);
  await page.getByRole("button", { name: "Unregister: One seat" }).click();
  await expect(toldOn(page, "You're no longer registered for One seat.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "Unregister: One seat" })).toBeVisible();
  await page.getByRole("button", { name: "Unregister: One seat" }).click();
  await expect(page.getByRole("button", { name: "Register: One seat", exact: true })).toBeVisible();

  // Someone else was faster. A page that connects afterwards gets no frame about it.
  const connected = scripts ? connects(page) : undefined;
  await page.goto(`/events/${id}`);
  await connected;
  await asha.call("POST", `/api/events/${id}/register`);
  if (scripts) {
    await expect(page.getByRole("button", { name: "Join the waiting list" }).first()).toBeVisible();
  } else {
    await page.getByRole("button", { name: "Register: One seat" }).click();
    await expect(page.getByRole("alert")).toHaveText("Event is full");
  }
  await expect(page.getByRole("heading", { level: 1, name: "One seat" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Join the waiting list" }).click();
  await expect(page.getByText("You're number 1 on the waiting list")).toBeVisible();
  // A toast stays while the mouse is over it, until another replaces it.
  const toast = page.locator("[data-toasts] p");
  if (scripts) {
    await expect(toast).toHaveText("You're on the waiting list for One seat.");
    await toast.hover();
  }
  await expectAccessible(page);
  await asha.call("POST", `/api/events/${id}/unregister`);
  if (!scripts) await page.reload();
  await expect(page.getByText("You're registered", { exact: true })).toBeVisible();
  if (scripts) await expect(toast).toHaveText("A seat came free: you're registered.");
});

test("Members' choice of a type applies at once, without scripts by its button", { tag: "@both" }, async ({
  page,
  server,
  scripts,
}) => {
  clear(server);
  const asha = await newMember(server, "asha");
  await announce(asha, { title: "Knots and splices" });
  await announce(asha, { title: "Tides explained", eventType: "seminar" });
  await enter(page, server, asha);
  await page.goto("/events");
  await page.getByLabel("Type").selectOption("Seminar");
  if (!scripts) await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(/type=seminar/);
  await expect(page.getByRole("heading", { name: "Tides explained" }).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Knots and splices" })).toHaveCount(0);
  await expect(page.getByLabel("Type")).toHaveValue("seminar");
  await expect(page.getByRole("button", { name: "Show" })).toHaveCount(scripts ? 0 : 1);
});

test("Guests read events and are sent to log in", { tag: "@nightly" }, async ({ page, server }) => {
  clear(server);
  const asha = await newMember(server, "asha");
  const { id } = await announce(asha, { title: "Open to see", imageUrl: null });
  for (let n = 0; n < 2; n++) await announce(asha, { title: `Soon ${n}`, date: inDays(3 + n) });
  await page.goto("/events");
  await expect(page.getByRole("link", { name: "Create Event" })).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await card(page, "Open to see").getByRole("link", { name: "Open to see" }).click();
  await expect(page).toHaveURL(`/events/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: "Open to see" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("link", { name: "Log in to register" }).click();
  await expect(page).toHaveURL(/\/login\?redirectTo=%2Fevents%2F/);
});

test("An event prints on one sheet", { tag: "@once" }, async ({ page, server }) => {
  clear(server);
  const asha = await newMember(server, "asha");
  const description = "A line of the description that goes on for a while. ".repeat(12);
  const { id } = await announce(asha, { title: "On paper", description });
  for (let n = 0; n < 9; n++) await announce(asha, { title: `Not on paper ${n}` });
  await enter(page, server, asha);
  await page.goto(`/events/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: "On paper" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("Electronics lab, block C").first()).toBeVisible();
  for (const name of ["Edit: On paper", "Add to calendar"]) {
    await expect(page.getByRole("link", { name })).toBeHidden();
  }
  await expect(page.locator("summary", { hasText: "Share" })).toBeHidden();
  const sheets = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g);
  expect(sheets).toHaveLength(1);
});

test("Everyone viewing the events sees others' changes live", { tag: "@scripts" }, async ({
  page,
  browser,
  server,
}) => {
  clear(server);
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const { id } = await announce(asha, { title: "Already there", date: inDays(9), registrationLimit: 10 });
  await announce(asha, { title: "Much later", date: inDays(90) });
  const others = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => announce(asha, { title: `Other ${n}` })));
  await enter(page, server, rohan);
  await page.clock.install();
  const connected = connects(page);
  await page.goto("/events");
  await expect(page.getByText("10 of 10 seats left")).toBeVisible();
  let registered = 0;
  (await connected).on("framereceived", ({ payload }) => {
    if (String(payload).includes('"event:register"')) registered++;
  });

  // The second browser.
  const context = await browser.newContext({ baseURL: server.url });
  const other = await context.newPage();
  await enter(other, server, asha);
  await other.goto("/events/new");
  await fillForm(other, "Brand new");
  const soon = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 16);
  await other.getByLabel("Date & Time").fill(soon);
  await other.getByRole("button", { name: "Save Event" }).click();
  await expect(other).toHaveURL(/\/events\/\d+$/);
  await expect(card(page, "Brand new")).toBeVisible();
  const titles = await page.getByRole("heading", { level: 3 }).allTextContents();
  expect(titles.slice(0, 3)).toEqual(["Already there", "Brand new", "Much later"]);
  await expect(page.getByRole("link", { name: "Edit: Brand new" })).toHaveCount(0);
  await context.close();

  // A burst of frames loads the data once, or twice if the page reads the last frame late.
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const loads: string[] = [];
  page.on("request", (request) => {
    if (/\/events\.data/.test(request.url())) loads.push(request.url());
  });
  await Promise.all(
    [id, ...others.map((each) => each.id)].map((each) => asha.call("POST", `/api/events/${each}/register`)),
  );
  await expect.poll(() => registered).toBe(1 + others.length);
  const showsAll = async () => {
    await page.clock.runFor(5_000);
    return page.getByText("9 of 10 seats left").isVisible();
  };
  await expect.poll(showsAll).toBe(true);
  expect(loads.length).toBeGreaterThanOrEqual(1);
  expect(loads.length).toBeLessThanOrEqual(2);
  await page.clock.resume();

  await asha.call("DELETE", `/api/events/${id}`);
  await expect(page.getByText("Already there")).toHaveCount(0);
});

/** Opens the events page with three slides in its carousel. */
async function openCarousel(page: Page, server: TestServer) {
  clear(server);
  const asha = await newMember(server, "asha");
  for (let n = 0; n < 3; n++) await announce(asha, { title: `Slide show ${n}`, date: inDays(3 + n) });
  const carousel = page.getByRole("region", { name: "Next events" });
  const shown = (n: number) => carousel.getByRole("link", { name: `Slide show ${n}`, exact: true });
  await enter(page, server, asha);
  await page.goto("/events");
  await expect(shown(0)).toBeInViewport({ ratio: 0.9 });
  return { carousel, shown };
}

test.describe("on a wide screen", () => {
  test.use(desktop);
  test("Without scripts the carousel scrolls, and each dot links to its slide", {
    tag: "@no-scripts",
  }, async ({ page, server }) => {
    const { carousel, shown } = await openCarousel(page, server);
    await expect(carousel.getByRole("button")).toHaveCount(0);
    await carousel.getByRole("link", { name: "Slide 3: Slide show 2" }).click();
    await expect(shown(2)).toBeInViewport({ ratio: 0.9 });
    // Pictures fill their slides, with no gap beside or below.
    for (const width of [768, 900, 1024, 1280]) {
      await page.setViewportSize({ width, height: 700 });
      const heights = await carousel
        .getByRole("listitem")
        .evaluateAll((slides) =>
          slides.map((slide) => [slide.clientHeight, slide.querySelector("img, svg")?.clientHeight]),
        );
      for (const [slide, picture] of heights) expect([width, picture]).toEqual([width, slide]);
    }
  });
});

test("The carousel advances, and pauses for the pointer, the focus and the button", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, server }) => {
  await page.clock.install();
  const { carousel, shown } = await openCarousel(page, server);
  await expect(shown(1)).toBeInViewport({ ratio: 0.9 });
  const second = carousel.getByRole("link", { name: "Slide 2: Slide show 1" });
  await expect(second).toHaveAttribute("aria-current", "true");
  await page.mouse.move(0, 0);
  await shown(1).hover();
  await page.clock.runFor(5_000);
  await expect(shown(1)).toBeInViewport({ ratio: 0.9 });
  await page.mouse.move(0, 0);
  await carousel.getByRole("button", { name: "Next slide" }).hover();
  await page.clock.runFor(5_000);
  expect(await second.getAttribute("aria-current")).toBe("true");
  await page.mouse.move(0, 0);
  await carousel.getByRole("button", { name: "Pause" }).click();
  await expect(carousel.getByRole("button", { name: "Play" })).toBeVisible();
  const position = await shown(1).boundingBox();
  await page.clock.runFor(10_000);
  expect(await shown(1).boundingBox()).toEqual(position);
  await carousel.getByRole("button", { name: "Next slide" }).click();
  await carousel.getByRole("link", { name: "Slide 1: Slide show 0" }).click();
  await expect(shown(0)).toBeInViewport({ ratio: 0.9 });
  // It loops.
  await carousel.getByRole("button", { name: "Previous slide" }).click();
  await expect(shown(2)).toBeInViewport({ ratio: 0.9 });
  await expectAccessible(page);
  // A slide opens its event over the page.
  await shown(2).click();
  await expect(page.getByRole("dialog", { name: "Slide show 2" })).toBeVisible();
  await page.getByRole("link", { name: "Close" }).click();
  await expect(page).toHaveURL(/\/events$/);
});

test.describe("with reduced motion", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });
  test("With reduced motion the carousel does not advance, and its arrows work", {
    tag: ["@scripts", "@nightly"],
  }, async ({ page, server }) => {
    clear(server);
    const asha = await newMember(server, "asha");
    for (let n = 0; n < 2; n++) await announce(asha, { title: `Still ${n}`, date: inDays(3 + n) });
    await enter(page, server, asha);
    const scriptsLoaded: string[] = [];
    page.on("request", (request) => scriptsLoaded.push(request.url()));
    await page.clock.install();
    await page.goto("/events");
    const carousel = page.getByRole("region", { name: "Next events" });
    await carousel.getByRole("button", { name: "Next slide" }).waitFor();
    await page.clock.runFor(10_000);
    await expect(carousel.getByRole("link", { name: "Still 0", exact: true })).toBeInViewport({ ratio: 0.9 });
    await expect(carousel.getByRole("button", { name: "Pause" })).toBeHidden();
    await carousel.getByRole("button", { name: "Next slide" }).click();
    await expect(carousel.getByRole("link", { name: "Still 1", exact: true })).toBeInViewport({ ratio: 0.9 });
    expect(scriptsLoaded.filter((url) => url.includes("keen-slider"))).toEqual([]);
  });
});

test.describe("for visitors who save data", () => {
  test.use({ extraHTTPHeaders: { "Save-Data": "on" } });
  test("The carousel does not advance for visitors who save data", { tag: ["@scripts", "@nightly"] }, async ({
    page,
    server,
  }) => {
    clear(server);
    const asha = await newMember(server, "asha");
    for (let n = 0; n < 2; n++) await announce(asha, { title: `Saved ${n}`, date: inDays(3 + n) });
    await page.clock.install();
    await page.goto("/events");
    const carousel = page.getByRole("region", { name: "Next events" });
    await carousel.getByRole("button", { name: "Next slide" }).waitFor();
    await page.clock.runFor(10_000);
    await expect(carousel.getByRole("link", { name: "Saved 0", exact: true })).toBeInViewport({ ratio: 0.9 });
  });
});

test("The carousel's script loads only if there are slides", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, server }) => {
  clear(server);
  await enter(page, server, await newMember(server, "asha"));
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await page.goto("/events");
  await expect(page.getByText("No upcoming events")).toBeVisible();
  await expectAccessible(page);
  await page.waitForLoadState("networkidle");
  expect(loaded.filter((url) => /carousel\.js|keen-slider/.test(url))).toEqual([]);
});

/** Makes posts fail, while the list behind the form still loads. */
const failPosts = (page: Page, fail: (route: Route) => Promise<void>) =>
  page.route("**/*.data*", (route) => (route.request().method() === "POST" ? fail(route) : route.continue()));

test.describe("when the server is out of reach", () => {
  test.use({ expectedErrors: /The event was not saved|ERR_|status of 50\d/ });
  test("Forms and buttons show their error when the server is out of reach", {
    tag: ["@scripts", "@nightly"],
  }, async ({ page, server, errors }) => {
    clear(server);
    const asha = await newMember(server, "asha");
    const { id } = await announce(asha, { title: "Far away" });
    await enter(page, server, asha);
    await page.goto("/events");
    await page.getByRole("link", { name: "Create Event" }).click();
    await fillForm(page, "Typed on a train");
    await page.getByLabel("Event Image").setInputFiles(await picture());
    await failPosts(page, (route) => route.abort("connectionreset"));
    await page.getByRole("button", { name: "Save Event" }).click();
    await expect(page.getByRole("alert")).toHaveText("Failed to save event. Check console for details.");
    await expect(page.getByLabel("Title")).toHaveValue("Typed on a train");
    await expect(page.getByAltText("Preview of the new image")).toBeVisible();
    expect(errors.some((error) => error.includes("The event was not saved"))).toBe(true);
    await page.unroute("**/*.data*");
    await page.getByRole("button", { name: "Save Event" }).click();
    await expect(page).toHaveURL(/\/events\/\d+$/);
    await page.getByRole("link", { name: "Close" }).click();
    await expect(card(page, "Typed on a train")).toBeVisible();

    await failPosts(page, (route) => route.fulfill({ status: 500, body: "Oops" }));
    await page.getByRole("button", { name: "Register: Far away" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Failed to register" })).toBeVisible();
    await page.unroute("**/*.data*");
    await page.getByRole("button", { name: "Register: Far away" }).click();
    await expect(page.getByRole("button", { name: "Unregister: Far away" })).toBeVisible();
    await failPosts(page, (route) => route.fulfill({ status: 500, body: "Oops" }));
    await page.getByRole("button", { name: "Unregister: Far away" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Failed to unregister" })).toBeVisible();
    await page.unroute("**/*.data*");
    await page.getByRole("link", { name: "Delete: Far away" }).click();
    await expect(page.getByRole("dialog", { name: "Are you sure?" })).toBeVisible();
    await failPosts(page, (route) => route.fulfill({ status: 500, body: "Oops" }));
    await page.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Failed to delete event" })).toBeVisible();
    await page.unroute("**/*.data*");
    expect((await readEvent(asha, id)).registrationCount).toBe(1);
    ignoreNetworkErrors(errors);
  });
});

test.describe("on a phone", () => {
  test.use(phone);

  test("The row of an organizer's event is at most 150 pixels high even if its date takes two lines", async ({
    page,
    server,
  }) => {
    const asha = await newMember(server, "asha");
    const { id } = await announce(asha, { title: "Kite evening" });
    await enter(page, server, asha);
    await page.goto("/events");
    const row = page.locator(`#event-${id}`);
    expect((await row.boundingBox())?.height).toBeLessThanOrEqual(150);
    for (const name of ["Register", "Check-in", "Edit", "Delete"]) {
      const box = await row.getByRole(name === "Register" ? "button" : "link", { name }).boundingBox();
      // Drawn lower than its touch target.
      expect([name, box && box.width >= 44 && box.height >= 36]).toEqual([name, true]);
    }
    await expect(row.getByRole("heading")).toHaveCSS("font-size", "17px");
    await expectNoSidewaysScroll(page);
  });

  test("A long word in an event's title moves neither the dialog nor its close button", {
    tag: ["@scripts", "@nightly"],
  }, async ({ page, server }) => {
    const asha = await newMember(server, "asha");
    await enter(page, server, asha);
    const word = "Antidisestablishmentarianism".repeat(3).slice(0, 60);
    const { id } = await announce(asha, { title: `Walk ${word}`, location: word });
    await page.goto("/events");
    await page.locator(`#event-${id}`).getByRole("heading").getByRole("link").click();
    const dialog = page.getByRole("dialog");
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    const close = await dialog.getByRole("link", { name: "Close" }).boundingBox();
    expect(close?.width).toBeGreaterThanOrEqual(44);
    expect(close && close.x + close.width).toBeLessThanOrEqual(360);
    await expectNoSidewaysScroll(page);
  });
});

test("Organizers can check people in at the door, also offline", async ({
  page,
  context,
  server,
  scripts,
  errors,
}) => {
  const [asha, rohan, kabir] = [
    await newMember(server, "asha"),
    await newMember(server, "rohan"),
    await newMember(server, "kabir"),
  ];
  const { id } = await announce(asha, { title: `Door ${Date.now()}` });
  for (const guest of [rohan, kabir]) await guest.call("POST", `/api/events/${id}/register`);
  await enter(page, server, asha);
  await page.goto(`/events/${id}`);
  await page.getByRole("link", { name: /^Check-in/ }).click();
  await expect(page.getByText("0 of 2 here")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: `Check in: ${rohan.name}` }).click();
  await expect(page.getByText("1 of 2 here")).toBeVisible();
  const arrived = async () => {
    const { body } = await asha.get(`/api/events/${id}/attendees`);
    return body.filter(({ checkedIn }) => checkedIn).length;
  };
  await expect.poll(arrived).toBe(1);
  if (scripts) {
    await context.setOffline(true);
    await page.getByLabel("Search", { exact: true }).last().fill(kabir.name.slice(0, 4));
    await page.getByRole("button", { name: `Check in: ${kabir.name}` }).click();
    await expect(page.getByText("2 of 2 here · 1 waiting for the network")).toBeVisible();
    expect(await arrived()).toBe(1);
    await context.setOffline(false);
    await expect.poll(arrived).toBe(2);
    await expect(page.getByText("2 of 2 here", { exact: true })).toBeVisible();
    ignoreNetworkErrors(errors);
  } else {
    await page.getByRole("button", { name: `Undo: ${rohan.name}` }).click();
    await expect(page.getByText("0 of 2 here")).toBeVisible();
  }
});
