import MarkdownIt from "markdown-it";
import { HttpError } from "../http/problem.server.ts";
import { questionTexts } from "../schemas/question-texts.ts";

/** Far more than a text of 20,000 characters needs. Beyond it rendering would take longer than 50 ms. */
const maxMarks = 8_000;
const maxLines = 2_000;
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

/** Paragraphs, emphasis, lists, code, quotes and links only. @throws HttpError 422 for what renders longer than 50 ms */
export function renderMarkdown(text: string): string {
  const isCostly = (text.match(marks)?.length ?? 0) > maxMarks || text.split("\n").length > maxLines;
  if (isCostly) {
    throw HttpError.forFields({ body: [questionTexts.tooManyMarks] });
  }
  return markdown.render(text);
}
