import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import {
  connects,
  enter,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  ignoreNetworkErrors,
  newMember,
  openBeforeScripts,
  test,
} from "../support/browser.ts";
import { devices } from "../support/devices.ts";
import { sample } from "../support/nightly.ts";
import { type Member, password } from "../support/people.ts";

const send = (from: Member, to: Member, content: string) =>
  from.call("POST", "/api/messages/send", {
    senderId: from.id,
    receiverId: to.id,
    content,
    isAnonymous: false,
  });
const composer = (page: Page) => page.getByLabel("Message", { exact: true });
const bubble = (page: Page, text: string) => page.getByRole("log").locator("> div", { hasText: text });
const list = (page: Page) => page.getByRole("region", { name: "Conversations" });

async function openList(page: Page): Promise<void> {
  const opener = page.getByText("View Conversations");
  if (await opener.isVisible()) await opener.click();
}
async function type(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

/** Intercepts the page's socket, which connects only while `isOpen`. */
async function controlSocket(page: Page) {
  const line = { isOpen: true, attempts: 0, closeAll: () => {} };
  await page.routeWebSocket(/\/realtime/, (socket) => {
    line.attempts++;
    if (!line.isOpen) return void socket.close({ code: 1011 });
    const server = socket.connectToServer();
    line.closeAll = () => {
      line.isOpen = false;
      server.close();
      void socket.close({ code: 1011 });
    };
  });
  return line;
}

for (const [device, size] of sample(Object.entries(devices), 2))
  test.describe(`on a ${device}`, () => {
    test.use(size);
    test("offline, messages wait and the list stays, and everything continues automatically", {
      tag: "@scripts",
    }, async ({ page, server, errors }) => {
      const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
      const meera = await newMember(server, "meera");
      await send(meera, asha, "From Meera");
      await send(rohan, asha, "From Rohan");
      const line = await controlSocket(page);
      await enter(page, server, asha);
      await page.goto(`/messages/${rohan.id}`);
      await expect(bubble(page, "From Rohan")).toBeVisible();

      await page.context().setOffline(true);
      line.closeAll();
      await expect(page.getByText("You're offline. Messages will send when you reconnect.")).toBeVisible();
      await type(page, "Written offline");
      await expect(bubble(page, "Written offline").getByRole("img", { name: "Sending" })).toBeVisible();

      await openList(page);
      await list(page)
        .getByRole("link", { name: /Meera Nair/ })
        .click();
      await expect(page).toHaveURL(`/messages/${meera.id}`);
      await expect(page.getByRole("heading", { name: "Meera Nair" })).toBeVisible();
      await expect(page.getByRole("alert")).toHaveText("Failed to load messages");
      await expect(page.getByText("You're offline. This page will load when you reconnect.")).toBeVisible();
      await openList(page);
      await expect(list(page).getByRole("link", { name: /Rohan Pillai.*Written offline/ })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      const closer = page.getByText("Close", { exact: true });
      if (await closer.isVisible()) await closer.click();
      await type(page, "Also offline");
      await expect(bubble(page, "Also offline").getByRole("img", { name: "Sending" })).toBeVisible();
      await composer(page).fill("Not sent yet");

      line.isOpen = true;
      await page.context().setOffline(false);
      await expect(page.getByRole("alert")).toHaveCount(0);
      await expect(bubble(page, "From Meera")).toBeVisible();
      await expect(bubble(page, "Also offline").getByRole("img", { name: "Sent" })).toBeVisible();
      await expect(composer(page)).toHaveValue("Not sent yet");
      await openList(page);
      await list(page)
        .getByRole("link", { name: /Rohan Pillai/ })
        .click();
      await expect(bubble(page, "Written offline").getByRole("img", { name: "Sent" })).toBeVisible();
      await expect(composer(page)).toHaveValue("");
      ignoreNetworkErrors(errors);
    });
  });

test("a conversation that cannot be loaded is retried", { tag: ["@scripts", "@nightly"] }, async ({
  page,
  server,
  errors,
}) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await send(rohan, asha, "Loaded at last");
  await enter(page, server, asha);
  // First the browser cannot reach the server, then the server fails.
  for (const [index, fail] of (["abort", "fulfill"] as const).entries()) {
    await page.goto("/jobs");
    await page.route("**/messages*.data*", (route) =>
      fail === "abort" ? route.abort() : route.fulfill({ status: 500, body: "Oh no" }),
    );
    await page.route("**/messages/*.data*", (route) =>
      fail === "abort" ? route.abort() : route.fulfill({ status: 500, body: "Oh no" }),
    );
    await page
      .getByRole("banner")
      .getByRole("link", { name: /unread|Notifications/ })
      .click();
    await expect(page).toHaveURL("/messages");
    await expect(page.getByRole("alert")).toHaveText("Failed to load conversations");
    await expect(page.getByRole("heading", { name: "Welcome to Messages" })).toBeVisible();
    if (index === 0) await expectAccessible(page);
    await page.unrouteAll();
    await page.getByRole("link", { name: "Retry" }).click();
    await expect(page).toHaveURL(`/messages/${rohan.id}`);
    await expect(bubble(page, "Loaded at last")).toBeVisible();
  }
  ignoreNetworkErrors(errors);
});

test("a message stays in its field if the conversation cannot be loaded", { tag: "@no-scripts" }, async ({
  page,
  server,
  errors,
}) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await enter(page, server, asha);
  const database = server.database();
  await page.goto(`/messages/${rohan.id}`);
  await composer(page).fill("Typed before it failed");
  database.exec("alter table messages rename to away");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Failed to load messages" })).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "Failed to send message" })).toBeVisible();
  await expect(composer(page)).toHaveValue("Typed before it failed");
  await expectNoSidewaysScroll(page);
  database.exec("alter table away rename to messages");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(bubble(page, "Typed before it failed")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  ignoreNetworkErrors(errors);
});

test("a failed thread in the page is retried without losing the composer", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, server, errors }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const meera = await newMember(server, "meera");
  await send(meera, asha, "From Meera");
  await send(rohan, asha, "From Rohan");
  await enter(page, server, asha);
  await page.goto(`/messages/${rohan.id}`);
  await expect(bubble(page, "From Rohan")).toBeVisible();
  await page.route("**/messages/*.data*", (route) => route.fulfill({ status: 503, body: "Busy" }));
  await openList(page);
  await list(page)
    .getByRole("link", { name: /Meera Nair/ })
    .click();
  await expect(page.getByRole("alert")).toHaveText("Failed to load messages");
  await expect(page.getByRole("heading", { name: "Meera Nair" })).toBeVisible();
  await composer(page).fill("Half a sentence");
  await page.unrouteAll();
  await page.getByRole("link", { name: "Retry" }).click();
  await expect(bubble(page, "From Meera")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(composer(page)).toHaveValue("Half a sentence");
  // A draft belongs to its conversation.
  await openList(page);
  await list(page)
    .getByRole("link", { name: /Rohan Pillai/ })
    .click();
  await expect(bubble(page, "From Rohan")).toBeVisible();
  await expect(composer(page)).toHaveValue("");
  await page.goBack();
  await expect(composer(page)).toHaveValue("Half a sentence");
  // Text typed before scripts run is added to it.
  const release = await openBeforeScripts(page, page.url());
  await composer(page).fill("and the other half");
  release();
  await expect(composer(page)).toHaveValue("Half a sentence\nand the other half");
  ignoreNetworkErrors(errors);
});

test("the search says when it fails, and Retry finds people", { tag: "@nightly" }, async ({
  page,
  server,
  scripts,
  errors,
}) => {
  const [asha, meera] = [await newMember(server, "asha"), await newMember(server, "meera")];
  await enter(page, server, asha);
  await page.goto("/messages");
  await openList(page);
  const search = page.getByPlaceholder("Search users by name or email...");
  const database = server.database();
  if (scripts) {
    await page.route("**/api/users?*", (route) => route.abort());
    await search.fill(meera.email);
  } else {
    database.exec("alter table users_search rename to away");
    await search.fill(meera.email);
    await search.press("Enter");
  }
  await expect(page.getByRole("alert")).toHaveText("Failed to search users");
  await expect(search).toHaveValue(meera.email);
  await expectAccessible(page);
  if (scripts) await page.unrouteAll();
  else database.exec("alter table away rename to users_search");
  await page.getByRole("link", { name: "Retry" }).click();
  await expect(page.getByRole("list", { name: "Users found" }).getByRole("link")).toHaveText([
    `MMeera Nair${meera.email}`,
  ]);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByText("Start a new conversation to connect with others.")).toBeVisible();
  ignoreNetworkErrors(errors);
});

test("older messages that cannot be loaded can be retried where they belong", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, server, errors }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  for (let n = 1; n <= 60; n++) await send(rohan, asha, `Line ${n}.`);
  await enter(page, server, asha);
  await page.goto(`/messages/${rohan.id}`);
  await page.route("**/api/messages/history/**", (route) => route.abort());
  await page.getByRole("log").getByText("Line 11.").scrollIntoViewIfNeeded();
  await expect(page.getByRole("alert")).toHaveText("Failed to load messages");
  await expect(composer(page)).not.toHaveAttribute("aria-invalid");
  await page.unrouteAll();
  await page.getByRole("link", { name: "Retry" }).click();
  await expect(page.getByRole("log").getByText("Line 1.", { exact: true })).toHaveCount(1);
  await expect(page.getByRole("alert")).toHaveCount(0);
  ignoreNetworkErrors(errors);
});

test("the text of a message that the server fails to store returns to the field", async ({
  page,
  server,
  scripts,
  errors,
}) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const line = await controlSocket(page);
  line.isOpen = false;
  await enter(page, server, asha);
  await page.goto(`/messages/${rohan.id}`);
  const database = server.database();
  const trigger = `full_${asha.id}`;
  if (scripts)
    await page.route("**/api/messages/send", (route) => route.fulfill({ status: 500, body: "Oh no" }));
  else {
    database.exec(
      `create trigger ${trigger} before insert on messages when new.sender_id = ${asha.id}
       begin select raise(abort, 'disk full'); end`,
    );
  }
  await composer(page).fill("Please keep this");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("alert")).toHaveText("Failed to send message");
  await expect(composer(page)).toHaveValue("Please keep this");
  if (scripts) await page.unrouteAll({ behavior: "ignoreErrors" });
  else database.exec(`drop trigger ${trigger}`);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(bubble(page, "Please keep this").getByRole("img", { name: "Sent" })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  ignoreNetworkErrors(errors);
});

test("a session that ended elsewhere loses no text", async ({ page, server, scripts }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await enter(page, server, asha);
  // On a slow connection people type before scripts run.
  const isLive = scripts && connects(page);
  const release = await openBeforeScripts(page, `/messages/${rohan.id}`);
  await composer(page).fill("A long thought");
  await expect(composer(page)).toHaveValue("A long thought");
  release();
  await isLive;
  const elsewhere = page.context().request;
  const headers = { Origin: server.url };
  await elsewhere.post("/logout", { headers });

  if (!scripts) await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("You've been logged out.")).toBeVisible();
  const field = scripts ? composer(page) : page.getByLabel("Content");
  await expect(field).toHaveValue("A long thought");
  await expect(page.getByRole("link", { name: /^Log in (again in|\(opens) a new tab/ })).toHaveAttribute(
    "href",
    scripts ? `/login?redirectTo=${encodeURIComponent(`/messages/${rohan.id}`)}` : "/login",
  );
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  if (scripts) {
    await composer(page).press("Enter");
    await expect(bubble(page, "A long thought").getByRole("img", { name: "Sending" })).toBeVisible();
  }

  await elsewhere.post("/login", { headers, form: { email: asha.email, password } });
  if (!scripts) await page.getByRole("button", { name: "Send again" }).click();
  await expect(bubble(page, "A long thought").getByRole("img", { name: "Sent" })).toBeVisible();
  await expect(page.getByText("You've been logged out.")).toHaveCount(0);
});

test("a message refused by a rate limit is sent again once the limit allows, and not before", {
  tag: "@scripts",
}, async ({ page, server, errors }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const line = await controlSocket(page);
  line.isOpen = false;
  await enter(page, server, asha);
  await page.clock.install();
  await page.goto(`/messages/${rohan.id}`);
  let attempts = 0;
  await page.route("**/api/messages/send", (route) =>
    ++attempts === 1
      ? route.fulfill({ status: 429, headers: { "Retry-After": "40" }, body: "{}" })
      : route.continue(),
  );
  await type(page, "Patience");
  await expect.poll(() => attempts).toBe(1);
  await page.clock.runFor(35_000);
  expect(attempts).toBe(1);
  await page.clock.runFor(6_000);
  await expect(bubble(page, "Patience").getByRole("img", { name: "Sent" })).toBeVisible();
  expect(attempts).toBe(2);
  ignoreNetworkErrors(errors);
});

test("a failed socket warns once in the console", { tag: ["@scripts", "@nightly"] }, async ({
  page,
  server,
}) => {
  const asha = await newMember(server, "asha");
  const line = await controlSocket(page);
  line.isOpen = false;
  await enter(page, server, asha);
  await page.clock.install();
  const warnings: string[] = [];
  page.on("console", (message) => {
    const isOurs = !message.text().startsWith("Service Worker registration blocked");
    if (message.type() === "warning" && isOurs) warnings.push(message.text());
  });
  await page.goto("/jobs");
  await page
    .getByRole("banner")
    .getByRole("link", { name: /Notifications/ })
    .click();
  await expect(page.getByRole("heading", { name: "Messages", exact: true })).toBeVisible();
  const tryAgain = async () => {
    await page.clock.runFor(2_000);
    return line.attempts;
  };
  await expect.poll(tryAgain).toBeGreaterThan(3);
  expect(warnings).toEqual(["The live connection was closed (code 1011)."]);
});

test("email settings that cannot be saved stay on the screen", { tag: "@nightly" }, async ({
  page,
  server,
  scripts,
  errors,
}) => {
  const asha = await newMember(server, "asha");
  const secret = readFileSync(`${server.storage}/session-secret`, "utf8");
  const key = createHmac("sha256", secret).update(`mail-unseen:${asha.id}`).digest("base64url").slice(0, 32);
  await page.goto(`/mail-settings?member=${asha.id}&key=${key}`);
  const database = server.database();
  const trigger = `full_${asha.id}`;
  if (scripts) await page.context().setOffline(true);
  else {
    database.exec(
      `create trigger ${trigger} before insert on notice_settings when new.user_id = ${asha.id}
       begin select raise(abort, 'disk full'); end`,
    );
  }
  await page.getByRole("button", { name: "Stop these emails" }).click();
  await expect(page.getByRole("alert")).toHaveText("Your choice couldn't be saved. Please try again.");
  if (scripts) await page.context().setOffline(false);
  else database.exec(`drop trigger ${trigger}`);
  await page.getByRole("button", { name: "Stop these emails" }).click();
  await expect(page.getByRole("heading", { name: "Stopped" })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  ignoreNetworkErrors(errors);
});
