import { env } from "#app/platform/env.server.ts";
import { fillTemplate } from "#app/platform/mail/template.server.ts";
import { isNoticeKind, type NoticeKind, noticeKinds } from "./kinds.ts";

export interface NoticeWords {
  kind: string;
  count: number;
  facts: Record<string, string>;
}

/** The facts in our own words, and a link as one word. All others are a member's, which mails quote. */
const ownFacts = ["when", "outcome", "what", "done", "online"];
/** The members' words that pages quote. A name stands as it is. */
const quotedFacts = ["title", "search", "reason"];

/** Returns null for a kind that this version does not have. */
export const findKind = (kind: string): NoticeKind | null => (isNoticeKind(kind) ? noticeKinds[kind] : null);

/** The name of a member who left is empty. */
const withSomebody = (facts: Record<string, string>) =>
  facts.name === "" ? { ...facts, name: "Somebody" } : facts;

export function noticeText({ kind, count, facts }: NoticeWords): string {
  const words = Object.entries(withSomebody(facts)).map(([name, text]) => [
    name,
    quotedFacts.includes(name) ? `“${text}”` : text,
  ]);
  return fillTemplate(findKind(kind)?.text(count, facts) ?? "", {
    site: env.SITE_NAME,
    ...Object.fromEntries(words),
  });
}

/** Templates, and the members' words for them. @param suffix tells the placeholders of several notices apart */
export function mailTemplates({ kind, count, facts }: NoticeWords, suffix = "") {
  const found = findKind(kind);
  const own = Object.entries(withSomebody(facts)).filter(([name]) => ownFacts.includes(name));
  const quotes = Object.entries(withSomebody(facts)).filter(([name]) => !ownFacts.includes(name));
  const names = { site: env.SITE_NAME, ...Object.fromEntries(own) };
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

/** The begin of a text in one line, for its notice and the audit trail. */
export function excerptOf(text: string): string {
  const letters = Array.from(text.replaceAll(/\s+/g, " "));
  return letters.length > maxExcerpt
    ? `${letters.slice(0, maxExcerpt).join("").trimEnd()}…`
    : letters.join("");
}
