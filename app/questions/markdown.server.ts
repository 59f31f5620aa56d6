import MarkdownIt, { type RendererRule, type Token } from "markdown-it";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { isCostlyMarkdown, tooManyMarks } from "#app/platform/schemas/markdown-rules.ts";
import { questionTexts } from "./texts.ts";

const maxNesting = 20;

/** Renders paragraphs, emphasis, lists, code, quotes and links only. */
export function createRenderer() {
  const renderer = new MarkdownIt("zero", { html: false, linkify: true, maxNesting }).enable([
    ...["blockquote", "list", "fence", "code"],
    ...["emphasis", "link", "autolink", "backticks", "newline", "escape", "entity"],
    ...["balance_pairs", "linkify", "fragments_join"],
  ]);
  renderer.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  renderer.linkify.add("ftp:", null).add("//", null);
  renderer.validateLink = (url) => /^(https?:\/\/|mailto:)/i.test(url);
  renderer.renderer.rules.link_open = (tokens, index, options, _env, own) => {
    tokens[index]?.attrSet("rel", "nofollow ugc noopener");
    return own.renderToken(tokens, index, options);
  };
  return renderer;
}

const markdown = createRenderer();

const contentOf: RendererRule = (tokens, index) => tokens[index]?.content ?? "";
const endBlock: RendererRule = (tokens, index) => (tokens[index]?.hidden ? "\n" : "\n\n");
const plainRules: Record<string, RendererRule> = {
  text: contentOf,
  code_inline: contentOf,
  fence: contentOf,
  code_block: contentOf,
  softbreak: () => "\n",
  hardbreak: () => "\n",
  paragraph_close: endBlock,
  bullet_list_close: endBlock,
  ordered_list_close: endBlock,
  list_item_open(tokens, index) {
    const { info = "", level = 0 } = tokens[index] ?? {};
    return `${" ".repeat(level - 1)}${info ? `${info}.` : "-"} `;
  },
  link_close(tokens, index) {
    const open = tokens.findLast(({ type }, at) => at < index && type === "link_open");
    return open?.markup === "" ? ` (${open.attrGet("href")})` : "";
  },
};
for (const mark of [
  "paragraph_open",
  "list_item_close",
  "bullet_list_open",
  "ordered_list_open",
  "link_open",
])
  plainRules[mark] = () => "";
for (const mark of ["em", "strong", "blockquote"])
  for (const end of ["open", "close"]) plainRules[`${mark}_${end}`] = () => "";
const plain = createRenderer();
plain.renderer.rules = plainRules;

/** Renders a text that is not stored yet. @throws HttpError 422, 429 */
export function previewMarkdown({ id }: { id: number }, text: string): string {
  limitAction("preview", id, questionTexts.tooManyPreviews);
  return renderMarkdown(text);
}

const maxDepth = 5;
/** Five times the longest text. Ordinary formatting adds a fifth. */
const maxHtmlLength = 100_000;

/**
 * Renders paragraphs, emphasis, lists, code, quotes and links only.
 * @throws HttpError 422 for a text that would produce too much HTML
 */
export function renderMarkdown(text: string): string {
  const html = tryToRender(text);
  if (html === null) throw HttpError.forFields({ body: [tooManyMarks] });
  return html;
}

/** Renders the description of a job or an event. One with too much formatting is shown as plain text. */
export const renderDescription = (text: string): string =>
  tryToRender(text) ?? `<p>${markdown.utils.escapeHtml(text)}</p>`;

/**
 * Returns null for a text that is too costly to render, is nested too deep, or produces too much HTML.
 * @param arrange what changes the tokens before they are rendered
 */
export function tryToRender(
  text: string,
  renderer = markdown,
  arrange: (tokens: Token[]) => Token[] = (tokens) => tokens,
): string | null {
  if (isCostlyMarkdown(text)) return null;
  const env = {};
  const tokens = renderer.parse(text, env);
  let depth = 0;
  for (const { type, nesting } of tokens) {
    if (/^(blockquote|bullet_list|ordered_list)_/.test(type)) depth += nesting;
    if (depth > maxDepth) return null;
  }
  const html = renderer.renderer.render(arrange(tokens), renderer.options, env);
  return html.length > maxHtmlLength ? null : html;
}

/** One feed renders fifty descriptions: those with more marks than this stay unrendered. */
const maxPlainMarks = 500;

/** A description without Markdown, for calendars, feeds and search engines. A link's address follows its text. */
export const toPlainText = (text: string): string =>
  isCostlyMarkdown(text, maxPlainMarks)
    ? text
    : plain
        .render(text)
        .replace(/\n{3,}/g, "\n\n")
        .trim();
