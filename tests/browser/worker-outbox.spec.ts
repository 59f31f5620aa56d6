import { enter, newMember } from "../support/browser.ts";
import { openGroups } from "../support/profile.ts";
import { expect, openAsMember, readDevice, test } from "../support/worker.ts";

test("Waiting messages are sent once and in order, even after closing their tab, and can be cancelled", {
  tag: "@scripts",
}, async ({ page, context, server }) => {
  const { rohan, asha } = await openAsMember(page, server, context);
  const other = await context.newPage();
  await other.goto("/jobs");
  await page.goto(`/messages/${rohan.id}`);
  await context.setOffline(true);
  for (const text of ["First", "Second", "Not this one", "Third"]) {
    await page.getByLabel("Message", { exact: true }).fill(text);
    await page.keyboard.press("Enter");
  }
  // The first file is chosen offline.
  const file = { name: "map.txt", mimeType: "text/plain", buffer: Buffer.from("Here") };
  await page.getByLabel("Attach files").setInputFiles(file);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("log").getByText("map.txt")).toBeVisible();
  const waiting = page
    .getByRole("log")
    .locator("div")
    .filter({ hasText: /Not this one/ });
  await waiting.getByRole("button", { name: "Take back" }).last().click();
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Not this one");
  await page.close();
  await other.close();
  const next = await context.newPage();
  await context.setOffline(false);
  await next.goto("/jobs");
  const sent = async () => {
    const { body } = await rohan.call("GET", `/api/messages/history/${asha.id}/${rohan.id}`);
    return body.map(({ content, attachments }) => content || attachments?.[0]?.name);
  };
  await expect.poll(sent).toEqual(["First", "Second", "Third", "map.txt"]);
  await next.goto(`/messages/${rohan.id}`);
  await expect(next.getByLabel("Message", { exact: true })).toHaveValue("Not this one");
  await expect(next.getByRole("button", { name: "Take back" })).toHaveCount(0);
  // The empty database of files remains.
  await expect.poll(() => readDevice(next)).not.toMatch(/(?<!database )outbox/);
  expect(await sent()).toEqual(["First", "Second", "Third", "map.txt"]);
});

test("An open tab sends what a closed tab left, but never in another member's session", {
  tag: "@scripts",
}, async ({ page, context, server }) => {
  const { rohan, asha } = await openAsMember(page, server, context);
  const other = await context.newPage();
  for (const tab of [page, other]) await tab.goto(`/messages/${rohan.id}`);
  await page.route("**/api/messages/send", (route) => route.abort());
  await page.routeWebSocket(/realtime|socket|ws/, () => {});
  await page.reload();
  await page.getByLabel("Message", { exact: true }).fill("From the tab that goes");
  await page.keyboard.press("Enter");
  await expect.poll(() => readDevice(page)).toContain("From the tab that goes");
  await page.close();
  const sent = async () => {
    const { body } = await rohan.call("GET", `/api/messages/history/${asha.id}/${rohan.id}`);
    return body.map(({ content }) => content);
  };
  await expect.poll(sent).toEqual(["From the tab that goes"]);

  // An open socket may survive the network for a moment.
  await other.routeWebSocket(/realtime|socket|ws/, () => {});
  await other.reload();
  await context.setOffline(true);
  await other.getByLabel("Message", { exact: true }).fill("Asha's words");
  await other.keyboard.press("Enter");
  await other.getByLabel("Message", { exact: true }).fill("Half a thought");
  await expect.poll(() => readDevice(other)).toContain("Asha's words");
  // Playwright puts a closing tab online for a moment, which would send them in Asha's session.
  await context.clearCookies();
  await other.goto("about:blank");
  await other.close();
  const next = await context.newPage();
  await enter(next, server, await newMember(server, "meera"));
  await context.setOffline(false);
  await next.goto("/jobs");
  await expect.poll(() => readDevice(next)).not.toMatch(/Asha's words|Half a thought/);
  expect(await sent()).toEqual(["From the tab that goes"]);
});

test("What was typed into a form is restored after closing its tab, until it is sent", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, context, server }) => {
  const { asha } = await openAsMember(page, server, context);
  await page.goto("/profile?edit");
  await openGroups(page);
  await page.getByLabel("Location", { exact: true }).fill("Udupi");
  await expect.poll(() => readDevice(page)).toContain("Udupi");
  await page.close();
  const next = await context.newPage();
  await next.goto("/profile?edit");
  await expect(next.getByLabel("Location", { exact: true })).toHaveValue("Udupi");
  await next.getByRole("button", { name: "Save" }).click();
  await expect(next).toHaveURL("/profile");
  await expect.poll(() => readDevice(next)).not.toContain("Udupi");
  const { body } = await asha.call("GET", "/api/users/me");
  expect(body).toMatchObject({ location: "Udupi" });
});
