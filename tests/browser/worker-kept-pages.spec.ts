import { enter, hydrated, newMember } from "../support/browser.ts";
import { job } from "../support/people.ts";
import { openGroups } from "../support/profile.ts";
import {
  expect,
  keptPages,
  openAsMember,
  openControlled,
  prepare,
  readDevice,
  test,
} from "../support/worker.ts";

test("A guest offline gets the offline page with the cached pages, and pages load automatically when the network is back", {
  tag: "@scripts",
}, async ({ page, context, server }) => {
  const { jobPath, eventPath } = await prepare(server);
  await openControlled(page, "/jobs");
  for (const path of [jobPath, eventPath]) await page.goto(path);
  await expect.poll(() => keptPages(page)).toEqual(expect.arrayContaining([jobPath, eventPath]));
  // Simulates that the first request often fails when the network is back.
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (...request) => {
      window.fetch = fetch;
      return request[0] === "/favicon.ico"
        ? Promise.reject(new TypeError("Failed to fetch"))
        : fetch(...request);
    };
  });
  await context.setOffline(true);
  await page.goto("/login");
  await expect(page.getByRole("heading", { name: "We can't reach Quadrant" })).toBeVisible();
  await expect(page.getByText("did not arrive")).toBeHidden();
  await page.getByRole("link", { name: "Lamp keeper" }).click();
  await expect(page).toHaveURL(jobPath);
  await expect(page.getByRole("heading", { name: "Lamp keeper" })).toBeVisible();
  await expect(
    page.getByRole("status").filter({
      hasText: /You're offline. This page is from \d+ \w{3,4} \d{4}, \d\d:\d\d\. /,
    }),
  ).toBeVisible();
  await page.getByRole("link", { name: "More pages on this device" }).click();
  await page.getByRole("link", { name: "Circuits night" }).click();
  await expect(page.getByRole("heading", { name: "Circuits night", level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: "More pages on this device" })).toBeVisible();
  await context.setOffline(false);
  await expect(page.locator("html")).not.toHaveAttribute("data-kept");
  await expect(page.getByText("You're offline. This page is from")).toBeHidden();
});

test("The offline page shows a title with replacement patterns unchanged", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, context, server }) => {
  const { rohan, jobPath } = await prepare(server);
  const title = "Cook $` and $& and $' and $1";
  await rohan.call("PUT", `/api${jobPath}`, { ...job, title });
  await openControlled(page, "/jobs");
  await page.goto(jobPath);
  await expect.poll(() => keptPages(page)).toContain(jobPath);
  await context.setOffline(true);
  const answer = await page.goto("/a$'b");
  await expect(page.getByRole("link", { name: title, exact: true })).toHaveAttribute("href", jobPath);
  await expect(page.getByRole("link", { name: "Try again" })).toHaveAttribute("href", "/a$'b");
  expect((await answer?.text())?.match(/<html /g)).toHaveLength(1);
  await context.setOffline(false);
});

test("Offline the search uses the cached pages", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, context, server }) => {
  const { jobPath, offline } = await openAsMember(page, server, context);
  await page.goto(jobPath);
  await expect.poll(() => keptPages(page)).toContain(jobPath);
  await page.goto("/about");
  await hydrated(page);
  await offline(true);
  const field = page.getByLabel("Search everything");
  await field.fill("keeper xylophone");
  await expect(
    page.getByText("No connection, and nothing on this device has these words.").first(),
  ).toBeVisible();
  await field.fill("KEEPER lamp");
  await expect(page.getByText("No connection. On this device:").first()).toBeVisible();
  await expect(page.getByRole("listbox", { name: "Suggestions" }).getByRole("option").first()).toContainText(
    "Lamp keeper",
  );
  await page.getByRole("listbox", { name: "Suggestions" }).getByRole("option").first().click();
  await expect(page).toHaveURL(jobPath);
  await expect(page.getByRole("heading", { name: "Lamp keeper" })).toBeVisible();
  await offline(false);
});

test("A member offline sees opened pages as guests see them, and their own pages if they chose to store them", {
  tag: "@scripts",
}, async ({ page, context, server }) => {
  const { rohan, asha, jobPath, offline } = await openAsMember(page, server, context);
  await page.getByRole("link", { name: "Lamp keeper" }).first().click();
  await expect(page).toHaveURL(jobPath);
  await expect.poll(() => keptPages(page)).toContain(jobPath);
  for (const path of ["/", "/messages", "/profile", "/account", "/events/mine"]) await page.goto(path);
  const device = await readDevice(page);
  expect(device).toContain("Lamp keeper");
  expect(device).not.toMatch(/Asha|Verma|hello@recruiting/);
  await offline(true);
  await page.goto("/profile");
  await expect(page.getByRole("heading", { name: "We can't reach Quadrant" })).toBeVisible();
  await page.getByRole("link", { name: "Lamp keeper" }).click();
  await expect(page.getByRole("heading", { name: "Lamp keeper" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Login" })).toBeHidden();
  await offline(false);
  await expect(page.getByLabel(/Profile menu of Asha/)).toBeVisible();

  const message = { senderId: rohan.id, receiverId: asha.id, content: "Bring the lamp", isAnonymous: false };
  await rohan.call("POST", "/api/messages/send", message);
  const thread = `/messages/${rohan.id}`;
  await page.goto(thread);
  expect(await readDevice(page)).not.toContain("Bring the lamp");
  const choose = async (name: string) => {
    await page.goto("/account");
    await page.getByRole("button", { name }).click();
  };
  await choose("Keep for offline on this device");
  await expect(page.getByRole("button", { name: "Stop keeping my pages" })).toBeVisible();
  await page.goto(thread);
  await expect.poll(() => readDevice(page)).toContain("Bring the lamp");
  await offline(true);
  await page.goto("/admin");
  await page
    .locator("main")
    .getByRole("link", { name: /Messages/ })
    .click();
  await expect(page.getByRole("log").getByText("Bring the lamp")).toBeVisible();
  await expect(page.getByText("You're offline. This page is from")).toBeVisible();
  await offline(false);
  await choose("Stop keeping my pages");
  await expect(page.getByRole("button", { name: "Keep for offline on this device" })).toBeVisible();
  await expect.poll(() => readDevice(page)).not.toContain("Bring the lamp");

  await choose("Keep for offline on this device");
  await expect(page.getByRole("button", { name: "Stop keeping my pages" })).toBeVisible();
  await page.goto(thread);
  await expect.poll(() => readDevice(page)).toContain("Bring the lamp");
  await enter(page, server, await newMember(server, "meera"));
  await page.goto("/jobs");
  await expect.poll(() => readDevice(page)).not.toMatch(/Bring the lamp|Asha|Verma/);
});

test("A full device stores nothing partially, and keeps earlier pages and texts", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, context, server }) => {
  const { jobPath, eventPath } = await prepare(server);
  await openControlled(page, "/jobs");
  await page.goto(jobPath);
  await expect.poll(() => keptPages(page)).toContain(jobPath);
  const session = await context.newCDPSession(page);
  await session.send("Storage.overrideQuotaForOrigin", { origin: server.url, quotaSize: 1 });
  await page.goto(eventPath);
  await expect(page.getByRole("heading", { name: "Circuits night", level: 1 })).toBeVisible();
  await page.goto(jobPath);
  await expect(page.getByRole("heading", { name: "Lamp keeper" })).toBeVisible();
  await expect(page.locator("html")).not.toHaveAttribute("data-kept");
  const texts = () =>
    page.evaluate(async () => {
      const cache = await caches.open("pages");
      return Promise.all((await cache.matchAll()).map((response) => response.text()));
    });
  for (const html of await texts()) expect(html).toMatch(/<\/html>\s*$/);

  const asha = await newMember(server, "asha");
  await enter(page, server, asha);
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  const rohan = await newMember(server, "rohan");
  await page.goto(`/messages/${rohan.id}`);
  const composer = page.getByLabel("Message", { exact: true });
  await composer.fill("Room for this?");
  await composer.press("Enter");
  await expect(page.getByRole("log").getByRole("img", { name: "Sent" })).toBeVisible();
  await page.goto("/profile?edit");
  await openGroups(page);
  await page.getByLabel("Location", { exact: true }).fill("Kochi");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL("/profile");
  await context.setOffline(true);
  await page.goto("/login");
  await expect(page.getByRole("heading", { name: "We can't reach Quadrant" })).toBeVisible();
});

test("The last 50 pages are cached, and pages of an earlier build get the new styles", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, server }) => {
  const { jobPath } = await prepare(server);
  await openControlled(page, "/jobs");
  await page.evaluate(async () => {
    const cache = await caches.open("pages");
    for (let n = 0; n < 60; n++) await cache.put(`/jobs/${1_000 + n}`, new Response("A page"));
  });
  await page.goto(jobPath);
  await expect.poll(async () => (await keptPages(page)).length).toBe(50);
  const kept = await keptPages(page);
  expect([kept.at(-1), kept.includes("/jobs/1059"), kept.includes("/jobs/1000")]).toEqual([
    jobPath,
    true,
    false,
  ]);
  await page.evaluate(async (path) => {
    const cache = await caches.open("pages");
    const page = await cache.match(path, { ignoreVary: true });
    const html = (await page?.text())?.replace(/href="(\/assets\/[^"]+\.css)"/, 'href="$1?former"');
    const headers = new Headers(page?.headers);
    headers.set("ETag", '"former"');
    await cache.put(path, new Response(html, { headers }));
  }, jobPath);
  const former = page.locator('link[href$="?former"]');
  const isShown = page.waitForRequest(/\?former$/);
  await page.goto(jobPath).catch(() => {});
  await isShown;
  await expect(former).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Lamp keeper" })).toBeVisible();
  await expect(page.locator("html")).not.toHaveAttribute("data-kept");
});
