import type { Page, Request } from "@playwright/test";
import { expect, expectAccessible, newMember, test } from "../support/browser.ts";
import { devices } from "../support/devices.ts";
import { sample } from "../support/nightly.ts";
import { job, password } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { share } from "../support/upload.ts";

// One test is offline for a while.
test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ });

test("A guest's page is complete after four requests, and loads at most 2.5 KB of script", async ({
  page,
  server,
  scripts,
}) => {
  // An empty list has an additional drawing.
  const asha = await newMember(server, "asha");
  expect((await asha.call("POST", "/api/jobs", job)).status).toBe(201);
  const file = { name: "tides.txt", bytes: Buffer.from("The moon moves the sea.") };
  expect((await share(asha, file)).status).toBe(201);
  const describe = async (request: Request) => ({
    path: new URL(request.url()).pathname,
    isScript: request.resourceType() === "script",
    bytes: (await request.sizes()).responseBodySize,
  });
  const pending: ReturnType<typeof describe>[] = [];
  page.on("requestfinished", (request) => void pending.push(describe(request)));
  for (const path of ["/", "/jobs", "/resources", "/resources/browse", "/api", "/developers/jobs"]) {
    await page.context().clearCookies();
    pending.length = 0;
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    // Otherwise the sizes of one page's last requests could arrive with the next page's.
    const asked = await Promise.all(pending);
    const scriptBytes = asked.filter(({ isScript }) => isScript).map(({ bytes }) => bytes);
    const others = asked.filter(
      ({ isScript, path }) => !isScript && !/icon|manifest|^\/(covers|files\/thumbnails)\//.test(path),
    );
    expect(others.length, `${path}: ${others.map((request) => request.path)}`).toBeLessThanOrEqual(4);
    // One records the page until a service worker runs, which these tests' browsers do not allow. One is for filters.
    const hasFilters = path === "/jobs" || path === "/resources/browse";
    expect(scriptBytes.length).toBeLessThanOrEqual(scripts ? 2 + Number(hasFilters) : 0);
    for (const bytes of scriptBytes) expect(bytes).toBeLessThanOrEqual(2_560);
  }
});

for (const [device, size] of sample(Object.entries(devices), 2))
  test.describe(`the log-in on a ${device}`, () => {
    test.use(size);
    test("The log-in has 4 KB of scripts, moves nothing, and preloads members' scripts once it is complete", {
      tag: "@scripts",
    }, async ({ page, server }) => {
      const asha = await newMember(server, "asha");
      const asked: { path: string; bytes: number }[] = [];
      page.on("requestfinished", async (request) => {
        const { responseBodySize: bytes } = await request.sizes();
        asked.push({ path: new URL(request.url()).pathname, bytes });
      });
      const scripts = () => asked.filter(({ path }) => path.endsWith(".js"));
      const measureShift = () => {
        Object.assign(window, { shift: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            Object.assign(window, { shift: Reflect.get(window, "shift") + Reflect.get(entry, "value") });
        }).observe({ type: "layout-shift", buffered: true });
      };
      await page.addInitScript(measureShift);

      await page.context().setExtraHTTPHeaders({ "Save-Data": "on" });
      await page.goto("/login");
      await page.waitForLoadState("networkidle");
      await expect(page.getByRole("button", { name: "Show" })).toBeVisible();
      const names = scripts().map(({ path }) => path);
      expect(names.sort()).toEqual(["/guest-form.js", "/guest.js", "/visited.js"]);
      expect(scripts().reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(4_096);
      expect(asked.filter(({ path }) => !/icon|manifest/.test(path)).length).toBeLessThanOrEqual(7);
      expect(await page.evaluate("shift")).toBe(0);

      await page.context().setExtraHTTPHeaders({});
      await page.goto("/login?redirectTo=%2Fprofile&notice=none");
      await expect
        .poll(() => scripts().filter(({ path }) => path.startsWith("/assets/")).length)
        .toBeGreaterThan(5);
      await page.waitForLoadState("networkidle");
      const ahead = scripts().reduce((sum, { bytes }) => sum + bytes, 0);
      await page.getByLabel("Email").fill(asha.email);
      await page.getByLabel("Password").fill(password);
      asked.length = 0;
      await page.locator("main").getByRole("button", { name: "Login", exact: true }).click();
      await expect(page).toHaveURL("/profile");
      await page.waitForLoadState("networkidle");
      const later = scripts().reduce((sum, { bytes }) => sum + bytes, 0);
      expect(later).toBeLessThan(ahead / 3);
    });
  });

/** Has a guest search for two jobs with a new word in their titles. */
async function searchJobs(page: Page, server: TestServer) {
  const asha = await newMember(server, "asha");
  const word = `Isobar${Date.now().toString(36).slice(-5)}`;
  await asha.call("POST", "/api/jobs", { ...job, title: `${word} reader`, workplaceType: "Hybrid" });
  await asha.call("POST", "/api/jobs", { ...job, title: `${word} drawer`, workplaceType: "Remote" });
  await page.goto("/jobs");
  const drawer = page.getByText(/^Filters/).first();
  if (await drawer.isVisible()) await drawer.click();
  const search = page.locator("main").getByRole("searchbox");
  await search.pressSequentially(word, { delay: 30 });
  return { search, word };
}

test("A guest without scripts can search the jobs", { tag: "@no-scripts" }, async ({ page, server }) => {
  const { search, word } = await searchJobs(page, server);
  await search.press("Enter");
  await expect(page.getByText("Showing 2 opportunities").first()).toBeVisible();
  await expect(page).toHaveURL(`/jobs?search=${word}`);
});

for (const [device, size] of sample(Object.entries(devices), 2))
  test.describe(`on a ${device}`, () => {
    test.use(size);
    test("Filtering the jobs keeps a guest's focus and position", { tag: "@scripts" }, async ({
      page,
      server,
    }) => {
      const { search, word } = await searchJobs(page, server);
      await expect(page.getByText("Showing 2 opportunities").first()).toBeVisible();
      await expect(page).toHaveURL(`/jobs?search=${word}`);
      // The field keeps the focus, and the drawer stays open.
      await expect(search).toBeFocused();
      await search.pressSequentially(" reader");
      await expect(page.getByText("Showing 1 opportunity").first()).toBeVisible();
      await expect(search).toHaveValue(`${word} reader`);
      const remote = page.getByLabel("Remote", { exact: true });
      // On a phone the groups are collapsed.
      if (!(await remote.isVisible()))
        await page.getByText("Workplace type", { exact: true }).first().click();
      await remote.check();
      await expect(page.getByText("No jobs found")).toBeVisible();
      await expect(remote).toBeChecked();
      await expect(remote).toBeFocused();
    });
  });

for (const [path, failed] of [
  ["/jobs", "Failed to load job opportunities"],
  ["/resources/browse", "Failed to fetch resources. An error occurred while fetching resources."],
] as const)
  test(`A guest who filters ${path} sees that it loads, and without a network the reason instead of the old list`, {
    tag: "@scripts",
  }, async ({ page, server, errors }) => {
    const asha = await newMember(server, "asha");
    const word = `Gale${Date.now().toString(36).slice(-5)}`;
    await asha.call("POST", "/api/jobs", { ...job, title: `${word} reader` });
    await share(asha, { name: "gale.txt", bytes: Buffer.from(word) }, { title: `${word} notes` });
    let isSlow = true;
    const { promise: arrived, resolve: answer } = Promise.withResolvers<void>();
    await page.route(`**${path}?*`, async (route) => {
      if (isSlow) await arrived;
      await route.continue();
    });
    await page.goto(path);
    const search = page.locator("main").getByRole("searchbox");
    const results = page.locator("#results");
    const rows = results.getByRole("link", { name: new RegExp(`^${word} (reader|notes)$`) });
    await search.fill(word);
    await expect(results.getByRole("status", { name: "Loading" })).toBeVisible();
    await expect(results).toHaveAttribute("aria-busy", "true");
    isSlow = false;
    answer();
    await expect(rows).toHaveCount(1);
    await expect(page.getByRole("status", { name: "Loading" })).toHaveCount(0);

    await page.context().setOffline(true);
    await search.fill(`${word} `.repeat(2).trim());
    await expect(results.getByRole("alert")).toHaveText(failed);
    await expect(rows).toHaveCount(0);
    await expect(results.getByText("This page will load when you reconnect.")).toBeVisible();
    await expect(page).toHaveURL(`${path}?search=${word}+${word}`);
    await expectAccessible(page);
    await page.context().setOffline(false);
    // Back on the network, the list loads by itself.
    await expect(rows).toHaveCount(1);

    await page.route(`**${path}?*`, (route) => route.fulfill({ status: 500, body: "Oops" }));
    await search.fill(word);
    await expect(results.getByRole("alert")).toHaveText(failed);
    await expect(results.getByText("This page will load when you reconnect.")).toHaveCount(0);
    await page.unroute(`**${path}?*`);
    await results.getByRole("link", { name: "Retry" }).click();
    await expect(rows).toHaveCount(1);
    await expect(page).toHaveURL(`${path}?search=${word}`);
    errors.length = 0;
  });

test("Members can turn scripts off and on again", { tag: "@scripts" }, async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Lite version" }).click();
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("button", { name: "Full version" })).toBeVisible();
  expect(await page.locator("script").count()).toBe(0);
  await page.getByRole("button", { name: "Full version" }).click();
  await expect(page.getByRole("button", { name: "Lite version" })).toBeVisible();
  expect(await page.locator("script").count()).toBeGreaterThan(0);
});
