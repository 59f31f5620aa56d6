import { randomBytes } from "node:crypto";

// Marks stand for a member's own texts, in the stand-in's data: so React and the hydration data carry them alike.

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

// Nobody can write a mark into a text of theirs: it is different after every start and never sent.
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
    // In a script's text, and not in its attributes.
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

/** A part of a JSON text inside of a JavaScript string, as React Router writes the data of a page. */
const escapeScript = (text: string): string =>
  stringify(stringify(text)).replace(
    /[&<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
const stringify = (text: string): string => JSON.stringify(text).slice(1, -1);
