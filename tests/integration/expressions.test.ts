import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { analyse } from "scslre";
import { parseAst } from "vite";
import { expect, test } from "vitest";

/** Regular expressions that take quadratic time, each with the reason why its text is short. */
const bounded: Record<string, string> = {
  'addresses.server.ts /^\\s*(("[^"\\r\\n]*"|[^"<>,;:@\\r\\n]*)<[^\\s"<>(),;:@]+@[^\\s"<>(),;:@]+>|[^\\s"<>(),;:@]+@[^\\s"<>(),;:@]+)\\s*$/':
    "a setting of the operator",
  "device.server.ts /\\bVersion\\/[\\d.]+.*\\bSafari\\//": "cut to 512 characters",
  "password-hash.server.ts /=+$/": "a hash of our own",
  "password-policy.server.ts /[^\\p{L}\\p{M}]+$/u": "cut to 100 characters",
  "slug.ts /^-+|-+$/g": "cut to 60 characters",
  "archive.server.ts /[. ]+$/": "the name of a stored file",
  "import.server.ts /\\([^)]*\\)|\\[[^\\]]*\\]/g": "cut to 100 characters",
  'security.ts /[^\\s<>"]+@[^\\s<>"]+/': "a setting of the operator",
  "rqlite.ts /^\\s*\\(?\\s*select\\b/i": "a statement of our own",
  "words.ts /(?<=.)[,;]+$/": "a search of at most 100 characters",
};

interface Literal {
  pattern: string;
  flags: string;
}

/** @returns the regular expressions below a node of a syntax tree */
function findLiterals(node: unknown): Literal[] {
  if (typeof node !== "object" || node === null) return [];
  if ("regex" in node) return [node.regex as Literal];
  return Object.values(node).flatMap(findLiterals);
}

test("every regular expression takes linear time, or its text is short", () => {
  const files = globSync("{app,db}/**/*.{ts,tsx}", { exclude: (path) => path.includes(".test.") });
  const literals = files.flatMap((file) =>
    findLiterals(parseAst(readFileSync(file, "utf8"), { lang: file.endsWith("x") ? "tsx" : "ts" })).map(
      (literal) => ({ file, ...literal }),
    ),
  );
  expect(literals.length).toBeGreaterThan(200);
  const slow = literals.flatMap(({ file, pattern, flags }) => {
    const { reports } = analyse({ source: pattern, flags }, { reportTypes: { Move: true } });
    return reports.length > 0 ? [`${basename(file)} /${pattern}/${flags}`] : [];
  });
  expect([...new Set(slow)].sort()).toEqual(Object.keys(bounded).sort());
});
