import type { Page } from "@playwright/test";
import { enter, expect, newMember, test } from "../support/browser.ts";
import { mailedLink } from "../support/outbox.ts";
import { makeAdmin, password } from "../support/people.ts";
import { turnOn } from "../support/second-factor.ts";
import { Visitor } from "../support/visitor.ts";

/** Shows and hides what is typed in every password field of a page. */
async function expectShow(page: Page, path: string, scripts: boolean): Promise<void> {
  await page.goto(path);
  const ids = await page.locator("input[type=password]").evaluateAll((fields) => fields.map(({ id }) => id));
  expect(ids.length, path).toBeGreaterThan(0);
  for (const id of ids) {
    const field = page.locator(`[id="${id}"]`);
    const button = page.locator(`button[aria-controls="${id}"]`);
    if (!scripts) {
      await expect(button).toBeHidden();
      continue;
    }
    await field.fill(password);
    await button.click();
    await expect(button, `${id} on ${path}`).toHaveText("Hide");
    await expect(field).toHaveAttribute("type", "text");
    await expect(field).toHaveValue(password);
    await button.click();
    await expect(field).toHaveAttribute("type", "password");
  }
}

test("With scripts every password can be shown", { tag: "@nightly" }, async ({ page, server, scripts }) => {
  const [asha, meera] = [await newMember(server, "asha"), await newMember(server, "meera")];
  await new Visitor(server.url).post("/forgot-password", { email: asha.email });
  const reset = await mailedLink(server, asha.email, "/reset-password");
  for (const path of ["/login", "/register", reset]) await expectShow(page, path, scripts);

  await enter(page, server, asha);
  for (const path of ["/account/password", "/account/email", "/account/delete"])
    await expectShow(page, path, scripts);

  makeAdmin(server, meera);
  const browser = new Visitor(server.url);
  await browser.post("/login", { email: meera.email, password });
  await turnOn(browser);
  await page.context().clearCookies();
  await page
    .context()
    .addCookies([...browser.cookies].map(([name, value]) => ({ name, value, url: server.url })));
  await expectShow(page, "/account/second-factor", scripts);
});
