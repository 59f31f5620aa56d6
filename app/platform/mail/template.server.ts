/** Replaces each `{name}` in one of our texts, in one pass, so that placeholders inside values are not replaced. */
export const fillTemplate = (template: string, values: Record<string, string>): string =>
  template.replace(/\{(\w+)\}/g, (placeholder, name) => values[name] ?? placeholder);

/** Quotes on one line, so that it cannot pass for our text. Spaces after dots and colons prevent automatic links. */
export const quote = (text: string): string =>
  `“${text
    .replace(/\s+/g, " ")
    .replace(/[“”„‟«»"]/g, "'")
    .replace(/([.。．｡]|(?<=\p{L})[:：])(?=\S)/gu, "$1 ")}”`;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/**
 * Renders the site's name over a yellow line, then the text, with a small last paragraph. Only addresses of `origin`
 * become links, with the words or the line before them as the link's text.
 */
export function toHtml(text: string, origin: string, siteName: string): string {
  const escapeHtml = (words: string) => words.replace(/[&<>"]/g, (character) => entities[character] ?? "");
  const toLine = (line: string) => {
    const [, label = "", address = ""] = /^(.+): (\S+)$/.exec(line) ?? [];
    return address.startsWith(`${origin}/`)
      ? `<a href="${escapeHtml(address)}">${escapeHtml(label)}</a>`
      : escapeHtml(line);
  };
  const texts = text.replaceAll(`\n${origin}/`, `: ${origin}/`).split("\n\n");
  const paragraphs = texts.map((paragraph, index) => {
    const style = index === texts.length - 1 ? ' style="margin-top:32px;font-size:14px"' : "";
    return `<p dir="auto"${style}>${paragraph.split("\n").map(toLine).join("<br>\n")}</p>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>:root{color-scheme:light dark}</style>
</head>
<body style="margin:0 auto;max-width:36em;padding:16px;font:17px/1.5 system-ui,sans-serif;overflow-wrap:anywhere">
<p style="margin:0 0 24px;border-bottom:3px solid #F2B33D;padding-bottom:8px;font:600 20px/1.2 Palatino,Georgia,serif">${escapeHtml(siteName)}</p>
${paragraphs.join("\n")}
</body>
</html>
`;
}
