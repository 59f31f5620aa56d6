const maxLinkLength = 2_000;
/**
 * An address ends at white space, quotes, angle brackets, characters that change the direction of writing, and the
 * punctuation of sentences in scripts of India, Arabic, Chinese and Japanese, which follows without a space.
 */
const address =
  /https?:\/\/[^\s<>"“”\u200e\u200f\u202a-\u202e\u2066-\u2069\u0964\u0965\u060c\u061b\u061f\u06d4\u3001\u3002\u3008-\u3011\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f]+/gi;

export interface TextPart {
  text: string;
  isLink: boolean;
}

/** Punctuation after an address is not a part of it. Takes time in proportion to the length of the text. */
export function findLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let plainStart = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const link = found.slice(0, endOfAddress(found));
    if (!isSafeAddress(link)) continue;
    if (index > plainStart) parts.push({ text: text.slice(plainStart, index), isLink: false });
    parts.push({ text: link, isLink: true });
    plainStart = index + link.length;
  }
  if (plainStart < text.length) parts.push({ text: text.slice(plainStart), isLink: false });
  return parts;
}

/** Returns where an address ends: before the sentence's punctuation and before brackets that it does not open. */
function endOfAddress(found: string): number {
  const excess = { ")": 0, "]": 0 };
  for (const character of found) {
    if (character === ")" || character === "]") excess[character]++;
    else if (character === "(") excess[")"]--;
    else if (character === "[") excess["]"]--;
  }
  let end = found.length;
  for (; end > 0; end--) {
    const last = found[end - 1] ?? "";
    if ((last === ")" || last === "]") && excess[last] > 0) excess[last]--;
    else if (!".,;:!?'’*_~…".includes(last)) break;
  }
  return end;
}

/** An address with a user name, such as `https://bank.example@evil.example`, shows one site and opens another. */
function isSafeAddress(link: string): boolean {
  if (link.length > maxLinkLength || !URL.canParse(link)) return false;
  const { username, password } = new URL(link);
  return username === "" && password === "";
}
