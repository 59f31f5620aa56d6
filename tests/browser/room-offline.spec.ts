import { enter, expect, ignoreNetworkErrors, newMember, test } from "../support/browser.ts";
import { bubble, composer, say, sendButton, unique } from "../support/room.ts";

test("a line that cannot be sent comes back into the field, and missed lines arrive later", {
  tag: "@scripts",
}, async ({ page, server, errors }) => {
  const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
  await enter(page, server, asha);
  await page.goto("/anonymous-post");
  await expect(sendButton(page)).toBeDisabled();
  const mine = unique("Is anybody there?");
  await page.route("**/api/anonymous-messages", (route) => route.abort());
  await composer(page).fill(mine);
  await sendButton(page).click();
  await expect(page.getByRole("alert")).toHaveText("Failed to send message");
  await expect(composer(page)).toHaveValue(mine);
  await page.unroute("**/api/anonymous-messages");

  await page.context().setOffline(true);
  const missed = unique("You were away");
  await say(rohan, missed);
  await page.context().setOffline(false);
  await expect(bubble(page, missed)).toBeVisible({ timeout: 15_000 });
  await sendButton(page).click();
  await expect(bubble(page, mine)).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  ignoreNetworkErrors(errors);
});
