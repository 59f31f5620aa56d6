import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { unfold } from "../support/actions.ts";
import { hydrated, newMember } from "../support/browser.ts";
import { openSession } from "../support/people.ts";
import { startProxy } from "../support/proxy.ts";
import type { TestServer } from "../support/server.ts";
import { expect, keptPages, openAsMember, openControlled, prepare, test } from "../support/worker.ts";

/** Serves a changed service worker. */
async function serveWorker(server: TestServer, change: (text: string) => string) {
  const next = change(await (await fetch(`${server.url}/worker.js`)).text());
  const headers = { "Content-Type": "text/javascript", "Cache-Control": "no-cache" };
  const worker = createServer((_req, res) => res.writeHead(200, headers).end(next));
  await new Promise<void>((resolve) => worker.listen(0, "127.0.0.1", resolve));
  return { port: (worker.address() as AddressInfo).port, stop: () => worker.close() };
}

test("A new version of the worker waits, and does not affect an open form", {
  tag: "@scripts",
}, async ({ page, context, server }) => {
  const next = await serveWorker(server, (text) => text.replace(/\b[\da-f]{12}\b/, "next"));
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
  await page.getByLabel("Location", { exact: true }).evaluate(unfold);
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
    // Chromium may lose a navigation that begins while the versions change.
    await later.goto(`${proxy.url}/jobs`, { timeout: 20_000 });
    const names = await files(later);
    // The new version starts only once no page uses the old one.
    await later.goto("about:blank");
    expect(names).toEqual(["files next"]);
  }).toPass();
  await later.goto(`${proxy.url}/jobs`);
  expect(await keptPages(later)).toContain(jobPath);
  proxy.stop();
  next.stop();
});

test("With Save-Data the worker caches only the offline page and its files", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, context, server }) => {
  const saves = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });";
  const worker = await serveWorker(server, (text) => saves + text);
  const portOf = (path: string) => (path === "/worker.js" ? worker.port : server.port);
  const proxy = await startProxy(server.port, () => ({}), false, portOf);
  const { asha, jobPath } = await prepare(server);
  const inCaches = () =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
  await openControlled(page, `${proxy.url}/jobs`);
  const atFirst = await inCaches();
  expect(atFirst).toContain("/offline");
  await page.goto(proxy.url + jobPath);
  await context.addCookies([
    { name: "session", value: openSession(server, asha.id, "browser"), url: proxy.url },
  ]);
  for (const path of [jobPath, "/profile"]) await page.goto(proxy.url + path, { waitUntil: "networkidle" });
  expect(await inCaches()).toEqual(atFirst);
  await context.setOffline(true);
  await page.goto(proxy.url + jobPath);
  await expect(page.getByRole("heading", { name: "We can't reach Quadrant" })).toBeVisible();
  proxy.stop();
  worker.stop();
});

test("Pages open even if the device's storage does not answer", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, server, context }) => {
  const { jobPath } = await prepare(server);
  await openAsMember(page, server, context);
  const [worker] = context.serviceWorkers();
  await worker?.evaluate("caches.match = () => new Promise(() => {})");
  await page.goto(jobPath);
  await hydrated(page);
  expect(await worker?.evaluate("String(caches.match)")).toContain("new Promise");
});

test("Pressing a push shows the notices in the open window, or in a new one if none is open", {
  tag: "@scripts",
}, async ({ page, server, context }) => {
  await openAsMember(page, server, context);
  const [worker] = context.serviceWorkers();
  /**
   * Presses a notification. Focusing and opening windows are imitated, because browsers allow them only after a real
   * press.
   */
  const press = () =>
    worker?.evaluate(`(async () => {
      const opened = [];
      WindowClient.prototype.focus = async function () { return this; };
      clients.openWindow = async (url) => { opened.push(url); };
      const work = [];
      const notification = { close() {} };
      const waitUntil = (promise) => work.push(promise);
      dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil }));
      await Promise.all(work);
      return opened;
    })()`);
  expect(await press()).toEqual([]);
  await expect(page).toHaveURL("/notices");
  expect(context.pages()).toHaveLength(1);
  await page.goto("about:blank");
  // Otherwise the press might use the closed page, which still counts as a window for a moment.
  const countWindows = () =>
    worker?.evaluate("clients.matchAll({ type: 'window' }).then((all) => all.length)");
  await expect.poll(countWindows).toBe(0);
  expect(await press()).toEqual(["/notices"]);
});
