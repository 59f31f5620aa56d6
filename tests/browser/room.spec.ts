import type { Browser, Page } from "@playwright/test";
import { enter, expect, newMember, test, watch } from "../support/browser.ts";
import type { Member } from "../support/people.ts";
import { bubble, composer, say, sendButton, unique } from "../support/room.ts";
import type { TestServer } from "../support/server.ts";

async function isOnTheRight(page: Page, text: string): Promise<boolean> {
  const bubbleBox = await bubble(page, text).locator("> div").last().boundingBox();
  const logBox = await page.getByRole("log").boundingBox();
  if (!bubbleBox || !logBox) throw new Error("no bubble");
  const left = bubbleBox.x - logBox.x;
  const right = logBox.x + logBox.width - bubbleBox.x - bubbleBox.width;
  return left > right;
}

/** @returns a page in another member's browser, with the options of this one */
async function openAs(
  browser: Browser | null,
  page: Page,
  server: TestServer,
  member: Member,
): Promise<Page> {
  const context = await browser?.newContext({
    viewport: page.viewportSize(),
    baseURL: server.url,
    javaScriptEnabled: true,
  });
  if (!context) throw new Error("no browser");
  const other = await context.newPage();
  await enter(other, server, member);
  await other.goto("/anonymous-post");
  return other;
}

test("a guest is redirected to the log-in, and returns to the room", { tag: "@nightly" }, async ({
  page,
  server,
}) => {
  const asha = await newMember(server, "asha");
  await page.goto("/anonymous-post");
  await page.waitForURL(/\/login\?redirectTo=%2Fanonymous-post/);
  await page.getByLabel("Email").fill(asha.email);
  await page.getByLabel("Password").fill("a good long secret");
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForURL("/anonymous-post");
  await expect(page.getByRole("heading", { name: "Anonymous Posting" })).toBeVisible();
  await expect(page.getByText(/^\s*Posting as\s+Guest \d{1,3}$/)).toBeVisible();
});

test("three members can talk, each with own messages on the right and others' on the left", async ({
  page,
  server,
  scripts,
  errors,
}) => {
  const [asha, rohan, meera] = [
    await newMember(server, "asha"),
    await newMember(server, "rohan"),
    await newMember(server, "meera"),
  ];
  await enter(page, server, asha);
  await page.goto("/anonymous-post");
  const browser = page.context().browser();
  const others = [
    await openAs(browser, page, server, rohan),
    await openAs(browser, page, server, meera),
  ] as const;
  for (const other of others) watch(other, errors);
  const [question, answer] = [unique("Who has the notes?"), unique("I do")];

  await composer(page).fill(question);
  await sendButton(page).click();
  await expect(bubble(page, question)).toBeVisible();
  await expect(bubble(page, question).getByText(/^\d\d:\d\d$/)).toBeVisible();
  expect(await isOnTheRight(page, question)).toBe(true);
  // The other browsers have scripts, so they receive it live.
  for (const other of others) {
    await expect(bubble(other, question)).toBeVisible();
    expect(await isOnTheRight(other, question)).toBe(false);
  }
  await composer(others[0]).fill(answer);
  await composer(others[0]).press("Enter");
  await expect(bubble(others[1], answer)).toBeVisible();
  if (!scripts) await page.getByRole("link", { name: "Check for new messages" }).click();
  await expect(bubble(page, answer)).toBeVisible();
  expect([await isOnTheRight(page, answer), await isOnTheRight(others[0], answer)]).toEqual([false, true]);

  // Another tab of the writer also shows it as their own.
  const tab = await page.context().newPage();
  await tab.goto("/anonymous-post");
  const followUp = unique("From one tab");
  await composer(page).fill(followUp);
  await sendButton(page).click();
  await expect(bubble(page, followUp)).toBeVisible();
  if (scripts) {
    await expect(bubble(tab, followUp)).toBeVisible();
    await expect.poll(() => isOnTheRight(tab, followUp)).toBe(true);
  }
  for (const other of others) await other.context().close();
});

test("Send is disabled until there is a text", { tag: ["@scripts", "@nightly"] }, async ({
  page,
  server,
}) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/anonymous-post");
  await expect(sendButton(page)).toBeDisabled();
  await composer(page).fill("   ");
  await expect(sendButton(page)).toBeDisabled();
  await composer(page).press("Enter");
  await composer(page).fill("x");
  await expect(sendButton(page)).toBeEnabled();
  await composer(page).press("Shift+Enter");
  await expect(composer(page)).toHaveValue("x\n");
});

test("Without scripts a blank form is refused with an error", { tag: "@no-scripts" }, async ({
  page,
  server,
}) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/anonymous-post");
  await expect(sendButton(page)).toBeEnabled();
  await composer(page).fill("   ");
  await sendButton(page).click();
  await expect(page.getByRole("alert")).toContainText("Write a message first");
});

const olderLink = (page: Page) => page.getByRole("link", { name: "Older messages" });

/** Opens the room with more messages than it shows, and expects the newest in view. @returns its id, text and author */
async function openFullRoom(page: Page, server: TestServer) {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  for (let n = 0; n < 70; n++) await say(rohan, `Filler ${n}`);
  const last = unique("The last one");
  const { id } = (await say(rohan, last)).body;
  await enter(page, server, asha);
  await page.goto("/anonymous-post");
  await expect(bubble(page, last)).toBeInViewport();
  return { id, last, rohan };
}

test("without scripts the newest message is in view, and older ones are linked", {
  tag: "@no-scripts",
}, async ({ page, server }) => {
  const { last } = await openFullRoom(page, server);
  await olderLink(page).click();
  await expect(page.getByRole("link", { name: "Newest messages" })).toBeVisible();
  await expect(bubble(page, last)).toHaveCount(0);
});

test("the newest message is in view, unless the reader has scrolled up", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, server }) => {
  const { id, rohan } = await openFullRoom(page, server);
  const next = unique("And one more");
  await say(rohan, next);
  await expect(bubble(page, next)).toBeInViewport();

  const read = page.getByRole("log").locator("> div").nth(20);
  await read.scrollIntoViewIfNeeded();
  const before = await read.boundingBox();
  const unseen = unique("While reading");
  await say(rohan, unseen);
  await expect(bubble(page, unseen)).toHaveCount(1);
  await expect(bubble(page, unseen)).not.toBeInViewport();
  expect(Math.abs(((await read.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(3);

  const count = await page.getByRole("log").locator("> div").count();
  await olderLink(page).click();
  await expect.poll(() => page.getByRole("log").locator("> div").count()).toBeGreaterThan(count);

  await page.goto(`/anonymous-post?before=${id}`);
  await expect(bubble(page, "Filler 69")).toBeVisible();
  await page.getByRole("link", { name: "Newest messages" }).click();
  await expect(bubble(page, unseen)).toBeInViewport();
});
