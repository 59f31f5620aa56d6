import { fold, wholeWord } from "#db/words.ts";

const maxWords = 5;
/** The index cannot find halves of shorter words. */
const minMisspelledLength = 5;
const minHalfLength = 3;

/** The first five words of a search, and the tag in `tag:electives`. */
export function readWords(text: string): { words: string[]; tag: string | undefined } {
  const all = text.split(" ").filter(Boolean).slice(0, maxWords);
  const tag = all.find((word) => /^tag:./i.test(word));
  return { words: all.filter((word) => !/^tag:/i.test(word)), tag: tag?.slice("tag:".length).toLowerCase() };
}

/** How well a title fits, from 5, an exact match, to 0, where the words are elsewhere. */
export function scoreTitle(title: string, words: readonly string[]): number {
  const folded = fold(title);
  const wanted = words.map(fold);
  const whole = wanted.join(" ");
  if (folded === whole) return 5;
  if (folded.startsWith(whole)) return 4;
  if (wanted.every((word) => wholeWord(word).test(folded))) return 3;
  const starts = folded.split(/[^\p{L}\p{M}\p{N}+#]+/u);
  if (wanted.every((word) => starts.some((start) => start.startsWith(word)))) return 2;
  return wanted.every((word) => folded.includes(word)) ? 1 : 0;
}

/** Parts of a word, long enough for the index to find. If one letter is wrong, another part is still right. */
export function halvesOf(word: string): string[] {
  const letters = Array.from(word);
  if (letters.length < minMisspelledLength) return [word];
  const size = Math.max(minHalfLength, Math.floor(letters.length / 2));
  return [letters.slice(0, size).join(""), letters.slice(-size).join("")];
}

export const canBeMisspelled = (word: string): boolean => Array.from(word).length >= minMisspelledLength;

/** The two letters on either side of the middle one, which is in both halves of so short a word. */
export function aroundMiddle(word: string): [string, string] | null {
  const letters = Array.from(word);
  if (letters.length !== minMisspelledLength) return null;
  return [letters.slice(0, 2).join(""), letters.slice(-2).join("")];
}

/**
 * Whether a text contains every word, with at most one letter wrong, missing, added or swapped with its neighbour.
 */
export function isNear(text: string, words: readonly string[]): boolean {
  const there = fold(text).split(/[^\p{L}\p{M}\p{N}+#]+/u);
  return words.map(fold).every((word) => there.some((other) => isWithinOneEdit(word, other)));
}

function isWithinOneEdit(a: string, b: string): boolean {
  if (a === b) return true;
  if (a.length < minMisspelledLength || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const rest = (text: string, skipped: number) => text.slice(start + skipped);
  return (
    rest(a, 1) === rest(b, 1) ||
    rest(a, 1) === rest(b, 0) ||
    rest(a, 0) === rest(b, 1) ||
    (a[start] === b[start + 1] && a[start + 1] === b[start] && rest(a, 2) === rest(b, 2))
  );
}
