import type { Page } from "@playwright/test";
import {
  connects,
  enter,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  newMember,
  test,
  toldOn,
} from "../support/browser.ts";
import { announce } from "../support/events.ts";
import { allMails } from "../support/outbox.ts";
import { job, type Member, makeAdmin } from "../support/people.ts";

const connect = (member: Member, other: Member) => member.call("PUT", `/api/users/${other.id}/connection`);
const openMenu = (page: Page) => page.getByLabel(/Profile menu of/).click();
const inMenu = (page: Page) =>
  page
    .locator("header")
    .getByRole("link", { name: /^Notices/ })
    .locator("visible=true");
/** @returns the notices, in the lists of each group */
const itemsOf = (page: Page) => page.getByRole("main").locator("ul ul > li");
const focused = (page: Page) => page.locator(":focus");

test("Members read their notices, see that a deleted item is gone, and can mark all as read at once", async ({
  page,
  server,
  scripts,
}) => {
  const [asha, rohan, meera] = [
    await newMember(server, "asha"),
    await newMember(server, "rohan"),
    await newMember(server, "meera"),
  ];
  makeAdmin(server, meera);
  const { id } = (await asha.call("POST", "/api/jobs", job)).body;
  const event = await announce(rohan, { title: "Moonrise" });
  await asha.call("POST", `/api/events/${event.id}/register`);
  await meera.call("DELETE", `/api/jobs/${id}`);
  await rohan.call("PUT", `/api/events/${event.id}`, { location: "Roof garden" });
  await connect(rohan, asha);

  await enter(page, server, asha);
  await page.goto("/");
  await openMenu(page);
  await expect(inMenu(page)).toHaveText("Notices3");
  await inMenu(page).click();
  await expect(page.getByRole("heading", { name: "Notices", level: 1 })).toBeVisible();
  const items = itemsOf(page);
  await expect(items).toHaveText([
    /^R?Rohan Pillai wants to connect with you \(unread\)/,
    /^R?Changed: “Moonrise” \(unread\)/,
    /^Your job “.+” was removed: an administrator found that it doesn't belong here \(unread\)/,
  ]);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await items.nth(2).getByRole("link").last().click();
  await expect(page.getByText("This job is no longer available.")).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await page.goto("/notices");
  await expect(items.nth(2)).not.toContainText("(unread)");
  await expect(page.getByText("(unread)")).toHaveCount(2);
  await items.nth(0).getByRole("link").last().click();
  await expect(page).toHaveURL(new RegExp(`/people/${rohan.id}$`));
  await page.goto("/notices");

  const markAll = page.getByRole("button", { name: "Mark all as read" });
  if (scripts) await hydrated(page);
  await markAll.focus();
  await page.keyboard.press("Enter");
  await expect(toldOn(page, "All notices are marked as read.")).toBeVisible();
  await expect(toldOn(page, "All notices are marked as read.")).toHaveCount(1);
  await expect(markAll).toHaveCount(0);
  await expect(page.getByText("(unread)")).toHaveCount(0);
  if (scripts) await expect(focused(page)).toHaveText("Notices");
  await page.goto("/notices");
  await expect(items).toHaveCount(3);
  await expect(toldOn(page, "All notices are marked as read.")).toHaveCount(0);
  await openMenu(page);
  await expect(inMenu(page)).toHaveText(/^Notices0?$/);
});

test("A second tab shows each new notice, and that none is unread", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, server }) => {
  const [asha, rohan, kabir] = [
    await newMember(server, "asha"),
    await newMember(server, "rohan"),
    await newMember(server, "kabir"),
  ];
  await enter(page, server, asha);
  const second = await page.context().newPage();
  const dot = (tab: Page) => tab.locator("header a[href='/notices'] > [data-unread]").locator("visible=true");
  const connected = [connects(page), connects(second)];
  await page.goto("/notices");
  await second.goto("/account");
  await Promise.all(connected);
  for (const tab of [page, second]) await expect(dot(tab)).toHaveCount(0);
  const list = itemsOf(page);
  await connect(rohan, asha);
  await expect(list).toHaveCount(1);
  await expect(dot(second)).toHaveAttribute("data-unread", "1");
  await connect(kabir, asha);
  await expect(list).toHaveCount(2);
  await expect(dot(second)).toHaveAttribute("data-unread", "2");
  await second.goto(`/people/${rohan.id}`);
  await second.goto("/notices");
  await hydrated(second);
  await itemsOf(second).last().getByRole("link").last().click();
  await expect(second).toHaveURL(new RegExp(`/people/${rohan.id}$`));
  await expect(page.getByText("(unread)")).toHaveCount(1);
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(toldOn(page, "All notices are marked as read.")).toBeVisible();
  for (const tab of [page, second]) await expect(dot(tab)).toHaveCount(0);
});

test("Counts that arrive while a page loads outlive its older data", {
  tag: "@scripts",
}, async ({ page, server }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const { id } = (await rohan.call("POST", "/api/jobs", job)).body;
  await enter(page, server, asha);
  await page.goto(`/jobs/${id}`);
  await hydrated(page);
  const [read, released, shown] = [1, 2, 3].map(() => Promise.withResolvers<void>());
  await page.route("**/*.data*", async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const response = await route.fetch();
    read?.resolve();
    await released?.promise;
    await route.fulfill({ response });
    shown?.resolve();
  });
  const counts = page.locator("header [data-unread]");
  const all = () => counts.evaluateAll((found) => [...new Set(found.map((each) => each.dataset.unread))]);
  await page.getByRole("main").getByRole("button", { name: /^Save/ }).first().click();
  await read?.promise;
  await connect(rohan, asha);
  const message = {
    senderId: rohan.id,
    receiverId: asha.id,
    content: "Is the dome open?",
    isAnonymous: false,
  };
  expect((await rohan.call("POST", "/api/messages/send", message)).status).toBe(201);
  await expect.poll(all).toEqual(["1"]);
  released?.resolve();
  await shown?.promise;
  await expect(
    page
      .getByRole("main")
      .getByRole("button", { name: /^Saved/ })
      .first(),
  ).toBeEnabled();
  expect(await all()).toEqual(["1"]);
  await page.unrouteAll({ behavior: "wait" });
});

test("Each notice has its action in its row, where requests, also withdrawn ones, can be answered", async ({
  page,
  server,
  scripts,
}) => {
  const [asha, rohan, kabir] = [
    await newMember(server, "asha"),
    await newMember(server, "rohan"),
    await newMember(server, "kabir"),
  ];
  const event = await announce(rohan, { title: "Moonrise" });
  await asha.call("POST", `/api/events/${event.id}/register`);
  await connect(kabir, asha);
  const old = Date.now() - 24 * 3_600_000;
  server.database().prepare("update notices set at = ? where user_id = ?").run(old, Number(asha.id));
  await rohan.call("PUT", `/api/events/${event.id}`, { location: "Roof garden" });
  await connect(rohan, asha);
  await enter(page, server, asha);
  await page.goto("/notices");
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Today", "This week"]);
  const items = itemsOf(page);
  await expect(items).toHaveCount(3);
  if (scripts) await hydrated(page);
  await items.nth(0).getByRole("button", { name: "Accept: Rohan Pillai" }).click();
  await expect(toldOn(page, "You're connected with Rohan Pillai.")).toBeVisible();
  await expect(items.nth(0).getByRole("button", { name: /^(Accept|Decline)/ })).toHaveCount(0);
  await expect(items.nth(0)).not.toContainText("(unread)");
  await connect(kabir, rohan);
  await kabir.call("DELETE", `/api/users/${asha.id}/connection`);
  if (!scripts) {
    await page.getByRole("button", { name: "Accept: Kabir Sethi" }).click();
    await expect(page.getByText("This request has already been answered or withdrawn.")).toBeVisible();
    await page.goto("/notices");
  }
  await expect(page.getByRole("button", { name: /^Accept/ })).toHaveCount(0);
  await items.nth(1).click({ position: { x: 3, y: 3 } });
  await expect(page).toHaveURL(`/events/${event.id}`);
});

test("Members choose how they are notified, and can see their next digest", { tag: "@nightly" }, async ({
  page,
  server,
}) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await enter(page, server, asha);
  await page.goto("/account/notices/digest");
  await expect(page.getByText("No email will be sent.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Change the digest" }).click();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const people = page.getByRole("combobox", { name: "Connections and mentoring" });
  const choice = page.getByLabel("Someone asks to connect");
  await expect(people).toHaveValue("mail");
  await page.getByText("Choose separately (6)").click();
  await choice.selectOption("In the daily digest");
  await page.getByLabel("Send the daily digest at").selectOption("19");
  await page.getByLabel("Quiet hours from").selectOption("21:30");
  await page.getByRole("button", { name: "Save" }).first().focus();
  await page.keyboard.press("Enter");
  await expect(toldOn(page, "Your choices are saved.")).toHaveCount(1);
  await expect(people).toHaveValue("");
  await expect(choice).toHaveValue("digest");
  await expect(page.getByLabel("Send the daily digest at")).toHaveValue("19");
  await expect(page.getByLabel("Quiet hours from")).toHaveValue("21:30");
  await page.goto("/account/notices");
  await expect(toldOn(page, "Your choices are saved.")).toHaveCount(0);

  await connect(rohan, asha);
  await page.getByRole("link", { name: "See your next digest" }).click();
  await expect(page.getByRole("link", { name: "Rohan Pillai wants to connect with you" })).toBeVisible();
  await expect(page.getByText("It is sent at 19:00, with everything still unread then.")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test("The link in an email asks for confirmation, then stops these emails, without a log-in", {
  tag: "@nightly",
}, async ({ page, server, scripts }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await connect(rohan, asha);
  const mail = (await allMails(server)).find((text) => text.includes(`To: ${asha.email}\n`)) ?? "";
  await page.goto(/\/notices\/stop\?[^\s>]+/.exec(mail)?.[0] ?? "");
  await expect(page.getByRole("heading", { name: "Stop these emails" })).toBeVisible();
  await expect(page.getByText("Someone asks to connect")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  if (scripts) await hydrated(page);
  await page.getByRole("button", { name: "Stop these emails" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Stopped" })).toBeVisible();
  await expect(toldOn(page, "You won't get any more emails about this.")).toHaveCount(1);
  await expectAccessible(page);
  const { body } = await asha.call("GET", "/api/users/me/notice-settings");
  expect(body).toMatchObject({ kinds: { "connection-asked": "here" } });
  await page.goto("/notices/stop?kind=connection-asked&member=1&key=wrong");
  await expect(page.getByRole("heading", { name: "This link is incomplete" })).toBeVisible();
});

test("Members can save a job search, are notified once, and can delete it", { tag: "@nightly" }, async ({
  page,
  server,
  scripts,
}) => {
  const asha = await newMember(server, "asha");
  await enter(page, server, asha);
  await page.goto("/jobs?search=zither");
  await page.getByRole("link", { name: "Tell me about new ones" }).click();
  await expect(page.getByText("Jobs: zither")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toldOn(page, "The search is saved. We'll tell you about new results.")).toHaveCount(1);
  await expect(page).toHaveURL("/jobs?search=zither");
  await page.goto("/account/searches");
  const saved = page.getByRole("main").getByRole("listitem");
  await expect(saved).toContainText("Jobs: zither");
  await expectAccessible(page);
  await expect(toldOn(page, "The search is saved.")).toHaveCount(0);
  if (scripts) await hydrated(page);
  await page.getByRole("button", { name: "Delete: Jobs: zither" }).focus();
  await page.keyboard.press("Enter");
  await expect(toldOn(page, "The saved search is deleted.")).toHaveCount(1);
  await expect(saved).toHaveCount(0);
  if (scripts) await expect(focused(page)).toHaveText("Saved searches");
});
