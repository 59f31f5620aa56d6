import { readFileSync } from "node:fs";

/** A step of a recipe: a command to run, or code for a file. */
export interface Step {
  command?: string | undefined;
  /** The type checker names the file before this step. */
  isNamed: boolean;
  file: string;
  /** The first line with this text is followed or replaced by the code. A new file has none. */
  beside?: { place: "after" | "instead of"; text: string };
  code: string;
}

/** @returns the numbered steps of a recipe's first section */
export function readSteps(recipe: string): Step[] {
  const [section = ""] = readFileSync(`docs/recipes/${recipe}.md`, "utf8").split("\n## ");
  const items = section.split(/^\d+\. /m).slice(1);
  return items.map((text) => {
    const [item = ""] = text.split(/\n\n(?! )/);
    const [, fenced] = /```\w+\n(.*?)\n *```/s.exec(item) ?? [];
    const spans = [...item.replace(/```.*```/s, "").matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text);
    const command = spans.find((text) => text.startsWith("npm run"));
    const [, place, beside] = /, (after|instead of) `([^`]+)`/.exec(item) ?? [];
    return {
      command,
      isNamed: command === "npm run types",
      file: spans.find((span) => /^[\w./-]+\.tsx?$/.test(span)) ?? "",
      ...(beside && { beside: { place: place as "after" | "instead of", text: beside } }),
      code: fenced?.replace(/^ {3,4}/gm, "") ?? spans.at(-1) ?? "",
    };
  });
}
