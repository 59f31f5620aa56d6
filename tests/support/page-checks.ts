import type { Page } from "@playwright/test";

// Checks of an open page. None of them changes it.

/** Invented names in Urdu, Arabic and Hebrew. */
export const names = { asha: "آشا ورما", kabir: "سليم البحري", rohan: "נועם ברקת" };
const rightToLeft = "[\\u0590-\\u08ff]";

/** @returns controls smaller than a finger: 44 pixels, or 24 and a line of text for links within sentences */
export const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const least = 43.5;
    const found: string[] = [];
    for (const target of document.querySelectorAll<HTMLElement>("a[href], button, summary, select, input")) {
      if (!target.checkVisibility({ visibilityProperty: true })) continue;
      const control = target.matches("[type=checkbox], [type=radio]") ? target.closest("label") : target;
      if (!control || target.matches("[type=hidden], [type=file]")) continue;
      const { width, height, y } = control.getBoundingClientRect();
      // Visible only to screen readers, or only with the focus.
      if (width < 2 || y < -40) continue;
      const line = target.closest("p, li, dd, td, h1, h2, h3, div");
      const isInSentence =
        getComputedStyle(target).display.startsWith("inline") &&
        (line?.textContent ?? "").trim() !== (target.textContent ?? "").trim();
      if (isInSentence || (width >= 24 && height >= least)) continue;
      control.scrollIntoView({ block: "center", behavior: "instant" });
      const box = control.getBoundingClientRect();
      const middle = box.x + Math.min(box.width, 40) / 2;
      const isHit = (y: number) => {
        const hit = document.elementFromPoint(middle, y);
        return hit && (control.contains(hit) || hit.closest("a, button, label, summary") === control);
      };
      // A whole card may lead where its title does.
      let [top, bottom] = [box.y + box.height / 2, box.y + box.height / 2];
      // The last pixel at either end may be half covered.
      while (bottom - top < least - 2 && isHit(top - 1)) top--;
      while (bottom - top < least - 2 && isHit(bottom + 1)) bottom++;
      if (bottom - top >= least - 2) continue;
      const name = target.ariaLabel ?? target.textContent ?? "";
      found.push(
        `${target.tagName.toLowerCase()} “${name.trim().slice(0, 40) || target.outerHTML.slice(0, 80)}” ${Math.round(width)}x${Math.round(height)}`,
      );
    }
    return [...new Set(found)];
  });

/** @returns texts that a right-to-left name reorders: text before the name is drawn after it, or the reverse */
export const findMixedUp = (page: Page): Promise<string[]> =>
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
      // A text with only a member's words may have its own direction.
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

/** @returns what is wider than the window, covered by something else, or a heading or label with a broken word */
export const findUnreadable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) {
      const widest = [...document.querySelectorAll("main *, header *")].filter(
        (element) => element.getBoundingClientRect().right > clientWidth + 1,
      );
      found.push(`the page is ${scrollWidth} wide by ${widest.at(-1)?.outerHTML.slice(0, 200)}`);
    }
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
          // Members may write words too long for any phone.
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

/** @returns what the bottom bar covers at the end of the page, where scrolling cannot uncover it */
export const findCovered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const bar = document.querySelector("[data-thumb-bar]");
    if (!bar?.checkVisibility({ visibilityProperty: true })) return [];
    scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
    const { top } = bar.getBoundingClientRect();
    /** Whether a parent cuts it off, such as skills beyond the first line. */
    const isCutOff = (element: Element, y: number): boolean => {
      const parent = element.parentElement;
      if (!parent) return false;
      const cuts = getComputedStyle(parent).overflowY === "hidden";
      return (cuts && y >= parent.getBoundingClientRect().bottom) || isCutOff(parent, y);
    };
    const found: string[] = [];
    for (const element of document.querySelectorAll("main *, footer *, [data-toasts] *")) {
      const isLeaf = element.childElementCount === 0 && element.textContent?.trim();
      if (!isLeaf && !element.matches("a, button, input, textarea, select, summary, img")) continue;
      if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue;
      const box = element.getBoundingClientRect();
      if (box.width > 1 && box.bottom > top + 1 && !isCutOff(element, box.top))
        found.push(`the bar covers ${element.tagName} “${(element.textContent ?? "").trim().slice(0, 40)}”`);
    }
    return found;
  });

/** @returns the first list's distance from the top of the page in pixels, or null without a list */
export const findFirstRow = (page: Page): Promise<number | null> =>
  page.evaluate(() => {
    const rows = document.querySelectorAll("main :is(ul, ol) > li, main article, main tbody > tr");
    const first = [...rows].find(
      (row) => !row.closest("nav, details, form") && row.checkVisibility() && row.clientHeight > 24,
    );
    return first ? Math.round(first.getBoundingClientRect().top + scrollY) : null;
  });

/** @returns what has moved since the page was opened, if the total layout shift is at least 0.005 */
export const findShifts = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        interface Shift {
          value: number;
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        }
        const shifts: Shift[] = [];
        const observer = new PerformanceObserver((list) =>
          shifts.push(...(list.getEntries() as unknown as Shift[])),
        );
        observer.observe({ type: "layout-shift", buffered: true });
        const describe = ({ node, previousRect: from, currentRect: to }: Shift["sources"][number]) =>
          `${node?.nodeName.toLowerCase()} "${node?.textContent?.slice(0, 30)}" from ${from.x},${from.y} to ${to.x},${to.y}`;
        const end = () => {
          const total = shifts.reduce((sum, { value }) => sum + value, 0);
          resolve(total < 0.005 ? [] : shifts.flatMap(({ sources }) => sources.map(describe)));
        };
        setTimeout(end, 50);
      }),
  );

/** @returns texts over a drawing with a contrast below 4.5:1 where its lines cross them */
export const findFaint = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const read = (color: string) => (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
    const light = (color: number[]) => {
      const [red = 0, green = 0, blue = 0] = color.map((part) =>
        part <= 10 ? part / 3_294 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (a: number[], b: number[]) => {
      const [dark = 0, bright = 0] = [light(a), light(b)].sort((x, y) => x - y);
      return (bright + 0.05) / (dark + 0.05);
    };
    const paper = read(getComputedStyle(document.body).backgroundColor);
    const found: string[] = [];
    for (const use of document.querySelectorAll("main use[href^='/drawings/area-']")) {
      const drawing = use.closest("svg") ?? use;
      const { color, opacity } = getComputedStyle(drawing);
      const lines = [read(color), [242, 179, 61]].map((line) =>
        line.map((part, at) => part * Number(opacity) + (paper[at] ?? 0) * (1 - Number(opacity))),
      );
      const box = drawing.getBoundingClientRect();
      const texts = document.createTreeWalker(drawing.parentElement ?? document.body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const parent = texts.currentNode.parentElement;
        if (!parent || parent.closest("button, a[class]")) continue;
        const range = document.createRange();
        range.selectNode(texts.currentNode);
        const isOver = [...range.getClientRects()].some(
          ({ left, right, top, bottom }) =>
            left < box.right && right > box.left && top < box.bottom && bottom > box.top,
        );
        const least = Math.min(...lines.map((line) => contrast(read(getComputedStyle(parent).color), line)));
        if (isOver && least < 4.5) found.push(`${least.toFixed(2)}: ${texts.currentNode.textContent}`);
      }
    }
    return found;
  });

/** @returns what moves although the reader prefers reduced motion */
export const findMoving = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1)
      .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 80) ?? ""),
  );

export const largeText = "html { font-size: 200% !important }";
export const wideSpacing =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }";

/** How readers may display a page. Without a size the window is 360 x 740. */
export const conditions: {
  name: string;
  size?: [width: number, height: number];
  css?: string;
  forced?: boolean;
}[] = [
  { name: "text of 200 %", css: largeText },
  { name: "a zoom of 400 %", size: [320, 256] },
  { name: "wide text spacing", css: wideSpacing },
  { name: "forced colours", forced: true },
];

/** Replaces the reader's style sheet of an open page. */
export const setStyle = (page: Page, css = "") =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = text ? [sheet] : [];
  }, css);
