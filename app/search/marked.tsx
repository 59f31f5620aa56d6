import { fold } from "#db/words.ts";

/**
 * Marks the matches in a text, but not of a single letter, which is everywhere. Leaves it unmarked if removing accents
 * changes its length.
 */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const folded = fold(text);
  const wanted = words
    .map(fold)
    .filter((word) => word.length > 1)
    .map(escapePattern);
  if (folded.length !== text.length || wanted.length === 0) return text;
  const parts: React.ReactNode[] = [];
  let end = 0;
  for (const { index, 0: match } of folded.matchAll(new RegExp(wanted.join("|"), "g"))) {
    parts.push(text.slice(end, index), <mark key={index}>{text.slice(index, index + match.length)}</mark>);
    end = index + match.length;
  }
  return [...parts, text.slice(end)];
}

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
