import type { Page } from "@playwright/test";
import { expect } from "../support/browser.ts";
import { announce } from "../support/events.ts";
import { sample } from "../support/nightly.ts";
import { openSession } from "../support/people.ts";
import { fill } from "../support/permissions/ask.ts";
import { test } from "../support/permissions/browser.ts";
import type { Cast } from "../support/permissions/cast.ts";
import { walks } from "../support/permissions/pages.ts";
import { answer, ask, comment } from "../support/questions.ts";

/** One run tells of every page that fails. */
const softly = expect.configure({ soft: true });
test.setTimeout(120_000);

/** Made up, in Urdu, Arabic and Hebrew. */
const names = { asha: "آشا ورما", kabir: "سليم البحري", rohan: "נועם ברקת" };
const rightToLeft = "[\\u0590-\\u08ff]";

/** Names what is smaller than a finger: 44 pixels, or 24 and a line of text for a link within a sentence. */
const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const least = 43.5;
    const found: string[] = [];
    for (const target of document.querySelectorAll<HTMLElement>("a[href], button, summary, select, input")) {
      if (!target.checkVisibility({ visibilityProperty: true })) continue;
      const control = target.matches("[type=checkbox], [type=radio]") ? target.closest("label") : target;
      if (!control || target.matches("[type=hidden], [type=file]")) continue;
      const { width, height, y } = control.getBoundingClientRect();
      // Only for screen readers, or until it has the focus.
      if (width < 2 || y < -40) continue;
      const line = target.closest("p, li, dd, td, h1, h2, h3, div");
      const isInSentence =
        getComputedStyle(target).display.startsWith("inline") &&
        (line?.textContent ?? "").trim() !== (target.textContent ?? "").trim();
      if (isInSentence || (width >= 24 && height >= least)) continue;
      control.scrollIntoView({ block: "center", behavior: "instant" });
      const box = control.getBoundingClientRect();
      const middle = box.x + Math.min(box.width, 40) / 2;
      const hits = [-21, 21].map((dy) => document.elementFromPoint(middle, box.y + box.height / 2 + dy));
      // A whole card may lead where its title does.
      if (
        hits.every(
          (hit) => hit && (control.contains(hit) || hit.closest("a, button, label, summary") === control),
        )
      )
        continue;
      const name = target.ariaLabel ?? target.textContent ?? "";
      found.push(
        `${target.tagName.toLowerCase()} “${name.trim().slice(0, 40) || target.outerHTML.slice(0, 80)}” ${Math.round(width)}x${Math.round(height)}`,
      );
    }
    return [...new Set(found)];
  });

/** Names each place where what stands before a right-to-left name is drawn behind it, or the other way round. */
const findMixedUp = (page: Page): Promise<string[]> =>
  page.evaluate((letters) => {
    const found: string[] = [];
    const isName = new RegExp(`${letters}[^]*${letters}`);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const nodes: Text[] = [];
    while (texts.nextNode()) nodes.push(texts.currentNode as Text);
    const boxOf = (node: Text, at: number, end: number) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, end);
      return range.getClientRects()[0];
    };
    const blockOf = (node: Node) => {
      let block = node.parentElement;
      while (block && /^inline|contents/.test(getComputedStyle(block).display)) block = block.parentElement;
      return block;
    };
    for (const [index, node] of nodes.entries()) {
      const match = isName.exec(node.data);
      if (!match || !node.parentElement?.checkVisibility()) continue;
      const name = boxOf(node, match.index, match.index + match[0].length);
      const block = blockOf(node);
      if (!name || !block) continue;
      // A text that is only a member's words may run in its own direction.
      const own = node.parentElement.textContent ?? "";
      if (getComputedStyle(node.parentElement).direction === "rtl" && /[a-z]{3}/i.test(own))
        found.push(`mirrored: ${own.slice(0, 80)}`);
      if (getComputedStyle(block).direction === "rtl") continue;
      const compare = (other: Text | undefined, at: number, isAfter: boolean) => {
        if (!other || blockOf(other) !== block) return;
        const box = boxOf(other, at, at + 1);
        if (!box || box.width === 0 || Math.abs(box.bottom - name.bottom) > 4) return;
        const isRight = isAfter ? box.left >= name.right - 1 : box.right <= name.left + 1;
        if (!isRight)
          found.push(`${isAfter ? "after" : "before"}: ${block.textContent?.trim().slice(0, 80)}`);
      };
      const rest = node.data.slice(match.index + match[0].length);
      const next = rest.trim() ? node : nodes[index + 1];
      const nextAt = rest.trim()
        ? match.index + match[0].length + rest.search(/\S/)
        : (nodes[index + 1]?.data.search(/\S/) ?? -1);
      if (nextAt >= 0) compare(next, nextAt, true);
      const lead = node.data.slice(0, match.index).trimEnd();
      const before = lead ? node : nodes[index - 1];
      const beforeAt = (lead || before?.data.trimEnd() || "").length - 1;
      if (beforeAt >= 0) compare(before, beforeAt, false);
    }
    return [...new Set(found)];
  }, rightToLeft);

/** Has everybody be named so, and say something to the owner. */
async function rename({ server, actors, kabir, kabirsBrowser }: Cast): Promise<void> {
  const { owner, member, admin, muted } = actors;
  const change = server
    .database()
    .prepare("update users set name = ?, first_name = ?, last_name = ? where id = ?");
  const named = { [owner.id]: names.asha, [member.id]: names.rohan, [admin.id]: names.rohan };
  for (const [id, name] of Object.entries({ ...named, [muted.id]: names.kabir, [kabir.id]: names.kabir }))
    change.run(name, ...name.split(" "), Number(id));
  await kabir.call("PUT", `/api/users/${owner.id}/connection`);
  const said = { senderId: kabir.id, receiverId: owner.id, content: `${names.kabir}!`, isAnonymous: false };
  await kabir.call("POST", "/api/messages/send", said);
  const { id } = await announce(owner.owner, { title: "A walk" });
  await kabir.call("POST", `/api/events/${id}/register`);
  const asked = await ask(owner.owner);
  const answered = await answer(kabir, asked.id);
  await comment(owner.owner, `answers/${answered.id}`);
  await kabirsBrowser.post(`/reports/new?subject=user&id=${owner.id}`, { reason: "Rude" });
  await owner.browser.post("/blocks", { intent: "block", person: muted.id });
  await admin.browser.post(`/admin/members/${muted.id}`, { intent: "send-reset" });
}
let renamed: Promise<void> | undefined;

for (const role of ["guest", "owner", "admin"] as const)
  test(`A finger finds everything, and names written from the right keep their place: ${role}`, {
    tag: "@no-scripts",
  }, async ({ page, context, server, cast }) => {
    renamed ??= rename(cast);
    await renamed;
    const actor = cast.actors[role];
    if (role !== "guest") {
      const value = openSession(server, actor.id, "browser");
      await context.addCookies([{ name: "session", value, url: server.url }]);
    }
    const pages = walks.flatMap((walk) => (walk.role === role ? walk.pages : []));
    for (const address of sample(role === "owner" ? ["/messages/{kabir}", ...pages] : pages, 5)) {
      const path = await fill(address, cast, actor);
      await page.goto(path);
      softly(await findSmallTargets(page), path).toEqual([]);
      softly(await findMixedUp(page), path).toEqual([]);
      softly(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360);
    }
  });

test("What is measured tells good from bad", { tag: "@no-scripts" }, async ({ page }) => {
  const measure = async (html: string) => {
    await page.setContent(`<body style="font: 17px/1.5 sans-serif; margin: 60px 16px">${html}`);
    return [(await findSmallTargets(page)).length > 0, (await findMixedUp(page)).length > 0];
  };
  expect(await measure(`<p>By ${names.asha}, 3 hours ago</p>`)).toEqual([false, true]);
  expect(await measure(`<p>By <bdi>${names.asha}</bdi>, 3 hours ago</p>`)).toEqual([false, false]);
  expect(await measure(`<p><bdi>${names.kabir} wants to connect</bdi></p>`)).toEqual([false, true]);
  expect(await measure(`<p><a href="/jobs">All jobs</a></p>`)).toEqual([true, false]);
  expect(await measure(`<p>See <a href="/jobs">all jobs</a>.</p>`)).toEqual([false, false]);
});
