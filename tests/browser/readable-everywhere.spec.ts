import type { Page } from "@playwright/test";
import { enter, expect, newMember, test } from "../support/browser.ts";
import { sample, sized } from "../support/nightly.ts";
import { event, job, type Member } from "../support/people.ts";
import { answer, ask } from "../support/questions.ts";

const guestPages = [
  ...["/", "/login", "/register", "/jobs", "/events", "/resources/browse", "/about"],
  ...["/api", "/developers", "/developers/errors", "/developers/changelog", "/developers/first-bot"],
];
const memberPages = [
  ...["/", "/qa-threads", "/profile", "/profile?edit", "/anonymous-post", "/messages", "/jobs", "/jobs/mine"],
  ...["/post-job", "/events", "/events/mine", "/events/new", "/resources", "/resources/upload", "/account"],
  ...["/questions", "/questions/new", "/questions/{id}", "/questions/{id}/edit", "/questions/{id}/history"],
  ...["/events/{event}", "/messages/{person}"],
  ...["/notices", "/account/notices", "/account/notices/digest", "/account/searches"],
  "/account/searches?kind=jobs&query=search%3Dfirmware",
];
const adminPages = [
  ...["/admin", "/admin/members", "/admin/members/1", "/admin/members/1/suspend", "/admin/reports"],
  ...["/admin/landing", "/admin/landing/features", "/admin/tags", "/admin/mail", "/admin/settings"],
  ...["/questions/{id}/moderate", "/about/edit"],
];

type Ids = Record<"id" | "event" | "person", string>;
const withIds = (paths: string[], ids: Ids) =>
  paths.map((path) => path.replace(/\{(id|event|person)\}/, (_, name: keyof Ids) => ids[name]));
/** A question and an event of a member, and who wrote to them. */
async function makeIds(asha: Member, rohan: Member): Promise<Ids> {
  const { id } = await ask(asha);
  const { body } = await asha.call("POST", "/api/events", event);
  const message = { senderId: rohan.id, receiverId: asha.id, isAnonymous: false, content: "Are you there?" };
  await rohan.call("POST", "/api/messages/send", message);
  return { id, event: (body as { data: { id: string } }).data.id, person: rohan.id };
}

/** Names what is wider than the window, what something else covers, and words of headings and labels that break inside. */
const findUnreadable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} wide`);
    const nameOf = (element: Element) =>
      `${element.tagName} “${(element.ariaLabel ?? element.textContent ?? "").trim().slice(0, 40)}”`;
    const place = document.querySelector("dialog[open]") ?? document;
    for (const element of place.querySelectorAll("a, button, input, select, textarea, summary")) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (
        element.matches(
          "[type=hidden], [type=radio], [type=checkbox], [type=file], [href='#main'], :disabled",
        )
      )
        continue;
      element.scrollIntoView({ block: "center", behavior: "instant" });
      const [box] = element.getClientRects();
      if (!box || box.width < 2) continue;
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      if (!top || element.contains(top) || top.contains(element)) continue;
      // A whole card may lead where its title does.
      if (top.closest("article, li") === element.closest("article, li") && top.closest("a, button, summary"))
        continue;
      found.push(`${nameOf(top)} covers ${nameOf(element)}`);
    }
    for (const heading of document.querySelectorAll(
      "h1, h2, h3, dt:not(:has(code)), main ol > li, label, button",
    )) {
      if (!heading.checkVisibility() || heading.clientWidth < 2) continue;
      const texts = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode;
        for (const { 0: word, index } of (text.textContent ?? "").matchAll(/[\p{L}\p{N}]+/gu)) {
          // Members write words that fit on no phone.
          if (word.length > 30) continue;
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) found.push(`“${word}” breaks inside ${nameOf(heading)}`);
        }
      }
    }
    return found;
  });

const largeText = "html { font-size: 200% !important }";
const wideSpacing =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }";
/** Every page that is opened from now on has the reader's style, from its beginning. */
const addStyle = (page: Page, css: string) =>
  page.addInitScript((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);

const conditions: { name: string; size?: [number, number]; css?: string; forced?: boolean }[] = [
  { name: "text of 200 %", css: largeText },
  { name: "a zoom of 400 %", size: [320, 256] },
  { name: "wide text spacing", css: wideSpacing },
  { name: "forced colours", forced: true },
];

for (const [at, { name, size: [width, height] = [360, 740], css, forced }] of conditions.entries()) {
  test(`With ${name} no page scrolls sideways, and nothing is covered @once`, async ({ page, server }) => {
    test.setTimeout(120_000);
    const [asha, rohan] = [await newMember(server, "asha"), await newMember(server, "rohan")];
    server.database().prepare("update users set is_admin = 1 where id = ?").run(Number(asha.id));
    await rohan.call("POST", "/api/jobs", job);
    const message = { senderId: rohan.id, receiverId: asha.id, isAnonymous: true, content: "Are you there?" };
    await rohan.call("POST", "/api/messages/send", message);
    await rohan.call("PUT", `/api/users/${asha.id}/connection`);
    const fail = server.database().prepare(
      `insert into mails (key, recipient, subject, text, created_at, failure)
        values (?, 'a.rather.long.address@college.example', 'Confirm your address', 'Hello', 1, 'No such mailbox')`,
    );
    fail.run(`readable ${name}`);
    const ids = await makeIds(asha, rohan);
    await answer(rohan, ids.id);
    await page.setViewportSize({ width, height });
    await addStyle(page, css ?? "");
    await page.emulateMedia({ reducedMotion: "reduce", forcedColors: forced ? "active" : "none" });

    // The short form looks at every second page, in one condition.
    const isInTurn = (_: string, index: number) =>
      index % sized(conditions.length * 2, 1) === sized(at * 2, 0);
    const check = async (paths: string[]) => {
      for (const path of withIds(paths, ids).filter(isInTurn)) {
        const response = await page.goto(path);
        expect([path, response?.status()]).toEqual([path, 200]);
        expect.soft(await findUnreadable(page), path).toEqual([]);
      }
    };
    await check(guestPages);
    await enter(page, server, asha);
    await check([...memberPages, ...adminPages]);
  });
}

test("Fields stay within a phone with text of 200 % and wide spacing together @once", async ({
  page,
  server,
}) => {
  await enter(page, server, await newMember(server, "asha"));
  await page.setViewportSize({ width: 360, height: 740 });
  await addStyle(page, largeText + wideSpacing);
  for (const path of ["/profile?edit", "/events/new", "/post-job", "/account/notices", "/questions/new"]) {
    await page.goto(path);
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 360]);
  }
});

test("Nothing moves under reduced motion but what the quadrant draws @once", async ({ page, server }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const asha = await newMember(server, "asha");
  const ids = await makeIds(asha, await newMember(server, "rohan"));
  const check = async (paths: string[]) => {
    for (const path of sample(withIds(paths, ids), 6)) {
      await page.goto(path);
      const moving = await page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1)
          .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 80)),
      );
      expect(moving, path).toEqual([]);
    }
  };
  await check(guestPages);
  await enter(page, server, asha);
  await check(memberPages);
});
