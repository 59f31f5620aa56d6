import MarkdownIt from "markdown-it";
import { HttpError } from "../http/problem.server.ts";
import { limitAction } from "../limits/rate-limit.server.ts";
import { questionTexts } from "../schemas/question-texts.ts";

/** Far more than a text of 20,000 characters needs. Beyond it rendering would take longer than 50 ms. */
const maxMarks = 8_000;
const maxLines = 2_000;
const maxLinks = 500;
const links = /:\/\/|mailto:/gi;
const marks = /[[\]*_`~<>()\\&!]/g;
const maxNesting = 20;

const markdown = new MarkdownIt("zero", { html: false, linkify: true, maxNesting }).enable([
  ...["blockquote", "list", "fence", "code"],
  ...["emphasis", "link", "autolink", "backticks", "newline", "escape", "entity"],
  ...["balance_pairs", "linkify", "fragments_join"],
]);
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
markdown.linkify.add("ftp:", null).add("//", null);
markdown.validateLink = (url) => /^(https?:\/\/|mailto:)/i.test(url);
markdown.renderer.rules.link_open = (tokens, index, options, _env, renderer) => {
  tokens[index]?.attrSet("rel", "nofollow ugc noopener");
  return renderer.renderToken(tokens, index, options);
};

/** For a text that is not stored yet. @throws HttpError 422, 429 */
export function previewMarkdown({ id }: { id: number }, text: string): string {
  limitAction("preview", id, questionTexts.tooManyPreviews);
  return renderMarkdown(text);
}

/** Paragraphs, emphasis, lists, code, quotes and links only. @throws HttpError 422 for what renders longer than 50 ms */
export function renderMarkdown(text: string): string {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const isCostly = count(marks) > maxMarks || count(links) > maxLinks || count(/\n/g) >= maxLines;
  if (isCostly) {
    throw HttpError.forFields({ body: [questionTexts.tooManyMarks] });
  }
  return markdown.render(text);
}
