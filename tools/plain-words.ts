/**
 * Counts phrases that read as translated, in comments, documents and titles of tests. Some uses are right: the figures
 * show a trend, and `node tools/plain-words.ts --list` prints each place.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const patterns: Record<string, RegExp> = {
  "P1 begins with “Of …”": /(?:^|[.:] )Of [a-z]/g,
  "P3 a clause without its noun":
    /\b(?:for|of|by|to|from|with|and|only|but) who\b|\b(?:who|what) (?:is|are) no\b|\b(?:for|of) what\b/g,
  "P4 “is no”, “no more”, “none that”":
    /(?<!\bthere )\b(?:is|are|was) no (?!longer\b)[a-z]|\bno more\b(?! than)|\bnone that\b/g,
  "P5 “by which”, “of which”, “with which”": /\b(?:by|of|with) which\b/g,
  "P6 “those who”, “whoever”": /\bthose who\b|\bwhoever\b/gi,
  "P8 “one” for a person":
    /\bone's own\b|\bone (?:is|has|may|can|does|reads|writes|types|gets|sees|did|registered|wrote|follows)\b/g,
};

/** The prose of a file with line numbers: comments and test titles of code, everything in a document. */
function* proseOf(path: string, text: string): Generator<[line: number, part: string]> {
  const lineAt = (index: number) => text.slice(0, index).split("\n").length;
  if (path.endsWith(".md")) {
    for (const [index, line] of text.split("\n").entries())
      yield [index + 1, line.replace(/^[\s>#*|-]+/, "")];
    return;
  }
  const comment = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
  for (const { 0: found, index } of text.matchAll(comment))
    yield [lineAt(index), found.replace(/^[/*\s]+|\s*\*\/$/g, "").replace(/\s*\n[\s*]*/g, " ")];
  for (const { 1: title = "", index } of text.matchAll(/\b(?:test|describe|it)(?:\.\w+)*\(\s*["`]([^"`]+)/g))
    yield [lineAt(index), title];
}

const files = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.js", "*.md"], { encoding: "utf8" })
  .split("\n")
  .filter((path) => path !== "" && path !== "tools/plain-words.ts");
const counts = new Map(Object.keys(patterns).map((name) => [name, 0]));
for (const path of files)
  for (const [line, part] of proseOf(path, readFileSync(path, "utf8")))
    for (const [name, pattern] of Object.entries(patterns)) {
      const found = [...part.matchAll(pattern)].length;
      counts.set(name, (counts.get(name) ?? 0) + found);
      if (found > 0 && process.argv.includes("--list"))
        console.log(`${name.slice(0, 2)} ${path}:${line} ${part}`);
    }
for (const [name, count] of counts) console.log(`${String(count).padStart(5)}  ${name}`);
