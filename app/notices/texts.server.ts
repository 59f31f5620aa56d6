import { fillTemplate } from "#app/platform/mail/template.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { isNoticeKind, type NoticeKind, noticeKinds } from "./kinds.ts";

export interface NoticeWords {
  kind: string;
  count: number;
  facts: Record<string, string>;
}

/** Facts in our own words, plus a link without spaces. All others are members' words, which mails quote. */
const ownFacts = ["when", "outcome", "what", "done", "online"];
/** Members' words that pages put in quotation marks. Names have none. */
const quotedFacts = ["title", "search", "reason"];

/** Returns null for a kind that this version does not have. */
export const findKind = (kind: string): NoticeKind | null => (isNoticeKind(kind) ? noticeKinds[kind] : null);

/** Members who deleted their accounts have an empty name. */
const withSomebody = (facts: Record<string, string>) =>
  facts.name === "" ? { ...facts, name: "Somebody" } : facts;

/** A notice's text, divided at the name of the member it is about. Without one, the last two parts are empty. */
export function noticeParts({
  kind,
  count,
  facts,
}: NoticeWords): [before: string, name: string, after: string] {
  const words = Object.entries(withSomebody(facts)).map(([name, text]) => [
    name,
    quotedFacts.includes(name) ? `“${text}”` : text,
  ]);
  const values: Record<string, string> = { site: settings.siteName, ...Object.fromEntries(words) };
  const template = findKind(kind)?.text(count, facts) ?? "";
  const at = values.name === undefined ? -1 : template.indexOf("{name}");
  if (at < 0) return [fillTemplate(template, values), "", ""];
  const after = template.slice(at + "{name}".length);
  return [fillTemplate(template.slice(0, at), values), values.name ?? "", fillTemplate(after, values)];
}

export const noticeText = (words: NoticeWords): string => noticeParts(words).join("");

/**
 * Mail templates and the members' words to fill them with.
 * @param suffix keeps the placeholders of several notices apart
 */
export function mailTemplates({ kind, count, facts }: NoticeWords, suffix = "") {
  const found = findKind(kind);
  const own = Object.entries(withSomebody(facts)).filter(([name]) => ownFacts.includes(name));
  const quotes = Object.entries(withSomebody(facts)).filter(([name]) => !ownFacts.includes(name));
  const names = { site: settings.siteName, ...Object.fromEntries(own) };
  const placeholders = Object.fromEntries(quotes.map(([name]) => [name, `{${name}${suffix}}`]));
  const fill = (template: string) => fillTemplate(template, { ...names, ...placeholders });
  const text = fill(found?.text(count, facts) ?? "");
  return {
    text,
    details: found?.details ? fill(found.details) : `${text}.`,
    why: found?.why ?? "",
    isGone: found?.isGone ?? false,
    quotes: Object.fromEntries(quotes.map(([name, words]) => [name + suffix, words])),
  };
}

const maxExcerpt = 160;

/** The beginning of a text on one line, for its notice and the audit trail. */
export function excerptOf(text: string): string {
  const letters = Array.from(text.replaceAll(/\s+/g, " "));
  return letters.length > maxExcerpt
    ? `${letters.slice(0, maxExcerpt).join("").trimEnd()}…`
    : letters.join("");
}
