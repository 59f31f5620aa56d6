/**
 * Everything a change must pass: lint, types, build, unit and integration tests, the short form of the nightly tests and
 * of the integration tests on rqlite, NATS and a bucket, browser tests. Prints `N passed, N failed` at the end, and
 * `N skipped` if any is. `npm test -- quick` runs the unit tests that import what differs from main, what looks at the
 * whole product, and the integration tests of the subjects that differ; `nightly` all tests in their long form, and in
 * the browser also those tagged `@nightly`.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { natsServer } from "../tests/support/nats.ts";
import { rqlited } from "../tests/support/rqlite.ts";
import { findBrowser } from "./browser.ts";

const quick = process.argv.includes("quick");
const nightly = process.argv.includes("nightly");
if (nightly) process.env.NIGHTLY = "long";
const reports = mkdtempSync(join(tmpdir(), "quadrant-reports-"));
/** How many tests of each outcome there were. */
interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}
const total: Counts = { passed: 0, failed: 0, skipped: 0 };

const outcome = (title: string, isOk: boolean, started: number): string =>
  `== ${title}: ${isOk ? "ok" : "FAILED"} in ${Math.round((performance.now() - started) / 1000)} s`;

async function run(title: string, command: string, args: string[], env: Record<string, string>) {
  const started = performance.now();
  console.log(`\n== ${title}`);
  const child = spawn(command, args, {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
  });
  const [status] = await once(child, "close");
  console.log(outcome(title, status === 0, started));
  return status === 0;
}

/** Runs steps side by side, each of which counts as one test. */
async function check(steps: Record<string, [string, ...string[]]>): Promise<void> {
  const runs = Object.entries(steps).map(async ([title, [command, ...args]]) => {
    const started = performance.now();
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
    const [printed, errors, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    console.log(`\n== ${title}\n${printed}${errors}${outcome(title, status === 0, started)}`);
    total[status === 0 ? "passed" : "failed"]++;
  });
  await Promise.all(runs);
}

/** Runs a test runner and counts its report. A runner that fails without a failed test counts as one failure. */
async function count(
  title: string,
  args: string[],
  report: string,
  env: Record<string, string>,
  read: (json: never) => Counts,
) {
  const ok = await run(title, "npx", args, env);
  let counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    counts = read(JSON.parse(readFileSync(report, "utf8")) as never);
  } catch {
    console.log(`== ${title}: no report`);
  }
  total.passed += counts.passed;
  total.skipped += counts.skipped;
  total.failed += counts.failed || (ok && counts.passed > 0 ? 0 : 1);
}

/** What guards every new table, page, call and frame: it belongs to no subject. */
const always = [
  ...["walls", "dependencies", "documents", "permissions", "member-columns"],
  ...["openapi.", "openapi-answers", "idempotency"],
];

/**
 * The test files that `quick` runs: unit tests that import what differs from main, and integration tests of its subjects,
 * because those import the server by running it. A subject is a word of a path, such as `job` or `jobs`.
 */
function quickFiles(): string[] {
  const linesOf = (command: string, ...args: string[]) =>
    spawnSync(command, args, { encoding: "utf8" }).stdout.split("\n").filter(Boolean);
  const [base = "HEAD"] = linesOf("git", "merge-base", "HEAD", "main");
  const changed = [
    ...linesOf("git", "diff", "--name-only", base),
    ...linesOf("git", "ls-files", "--others", "--exclude-standard"),
  ].filter((path) => /^(app|db|public|examples|tests\/integration)\//.test(path));
  const words = new Set(changed.flatMap((path) => path.split(/[/.-]/)));
  const subjects = readdirSync("tests/integration").map((name) => name.split(/[.-]/)[0] ?? "");
  const concerned = subjects.filter((subject) => words.has(subject) || words.has(subject.replace(/s$/, "")));
  const units = linesOf(
    "npx",
    ...["vitest", "list", "--filesOnly", `--changed=${base}`, "--project=unit"],
  ).map((line) => line.replace("[unit] ", ""));
  return [...units, ...[...new Set([...always, ...concerned])].map((name) => `tests/integration/${name}`)];
}

function countVitest(title: string, projects: string[], files: string[] = []): Promise<void> {
  const report = join(reports, `${projects.join("-")}.json`);
  return count(
    title,
    [
      "vitest",
      "run",
      ...files,
      ...projects.map((project) => `--project=${project}`),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    report,
    {},
    (json: { numPassedTests: number; numFailedTests: number; numPendingTests: number }) => ({
      passed: json.numPassedTests,
      failed: json.numFailedTests,
      skipped: json.numPendingTests,
    }),
  );
}

const looks = nightly
  ? undefined
  : check({
      lint: ["npx", "biome", "check", ".", "--error-on-warnings"],
      types: ["npm", "run", "--silent", "types"],
    });
await check({ build: ["npm", "run", "--silent", "build"] });
await countVitest("unit and integration tests", ["unit", "integration"], quick ? quickFiles() : []);
await looks;
if (!quick) {
  await countVitest(nightly ? "nightly tests" : "nightly tests, the short form", ["nightly"]);
  const engines = `integration tests on rqlite, NATS and a bucket${nightly ? "" : ", the short form"}`;
  if (rqlited && natsServer) await countVitest(engines, ["engines"]);
  else console.log(`\n== ${engines}: skipped without rqlited and nats-server (docs/cluster.md)`);
  const browser = join(reports, "playwright.json");
  await count(
    "browser tests",
    ["playwright", "test", "--reporter=dot,json"],
    browser,
    { BROWSER_PATH: findBrowser(), PLAYWRIGHT_JSON_OUTPUT_FILE: browser },
    ({ stats }: { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }) => {
      if (stats.flaky > 0) console.log(`== browser tests: ${stats.flaky} passed on another try`);
      return {
        passed: stats.expected + stats.flaky,
        failed: stats.unexpected,
        skipped: stats.skipped,
      };
    },
  );
}
rmSync(reports, { recursive: true, force: true });
const { passed, failed, skipped } = total;
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(failed > 0 ? 1 : 0);
