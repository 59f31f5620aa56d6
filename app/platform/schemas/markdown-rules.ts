export const tooManyMarks = "There is too much formatting in this text. Please use less of it.";
// The word joiner prevents a line break inside the link.
export const markdownHint = "Markdown: *emphasis*, - lists, > quotes, `code`, [links]\u2060(https://…).";

/** Far more than a text of 20,000 characters needs. More would take over 50 ms to render. */
const maxMarksOfText = 8_000;
const maxLines = 2_000;
const maxLinks = 500;
const links = /:\/\/|mailto:/gi;
const marks = /[[\]*_`~<>()\\&!]/g;

/** Whether a member's Markdown takes too long to render. */
export function isCostlyMarkdown(text: string, maxMarks = maxMarksOfText): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return count(marks) > maxMarks || count(links) > maxLinks || count(/\n/g) >= maxLines;
}
