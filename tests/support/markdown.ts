/** A table in Markdown. */
export const table = (heads: readonly string[], lines: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
