import { expect, test } from "../support/browser.ts";

test("A button copies an example of the API, and appears only with scripts", async ({
  page,
  context,
  scripts,
}) => {
  await page.goto("/api");
  const copy = page.getByRole("button", { name: "Copy: Who am I?" });
  if (!scripts) return expect(copy).toHaveCount(0);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await copy.click();
  await expect(page.getByRole("status").getByText("Copied.")).toBeVisible();
  await expect(copy).toBeFocused();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe('curl "$SITE/api/users/me" \\\n  -H "Authorization: Bearer $TOKEN"');
});
