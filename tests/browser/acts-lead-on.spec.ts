import { pressForm, unfold } from "../support/actions.ts";
import { expect, hydrated } from "../support/browser.ts";
import { sample } from "../support/nightly.ts";
import { openSession } from "../support/people.ts";
import { fill } from "../support/permissions/ask.ts";
import { test } from "../support/permissions/browser.ts";
import { formKey } from "../support/permissions/forms.ts";
import { subjects } from "../support/permissions/index.ts";
import type { Role } from "../support/permissions/row.ts";

/**
 * Paths from a list to a form and its result: role, list, item tapped there, further links tapped, action, final page.
 */
const walks: [role: Role, list: string, thing: string, links: string[], act: string][] = [
  ["owner", "/jobs", "/jobs/{job}", [], "jobs/job delete"],
  ["admin", "/jobs", "/jobs/{job}", [], "jobs/job delete"],
  ["owner", "/jobs", "/jobs/{job}", [], "jobs/job close"],
  ["owner", "/resources/browse", "/resources/{resource}", [], "resources/resource delete"],
  ["admin", "/resources/browse", "/resources/{resource}", [], "resources/resource delete"],
  ["owner", "/events", "/events/{event}", ["Delete"], "events/delete"],
  ["owner", "/boards", "/boards/{board}", [], "boards/board delete"],
  [
    "owner",
    "/search?q=firmware&kind=experiences",
    "/experiences/{experience}",
    [],
    "companies/experience delete",
  ],
  ["owner", "/questions", "/questions/{question}", [], "questions/question delete"],
  ["admin", "/questions", "/questions/{question}", [], "questions/question delete"],
  ["admin", "/questions", "/questions/{question}", ["Moderate"], "questions/moderate hide"],
  ["admin", "/questions", "/questions/{question}", ["Moderate"], "questions/moderate merge"],
  ["admin", "/admin/reports", "/admin/reports/{report}", ["Remove"], "admin/reports/report-confirm remove"],
  ["member", "/qa-threads", "/qa-threads/{kabir}", [], "people/directory/member block"],
];

/** Intents that move or delete the item whose page this is. Other actions stay on their list or setting. */
const movingIntents = ["delete", "remove", "merge", "hide"];

for (const [role, list, address, links, act] of sample(walks, 6))
  test(`After "${act}" the ${role} lands on a useful page`, { tag: "@scripts" }, async ({
    page,
    context,
    server,
    cast,
  }) => {
    const actor = cast.actors[role];
    const thing = await fill(address, cast, actor);
    server.database().exec("update notices set read_at = 1 where read_at is null");
    const value = openSession(server, actor.id, "browser");
    await context.addCookies([{ name: "session", value, url: server.url }]);
    await page.goto(list);
    await hydrated(page);
    const link = page.locator(`main a[href="${thing}"], main a[href^="${thing}/"]`).first();
    await link.click();
    await expect(page).toHaveURL(new RegExp(`${thing}(/|$)`));
    for (const name of links) {
      const way = page
        .getByRole("link", { name: new RegExp(`^${name}(\\W|$)`), includeHidden: true })
        .first();
      await way.evaluate(unfold);
      await way.click();
    }
    if (links.length > 0) await expect(page).not.toHaveURL(new RegExp(`${thing}$`));
    await page.waitForLoadState("networkidle");
    await pressForm(page, act);
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("status").filter({ hasText: /\w/ }).first()).toBeVisible();
    await expect(page.getByRole("heading", { name: "Page not found" })).toHaveCount(0);
    await page.goto(list);
    await expect(page.getByRole("heading", { name: "Page not found" })).toHaveCount(0);
  });

test("Every action that deletes or moves a page's own item is tested", {
  tag: ["@scripts", "@once"],
}, () => {
  const walked = new Set(walks.map(([, , , , act]) => act));
  const missing = Object.values(subjects)
    .flat()
    .flatMap(([, send, , body]) => {
      const [method, address = ""] = send.split(" ");
      const intent = String(body?.intent ?? "");
      if (method !== "POST" || address.startsWith("/api/") || !movingIntents.includes(intent)) return [];
      return [intent, ""].some((each) => walked.has(formKey(address, each)))
        ? []
        : [formKey(address, intent)];
    });
  expect([...new Set(missing)].sort()).toEqual([
    "account/searches delete",
    "admin/landing/landing hide",
    "admin/lists/list delete",
    "admin/lists/list hide",
    "admin/reports/report remove",
    "announcements/announcements delete",
    "anonymous/room delete",
    "boards/keepers remove",
    "events/organizers remove",
    "home/home hide",
    "jobs/draft-logo remove",
    "jobs/logo remove",
    "messages/messages delete",
    "moderation/bin delete",
    "people/connections/connections remove",
    "thanks/thanks hide",
  ]);
});
