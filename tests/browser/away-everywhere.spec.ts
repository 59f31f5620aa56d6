import type { Page } from "@playwright/test";
import { pressEverything } from "../support/away.ts";
import { expect, hydrated } from "../support/browser.ts";
import { sample, sized } from "../support/nightly.ts";
import { openSession } from "../support/people.ts";
import { fill } from "../support/permissions/ask.ts";
import { test } from "../support/permissions/browser.ts";
import { walks } from "../support/permissions/pages.ts";
import { findRoutes, routed } from "../support/permissions/routes.ts";

// These tests cause errors in the console.
test.use({ expectedErrors: /Failed to load resource|WebSocket connection/ });
test.setTimeout(300_000);

const moments = [0, 10_000];

for (const { subject, role, pages } of sample(walks, 3))
  test(`Away from the network every button and link stays and says so: ${subject}, ${role}`, {
    tag: "@scripts",
  }, async ({ context, server, cast }) => {
    const actor = cast.actors[role];
    const value = role === "guest" ? "" : openSession(server, actor.id, "browser");
    if (value) await context.addCookies([{ name: "session", value, url: server.url }]);
    for (const [index, page] of sample(pages, 8).entries()) {
      const path = await fill(page, cast, actor);
      for (const afterMs of sized([moments[index % 2] ?? 0], moments)) {
        const tab = await context.newPage();
        await tab.clock.install();
        await tab.goto(path);
        await tab.clock.fastForward(afterMs);
        await context.setOffline(true);
        await test.step(`${path} after ${afterMs} ms`, () => pressEverything(tab, path));
        await tab.close();
        await context.setOffline(false);
      }
    }
  });

test("Every page is walked", { tag: ["@scripts", "@once"] }, () => {
  const walked = new Set(walks.flatMap(({ pages }) => pages.flatMap((page) => findRoutes(page))));
  const missing = [...routed.values()].filter((route) => route.isPage && !walked.has(route));
  // A log-in has to be half done: second-factor.spec and google.spec.
  expect(missing.map(({ id }) => id)).toEqual(["routes/auth/login-code", "routes/auth/google-complete"]);
});

/** Chats keep their words themselves. Other forms with long fields are for a moment, or for an administrator. */
const forgetful = /^\/(about|admin|feedback|messages|anonymous-post|reports)/;

test("A closed tab loses nothing of any form that takes long to fill in", { tag: "@scripts" }, async ({
  context,
  server,
  cast,
}) => {
  const { owner } = cast.actors;
  const value = openSession(server, owner.id, "browser");
  await context.addCookies([{ name: "session", value, url: server.url }]);
  const pages = [...new Set(walks.flatMap(({ role, pages }) => (role === "owner" ? pages : [])))];
  const kept: string[] = [];
  for (const page of pages.filter((each) => !forgetful.test(each))) {
    const path = await fill(page, cast, owner);
    const { text } = await owner.browser.get(path);
    const isLong = /<form[^>]* method="post"(?:(?!<\/form>).)*(?:<textarea|name="location")/s.test(text);
    if (isLong) kept.push(path);
  }
  expect(kept.length).toBeGreaterThan(9);
  const typed = "Half of a thought";
  const fieldOf = (tab: Page) =>
    tab.locator("main form[method=post][id] :is(textarea, input[name=location])").first();
  for (const path of sample(kept, 4)) {
    const tab = await context.newPage();
    await tab.goto(path);
    await hydrated(tab);
    await fieldOf(tab).fill(typed);
    const device = () => tab.evaluate(() => JSON.stringify(localStorage));
    await expect.poll(device, path).toContain(typed);
    await tab.close();
    const next = await context.newPage();
    await next.goto(path);
    await expect(fieldOf(next), path).toHaveValue(typed);
    await next.close();
  }
});
