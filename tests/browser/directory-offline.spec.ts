import { enter, expect, hydrated, ignoreNetworkErrors, newMember, test } from "../support/browser.ts";
import { details, fillDirectory } from "../support/directory.ts";

test("Without the server, the directory's lists and buttons say so", { tag: "@scripts" }, async ({
  page,
  server,
  errors,
}) => {
  fillDirectory(server, { 2019: 20 });
  const rohan = await newMember(server, "rohan");
  await enter(page, server, await newMember(server, "asha"));
  await page.goto("/qa-threads");
  await page.waitForLoadState("networkidle");
  const requests = /\.data(\?|$)/;
  await page.route(requests, (route) => route.abort());
  await page.getByRole("link", { name: "More of batch 2019" }).click();
  await expect(page.getByRole("alert")).toHaveText("Failed to load students");
  await page.unroute(requests);
  await page.getByRole("link", { name: "Retry" }).click();
  await expect(page.getByRole("link", { name: /^Ila Rao/ })).toHaveCount(20);

  await page.goto(`/qa-threads/${rohan.id}`);
  await hydrated(page);
  await page.route(requests, (route) => route.abort());
  await page.getByRole("button", { name: "Connect: Rohan Pillai" }).click();
  await expect(page.getByRole("alert")).toHaveText("Failed to update the connection");
  await details(page).getByRole("link", { name: "Close" }).click();
  await page.getByRole("combobox", { name: "Batch" }).selectOption("2019");
  await expect(page.getByRole("alert")).toHaveText("Failed to load students");
  ignoreNetworkErrors(errors);
});
