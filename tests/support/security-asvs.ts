import { readFileSync } from "node:fs";
import { table } from "./markdown.ts";

const [heads = [], ...lines] = readFileSync("tests/support/security-asvs.tsv", "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => line.split("\t"));

/** How far each requirement of OWASP ASVS 5.0, levels 1 and 2, is met. `numbers` may be a range: `1.2.6–1.2.8`. */
export const requirements = lines.map(([numbers = "", state = "", how = "", tests = ""]) => ({
  numbers,
  state,
  how,
  tests: tests.split(" ").filter(Boolean),
}));

/** `build/docs/security-asvs.md`. */
export const describeRequirements = () => `# OWASP ASVS 5.0, level 2

Every requirement of levels 1 and 2 of the Application Security Verification Standard 5.0, by its number: *met*, *partly* or
*not met* with the reason, *n/a* where it applies to nothing, *operator* where it depends on the installation. Tests are in
\`tests/integration/\` unless a path is given.

${table(heads, lines)}
`;
