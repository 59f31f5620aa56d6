import { enter, expect, ignoreNetworkErrors, newMember, test } from "../support/browser.ts";
import { bubble, composer, say, sendButton, unique } from "../support/room.ts";

test("lines wait in order while the server is out of reach and arrive once, and missed lines are loaded later", {
  tag: ["@scripts", "@nightly"],
}, async ({ page, server, errors }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await enter(page, server, asha);
  await page.goto("/anonymous-post");
  await expect(sendButton(page)).toBeDisabled();
  const mine = unique("Is anybody there?");
  await page.route("**/api/anonymous-messages", (route) => route.abort());
  await composer(page).fill(mine);
  await sendButton(page).click();
  const second = unique("Second");
  await composer(page).fill(second);
  await composer(page).press("Enter");
  for (const text of [mine, second])
    await expect(bubble(page, text).getByRole("img", { name: "Sending" })).toBeVisible();
  // The first line reaches the server, but its answer is lost.
  let lost = 0;
  await page.unroute("**/api/anonymous-messages");
  await page.route("**/api/anonymous-messages", async (route) => {
    if (lost++ > 0) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await expect(bubble(page, second).getByRole("img", { name: "Sending" })).toHaveCount(0);
  await page.unroute("**/api/anonymous-messages");

  await page.context().setOffline(true);
  const missed = unique("You were away");
  await say(rohan, missed);
  await page.context().setOffline(false);
  await expect(bubble(page, missed)).toBeVisible();
  await page.reload();
  await expect(bubble(page, mine)).toHaveCount(1);
  await expect(bubble(page, second)).toHaveCount(1);
  const texts = await page.getByRole("log").innerText();
  expect(texts.indexOf(mine)).toBeLessThan(texts.indexOf(second));
  ignoreNetworkErrors(errors);
});
