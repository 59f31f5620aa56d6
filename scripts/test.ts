/**
 * Everything a change must pass: lint, types, build, unit and integration tests, browser tests. Prints `N passed, N failed`
 * at the end. `npm test -- quick` skips the browser.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "./browser.ts";

const quick = process.argv.includes("quick");
const reports = mkdtempSync(join(tmpdir(), "quadrant-reports-"));
let passed = 0;
let failed = 0;

function run(title: string, command: string, args: string[], env: Record<string, string> = {}): boolean {
  const started = performance.now();
  console.log(`\n== ${title}`);
  const { status } = spawnSync(command, args, {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
  });
  console.log(
    `== ${title}: ${status === 0 ? "ok" : "FAILED"} in ${Math.round((performance.now() - started) / 1000)} s`,
  );
  return status === 0;
}

/** Runs a step that counts as one test. */
function check(title: string, command: string, ...args: string[]): void {
  if (run(title, command, args)) passed++;
  else failed++;
}

/** Runs a test runner and counts its report. A runner that fails without a failed test counts as one failure. */
function count(
  title: string,
  args: string[],
  report: string,
  env: Record<string, string>,
  read: (json: never) => [number, number],
) {
  const ok = run(title, "npx", args, env);
  let counts: [number, number] = [0, 0];
  try {
    counts = read(JSON.parse(readFileSync(report, "utf8")) as never);
  } catch {
    console.log(`== ${title}: no report`);
  }
  passed += counts[0];
  failed += counts[1] || (ok && counts[0] > 0 ? 0 : 1);
}

check("lint", "npx", "biome", "check", ".", "--error-on-warnings");
check("types", "npm", "run", "--silent", "types");
check("build", "npm", "run", "--silent", "build");

const unit = join(reports, "vitest.json");
count(
  "unit and integration tests",
  ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${unit}`],
  unit,
  {},
  (json: { numPassedTests: number; numFailedTests: number }) => [json.numPassedTests, json.numFailedTests],
);
if (!quick) {
  const browser = join(reports, "playwright.json");
  count(
    "browser tests",
    ["playwright", "test", "--reporter=dot,json"],
    browser,
    { BROWSER_PATH: findBrowser(), PLAYWRIGHT_JSON_OUTPUT_FILE: browser },
    ({ stats }: { stats: { expected: number; unexpected: number; flaky: number } }) => {
      if (stats.flaky > 0) console.log(`== browser tests: ${stats.flaky} passed on the second try`);
      return [stats.expected + stats.flaky, stats.unexpected];
    },
  );
}
rmSync(reports, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
