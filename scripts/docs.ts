/** `npm run docs` writes the tables of permissions and of OWASP ASVS, which tests verify. */
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
