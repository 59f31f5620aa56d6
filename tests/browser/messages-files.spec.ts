import sharp from "sharp";
import {
  enter,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  ignoreNetworkErrors,
  newMember,
  test,
} from "../support/browser.ts";

const draw = (color: string, width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer();

test("files can be chosen, pasted and removed, wait without a network, and arrive once", {
  tag: "@scripts",
}, async ({ page, context, browser, server, errors }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await enter(page, server, asha);
  const other = await (await browser.newContext({ baseURL: server.url })).newPage();
  await enter(other, server, rohan);
  await page.goto(`/messages/${rohan.id}`);
  await other.goto(`/messages/${asha.id}`);
  const field = page.getByLabel("Attach files");
  const chosen = page.getByRole("list", { name: "Files to send" });
  await field.setInputFiles([
    { name: "poster.png", mimeType: "image/png", buffer: await draw("#15527A") },
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Bring a ruler.") },
  ]);
  await expect(chosen.getByRole("listitem")).toHaveCount(2);
  await page.getByRole("button", { name: "Remove notes.txt" }).click();
  await field.setInputFiles({ name: "empty.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) });
  await expect(page.getByRole("alert")).toHaveText("The file is empty.");
  await page.getByLabel("Message", { exact: true }).evaluate((element) => {
    const files = new DataTransfer();
    files.items.add(new File(["Pasted words"], "pasted.txt", { type: "text/plain" }));
    element.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: files, bubbles: true, cancelable: true }),
    );
    const dropped = new DataTransfer();
    dropped.items.add(new File(["Dropped words"], "dropped.txt", { type: "text/plain" }));
    document.body.dispatchEvent(
      new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true }),
    );
  });
  await expect(chosen.getByRole("listitem")).toHaveCount(3);
  const isTextPasted = await page.getByLabel("Message", { exact: true }).evaluate((element) => {
    // Cells of a spreadsheet are pasted as text and as a picture.
    const cells = new DataTransfer();
    cells.setData("text/plain", "Tide\t4.2");
    cells.items.add(new File(["cells"], "cells.png", { type: "image/png" }));
    return element.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: cells, bubbles: true, cancelable: true }),
    );
  });
  expect(isTextPasted).toBe(true);
  await expect(chosen.getByRole("listitem")).toHaveCount(3);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(chosen).toHaveCount(0);
  for (const shown of [page, other]) {
    await expect(shown.getByRole("img", { name: "poster.webp" })).toBeVisible();
    await expect(shown.getByRole("link", { name: /pasted\.txt/ })).toHaveAttribute(
      "href",
      /^\/files\/messages\//,
    );
    await expectNoSidewaysScroll(shown);
  }

  // Without a network the file waits, even after a reload, and is sent once.
  let isAway = true;
  await context.route(/api\/uploads/, (route) => (isAway ? route.abort() : route.continue()));
  await field.setInputFiles({ name: "later.txt", mimeType: "text/plain", buffer: Buffer.from("Later") });
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("button", { name: "Take back" })).toBeVisible();
  await page.reload();
  await expect(page.getByText("later.txt")).toBeVisible();
  // A request that waits for its route would never end if the route were removed.
  isAway = false;
  await expect(other.getByRole("link", { name: /later\.txt/ })).toHaveCount(1);
  await expect(page.getByRole("link", { name: /later\.txt/ })).toHaveCount(1);
  ignoreNetworkErrors(errors);

  // A refused file returns to the composer with its text.
  await field.setInputFiles({ name: "program.exe", mimeType: "text/plain", buffer: Buffer.from("Words") });
  await page.getByLabel("Message", { exact: true }).fill("Run this");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("This type of file is not accepted.");
  await expect(chosen.getByText("program.exe")).toBeVisible();
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Run this");
});

test("without scripts a file is sent with the form's field", async ({ page, server }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await enter(page, server, asha);
  await page.goto(`/messages/${rohan.id}`);
  await page.getByLabel("Attach files").setInputFiles({
    name: "poster.png",
    mimeType: "image/png",
    buffer: await draw("#1F7A4D", 600, 900),
  });
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByRole("img", { name: "poster.webp" })).toBeVisible();
});
