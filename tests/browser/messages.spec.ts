import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContext, Locator, Page } from "@playwright/test";
import {
  connects,
  enter,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  newMember,
  test,
  watch,
} from "../support/browser.ts";
import { desktop, devices } from "../support/devices.ts";
import { sample } from "../support/nightly.ts";
import type { Member } from "../support/people.ts";
import { ask, comment } from "../support/questions.ts";
import type { TestServer } from "../support/server.ts";

/** Two members in separate browsers. */
async function enterBoth(
  { page, browser, server }: { page: Page; browser: Browser; server: TestServer },
  options: object,
  errors: string[],
) {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const context: BrowserContext = await browser.newContext({ baseURL: server.url, ...options });
  const other = await context.newPage();
  watch(other, errors);
  await enter(page, server, asha);
  await enter(other, server, rohan);
  await other.goto("/");
  return { asha, rohan, other };
}

const send = (from: Member, to: Member, content: string) =>
  from.call("POST", "/api/messages/send", {
    senderId: from.id,
    receiverId: to.id,
    content,
    isAnonymous: false,
  });

async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel("Message", { exact: true }).fill(text);
  await page.getByRole("button", { name: "Send" }).click();
}
const bubble = (page: Page, text: string) => page.getByRole("log").locator("div", { hasText: text }).last();
const bell = (page: Page) =>
  page.getByRole("banner").getByRole("link", { name: /unread messages?$|Notifications/ });

test("two members can message each other", { tag: "@both" }, async ({
  page,
  browser,
  server,
  errors,
  scripts,
  viewport,
  javaScriptEnabled,
}) => {
  const { asha, rohan, other } = await enterBoth(
    { page, browser, server },
    { viewport, javaScriptEnabled },
    errors,
  );
  await page.goto(`/messages/${rohan.id}`);
  await expect(page.getByRole("heading", { name: "Rohan Pillai" })).toBeVisible();
  await expect(page.getByText("No messages yet")).toBeVisible();
  await expect(page.getByText("Send a message to start the conversation.")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await write(page, "Did the sensor answer?");
  await expect(page.getByRole("log").getByText("Did the sensor answer?")).toBeVisible();
  await expect(bubble(page, "Did the sensor answer?").getByRole("img", { name: "Sent" })).toBeVisible();
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("");

  // The receiver's bell counts it until it is read.
  if (!scripts) await other.reload();
  await expect(bell(other)).toHaveAccessibleName("1 unread message");
  await expect(other).toHaveTitle(/^\(1\) /);
  const isPhone = (viewport?.width ?? 0) < 600;
  await bell(other).click();
  // On phones the bottom bar links to the list.
  if (isPhone) await other.getByRole("region", { name: "Conversations" }).getByText("Asha Verma").click();
  await expect(other).toHaveURL(`/messages/${asha.id}`);
  await expect(other).not.toHaveTitle(/^\(/);
  await expect(other.getByRole("log").getByText("Did the sensor answer?")).toBeVisible();
  // On phones the conversation's header replaces the site's.
  if (!isPhone) await expect(bell(other)).toHaveAccessibleName("Notifications: Messages");

  if (!scripts) await page.reload();
  await expect(bubble(page, "Did the sensor answer?").getByRole("img", { name: "Seen" })).toBeVisible();
  await write(other, "It did.\nWith pull-ups.");
  if (!scripts) {
    await expect(page.getByText("Reconnect")).toHaveCount(0);
    await page.getByRole("link", { name: "Check for new messages" }).click();
  }
  await expect(page.getByRole("log").getByText("It did.\nWith pull-ups.")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // It was read as it arrived, so the bell does not count it.
  await page.goto("/");
  await expect(bell(page)).toHaveAccessibleName("Notifications: Messages");
  await other.context().close();
});

test("both members see live how a message is answered, edited, reacted to and deleted", async ({
  page,
  browser,
  server,
  errors,
  scripts,
  viewport,
  javaScriptEnabled,
}) => {
  const { asha, rohan, other } = await enterBoth(
    { page, browser, server },
    { viewport, javaScriptEnabled },
    errors,
  );
  await send(asha, rohan, "Shall we meat on Friday?");
  await page.goto(`/messages/${rohan.id}`);
  await other.goto(`/messages/${asha.id}`);
  const look = async (reader: Page) => void (scripts || (await reader.reload()));
  /** Opens the menu of the last line that has a menu. @returns the menu */
  const menu = async (reader: Page, name: RegExp) => {
    await reader.getByLabel(name).last().click();
    const opened = reader.locator("details[name][open]");
    await expectNoSidewaysScroll(reader);
    return opened;
  };
  await (await menu(page, /^Options for your message/)).getByRole("button", { name: "Edit" }).click();
  await expectAccessible(page);
  await page.getByLabel("Message", { exact: true }).fill("Shall we meet on Friday?");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(bubble(page, "Shall we meet on Friday?")).toContainText("edited");
  await look(other);
  await expect(other.getByRole("log").getByText("Shall we meet on Friday?")).toBeVisible();

  await (await menu(other, /^Options for the message/)).getByRole("button", { name: "Thumbs up" }).click();
  await expect(other.getByRole("img", { name: "Thumbs up" })).toBeVisible();
  await look(page);
  await expect(page.getByRole("log").getByRole("img", { name: "Thumbs up" })).toBeVisible();

  await (await menu(other, /^Options for the message/)).getByRole("button", { name: "Answer" }).click();
  await write(other, "At six");
  const quote = (reader: Page) => reader.getByRole("link", { name: "Answers: Shall we meet on Friday?" });
  await expect(quote(other)).toBeVisible();
  await look(page);
  await expect(quote(page)).toBeVisible();
  await quote(page).click();
  await expect(page).toHaveURL(/#m\d+$/);

  const opened = await menu(page, /^Options for your message/);
  await opened.getByText("Delete…").click();
  await opened.getByRole("button", { name: "Delete for everyone" }).click();
  for (const reader of [page, other]) {
    if (reader === other) await look(other);
    await expect(reader.getByRole("log").getByText("This message was deleted").last()).toBeVisible();
    await expect(reader.getByText("Shall we meet on Friday?")).toHaveCount(0);
  }
  await expectAccessible(page);
  await other.context().close();
});

test.describe("without a network for a while", () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|Failed to load resource|WebSocket/ });
  test("each failed action says so, keeps the text, and is done once, even if only its answer was lost @scripts", {
    tag: "@nightly",
  }, async ({ page, browser, server, errors }) => {
    const { asha, rohan, other } = await enterBoth({ page, browser, server }, {}, errors);
    await send(rohan, asha, "Shall we meet?");
    await send(asha, rohan, "On Frday");
    await page.goto(`/messages/${rohan.id}`);
    await other.goto(`/messages/${asha.id}`);
    const field = page.getByLabel("Message", { exact: true });
    const log = (reader: Page) => reader.getByRole("log");
    const said = (text: string) => page.getByRole("alert").filter({ hasText: text });
    /** Lets the server perform the next POST to the path, but drops its answer. */
    const loseAnswer = (path: RegExp) =>
      new Promise<void>((lost) => {
        void page.route(path, async (route) => {
          if (route.request().method() !== "POST") return route.fallback();
          await route.fetch({ maxRedirects: 0 });
          await route.abort();
          await page.unroute(path);
          lost();
        });
      });
    /** Acts first without a network, and then with a lost answer. */
    const tryTwice = async (act: () => Promise<void>, failure: string, untouched: Locator) => {
      await page.context().setOffline(true);
      await act();
      await expect(said(failure)).toBeVisible();
      await expect(untouched).toBeVisible();
      await page.context().setOffline(false);
      const lost = loseAnswer(/\/messages\/\d+\.data/);
      await act();
      await lost;
      await expect(said(failure)).toBeVisible();
    };
    const failed = "Failed to change the message";
    const menu = async (name: RegExp) => {
      await page.getByLabel(name).last().click();
      return page.locator("details[name][open]");
    };

    await (await menu(/^Options for your message/)).getByRole("button", { name: "Edit" }).click();
    const save = async () => {
      await expect(field).toHaveValue("On Friday");
      await page.getByRole("button", { name: "Save" }).click();
    };
    await field.fill("On Friday");
    await tryTwice(save, failed, log(other).getByText("On Frday"));
    await save();
    for (const reader of [page, other]) await expect(bubble(reader, "On Friday")).toContainText("edited");
    await expect(page.getByRole("button", { name: "Send" })).toBeVisible();
    await expect(said(failed)).toHaveCount(0);

    // With the keyboard only.
    const opener = page.getByLabel(/^Options for the message/).last();
    await opener.press("Enter");
    await page.keyboard.press("Escape");
    await expect(page.locator("details[name][open]")).toHaveCount(0);
    const nod = async () => {
      await opener.press("Enter");
      await page.getByRole("button", { name: "Heart" }).press("Enter");
    };
    await tryTwice(nod, failed, log(other).getByText("Shall we meet?"));
    // Both pages receive it by frame.
    for (const reader of [page, other])
      await expect(log(reader).getByRole("img", { name: "Heart" })).toHaveCount(1);

    const remove = async () => {
      const opened = await menu(/^Options for your message/);
      const really = opened.getByRole("button", { name: "Delete for everyone" });
      if (!(await really.isVisible())) await opened.getByText("Delete…").click();
      await really.click();
    };
    await tryTwice(remove, failed, log(other).getByText("On Friday"));
    for (const reader of [page, other]) {
      await expect(log(reader).getByText("This message was deleted")).toHaveCount(1);
      await expect(log(reader).getByText("On Friday")).toHaveCount(0);
    }

    // A message waits for the network and is sent automatically, even without a socket.
    await page.routeWebSocket(/\/realtime/, (socket) => socket.close({ code: 1011 }));
    await page.reload();
    await (await menu(/^Options for the message/)).getByRole("button", { name: "Answer" }).click();
    await page.context().setOffline(true);
    await field.fill("At six");
    await page.getByRole("button", { name: "Send" }).click();
    await page
      .getByLabel("Attach files")
      .setInputFiles({ name: "map.txt", mimeType: "text/plain", buffer: Buffer.from("Here") });
    await page.getByRole("button", { name: "Send" }).click();
    await expect(log(page).getByRole("img", { name: "Sending" })).toHaveCount(2);
    const answers = [loseAnswer(/\/api\/messages\/send/), loseAnswer(/\/api\/uploads/)];
    await page.context().setOffline(false);
    await Promise.all(answers);
    await loseAnswer(/\/api\/messages\/send/);
    for (const reader of [page, other]) {
      await expect(log(reader).getByText("At six")).toHaveCount(1);
      await expect(log(reader).getByRole("link", { name: "Answers: Shall we meet?" })).toHaveCount(1);
      await expect(log(reader).getByRole("link", { name: /map\.txt/ })).toHaveCount(1);
    }
    await expect(log(page).getByRole("img", { name: "Sending" })).toHaveCount(0);

    const button = (name: string) => page.getByRole("button", { name, exact: true });
    const choose = (name: string) => async () => {
      if (!(await button(name).isVisible())) await page.getByLabel("Options for Rohan Pillai").click();
      await button(name).click();
    };
    const unsaved = "That couldn't be saved. Please try again.";
    await tryTwice(choose("Mute notices"), unsaved, button("Mute notices"));
    // The page is reloaded.
    await expect(button("Unmute notices")).toBeVisible();
    await tryTwice(choose("Archive"), unsaved, button("Archive"));
    await expect(button("Move back to the list")).toBeVisible();
    expect((await asha.get("/api/messages/conversations?archived=1")).body).toMatchObject([
      { userId: rohan.id, muted: true, archived: true },
    ]);
    await other.context().close();
  });
});

test("Reading messages in one tab clears the bell of another", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, server }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await send(rohan, asha, "Before");
  await enter(page, server, asha);
  const second = await page.context().newPage();
  const connected = [connects(page), connects(second)];
  await page.goto("/jobs");
  await second.goto("/events");
  await Promise.all(connected);
  for (const tab of [page, second]) await expect(bell(tab)).toHaveAccessibleName("1 unread message");
  await send(rohan, asha, "And now");
  await expect(bell(second)).toHaveAccessibleName("2 unread messages");
  await bell(page).click();
  await expect(page).toHaveURL(`/messages/${rohan.id}`);
  await expect(bell(second)).toHaveAccessibleName("Notifications: Messages");
  await expect(second).not.toHaveTitle(/^\(/);
  await send(rohan, asha, "While reading");
  await expect(page.getByRole("log").getByText("While reading")).toBeVisible();
  await expect(bell(second)).toHaveAccessibleName("Notifications: Messages");
});

for (const [device, size] of sample(Object.entries(devices), 2))
  test.describe(`on a ${device}`, () => {
    test.use(size);
    test("the list opens conversations on every screen", { tag: "@nightly" }, async ({
      page,
      server,
      viewport,
      scripts,
    }) => {
      const [asha, rohan, meera] = [
        await newMember(server, "asha"),
        await newMember(server, "rohan"),
        await newMember(server, "meera"),
      ];
      await send(rohan, asha, "First");
      await send(meera, asha, "Second");
      await send(meera, asha, "Third");
      await enter(page, server, asha);
      await page.goto("/");
      await expect(bell(page)).toHaveAccessibleName("3 unread messages");
      await expect(page).toHaveTitle(/^\(3\) /);
      if (scripts) {
        await page.evaluate(() => document.querySelector<HTMLAnchorElement>("a[href='/jobs']")?.click());
        await expect(page).toHaveTitle(/^\(3\) Job/);
      }
      await page.goto("/messages");
      await expect(page).toHaveURL(`/messages/${meera.id}`);
      const list = page.getByRole("region", { name: "Conversations" });
      const isPhone = (viewport?.width ?? 0) < 600;
      if (isPhone) {
        await expect(list).toBeHidden();
        await page.getByText("View Conversations").click();
      }
      await expect(list.getByRole("link")).toHaveText([/Meera Nair.*Third/, /Rohan Pillai.*First1$/]);
      await expect(list.getByRole("link", { name: /Meera/ })).toHaveAttribute("aria-current", "page");
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await list.getByRole("link", { name: /Rohan Pillai/ }).click();
      await expect(page.getByRole("heading", { name: "Rohan Pillai" })).toBeVisible();
      await expect(page.getByRole("log").getByText("First")).toBeVisible();
    });
  });

test("a member without conversations can find someone by the search", async ({
  page,
  server,
  scripts,
  viewport,
}) => {
  const [kabir, meera] = [await newMember(server, "kabir"), await newMember(server, "meera")];
  await page.goto("/messages");
  await expect(page).toHaveURL("/login?redirectTo=%2Fmessages");
  await enter(page, server, kabir);
  await page.goto("/messages");
  // On phones the search is shown right away.
  const isPhone = (viewport?.width ?? 0) < 600;
  await expect(page.getByRole("heading", { name: "Welcome to Messages" })).toBeVisible({ visible: !isPhone });
  const hint = page.getByText("Select a conversation or search for a user to start messaging");
  await expect(hint).toBeVisible({ visible: !isPhone });
  await expect(page.getByText("No conversations yet")).toBeVisible();
  await expectAccessible(page);

  const search = page.getByPlaceholder("Search users by name or email...");
  await search.fill("nobody of that name");
  if (!scripts) await search.press("Enter");
  await expect(page.getByText("No users found")).toBeVisible();
  await search.fill(meera.email);
  if (!scripts) await search.press("Enter");
  const results = page.getByRole("list", { name: "Users found" });
  await expect(results.getByRole("link")).toHaveText([`MMeera Nair${meera.email}`]);
  await expectAccessible(page);
  if (scripts) await search.press("Enter");
  else await results.getByRole("link").click();
  await expect(page).toHaveURL(`/messages/${meera.id}`);
  await expect(page.getByRole("heading", { name: "Meera Nair" })).toBeVisible();
});

test("The Enter that ends a word's composition does not send the message", { tag: "@scripts" }, async ({
  page,
  server,
}) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await enter(page, server, asha);
  await page.goto(`/messages/${rohan.id}`);
  const field = page.getByLabel("Message", { exact: true });
  await field.fill("नमस्");
  // In Safari only the key code shows that a composition is ending.
  const isTyped = await field.evaluate((element) =>
    element.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Enter", keyCode: 229, bubbles: true, cancelable: true }),
    ),
  );
  expect(isTyped).toBe(true);
  await field.press("Enter");
  await expect(page.getByRole("log").getByText("नमस्")).toHaveCount(1);
});

test("the text of a message that cannot be sent returns to the field", async ({ page, server, scripts }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  server.database().prepare("insert into blocks values (?, ?, 1)").run(Number(rohan.id), Number(asha.id));
  await enter(page, server, asha);
  await page.goto(`/messages/${rohan.id}`);
  await write(page, "Please read this");
  await expect(page.getByRole("alert")).toContainText("Failed to send message");
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Please read this");
  await expect(page.getByRole("log").getByText("Please read this")).toHaveCount(0);
  if (scripts) await expect(page.getByText("No conversations yet")).toHaveCount(1);
  await expectAccessible(page);
});

test("A message about a topic begins with it, and what was typed before is not lost", {
  tag: "@scripts",
}, async ({ page, server }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await enter(page, server, asha);
  const field = page.getByLabel("Message", { exact: true });
  const open = async (query: string) => {
    await page.goto(`/messages/${rohan.id}${query}`);
    await hydrated(page);
  };
  await open("?topic=c%23");
  await expect(field).toHaveValue("About c#: ");
  await expect(page.getByRole("button", { name: "Send" })).toBeEnabled();
  await page.getByRole("link", { name: "Anonymously", exact: true }).click();
  await expect(page).toHaveURL(/anonymous=1/);
  await expect(field).toHaveValue("About c#: ");
  await open("");
  await expect(field).toHaveValue("");
  await open("?topic=gate");
  await expect(field).toHaveValue("About gate: ");
  await field.press("End");
  await field.pressSequentially("how long?");
  await open("?topic=c%23");
  await expect(field).toHaveValue("About gate: how long?");
});

test("older messages load without moving the scroll position", async ({ page, server, scripts }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  for (let n = 1; n <= 120; n++) await send(n % 2 ? asha : rohan, n % 2 ? rohan : asha, `Line ${n}.`);
  await enter(page, server, asha);
  await page.goto(`/messages/${rohan.id}`);
  const log = page.getByRole("log");
  await expect(log.getByText("Line 120.")).toBeInViewport();
  await expect(log.getByText("Line 70.")).toHaveCount(0);
  const older = page.getByRole("link", { name: "Older messages" });
  if (scripts) {
    await log.getByText("Line 71.").scrollIntoViewIfNeeded();
    await expect(log.getByText("Line 70.")).toHaveCount(1);
    await expect(log.getByText("Line 71.")).toBeInViewport();
    await log.getByText("Line 21.").scrollIntoViewIfNeeded();
    await expect(log.getByText("Line 1.", { exact: true })).toHaveCount(1);
    await expect(older).toHaveCount(0);
  } else {
    await older.click();
    await expect(log.getByText("Line 70.")).toBeVisible();
    await expect(log.getByText("Line 71.")).toHaveCount(0);
    await older.click();
    await expect(log.getByText("Line 1.", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: "Newest messages" }).click();
    await expect(log.getByText("Line 120.")).toBeVisible();
  }
});

test("the link in an email turns emails off without a log-in", { tag: "@nightly" }, async ({
  page,
  server,
}) => {
  const { id } = await newMember(server, "asha");
  const secret = readFileSync(join(server.storage, "session-secret"), "utf8");
  const key = createHmac("sha256", secret).update(`mail-unseen:${id}`).digest("base64url").slice(0, 32);
  await page.goto(`/mail-settings?member=${id}&key=${key}`);
  await page.getByRole("button", { name: "Stop these emails" }).click();
  await expect(page.getByRole("heading", { name: "Stopped" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const wrong = await page.goto(`/mail-settings?member=${id}&key=wrong`);
  expect(wrong?.status()).toBe(404);
});

test("On a phone one bar is above the thread, which has at least half of a low window", {
  tag: "@nightly",
}, async ({ page, server, scripts }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await send(rohan, asha, "Hello");
  await enter(page, server, asha);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/messages/${rohan.id}`);
  const thread = page.getByRole("region", { name: "Thread" });
  expect((await thread.boundingBox())?.y).toBeLessThanOrEqual(61);
  await expect(page.getByRole("heading", { name: "Rohan Pillai" })).toBeInViewport();
  await expect(page.getByText("View Conversations")).toBeInViewport();
  // The narrow window also has the site's header, and without scripts the browser's own field for files.
  for (const [width, height, share] of [
    [320, 320, scripts ? 0.3 : 0.25],
    [740, 320, scripts ? 0.5 : 0.45],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect((await thread.boundingBox())?.height).toBeGreaterThanOrEqual(height * share);
    await expect(page.getByRole("button", { name: "Send" })).toBeInViewport({ ratio: 1 });
  }
  // The site's menu is in the same bar, and the theme switch in the bottom bar.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByLabel("Menu", { exact: true }).locator("visible=true").first().click();
  await expect(page.getByRole("link", { name: "Jobs", exact: true })).toBeVisible();
  await page.getByLabel(/^Profile menu/).click();
  await page.getByRole("button", { name: "Dark" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page).toHaveURL(`/messages/${rohan.id}`);
});

test("Bell, notices, profile menu and Logout can be reached in a conversation at every window size", async ({
  page,
  server,
}) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await enter(page, server, asha);
  for (const [width, height] of [
    [667, 375],
    [740, 360],
    [844, 390],
    [932, 430],
    [640, 800],
    [703, 800],
    [320, 320],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`/messages/${rohan.id}`);
    const header = page.getByRole("banner");
    const menu = header.getByLabel(/^Profile menu/).locator("visible=true");
    for (const part of [bell(page), header.getByRole("link", { name: /^Notices/ }), menu])
      await expect(part.locator("visible=true").first(), `${width}x${height}`).toBeInViewport({ ratio: 1 });
    await menu.click();
    const logout = header.getByRole("button", { name: "Logout" }).locator("visible=true");
    // In a low window the menu scrolls.
    await logout.scrollIntoViewIfNeeded();
    await expect(logout).toBeInViewport();
    await expectNoSidewaysScroll(page);
  }
});

test.describe("on a wide screen", () => {
  test.use(desktop);
  test("Search results replace the conversations, with the one that Enter opens marked", {
    tag: "@nightly",
  }, async ({ page, server, scripts }) => {
    const [asha, rohan, meera] = [
      await newMember(server, "asha"),
      await newMember(server, "rohan"),
      await newMember(server, "meera"),
    ];
    await send(rohan, asha, "Hello");
    await enter(page, server, asha);
    await page.goto(`/messages/${rohan.id}`);
    const list = page.getByRole("region", { name: "Conversations" });
    const conversation = list.getByText("Hello");
    await expect(conversation).toBeVisible();
    const search = page.getByPlaceholder("Search users by name or email...");
    await search.fill(meera.email);
    if (!scripts) await search.press("Enter");
    const result = list.getByRole("link", { name: /Meera Nair/ });
    await expect(result).toBeVisible();
    await expect(conversation).toBeHidden();
    if (scripts) {
      await expect(result).not.toHaveCSS("box-shadow", "none");
      await expectAccessible(page);
      await search.fill("");
      await expect(conversation).toBeVisible();
    }
  });
});

test("Addresses in messages are links", { tag: "@nightly" }, async ({ page, server }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await send(rohan, asha, "See https://notes.example/unit-2?a=1&b=2. Not javascript:alert(1)");
  await enter(page, server, asha);
  await page.goto(`/messages/${rohan.id}`);
  const links = page.getByRole("log").getByRole("link").filter({ hasNotText: "Report" });
  await expect(links).toHaveCount(1);
  await expect(links).toHaveText("https://notes.example/unit-2?a=1&b=2");
  await expect(links).toHaveAttribute("href", "https://notes.example/unit-2?a=1&b=2");
  await expect(links).toHaveAttribute("rel", "noreferrer nofollow ugc");
});

test("Keys scroll the thread", { tag: "@nightly" }, async ({ page, server, scripts }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  for (let n = 1; n <= 40; n++) await send(rohan, asha, `Line ${n}.`);
  await enter(page, server, asha);
  await page.goto(`/messages/${rohan.id}`);
  const log = page.getByRole("log");
  await expect(log.getByText("Line 40.")).toBeInViewport();
  // With scripts the composer has the focus first.
  if (scripts) await expect(page.getByLabel("Message", { exact: true })).toBeFocused();
  await page.getByRole("region", { name: "Thread" }).focus();
  await page.keyboard.press("Home");
  await expect(log.getByText("Line 1.", { exact: true })).toBeInViewport();
  await expectAccessible(page);
});

test("The composer has the focus, and the tab's title counts unread messages", { tag: "@scripts" }, async ({
  page,
  server,
}) => {
  const [asha, rohan, meera] = [
    await newMember(server, "asha"),
    await newMember(server, "rohan"),
    await newMember(server, "meera"),
  ];
  await send(rohan, asha, "Hello");
  await enter(page, server, asha);
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto(`/messages/${rohan.id}`);
  const composer = page.getByLabel("Message", { exact: true });
  await expect(composer).toBeFocused();
  await expect(page.getByRole("button", { name: "Send" })).toBeDisabled();
  await expect(page.getByRole("region", { name: "Conversations" })).toBeVisible();
  await expect(page).toHaveTitle(/^Messages/);
  await send(meera, asha, "Elsewhere");
  await expect(page).toHaveTitle(/^\(1\) Messages/);
  await composer.fill("Here");
  await composer.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: /^Sent$/ })).toHaveCount(1);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/messages/${rohan.id}`);
  await page.getByText("View Conversations").click();
  await page.getByPlaceholder("Search users by name or email...").fill(meera.email);
  await page.getByRole("list", { name: "Users found" }).getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Meera Nair" })).toBeVisible();
  await expect(composer).toBeFocused();
  await expect(page.getByRole("link", { name: "Skip to message" })).toHaveAttribute("href", "#message");
});

/** @returns whether other text of a line's block, such as its time, is drawn over the line */
const isCovered = (line: Locator) =>
  line.evaluate((paragraph) => {
    const boxesOf = (node: Node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 2);
    };
    const own = boxesOf(paragraph);
    const texts = document.createTreeWalker(paragraph.parentElement ?? document.body, NodeFilter.SHOW_TEXT);
    const others: DOMRect[] = [];
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      if (!paragraph.contains(text) && text.parentElement?.checkVisibility()) others.push(...boxesOf(text));
    }
    if (others.length === 0) throw new Error("a line without a time");
    return own.some((box) =>
      others.some(
        (other) =>
          box.left < other.right &&
          other.left < box.right &&
          box.top < other.bottom - 4 &&
          other.top + 4 < box.bottom,
      ),
    );
  });

test("The time of a line is beside its text, also for right-to-left text", {
  tag: "@nightly",
}, async ({ page, server }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const texts = ["Hello", "مرحبا يا ناكول", "שלום, how are you?", "اردو زبان ".repeat(12).trim()];
  const { id } = await ask(asha);
  for (const content of texts) {
    await send(rohan, asha, content);
    await rohan.call("POST", "/api/anonymous-messages", { content });
    await comment(rohan, `questions/${id}`, content);
  }
  await enter(page, server, asha);
  for (const path of [`/messages/${rohan.id}`, "/anonymous-post", `/questions/${id}`]) {
    await page.goto(path);
    const folded = page.getByText("Show 1 more comment");
    if (await folded.isVisible()) await folded.click();
    for (const text of texts) {
      const line = page.locator("main p", { hasText: text }).last();
      await expect(line).toBeVisible();
      expect(await isCovered(line), `${text} on ${path}`).toBe(false);
    }
  }
});
