/** The accents that the full-text index ignores, and the vowel points of Hebrew and Arabic. Indic vowel signs are letters. */
const writtenAccents =
  /[\u0300-\u0304\u0306-\u030c\u030f\u0311\u031b\u0323-\u0328\u032d\u032e\u0330\u0331\u0591-\u05c7\u064b-\u065f\u0670]/g;
const allAccents = /[\u0300-\u036f\u064b-\u065f]/g;
const alphabets =
  "\\u00b5-\\u024f\\u0370-\\u0482\\u048a-\\u052f\\u0621-\\u064a\\u0671-\\u06d3\\u1e00-\\u1fff\\u2126\\u212a\\u212b";
const accented = new RegExp(`[${alphabets}]+`, "g");

/**
 * Removes case and accents for comparisons, one letter at a time, so that a substring stays a substring when folded.
 */
export const fold = (text: string): string =>
  text
    .replace(writtenAccents, "")
    .replace(accented, (letters) => letters.normalize("NFD").replace(allAccents, ""))
    .toLowerCase()
    .replaceAll("ς", "σ");

/** The distinct words of a search, folded. Drops a comma after a word, which comes from copied sentences. */
export const splitWords = (text: string): string[] => [
  ...new Set(
    fold(text)
      .split(/\s+/)
      .map((word) => word.replace(/(?<=.)[,;]+$/, ""))
      .filter(Boolean),
  ),
];

/** One or two letters of an alphabet, which are useless in a long text. In other scripts, as in 東京 and घर, two are a word. */
export const isShortWord = (word: string): boolean => /^[\0-\u08ff]{1,2}$/.test(word);

/** Letters that the index folds exactly like `fold`. It distinguishes spellings of others. */
const indexedAlike = new RegExp(
  `^(?:[!-:<-_a-~]|(?![\\s\`;${alphabets}\\u0590-\\u08ff])[^\\0-\\u007f])+$`,
  "u",
);

/** The distinct trigrams that every text with this word has in the index. */
export function trigramsOf(word: string): string[] {
  const letters = Array.from(word);
  const runs = letters.slice(2).map((_, at) => letters.slice(at, at + 3).join(""));
  return [...new Set(runs)].filter((run) => indexedAlike.test(run));
}

/** Whether a folded text has every word, in any order. */
export const hasWords = (folded: string, words: readonly string[]): boolean =>
  words.every((word) => folded.includes(word));

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
const letter = "[\\p{L}\\p{M}\\p{N}+#]";

/** Matches a folded word that is not part of a longer one. */
export const wholeWord = (word: string): RegExp =>
  new RegExp(`(?<!${letter})${escapePattern(word)}(?!${letter})`, "u");
