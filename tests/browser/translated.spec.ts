import type { Page } from "@playwright/test";
import { connects, enter, expect, hydrated, newMember, test } from "../support/browser.ts";
import { desktop } from "../support/devices.ts";
import { announce } from "../support/events.ts";

test.use(desktop);

/** Replaces each text with new elements, as Chrome's translation does. */
const translate = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.data.trim() || text.parentElement?.closest("script, style, noscript, textarea")) continue;
      const font = document.createElement("font");
      font.appendChild(document.createElement("font")).textContent = text.data;
      text.replaceWith(font);
    }
  });

test("Pages translated by the browser keep working when something arrives and when members act", {
  tag: "@scripts",
}, async ({ page, server }) => {
  const [asha, rohan, meera] = [
    await newMember(server, "asha"),
    await newMember(server, "rohan"),
    await newMember(server, "meera"),
  ];
  const say = (from: typeof asha, to: typeof asha, content: string) =>
    from.call("POST", "/api/messages/send", {
      senderId: from.id,
      receiverId: to.id,
      content,
      isAnonymous: false,
    });
  await say(asha, rohan, "Is the dome open?");
  await say(asha, meera, "Are you coming?");
  const { id: eventId } = await announce(asha, { title: `Translated ${process.pid}` });
  await rohan.call("POST", `/api/events/${eventId}/register`);
  await enter(page, server, asha);
  const open = async (path: string) => {
    const connected = connects(page);
    await page.goto(path);
    await hydrated(page);
    await connected;
    await translate(page);
  };

  await open(`/messages/${meera.id}`);
  await say(rohan, asha, "Until ten.");
  await expect(page.getByRole("link", { name: /Rohan/ })).toContainText("Until ten.");
  await say(meera, asha, "Yes.");
  await expect(page.getByRole("log")).toContainText("Yes.");
  await translate(page);
  await page.getByLabel("Message", { exact: true }).fill("Good.");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: /Meera/ }).first()).toContainText("You: Good.");

  await open("/anonymous-post");
  await rohan.call("POST", "/api/anonymous-messages", { content: "A line of somebody's" });
  await expect(page.getByRole("log")).toContainText("A line of somebody's");
  await translate(page);
  await page.getByRole("textbox").last().fill("A line of my own");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("log")).toContainText("A line of my own");

  await open("/notices");
  await meera.call("PUT", `/api/users/${asha.id}/connection`);
  await expect(page.getByRole("button", { name: "Accept" })).toBeVisible();
  await translate(page);
  await page.getByRole("button", { name: "Accept" }).click();
  await expect(page.getByRole("button", { name: "Accept" })).toHaveCount(0);

  await open("/");
  await rohan.call("PUT", `/api/users/${asha.id}/connection`);
  const card = page.getByRole("listitem").filter({ hasText: rohan.name });
  await expect(card.first()).toBeVisible();
  await translate(page);
  await card.first().getByRole("button", { name: "Dismiss" }).click();
  await expect(card.first()).toContainText("Dismissed. It won't come back.");

  await open(`/events/${eventId}/check-in`);
  await page.getByRole("button", { name: /^Check in: Rohan/ }).click();
  await expect(page.getByRole("button", { name: /^Undo: Rohan/ })).toBeVisible();

  await open("/profile?edit");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
