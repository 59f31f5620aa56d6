import { sample } from "../support/nightly.ts";
import { subjects } from "../support/permissions/index.ts";
import { expect, openAsMember, test } from "../support/worker.ts";

/** Every address that a browser can open, from the permission rows, which include them all. */
const addresses = Object.values(subjects)
  .flat()
  .flatMap(([, send]) => (send.startsWith("GET /") ? [send.slice(4).replace(/\{\w+\}/g, "7")] : []));

test("Offline every address shows a page of ours", { tag: "@scripts" }, async ({ page, context, server }) => {
  await openAsMember(page, server, context);
  await context.setOffline(true);
  for (const address of sample(addresses, 10)) {
    await page.goto(address, { waitUntil: "commit" });
    await expect(page.locator("html[data-kept]"), address).toBeAttached();
  }
  expect(addresses.length).toBeGreaterThan(140);
});
