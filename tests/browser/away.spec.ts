import type { Locator, Page } from "@playwright/test";
import { enter, expect, hydrated, newMember, test } from "../support/browser.ts";
import { announce, inDays } from "../support/events.ts";
import { job, makeAdmin, password } from "../support/people.ts";
import { startServer, type TestServer } from "../support/server.ts";

// These tests cause errors in the console.
test.use({ expectedErrors: /Failed to load resource|WebSocket connection/ });

const typed = "typed away from the network";
/** One run tells of every page that fails. */
const softly = expect.configure({ soft: true });

/** Makes something of everything that Asha's pages can show. */
async function prepare(server: TestServer) {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const [meera, kabir] = [await newMember(server, "meera"), await newMember(server, "kabir")];
  makeAdmin(server, asha);
  await announce(rohan, { title: "Circuits night", date: inDays(9) });
  const { id: event } = await announce(asha, { title: "Tea", date: inDays(8) });
  const { id: posted } = (await asha.call("POST", "/api/jobs", job)).body as { id: string };
  await rohan.call("PUT", `/api/users/${asha.id}/connection`);
  await asha.call("PUT", `/api/users/${kabir.id}/connection`);
  await asha.call("PUT", `/api/users/${meera.id}/block`);
  const message = { senderId: rohan.id, receiverId: asha.id, content: "Hello", isAnonymous: false };
  await rohan.call("POST", "/api/messages/send", message);
  await rohan.call("POST", "/api/anonymous-messages", { content: "Anybody here?" });
  return { asha, rohan, kabir, event, posted };
}
type Things = Awaited<ReturnType<typeof prepare>>;

const pagesOf = ({ rohan, kabir, event, posted }: Things): string[] => [
  "/",
  "/feedback",
  "/jobs",
  `/jobs/${posted}`,
  `/jobs/${posted}/edit`,
  "/jobs/mine",
  "/post-job",
  "/events",
  "/events/mine",
  "/events/new",
  `/events/${event}`,
  `/events/${event}/edit`,
  `/events/${event}/delete`,
  "/qa-threads",
  `/qa-threads/${rohan.id}`,
  `/qa-threads/${kabir.id}`,
  "/connections",
  "/blocks",
  `/messages/${rohan.id}`,
  "/anonymous-post",
  "/resources",
  "/resources/browse",
  "/resources/upload",
  "/profile",
  "/profile?edit",
  "/account",
  "/account/email",
  "/account/password",
  "/account/sessions",
  "/account/tokens",
  "/account/second-factor",
  "/account/delete",
  "/reports",
  `/reports/new?subject=user&id=${rohan.id}`,
  "/admin",
  "/admin/members",
  "/admin/members/import",
  "/admin/mutes",
  "/about/edit",
];

const fields = "form[method=post] :is(textarea, input:is([type=text], [type=password], :not([type])))";
const controls = ":is(form[method=post] button:not([type=button]), a[href])";

/** Fills and presses everything on a page that has just been cut off. */
async function pressEverything(tab: Page, path: string): Promise<void> {
  await tab.evaluate(() => {
    Object.assign(window, { isSameDocument: true });
    for (const details of document.querySelectorAll("main details")) details.setAttribute("open", "");
  });
  // Controls under a dialog can't be pressed.
  const scope = tab.locator((await tab.locator("dialog").count()) > 0 ? "dialog" : "main");
  const written: [field: Locator, text: string][] = [];
  // A chat takes what was typed: it waits as a line.
  const isChat = /messages|anonymous/.test(path);
  for (const field of isChat ? [] : await scope.locator(fields).all()) {
    if (!(await field.isEditable()) || (await field.inputValue()) !== "") continue;
    const isSecret = (await field.getAttribute("type")) === "password";
    await field.fill(isSecret ? password : typed);
    if (!isSecret) written.push([field, typed]);
  }
  for (const control of await scope.locator(controls).elementHandles()) {
    const name = await control.evaluate(pressIfItLeadsAway);
    if (name === null) continue;
    const place = `${name} on ${path}`;
    await softly.poll(() => tab.evaluate(readSentences), { message: place, timeout: 4_000 }).not.toBe("");
    expect(await tab.evaluate(() => "isSameDocument" in window), place).toBe(true);
    await tab.clock.fastForward(3_000);
  }
  expect(new URL(tab.url()).pathname, path).toBe(path.split("?")[0]);
  for (const [field, text] of written) await softly(field, path).toHaveValue(text);
}

/** Presses a control by its script, because it may lie folded in a menu or under a dialog. Null where it needs no server. */
function pressIfItLeadsAway(element: Element): string | null {
  if (!(element instanceof HTMLElement) || !element.isConnected) return null;
  const name = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim();
  if (element instanceof HTMLAnchorElement) {
    const closing = document.querySelector<HTMLAnchorElement>("dialog [aria-label=Close]")?.pathname;
    const isHere = element.pathname === location.pathname || element.pathname === closing;
    if (isHere || !element.protocol.startsWith("http")) return null;
  } else if (element instanceof HTMLButtonElement) {
    // The browser itself asks for what a form without our checks lacks.
    const asks = element.form?.noValidate === false && !element.form.checkValidity();
    if (element.disabled || asks) return null;
  }
  element.click();
  return name;
}

/** What the page says about a failure, whether as an alert, a toast or beside a field. */
function readSentences(): string {
  const said = [...document.querySelectorAll("[role=alert], [data-toasts] p")];
  const field = document.querySelector<HTMLInputElement>("[aria-invalid=true]");
  return said.map(({ textContent }) => textContent).join("\n") || (field ? `about ${field.name}` : "");
}

for (const delayMs of [0, 10_000]) {
  for (const half of [0, 1]) {
    test(`Cut off ${delayMs / 1_000} s after loading, every button and link stays and says so (${half + 1} of 2)`, {
      tag: "@scripts",
    }, async ({ page, context, server }) => {
      test.setTimeout(180_000);
      const things = await prepare(server);
      await enter(page, server, things.asha);
      const paths = delayMs === 0 ? pagesOf(things) : ["/events", "/qa-threads", "/profile?edit", "/blocks"];
      for (const path of paths.filter((_, index) => index % 2 === half)) {
        const tab = await context.newPage();
        await tab.clock.install();
        await tab.goto(path);
        await tab.waitForTimeout(delayMs);
        await context.setOffline(true);
        await test.step(path, () => pressEverything(tab, path));
        await tab.close();
        await context.setOffline(false);
      }
    });
  }
}

test("The header and the footer stay and say so once, and work when the network is back", {
  tag: ["@scripts", "@every"],
}, async ({ page, context, server }) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.clock.install();
  await page.goto("/jobs");
  await context.setOffline(true);
  const toast = page.getByRole("status").getByText("You're offline. Try again when you reconnect.");
  for (const control of await page.locator("header :is(a, form button), footer :is(a, form button)").all()) {
    if ((await control.getAttribute("href")) === "/jobs") continue;
    await control.evaluate((element: HTMLElement) => element.click());
    await expect(toast).toHaveCount(1);
    await expect(page.getByRole("alert")).toHaveCount(0);
    await page.clock.fastForward(3_000);
    await expect(toast).toHaveCount(0);
  }
  await expect(page).toHaveURL("/jobs");
  await context.setOffline(false);
  await page.locator("header").getByRole("link", { name: "Quadrant" }).click();
  await expect(page).toHaveURL("/");
});

test("Opening an event away from the network says one thing", { tag: "@scripts" }, async ({
  page,
  context,
  server,
}) => {
  server.database().exec("delete from events");
  const asha = await newMember(server, "asha");
  for (const title of ["Tea", "Coffee"]) await announce(asha, { title, date: inDays(8) });
  await enter(page, server, asha);
  await page.goto("/events");
  await hydrated(page);
  await context.setOffline(true);
  // The carousel has the same titles.
  const list = page.getByRole("region", { name: "Upcoming Events" });
  const card = (title: string) => list.getByRole("heading", { name: title, exact: true }).getByRole("link");
  await card("Tea").click();
  await expect(page.getByText("You're offline.")).toHaveCount(1);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await context.setOffline(false);
  await card("Tea").click();
  const close = page.getByRole("dialog").getByRole("link", { name: "Close" });
  await close.click();

  // Its module is here now, so the event tells itself that it did not load, and closes.
  await context.setOffline(true);
  await card("Coffee").click();
  await expect(page.getByRole("alert")).toHaveText(["Failed to load events"]);
  await expect(page.getByText("You're offline.")).toHaveCount(1);
  await close.click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(card("Coffee").first()).toBeVisible();
  await expect(page.getByText("You're offline.")).toHaveCount(0);
});

test("Where the server is down, the network is not, and a link stays and says so", {
  tag: "@scripts",
}, async ({ page }) => {
  const own = await startServer({ RATE_LIMITS: "off" });
  await enter(page, own, await newMember(own, "asha"));
  const socket = page.waitForEvent("websocket");
  await page.goto(`${own.url}/jobs`);
  const closed = (await socket).waitForEvent("close");
  await page.waitForLoadState("networkidle");
  await own.stop();
  await closed;
  await page.locator("header").getByRole("link", { name: "Quadrant" }).click();
  await expect(page.getByRole("status").getByText("That didn't load. Please try again.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Job Opportunities" })).toBeVisible();
});

test("A guest's links and forms stay and say so", { tag: ["@scripts", "@every"] }, async ({
  page,
  context,
  server,
}) => {
  const asha = await newMember(server, "asha");
  await announce(asha, { title: "Tea", date: inDays(8) });
  await page.clock.install();
  for (const path of ["/", "/jobs", "/events", "/resources", "/login", "/register"]) {
    await context.setOffline(false);
    await page.goto(path);
    await context.setOffline(true);
    for (const control of ["main a[href^='/']", "footer a", "footer form button"]) {
      const toasts = page.locator("[data-toasts] p");
      const found = page.locator(`${control}:not([aria-disabled], [data-dialog])`).first();
      if ((await found.count()) === 0) continue;
      await found.evaluate((element: HTMLElement) => element.click());
      await expect(toasts, `${control} on ${path}`).toHaveText(
        "You're offline. Try again when you reconnect.",
      );
      await page.clock.fastForward(3_000);
      await expect(toasts).toHaveCount(0);
    }
    await expect(page).toHaveURL(path);
  }
});
