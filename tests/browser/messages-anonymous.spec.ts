import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import {
  connects,
  enter,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  ignoreNetworkErrors,
  newMember,
  test,
  toldOn,
  watch,
} from "../support/browser.ts";
import { aliasFor, inboxOf, readHistory, sendHidden, sendTo } from "../support/messages.ts";
import { type Member, password } from "../support/people.ts";
import type { TestServer } from "../support/server.ts";
import { Socket } from "../support/socket.ts";

/** @returns a page in another member's browser */
async function openOther(
  browser: Browser,
  server: TestServer,
  member: Member,
  options: BrowserContextOptions,
  errors: string[],
): Promise<Page> {
  const context = await browser.newContext({ baseURL: server.url, ...options });
  const page = await context.newPage();
  watch(page, errors);
  await enter(page, server, member);
  return page;
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel("Message", { exact: true }).fill(text);
  await page.getByRole("button", { name: "Send" }).click();
}
const bubble = (page: Page, text: string) => page.getByRole("log").locator("> div", { hasText: text });
const openMenu = (page: Page, name: string) =>
  page
    .locator("summary", { has: page.locator("svg") })
    .and(page.getByLabel(`Options for ${name}`))
    .click();
/** Opens the list, which is a drawer on phones. */
async function openList(page: Page): Promise<void> {
  const opener = page.getByText("View Conversations");
  if (await opener.isVisible()) await opener.click();
}
/** Reloads the page without scripts, which do not show new messages live. */
const refresh = async (page: Page, scripts: boolean) => {
  if (!scripts) await page.getByRole("link", { name: "Check for new messages" }).click();
};

/** The indicator lasts three seconds, which a busy machine can miss, so the writer types repeatedly. */
const expectTyping = (writer: Page, reader: Page, text: string) =>
  expect
    .poll(async () => {
      await writer.getByLabel("Message", { exact: true }).pressSequentially("a");
      return reader.getByText(text).isVisible();
    })
    .toBe(true);

test("a member asks anonymously, and is answered", async ({
  page,
  browser,
  server,
  errors,
  scripts,
  viewport,
  javaScriptEnabled,
}) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const other = await openOther(browser, server, rohan, { viewport, javaScriptEnabled }, errors);
  await enter(page, server, asha);
  await other.goto("/messages");
  await page.goto(`/messages/${rohan.id}`);
  await page.getByRole("link", { name: "Anonymously" }).click();
  await expect(page).toHaveURL(/\?anonymous=1$/);
  await expect(page.getByText("Rohan Pillai sees you as “Anonymous”.")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await write(page, "How did you learn to solder?");
  await expect(bubble(page, "How did you learn to solder?").getByLabel("Sent")).toBeVisible();
  await expect(page).toHaveURL(/\?anonymous=1$/);

  if (!scripts) await other.goto("/messages");
  if (scripts) {
    const arrived = other.locator('a[href^="/messages/anon_"]');
    await expect(arrived).toHaveCount(1);
    await openList(other);
    await arrived.click();
  }
  await expect(other.getByRole("heading", { name: "Anonymous", exact: true })).toBeVisible();
  await expect(bubble(other, "How did you learn to solder?")).toBeVisible();
  expect(await other.content()).not.toContain("Asha");
  await expectAccessible(other);
  await expectNoSidewaysScroll(other);
  if (scripts) {
    await expectTyping(page, other, "Anonymous is typing...");
    await page.getByLabel("Message", { exact: true }).fill("");
    await expectTyping(other, page, "Rohan Pillai is typing...");
  }
  await write(other, "By burning my fingers");
  await refresh(page, scripts);
  await expect(bubble(page, "By burning my fingers")).toBeVisible();
  await expect(bubble(page, "How did you learn to solder?").getByLabel("Seen")).toBeVisible();
  if (scripts) await expect(bubble(other, "By burning my fingers").getByLabel("Seen")).toBeVisible();

  // The named conversation with the same person is separate, and stays empty.
  await openMenu(page, "Rohan Pillai");
  await page.getByRole("link", { name: "Write with your name" }).click();
  await expect(page.getByText("No messages yet")).toBeVisible();
  await write(page, "Hello from Asha");
  await expect(bubble(page, "Hello from Asha").getByLabel("Sent")).toBeVisible();
  expect((await inboxOf(rohan)).map(({ name, lastMessage }) => [name, lastMessage])).toEqual([
    ["Asha Verma", "Hello from Asha"],
    ["Anonymous", "By burning my fingers"],
  ]);
});

test("a member can block an anonymous conversation, and undo it", { tag: "@nightly" }, async ({
  page,
  server,
  scripts,
}) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await sendHidden(asha, rohan, "First question");
  const alias = await aliasFor(rohan);
  await enter(page, server, rohan);
  await page.goto(`/messages/${alias}`);
  await page.getByLabel("Message", { exact: true }).fill("Typed so far");
  await openMenu(page, "Anonymous");
  await page.getByText("Block…").click();
  await expect(page.getByText("They aren't told, and you don't learn who it is.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Block this person" }).click();
  await expect(page.getByText("You blocked this person.")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/messages/${alias}$`));
  await expect(page.getByLabel("Message", { exact: true })).toHaveCount(0);
  await expect(toldOn(page, "Blocked. They aren't told.").first()).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await expect(page.getByText("You blocked this person.")).toHaveCount(0);
  const composer = page.getByLabel("Message", { exact: true });
  if (scripts) await expect(composer).toHaveValue("Typed so far");
  if (scripts) await expect(composer).toBeFocused();
  await openMenu(page, "Anonymous");
  await page.getByText("Block…").click();
  await page.getByRole("button", { name: "Block this person" }).click();
  const unblock = page.getByRole("button", { name: "Unblock to write" });
  await expect(unblock).toBeVisible();
  if (scripts) await expect(unblock).toBeFocused();
  await sendHidden(asha, rohan, "Blocked question");
  await page.reload();
  await expect(bubble(page, "First question")).toBeVisible();
  await expect(bubble(page, "Blocked question")).toHaveCount(0);

  await openMenu(page, "Anonymous");
  await page.getByRole("link", { name: "Blocked people" }).click();
  await expect(page.getByRole("heading", { name: "Blocked people" })).toBeVisible();
  expect(await page.content()).not.toContain("Asha");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Unblock Anonymous" }).click();
  await expect(page.getByText("You haven't blocked anyone.")).toBeVisible();
  await sendHidden(asha, rohan, "Second question");
  await page.goto(`/messages/${alias}`);
  await expect(bubble(page, "Second question")).toBeVisible();
});

test("a member can block someone by name, and turn off anonymous messages", { tag: "@nightly" }, async ({
  page,
  server,
}) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await enter(page, server, rohan);
  await page.goto(`/messages/${asha.id}`);
  await openMenu(page, "Asha Verma");
  await page.getByText("Block…").click();
  await page.getByRole("button", { name: "Block Asha Verma" }).click();
  await expect(page.getByText("You blocked Asha Verma.")).toBeVisible();
  await page.getByRole("button", { name: "Unblock to write" }).click();
  await expect(page.getByText("You blocked Asha Verma.")).toHaveCount(0);

  await page.goto("/blocks");
  await page.getByLabel("People can message me without their name").uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toldOn(page, "Nobody can start messaging you without their name.").first()).toBeVisible();
  await expect(page.getByLabel("People can message me without their name")).not.toBeChecked();
  await expectAccessible(page);
  await page.context().clearCookies();
  await enter(page, server, asha);
  await page.goto(`/messages/${rohan.id}?anonymous=1`);
  await expect(page.getByText("This member doesn't accept anonymous messages.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send" })).toHaveCount(0);
  await page.getByRole("link", { name: "With your name" }).click();
  await expect(page.getByRole("link", { name: "Anonymously" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Send" })).toBeVisible();
});

test("typing and messages of the named conversation stay out of the anonymous one", {
  tag: "@scripts",
}, async ({ page, server }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await sendHidden(asha, rohan, "Question");
  const alias = await aliasFor(rohan);
  await enter(page, server, asha);
  const joined = connects(page);
  await page.goto(`/messages/${rohan.id}?anonymous=1`);
  await expect(bubble(page, "Question")).toBeVisible();
  await joined;
  const partner = await Socket.of(rohan);
  const typing = (receiverId: string, isAnonymous: boolean) =>
    partner.send("typing", { senderId: rohan.id, receiverId, isAnonymous });
  const say = (receiverId: string, content: string) =>
    partner.send("send_message", { senderId: rohan.id, receiverId, content, isAnonymous: false });
  typing(asha.id, false);
  say(asha.id, "By name");
  say(alias, "To the alias");
  typing(alias, false);
  await expect(bubble(page, "To the alias")).toBeVisible();
  await expect(page.getByText("Rohan Pillai is typing...")).toBeVisible();
  await expect(bubble(page, "By name")).toHaveCount(0);
  // The conversation that is not open counts as unread.
  await openList(page);
  await expect(page.getByRole("link", { name: /By name/ }).getByLabel("1 unread")).toBeVisible();
  await partner.close();
});

test("an anonymous message that waits for the network stays anonymous, and is stored once", {
  tag: "@scripts",
}, async ({ page, context, server, errors }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await enter(page, server, asha);
  await page.goto(`/messages/${rohan.id}?anonymous=1`);
  await expect(page.getByText("No messages yet")).toBeVisible();
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await write(page, "Sent from the tunnel");
  await expect(bubble(page, "Sent from the tunnel").getByLabel("Sending")).toBeVisible();
  await context.setOffline(false);
  await expect(bubble(page, "Sent from the tunnel").getByLabel("Sent")).toBeVisible();
  expect(await readHistory(asha, rohan.id)).toEqual([]);
  expect(await readHistory(rohan, await aliasFor(rohan))).toEqual([
    expect.objectContaining({
      content: "Sent from the tunnel",
      sender: expect.objectContaining({ name: "Anonymous" }),
    }),
  ]);
  ignoreNetworkErrors(errors);
});

test("a form typed anonymously stays anonymous after logging in again", {
  tag: "@no-scripts",
}, async ({ page, server }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const logIn = async (tab: Page, member: Member) => {
    await tab.getByLabel("Email").fill(member.email);
    await tab.getByLabel("Password").fill(password);
    await tab.getByRole("button", { name: "Login", exact: true }).click();
    await tab.waitForURL((url) => url.pathname === "/");
  };
  await page.goto("/login");
  await logIn(page, asha);
  await page.goto(`/messages/${rohan.id}?anonymous=1`);
  server.database().prepare("delete from sessions where user_id = ?").run(Number(asha.id));
  await write(page, "Typed too late");
  await expect(page.getByRole("heading", { name: "Not sent yet" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const [tab] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("link", { name: "Log in (opens a new tab)" }).click(),
  ]);
  await logIn(tab, await newMember(server, "meera"));
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByRole("alert")).toContainText("Somebody else is logged in now");
  await expect(page.getByLabel("Content")).toHaveValue("Typed too late");
  await page.context().clearCookies({ name: "session" });
  await tab.goto("/login");
  await logIn(tab, asha);
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(bubble(page, "Typed too late")).toBeVisible();
  expect(await inboxOf(rohan)).toEqual([expect.objectContaining({ name: "Anonymous" })]);
});

test("an anonymous member's reading is visible only after they open the conversation from the list or answer", async ({
  page,
  server,
  scripts,
}) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await sendHidden(asha, rohan, "Who runs the robotics club?");
  const alias = await aliasFor(rohan);
  const hidden = `/messages/${rohan.id}?anonymous=1`;
  const isSeen = async (text: string) =>
    (await readHistory(rohan, alias)).find(({ content }) => content === text)?.seen;
  await sendTo(rohan, alias, "I do");
  await sendTo(rohan, asha.id, `Look: ${server.url}${hidden}`);
  await enter(page, server, asha);

  await page.goto(`/messages/${rohan.id}`);
  const opening = page.waitForEvent("popup");
  await page.getByRole("link", { name: server.url + hidden, exact: true }).click();
  const popup = await opening;
  await expect(bubble(popup, "I do")).toBeVisible();
  const partner = await Socket.of(rohan);
  await sendTo(rohan, alias, "Still there?");
  await refresh(popup, scripts);
  await expect(bubble(popup, "Still there?")).toBeVisible();
  // Frames about these two messages are sent before the next message is shown.
  await sendTo(rohan, alias, "Anybody?");
  await refresh(popup, scripts);
  await expect(bubble(popup, "Anybody?")).toBeVisible();
  await partner.settled();
  expect([await isSeen("I do"), partner.received("message_seen")]).toEqual([false, []]);
  await write(popup, "Yes");
  await expect.poll(() => isSeen("Still there?")).toBe(true);
  await popup.close();

  await sendTo(rohan, alias, "Friday then");
  await page.goto(`/messages/${rohan.id}`);
  await openList(page);
  await page.getByRole("link", { name: "as Anonymous" }).click();
  await expect(bubble(page, "Friday then")).toBeVisible();
  await expect.poll(() => isSeen("Friday then")).toBe(true);
  await partner.close();
});
