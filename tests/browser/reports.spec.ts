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

test("a member reports a line of the room, an administrator removes it, and the reporter hears of it", async ({
  page,
  server,
  scripts,
}) => {
  // Three people and five looks at the accessibility of a page.
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
  // A browser without our scripts checks the required field itself.
  await expect(page.getByRole("heading", { name: "Report this anonymous message" })).toBeVisible();
  await page.getByLabel("What is wrong with it?").fill("This is about my roommate.");
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(toldOn(page, "Thank you. An administrator will look at it.")).toBeVisible();
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
  await page.getByPlaceholder("Type your anonymous message...").fill("And another thing");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("An administrator has muted you here.");
  await expect(page.getByPlaceholder("Type your anonymous message...")).toHaveValue("And another thing");
});

test("jobs, messages and events have a quiet way to report them", async ({ page, server }) => {
  const [author, reporter] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  const posted = await author.call("POST", "/api/jobs", job);
  const { id } = posted.body as { id: string };
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
  test("Report is a thumb high, and not on paper", async ({ page, server }) => {
    const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
    const { id } = (await rohan.call("POST", "/api/jobs", job)).body as { id: string };
    const { body } = await share(rohan, { name: "tides.txt", bytes: Buffer.from("Tides") });
    const resource = (body as { data: { id: string } }).data.id;
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
