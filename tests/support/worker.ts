import type { BrowserContext, Page } from "@playwright/test";
import { test as baseTest, enter, expect } from "./browser.ts";
import { announce, inDays } from "./events.ts";
import { job, newMember } from "./people.ts";
import type { TestServer } from "./server.ts";

/** The browser tests' `test`, with the service worker. */
export const test = baseTest.extend({
  // A new context, because a reused one would still have the service worker and its caches.
  context: async ({ browser }, use) => {
    const context = await browser.newContext({ serviceWorkers: "allow" });
    await use(context);
    await context.close();
  },
  expectedErrors: /Failed to load resource|WebSocket connection|Applying inline speculation rules/,
});

export { expect };

/**
 * Opens a page repeatedly until the service worker controls the tab. While a browser is still clearing its data after a
 * log-out, a registration is lost, and only the next page's succeeds.
 */
export const openControlled = (page: Page, path: string) =>
  expect(async () => {
    await page.goto(path);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 15_000 });
  }).toPass();

/** @returns everything that the browser stores for the site, as text */
export async function readDevice(page: Page): Promise<string> {
  try {
    return await page.evaluate(async () => {
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
  } catch (error) {
    // A cache that is being cleared never answers.
    if (String(error).includes("garbage collected")) return readDevice(page);
    throw error;
  }
}

/** @returns the paths of the cached pages */
export const keptPages = (page: Page) =>
  page.evaluate(async () => {
    const keys = await (await caches.open("pages")).keys();
    return keys.map(({ url }) => new URL(url).pathname);
  });

export async function prepare(server: TestServer) {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const { id } = (await rohan.call("POST", "/api/jobs", { ...job, title: "Lamp keeper" })).body;
  const event = await announce(rohan, { title: "Circuits night", date: inDays(9) });
  return { asha, rohan, jobPath: `/jobs/${id}`, eventPath: `/events/${event.id}` };
}

export async function openAsMember(page: Page, server: TestServer, context: BrowserContext) {
  const things = await prepare(server);
  await enter(page, server, things.asha);
  await openControlled(page, "/jobs");
  return { ...things, offline: (is: boolean) => context.setOffline(is) };
}
