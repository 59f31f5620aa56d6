/** `npm run docs` writes the tables that tests keep true: who may do what, and OWASP ASVS. */
import { mkdirSync, writeFileSync } from "node:fs";
import { describePermissions } from "../tests/support/permissions/document.ts";
import { describeRequirements } from "../tests/support/security-asvs.ts";

const tables = {
  "build/docs/permissions.md": describePermissions(),
  "build/docs/security-asvs.md": describeRequirements(),
};
mkdirSync("build/docs", { recursive: true });
for (const [file, text] of Object.entries(tables)) {
  writeFileSync(file, text);
  console.log(file);
}
