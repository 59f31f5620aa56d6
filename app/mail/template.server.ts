/** Replaces each `{name}` in a text of ours, once: what a value contains is never replaced. */
export const fillTemplate = (template: string, values: Record<string, string>): string =>
  template.replace(/\{(\w+)\}/g, (placeholder, name) => values[name] ?? placeholder);

/**
 * Quotes what a member wrote, on one line, so that it never reads like a sentence of ours. Mail programs make links of
 * words that a dot or a colon joins, so a space follows.
 */
export const quote = (text: string): string =>
  `“${text
    .replace(/\s+/g, " ")
    .replace(/[“”„‟«»"]/g, "'")
    .replace(/([.。．｡]|(?<=\p{L})[:：])(?=\S)/gu, "$1 ")}”`;
