import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Page } from "@playwright/test";
import { expect as baseExpect, enter, hydrated, newMember, test } from "../support/browser.ts";
import { announce, inDays } from "../support/events.ts";
import { job, openSession } from "../support/people.ts";
import { startProxy } from "../support/proxy.ts";
import { startServer, type TestServer } from "../support/server.ts";

test.use({
  serviceWorkers: "allow",
  expectedErrors: /Failed to load resource|WebSocket connection|Applying inline speculation rules/,
});

// A worker that starts under a test is slow on a busy machine.
test.setTimeout(90_000);
const expect = baseExpect.configure({ timeout: 20_000 });

/**
 * Opens a page until the service worker answers for the pages of this tab. While a browser still empties itself after
 * a log-out, a page's registration is lost, and the next page's counts.
 */
const openControlled = (page: Page, path: string) =>
  expect(async () => {
    await page.goto(path);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 5_000 });
  }).toPass({ timeout: 40_000 });

/** Everything that a browser keeps on the device for the site, as text. */
const readDevice = (page: Page) =>
  page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      if (name.startsWith("files ")) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        texts.push(`${name} ${request.url}\n${await (await cache.match(request))?.text()}`);
    }
    for (const { name = "" } of await indexedDB.databases()) texts.push(`database ${name}`);
    for (const store of [localStorage, sessionStorage]) texts.push(JSON.stringify(store));
    return texts.join("\n");
  });

/** The addresses of the pages that are kept. */
const keptPages = (page: Page) =>
  page.evaluate(async () => {
    const keys = await (await caches.open("pages")).keys();
    return keys.map(({ url }) => new URL(url).pathname);
  });

async function prepare(server: TestServer) {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const { id } = (await rohan.call("POST", "/api/jobs", { ...job, title: "Lamp keeper" })).body as {
    id: string;
  };
  const event = await announce(rohan, { title: "Circuits night", date: inDays(9) });
  return { asha, rohan, jobPath: `/jobs/${id}`, eventPath: `/events/${event.id}` };
}

async function openAsMember(page: Page, server: TestServer, context: BrowserContext) {
  const things = await prepare(server);
  await enter(page, server, things.asha);
  await openControlled(page, "/jobs");
  return { ...things, offline: (is: boolean) => context.setOffline(is) };
}

test("A guest without a network gets our page, with the pages that were opened", { tag: "@scripts" }, async ({
  page,
  context,
  server,
}) => {
  const { jobPath, eventPath } = await prepare(server);
  await openControlled(page, "/jobs");
  for (const path of [jobPath, eventPath]) await page.goto(path);
  await expect.poll(() => keptPages(page)).toEqual([jobPath, eventPath]);
  await context.setOffline(true);
  await page.goto("/login");
  await expect(page.getByRole("heading", { name: "We can't reach Quadrant" })).toBeVisible();
  await expect(page.getByText("did not arrive")).toBeHidden();
  await page.getByRole("link", { name: "Lamp keeper" }).click();
  await expect(page).toHaveURL(jobPath);
  await expect(page.getByRole("heading", { name: "Lamp keeper" })).toBeVisible();
  await expect(
    page.getByRole("status").filter({ hasText: "You're offline. This page is from" }),
  ).toBeVisible();
  await page.getByRole("link", { name: "More pages on this device" }).click();
  await page.getByRole("link", { name: "Circuits night" }).click();
  await expect(page.getByRole("heading", { name: "Circuits night" })).toBeVisible();
  await expect(page.getByRole("link", { name: "More pages on this device" })).toBeVisible();
  await context.setOffline(false);
  await expect(page.locator("html")).not.toHaveAttribute("data-kept");
});

test("A member without a network reads what was opened, as guests see it", { tag: "@scripts" }, async ({
  page,
  context,
  server,
}) => {
  const { jobPath, offline } = await openAsMember(page, server, context);
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
});

test("Logging out, the lite version and a deleted account leave nothing on the device, in any tab", {
  tag: "@scripts",
}, async ({ page, context, server }) => {
  const { jobPath } = await openAsMember(page, server, context);
  const other = await context.newPage();
  await other.goto(jobPath);
  await expect.poll(() => keptPages(page)).toContain(jobPath);
  await page.getByLabel("Profile menu of Asha Verma").click();
  await page.getByRole("button", { name: "Logout" }).locator("visible=true").click();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => keptPages(other), { timeout: 1_000 }).toEqual([]);

  await page.goto("/jobs");
  await openControlled(page, jobPath);
  await page.reload();
  await expect.poll(() => keptPages(page)).toContain(jobPath);
  await page.getByRole("button", { name: "Lite version" }).click();
  await expect(page.getByRole("button", { name: "Full version" })).toBeVisible();
  const state = () =>
    page.evaluate(async () => [
      await caches.keys(),
      (await navigator.serviceWorker.getRegistrations()).length,
    ]);
  await expect.poll(state).toEqual([[], 0]);
});

test("A member's own pages are kept where they chose so, until they log out or another member comes", {
  tag: "@scripts",
}, async ({ page, context, server }) => {
  const { rohan, asha, offline } = await openAsMember(page, server, context);
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
  await page.getByRole("link", { name: /Messages/ }).click();
  await expect(page.getByRole("log").getByText("Bring the lamp")).toBeVisible();
  await expect(page.getByText("You're offline. This page is from")).toBeVisible();
  await offline(false);
  await choose("Stop keeping my pages");
  await expect.poll(() => readDevice(page)).not.toContain("Bring the lamp");

  await choose("Keep for offline on this device");
  await expect(page.getByRole("button", { name: "Stop keeping my pages" })).toBeVisible();
  await page.goto(thread);
  await expect.poll(() => readDevice(page)).toContain("Bring the lamp");
  await choose("Clear this device");
  await expect.poll(() => readDevice(page)).not.toMatch(/Bring the lamp|Lamp keeper/);

  await choose("Keep for offline on this device");
  await expect(page.getByRole("button", { name: "Stop keeping my pages" })).toBeVisible();
  await openControlled(page, "/jobs");
  await page.goto(thread);
  await expect.poll(() => readDevice(page)).toContain("Bring the lamp");
  await enter(page, server, await newMember(server, "meera"));
  await page.goto("/jobs");
  await expect.poll(() => readDevice(page)).not.toMatch(/Bring the lamp|Asha|Verma/);
});

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

test("What a form sent in vain says so, and is still there", { tag: "@scripts" }, async ({ page }) => {
  const own = await startServer({ RATE_LIMITS: "off" });
  await openControlled(page, `${own.url}/jobs`);
  await own.stop();
  await page
    .getByRole("button", { name: "Dark" })
    .first()
    .evaluate((button: HTMLElement) => button.click());
  await expect(page.getByText("What you sent did not arrive.")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Job Opportunities" })).toBeVisible();
});

test("Messages that wait are sent in order and once, also when their tab was closed, and can be taken back", {
  tag: "@scripts",
}, async ({ page, context, server }) => {
  const { rohan, asha } = await openAsMember(page, server, context);
  const other = await context.newPage();
  await other.goto("/jobs");
  await page.goto(`/messages/${rohan.id}`);
  await context.setOffline(true);
  for (const text of ["First", "Second", "Not this one", "Third"]) {
    await page.getByLabel("Message", { exact: true }).fill(text);
    await page.keyboard.press("Enter");
  }
  const waiting = page
    .getByRole("log")
    .locator("div")
    .filter({ hasText: /Not this one/ });
  await waiting.getByRole("button", { name: "Take back" }).last().click();
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Not this one");
  await page.close();
  await other.close();
  const next = await context.newPage();
  await context.setOffline(false);
  await next.goto("/jobs");
  const sent = async () => {
    const { body } = await rohan.call("GET", `/api/messages/history/${asha.id}/${rohan.id}`);
    return (body as { content: string }[]).map(({ content }) => content);
  };
  await expect.poll(sent).toEqual(["First", "Second", "Third"]);
  await next.goto(`/messages/${rohan.id}`);
  await expect(next.getByLabel("Message", { exact: true })).toHaveValue("Not this one");
  await expect(next.getByRole("button", { name: "Take back" })).toHaveCount(0);
  await next.waitForTimeout(500);
  expect(await sent()).toEqual(["First", "Second", "Third"]);
});

test("What a closed tab leaves is sent by one that is open, and never by another member", {
  tag: "@scripts",
}, async ({ page, context, server }) => {
  const { rohan, asha } = await openAsMember(page, server, context);
  const other = await context.newPage();
  for (const tab of [page, other]) await tab.goto(`/messages/${rohan.id}`);
  await page.route("**/api/messages/send", (route) => route.abort());
  await page.routeWebSocket(/realtime|socket|ws/, () => {});
  await page.reload();
  await page.getByLabel("Message", { exact: true }).fill("From the tab that goes");
  await page.keyboard.press("Enter");
  await page.waitForTimeout(300);
  await page.close();
  const sent = async () => {
    const { body } = await rohan.call("GET", `/api/messages/history/${asha.id}/${rohan.id}`);
    return (body as { content: string }[]).map(({ content }) => content);
  };
  await expect.poll(sent).toEqual(["From the tab that goes"]);

  await context.setOffline(true);
  await other.getByLabel("Message", { exact: true }).fill("Asha's words");
  await other.keyboard.press("Enter");
  await other.getByLabel("Message", { exact: true }).fill("Half a thought");
  await expect.poll(() => readDevice(other)).toContain("Asha's words");
  await other.close();
  await context.setOffline(false);
  const meera = await newMember(server, "meera");
  await enter(await context.newPage(), server, meera);
  const next = await context.newPage();
  await next.goto("/jobs");
  await expect.poll(() => readDevice(next)).not.toMatch(/Asha's words|Half a thought/);
  expect(await sent()).toEqual(["From the tab that goes"]);
});

test("What was typed into a form is back after its tab was closed, until it is sent", {
  tag: "@scripts",
}, async ({ page, context, server }) => {
  const { asha } = await openAsMember(page, server, context);
  await page.goto("/profile?edit");
  await page.getByLabel("Location", { exact: true }).fill("Kochi");
  await page.waitForTimeout(200);
  await page.close();
  const next = await context.newPage();
  await next.goto("/profile?edit");
  await expect(next.getByLabel("Location", { exact: true })).toHaveValue("Kochi");
  await next.getByRole("button", { name: "Save" }).click();
  await expect(next).toHaveURL("/profile");
  await expect.poll(() => readDevice(next)).not.toContain("Kochi");
  const { body } = await asha.call("GET", "/api/users/me");
  expect(body).toMatchObject({ location: "Kochi" });
});

test("A file that another app shares opens the upload with it", { tag: "@scripts" }, async ({
  page,
  context,
  server,
}) => {
  await openAsMember(page, server, context);
  const { share_target: target, shortcuts } = await (await page.request.get("/manifest.webmanifest")).json();
  expect(shortcuts.map(({ url }: { url: string }) => url)).toEqual([
    "/messages",
    "/jobs",
    "/resources/upload",
  ]);
  await page.evaluate(({ action, params }) => {
    const form = document.createElement("form");
    Object.assign(form, { method: "POST", action, enctype: "multipart/form-data" });
    const input = Object.assign(document.createElement("input"), {
      type: "file",
      name: params.files[0].name,
    });
    const files = new DataTransfer();
    files.items.add(new File(["Ohm's law"], "circuits.txt", { type: "text/plain" }));
    input.files = files.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  }, target);
  await expect(page.getByRole("heading", { name: "Upload Resource" })).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("circuits");
  const name = () =>
    page.locator("input[name=file]").evaluate((input: HTMLInputElement) => input.files?.[0]?.name);
  await expect.poll(name).toBe("circuits.txt");
  expect(await readDevice(page)).not.toContain("Ohm's law");
});

test("A guest's next page is loaded when a finger touches its link, by speculation rules", {
  tag: "@scripts",
}, async ({ page, server }) => {
  const { eventPath } = await prepare(server);
  await openControlled(page, "/events");
  await page.reload();
  const early = page.waitForRequest((request) => request.url().endsWith(eventPath));
  await page.locator(`a[href="${eventPath}"]`).first().hover();
  await page.mouse.down();
  expect((await (await early).allHeaders())["sec-purpose"]).toContain("prefetch");
  await page.waitForTimeout(500);
  await page.mouse.up();
  await expect(page.getByRole("heading", { name: "Circuits night" })).toBeVisible();
  const delivery = () =>
    page.evaluate(
      () => (performance.getEntriesByType("navigation")[0] as { deliveryType?: string }).deliveryType,
    );
  expect(await delivery()).toBe("navigational-prefetch");
});

test("Where the browser has no speculation rules the worker loads what a finger touches, once, and no form", {
  tag: "@scripts",
}, async ({ page, context, server }) => {
  const { eventPath } = await prepare(server);
  await page.addInitScript(() => {
    HTMLScriptElement.supports = () => false;
  });
  // The policy stops rules that are not ours to the letter, in a browser that has them.
  await page.route(/\/events$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('"conservative"}]', "$& ") });
  });
  await openControlled(page, "/events");
  const asked: string[] = [];
  context.on("request", (request) => {
    if (request.serviceWorker()) asked.push(new URL(request.url()).pathname);
  });
  const touch = (selector: string) => page.locator(selector).first().dispatchEvent("pointerdown");
  await touch(`a[href="/login"], a[href^="/login?"]`);
  await touch('a[href="/events.ics"], a[href$=".ics"]');
  await touch(`a[href="${eventPath}"]`);
  await expect.poll(() => asked).toEqual([eventPath]);
  await page.locator(`a[href="${eventPath}"]`).first().click();
  await expect(page.getByRole("heading", { name: "Circuits night" })).toBeVisible();
  expect(asked.filter((path) => path === eventPath)).toHaveLength(1);
});

for (const end of ["session", "account"] as const) {
  test(`After the member's ${end} has ended elsewhere the device has nothing of theirs`, {
    tag: "@scripts",
  }, async ({ page, server, context }) => {
    const { rohan, asha } = await openAsMember(page, server, context);
    await page.goto("/account");
    await page.getByRole("button", { name: "Keep for offline on this device" }).click();
    await expect(page.getByRole("button", { name: "Stop keeping my pages" })).toBeVisible();
    await page.goto(`/messages/${rohan.id}`);
    await page.getByLabel("Message", { exact: true }).fill("Half a thought");
    await expect.poll(() => readDevice(page)).toMatch(/Half a thought/);
    await expect.poll(() => readDevice(page)).toMatch(/own [\s\S]*Asha/);
    const database = server.database();
    if (end === "session") database.prepare("delete from sessions where user_id = ?").run(asha.id);
    else database.prepare("update users set status = 'deleted' where id = ?").run(asha.id);
    await page.goto("/jobs");
    await expect.poll(() => readDevice(page)).not.toMatch(/Half a thought|Asha|Verma|Rohan/);
    await context.setOffline(true);
    await page.goto(`/messages/${rohan.id}`).catch(() => {});
    await expect(page.locator("body")).not.toContainText(/Half a thought|Asha|Verma|Rohan/);
  });
}

test("A full device keeps nothing half, and every page and text stays as it is", { tag: "@scripts" }, async ({
  page,
  context,
  server,
}) => {
  const { jobPath, eventPath } = await prepare(server);
  await openControlled(page, "/jobs");
  await page.goto(jobPath);
  await expect.poll(() => keptPages(page)).toContain(jobPath);
  const session = await context.newCDPSession(page);
  await session.send("Storage.overrideQuotaForOrigin", { origin: server.url, quotaSize: 1 });
  await page.goto(eventPath);
  await expect(page.getByRole("heading", { name: "Circuits night" })).toBeVisible();
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
  await page.getByLabel("Location", { exact: true }).fill("Kochi");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL("/profile");
  await context.setOffline(true);
  await page.goto("/login");
  await expect(page.getByRole("heading", { name: "We can't reach Quadrant" })).toBeVisible();
});

/** A server of the next build's worker. */
async function serveNextWorker(server: TestServer) {
  const text = await (await fetch(`${server.url}/worker.js`)).text();
  const next = text.replace(/const version = "\w+"/, 'const version = "next"');
  const headers = { "Content-Type": "text/javascript", "Cache-Control": "no-cache" };
  const worker = createServer((_req, res) => res.writeHead(200, headers).end(next));
  await new Promise<void>((resolve) => worker.listen(0, "127.0.0.1", resolve));
  return { port: (worker.address() as AddressInfo).port, stop: () => worker.close() };
}

test("A new version of the worker waits, and takes nothing from a form that is open", {
  tag: "@scripts",
}, async ({ page, context, server }) => {
  const next = await serveNextWorker(server);
  let isUpdated = false;
  const portOf = (path: string) => (isUpdated && path === "/worker.js" ? next.port : server.port);
  const proxy = await startProxy(server.port, () => ({}), false, portOf);
  const asha = await newMember(server, "asha");
  const { jobPath } = await prepare(server);
  await context.addCookies([
    { name: "session", value: openSession(server, asha.id, "browser"), url: proxy.url },
  ]);
  const files = (tab: Page) =>
    tab.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("files ")));
  await openControlled(page, `${proxy.url}/jobs`);
  await page.goto(proxy.url + jobPath);
  await expect.poll(() => keptPages(page)).toContain(jobPath);
  await page.goto(`${proxy.url}/profile?edit`);
  await hydrated(page);
  await page.getByLabel("Location", { exact: true }).fill("Kochi");
  let loads = 0;
  page.on("load", () => loads++);
  isUpdated = true;
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  const state = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state);
  await expect.poll(state).toBe("installed");
  expect(await files(page)).toHaveLength(2);
  expect(loads).toBe(0);
  await expect(page.getByLabel("Location", { exact: true })).toHaveValue("Kochi");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(`${proxy.url}/profile`);
  await expect(page.getByText("Kochi").first()).toBeVisible();

  await page.goto("about:blank");
  const later = await context.newPage();
  await page.close();
  await expect(async () => {
    await later.goto("about:blank");
    await later.waitForTimeout(500);
    await later.goto(`${proxy.url}/jobs`);
    expect(await files(later)).toEqual(["files next"]);
  }).toPass();
  expect(await keptPages(later)).toContain(jobPath);
  proxy.stop();
  next.stop();
});
