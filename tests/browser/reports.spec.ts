import {
  enter,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  newMember,
  test,
  toldOn,
} from "../support/browser.ts";
import { phone } from "../support/devices.ts";
import { job, makeAdmin } from "../support/people.ts";
import { share } from "../support/upload.ts";

test("a member reports a line of the room, an administrator removes it, and the reporter is notified", async ({
  page,
  server,
  scripts,
}) => {
  // Slow because of three members and five accessibility checks.
  test.slow();
  const [author, reporter, admin] = [
    await newMember(server, "asha"),
    await newMember(server, "rohan"),
    await newMember(server, "meera"),
  ];
  makeAdmin(server, admin);
  const words = `Something unkind ${Math.random().toString(36).slice(2, 8)}`;
  await author.call("POST", "/api/anonymous-messages", { content: words });

  await enter(page, server, reporter);
  await page.goto("/anonymous-post");
  const bubble = page.getByRole("log").locator("> div", { hasText: words });
  await bubble.getByLabel(/^Options for the message of Guest \d+/).click();
  await bubble.getByRole("link", { name: /^Report the message of Guest \d+/ }).click();
  await expect(page.getByRole("heading", { name: "Report this anonymous message" })).toBeVisible();
  await expect(page.getByText(words)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByRole("heading", { name: "Report this anonymous message" })).toBeVisible();
  await page.getByLabel("What is wrong with it?").fill("This is about my roommate.");
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(toldOn(page, "Thank you. A moderator or administrator will look at it.")).toBeVisible();
  await page.waitForURL("/anonymous-post");
  await expectAccessible(page);
  await page.goto("/reports");
  await expect(page.getByText("We haven't looked at it yet.")).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await enter(page, server, admin);
  await page.goto("/admin");
  await page
    .getByRole("navigation", { name: "Administration" })
    .getByRole("link", { name: "Reports" })
    .click();
  await expectAccessible(page);
  await page.getByRole("link", { name: words }).click();
  await expect(page.getByText("This is about my roommate.")).toBeVisible();
  await expect(page.getByText(/^Written by Guest \d+, today \([0-9a-f]{8}\)/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole("link", { name: "Remove it…" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove this anonymous message?" });
  await expectAccessible(page);
  await dialog.getByLabel(/^Reason/).fill("It names somebody");
  await dialog.getByRole("checkbox", { name: "Also mute the author, until midnight" }).check();
  await dialog.getByRole("button", { name: "Remove it" }).click();
  await page.waitForURL("/admin/reports");
  await expect(
    page.getByText(/The anonymous message is removed\. Guest \d+ is muted until midnight\./),
  ).toBeVisible();
  if (scripts) await expect(page.getByRole("heading", { name: "Reports", exact: true })).toBeFocused();
  await expect(page.getByRole("link", { name: words })).toHaveCount(0);
  await page.goto("/admin/audit");
  await expect(page.getByText(/removed the anonymous message: Guest \d+/).first()).toBeVisible();
  await page.goto("/admin/mutes");
  await expect(page.getByRole("button", { name: /^Unmute Guest \d+/ })).toBeVisible();
  await expectAccessible(page);

  await enter(page, server, reporter);
  await page.goto("/reports");
  await expect(page.getByText("We removed it. Thank you for telling us.")).toBeVisible();
  await enter(page, server, author);
  await page.goto("/anonymous-post");
  await expect(page.getByRole("log").getByText(words)).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Muted" })).toContainText(
    "You are muted here until midnight.",
  );
  await expect(page.getByRole("region", { name: "Muted" })).toContainText("It names somebody");
  await expect(page.getByPlaceholder("Type your anonymous message...")).toHaveCount(0);
});

test("jobs, messages and events have a discreet link to report them", { tag: "@nightly" }, async ({
  page,
  server,
}) => {
  const [author, reporter] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const posted = await author.call("POST", "/api/jobs", job);
  const { id } = posted.body;
  await author.call("POST", "/api/messages/send", {
    senderId: author.id,
    receiverId: reporter.id,
    content: "Something unkind",
    isAnonymous: false,
  });
  await enter(page, server, reporter);
  await page.goto(`/jobs/${id}`);
  await page.getByRole("link", { name: "Report", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Report this job" })).toBeVisible();
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.waitForURL(`/jobs/${id}`);
  await page.goto(`/messages/${author.id}`);
  await page.getByLabel(/^Options for the message at /).click();
  await page.getByRole("link", { name: /^Report the message at / }).click();
  await expect(page.getByRole("heading", { name: "Report this message" })).toBeVisible();
  await expect(page.getByText("Something unkind")).toBeVisible();
});

test.describe("on a phone", () => {
  test.use(phone);
  test("a muted member reads why before typing, can answer, and can post once the mute is lifted", {
    tag: "@nightly",
  }, async ({ page, server }) => {
    test.slow();
    const [kabir, rohan, meera] = [
      await newMember(server, "kabir"),
      await newMember(server, "rohan"),
      await newMember(server, "meera"),
    ];
    makeAdmin(server, meera);
    await enter(page, server, rohan);
    await page.goto(`/reports/new?subject=user&id=${kabir.id}`);
    await page.getByLabel("What is wrong with it?").fill("Insults in two answers");
    await page.getByRole("button", { name: "Send report" }).click();
    await page.waitForURL("/reports");

    await enter(page, server, meera);
    await page.goto("/admin/reports");
    await page.getByRole("link", { name: kabir.name }).first().click();
    await page.getByRole("link", { name: "Mute the author…" }).click();
    const dialog = page.getByRole("dialog", { name: "Mute the author?" });
    await dialog.getByLabel("Why?").fill("Insults in two answers");
    await dialog.getByLabel("A week").check();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Mute", exact: true }).click();
    await page.waitForURL("/admin/reports");

    await enter(page, server, kabir);
    for (const path of ["/questions/new", `/messages/${rohan.id}`, "/anonymous-post", "/events/new"]) {
      await page.goto(path);
      const band = page.getByRole("region", { name: "Muted" });
      await expect(band, path).toContainText(/You are muted until .*Why: Insults in two answers/s);
      await expect(page.getByRole("textbox"), path).toHaveCount(0);
      await expectNoSidewaysScroll(page);
    }
    await expectAccessible(page);
    await page.getByRole("link", { name: "Answer the administrators" }).click();
    await expect(page.getByRole("heading", { name: /^You are muted until/ })).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Your answer").fill("I was quoting somebody");
    await page.getByRole("button", { name: "Send answer" }).click();
    await expect(page.getByText(/Your answer of .* is waiting to be read/)).toBeVisible();

    await enter(page, server, meera);
    await page.goto("/admin/reports");
    await page.getByRole("link", { name: kabir.name }).first().click();
    await expect(page.getByText("I was quoting somebody")).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Your words").fill("You are right");
    await page.getByRole("button", { name: "Lift the mute" }).click();
    await expect(toldOn(page, `${kabir.name} can post again.`)).toBeVisible();

    await enter(page, server, kabir);
    await page.goto("/questions/new");
    await expect(page.getByLabel("Title")).toBeVisible();
    await page.goto("/notices");
    await expect(page.getByText("You can post again: the mute is lifted: “You are right”")).toBeVisible();
  });

  test("The link to report is as high as a thumb, and not printed", { tag: "@nightly" }, async ({
    page,
    server,
  }) => {
    const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
    const { id } = (await rohan.call("POST", "/api/jobs", job)).body;
    const { body } = await share(rohan, { name: "tides.txt", bytes: Buffer.from("Tides") });
    const resource = body.data.id;
    await enter(page, server, asha);
    for (const path of [`/jobs/${id}`, `/resources/${resource}`]) {
      await page.emulateMedia({ media: "screen" });
      await page.goto(path);
      const report = page.getByRole("link", { name: "Report", exact: true });
      expect((await report.boundingBox())?.height, path).toBeGreaterThanOrEqual(44);
      await page.emulateMedia({ media: "print" });
      await expect(report).toBeHidden();
    }
    await page.emulateMedia({ media: null });
  });
});
