/** Replaces each `{name}` in a text of ours, once: what a value contains is never replaced. */
export const fillTemplate = (template: string, values: Record<string, string>): string =>
  template.replace(/\{(\w+)\}/g, (placeholder, name) => values[name] ?? placeholder);

/**
 * Quotes what a member wrote, on one line, so that it never reads like a sentence of ours. Mail programs make links of
 * words that a dot or a colon joins, so a space follows.
 */
export const quote = (text: string): string =>
  `“${text
    .replace(/\s+/g, " ")
    .replace(/[“”„‟«»"]/g, "'")
    .replace(/([.。．｡]|(?<=\p{L})[:：])(?=\S)/gu, "$1 ")}”`;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** A mail's text as HTML that follows the reader's light or dark theme. Only addresses of `origin` become links. */
export function toHtml(text: string, origin: string): string {
  const linkify = (line: string) =>
    line
      .split(/(\S+)/)
      .map((word) => {
        const safe = word.replace(/[&<>"]/g, (character) => entities[character] ?? "");
        return word.startsWith(`${origin}/`)
          ? `<a href="${safe}" style="overflow-wrap:anywhere">${safe}</a>`
          : safe;
      })
      .join("");
  const paragraphs = text
    .split("\n\n")
    .map((paragraph) => `<p dir="auto">${paragraph.split("\n").map(linkify).join("<br>\n")}</p>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>:root{color-scheme:light dark}</style>
</head>
<body style="margin:0 auto;max-width:36em;padding:16px;font:17px/1.5 system-ui,sans-serif">
${paragraphs.join("\n")}
</body>
</html>
`;
}
