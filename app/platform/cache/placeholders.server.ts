import { randomBytes } from "node:crypto";

// A shared viewer's data holds marks in place of a member's own texts, so the HTML and the hydration data both have them.

const holeNames = [
  "nonce",
  "requestId",
  "id",
  "name",
  "avatarUrl",
  "letter",
  "tone",
  "unread",
  "badge",
  "titleCount",
  "bellLabel",
  "notices",
] as const;
type HoleName = (typeof holeNames)[number];
export type HoleTexts = Record<HoleName, string>;

// Members cannot forge a mark: the secret changes at every start and is never sent.
const secret = randomBytes(12).toString("hex");

export const placeholders = Object.fromEntries(
  holeNames.map((name) => [name, `hole${secret}${name}end`]),
) as HoleTexts;
const mark = new RegExp(`hole${secret}(\\w+?)end`);

export type HoledPage = readonly (string | { name: HoleName; isInScript: boolean })[];

export function splitAtPlaceholders(html: string): HoledPage {
  let before = "";
  return html.split(mark).map((part, index) => {
    if (index % 2 === 0) {
      before += part;
      return part;
    }
    const opened = before.lastIndexOf("<script");
    // In a script's text, not in its attributes.
    const isInScript = opened > before.lastIndexOf("</script") && before.includes(">", opened);
    return { name: part as HoleName, isInScript };
  });
}

export const fillHoles = (page: HoledPage, texts: HoleTexts): string =>
  page
    .map((part) =>
      typeof part === "string" ? part : (part.isInScript ? escapeScript : escapeHtml)(texts[part.name]),
    )
    .join("");

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? "");

/** Escapes for a JSON string inside a JavaScript string, which is how React Router writes a page's data. */
const escapeScript = (text: string): string =>
  stringify(stringify(text)).replace(
    /[&<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
const stringify = (text: string): string => JSON.stringify(text).slice(1, -1);
