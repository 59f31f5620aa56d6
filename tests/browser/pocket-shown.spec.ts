import { enter, newMember } from "../support/browser.ts";
import { job } from "../support/people.ts";
import { expect, keptPages, openControlled, prepare, test } from "../support/pocket.ts";
import { startProxy } from "../support/proxy.ts";

test.setTimeout(90_000);

test("A page that was opened before shows at once and is renewed in place", { tag: "@scripts" }, async ({
  page,
  context,
  server,
}) => {
  const { rohan, jobPath } = await prepare(server);
  await openControlled(page, "/jobs");
  await page.goto(jobPath);
  await expect.poll(() => keptPages(page)).toContain(jobPath);
  await rohan.call("PUT", `/api${jobPath}`, { ...job, title: "Lamp lighter" });
  const navigation = await page.goto(jobPath);
  expect(await navigation?.text()).toContain("Lamp keeper");
  await expect(page.getByRole("heading", { name: "Lamp lighter" })).toBeVisible();
  await expect(page.locator("html")).not.toHaveAttribute("data-kept");

  // Seats are never shown as they were.
  await page.goto("/events");
  await page.goto("/events");
  await expect(page.locator("html")).not.toHaveAttribute("data-kept");

  // After a log-in nobody gets a guest's page.
  await enter(page, server, await newMember(server, "asha"));
  await page.goto(jobPath);
  await expect(page.getByLabel(/Profile menu of Asha/)).toBeVisible();
  await context.clearCookies();
});

test("A kept page comes back by itself when the network does, though the first request fails", {
  tag: "@scripts",
}, async ({ page, context, server }) => {
  const { jobPath } = await prepare(server);
  await openControlled(page, "/jobs");
  await page.goto(jobPath);
  await expect.poll(() => keptPages(page)).toContain(jobPath);
  const told = page.getByText("You're offline. This page is from");
  // The first request after the network is back often fails.
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
  await page.goto(jobPath);
  await expect(told).toBeVisible();
  await context.setOffline(false);
  await expect(page.locator("html")).not.toHaveAttribute("data-kept");
  await expect(told).toBeHidden();
});

test("A kept page comes back when the server answers again, while the network was there all the time", {
  tag: "@scripts",
}, async ({ page, server }) => {
  const { jobPath } = await prepare(server);
  let isAway = false;
  const portOf = () => (isAway ? 1 : server.port);
  const proxy = await startProxy(server.port, () => ({}), false, portOf);
  await openControlled(page, `${proxy.url}/jobs`);
  await page.goto(proxy.url + jobPath);
  await expect.poll(() => keptPages(page)).toContain(jobPath);
  isAway = true;
  await page.goto(proxy.url + jobPath);
  await expect(page.getByText("You're offline. This page is from")).toBeVisible();
  isAway = false;
  await expect(page.locator("html")).not.toHaveAttribute("data-kept");
  await expect(page.getByRole("heading", { name: "Lamp keeper" })).toBeVisible();
  proxy.stop();
});

test("A kept page of the former build gets the styles of the new one", { tag: "@scripts" }, async ({
  page,
  server,
}) => {
  const { jobPath } = await prepare(server);
  await openControlled(page, "/jobs");
  await page.goto(jobPath);
  await expect.poll(() => keptPages(page)).toContain(jobPath);
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
