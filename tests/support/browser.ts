import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import {
  test as base,
  expect as baseExpect,
  type Locator,
  type Page,
  type WebSocket,
} from "@playwright/test";
import type axe from "axe-core";
import { chromiumCrashed } from "../../scripts/browser.ts";
import { forgetLogged, showLogged } from "./logged.ts";
import { type Member, openSession } from "./people.ts";
import { startServer, type TestServer } from "./server.ts";

/** The browser's own console message about a response of 4xx or 5xx, which is not an error of ours. */
const refusals = /Failed to load resource: the server responded with a status of 4\d\d/;

/**
 * The browser tests' `test`: each worker has a server with a fresh store, and any unexpected error in the console, such as
 * a violation of the Content-Security-Policy, fails the test.
 */
export const test = base.extend<
  { errors: string[]; scripts: boolean; expectedErrors: RegExp; crashes: undefined; failures: undefined },
  { server: TestServer }
>({
  /** Further console errors that a test causes, set with `test.use`. */
  expectedErrors: [/^$/, { option: true }],
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const server = await startServer({ RATE_LIMITS: "off" });
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  /** Marks the tests that were open when Chromium crashed. `npm test` runs them once more. */
  crashes: [
    async ({ browser }, use, { annotations }) => {
      const mark = () => void annotations.push({ type: chromiumCrashed });
      browser.on("disconnected", mark);
      await use(undefined);
      browser.off("disconnected", mark);
    },
    { auto: true },
  ],
  failures: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use, test) => {
      forgetLogged();
      await use(undefined);
      if (test.status !== test.expectedStatus) console.log(showLogged(test.title));
    },
    { auto: true },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  scripts: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled !== false),
  errors: [
    async ({ page, expectedErrors }, use, { annotations }) => {
      const errors: string[] = [];
      watch(page, errors);
      page.on("crash", () => void annotations.push({ type: chromiumCrashed }));
      await use(errors);
      // Playwright does not reset these for the next test.
      const context = page.context();
      await context.setOffline(false);
      await context.clearPermissions();
      await context.setExtraHTTPHeaders({});
      const unexpected = errors.filter((error) => !expectedErrors.test(error));
      baseExpect(unexpected, "errors in the browser's console").toEqual([]);
    },
    { auto: true },
  ],
});
export const expect = baseExpect;

/** Collects the errors of a page. */
export function watch(page: Page, errors: string[]): void {
  page.on("console", (message) => {
    if (message.type() === "error" && !refusals.test(message.text())) errors.push(message.text());
  });
  page.on("pageerror", (error) => {
    // Playwright's clock is missing in a document that is replaced while it is installed.
    const isOfClock = error.message.endsWith("(reading 'controller')") && !error.stack?.includes(".js");
    // React Router leaves the promise `done` of a data request unhandled when a click aborts the request.
    const isOfAbort = String(error) === "AbortError: BodyStreamBuffer was aborted";
    if (!isOfClock && !isOfAbort) errors.push(String(error));
  });
}

/** Drops the browser's own messages about requests that a test made fail. */
export function ignoreNetworkErrors(errors: string[]): void {
  const others = errors.filter((error) => !/ERR_FAILED|ERR_INTERNET_DISCONNECTED|status of 50\d/.test(error));
  errors.splice(0, errors.length, ...others);
}

/** The page's confirmation of an action. Found by role, because Playwright does not find texts inside `noscript`. */
export const toldOn = (within: Page | Locator, text: string): Locator =>
  within.locator("[role=status]:visible").filter({ hasText: text });

/** Waits until React has hydrated the page and run its effects. Until then its forms work as without scripts. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const key = Object.keys(document).find((name) => name.startsWith("__reactContainer"));
    const root = key && (document as unknown as Record<string, HydratedRoot>)[key];
    return root && root.stateNode.current.child !== null;
  });
  // Effects run in a later task. Tests may stop the page's timers, but not its messages.
  await page.evaluate(async () => {
    const { port1, port2 } = new MessageChannel();
    for (let n = 0; n < 50; n++)
      await new Promise((resolve) => {
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
  });
}
/** What React stores about the page that it hydrates. The child is set when all of it has been. */
interface HydratedRoot {
  stateNode: { current: { child: unknown } };
}

/** Waits until the socket of the next page is ready, because it receives no earlier frames. @returns the socket */
export async function connects(page: Page): Promise<WebSocket> {
  const socket = await page.waitForEvent("websocket");
  await socket.waitForEvent("framereceived");
  return socket;
}

/**
 * Opens a page as on a slow connection: its styles have loaded, its scripts have not. Text typed before the styles load
 * may be lost.
 * @returns a function that lets the scripts load
 */
export async function openBeforeScripts(page: Page, path: string): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route("**/*.js", (route) => released.promise.then(() => route.continue()));
  await page.goto(path, { waitUntil: "commit" });
  await page.waitForFunction(
    () =>
      document.readyState !== "loading" &&
      [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].every(({ sheet }) => sheet),
  );
  return released.resolve;
}

export { newMember } from "./people.ts";

/** Gives the browser a member's session without the form, for tests that are not about logging in. */
export async function enter(page: Page, server: TestServer, member: Member): Promise<void> {
  const value = openSession(server, member.id, "browser");
  await page.context().addCookies([{ name: "session", value, url: server.url }]);
}

const accessibilityTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Axe with promises instead of timers, which a browser without scripts does not run. */
const axeSource = `{
  const setTimeout = (then) => void Promise.resolve().then(then);
  ${readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")}
}`;

/** @returns each violation of WCAG 2.2 AA that axe finds */
export async function findViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  return page.evaluate(async (values) => {
    // A fixed bar can cover half of a button in the middle of a page, which users can scroll.
    const { scrollY } = window;
    scrollTo({ top: 0, behavior: "instant" });
    // A text that is still fading in would have too little contrast.
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: { type: "tag", values },
      resultTypes: ["violations"],
      // Preloading style sheets needs a timer, and no rule here uses it.
      preload: false,
      // Selectors take a quarter of the time.
      selectors: false,
    });
    scrollTo({ top: scrollY, behavior: "instant" });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(", ")}`);
  }, accessibilityTags);
}

/** Expects no violation that axe can find at WCAG 2.2 AA. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
}

/** Expects no horizontal scrolling on the narrowest phones. */
export async function expectNoSidewaysScroll(page: Page, path = page.url()): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  // Measures layout boxes, which also works without scripts. They follow the window's size with a delay.
  const width = () => page.locator("html").evaluate((element) => element.scrollWidth);
  await expect.poll(width, `the width of ${path}`).toBeLessThanOrEqual(320);
  if (!before) return;
  await page.setViewportSize(before);
  // Without the width of a scroll bar. A click before that would miss.
  await expect.poll(width).toBeGreaterThan(before.width - 20);
}

/** Opens the filters of the job list, which are in a drawer on phones. */
export async function openFilters(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: "Job Opportunities" })).toBeVisible();
  for (const title of ["Filters", "Opportunity type", "Workplace type", "Location", "Industry"]) {
    const summary = page.locator("summary").filter({ hasText: new RegExp(`^${title}`) });
    if (await summary.isVisible()) await summary.click();
  }
  await expect(page.getByLabel("Freelance", { exact: true })).toBeVisible();
}
