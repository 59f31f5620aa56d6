/**
 * Everything a change must pass: lint, types, build, unit and integration tests, the short form of the nightly tests and
 * of the integration tests on rqlite, NATS and a bucket, browser tests. Prints the names of failed tests at the end, then
 * `N passed, N failed`, and `N skipped` if any is. `npm test -- quick` runs the unit tests that import what differs from
 * main, what looks at the whole product, and the integration tests of the subjects that differ; `nightly` all tests in
 * their long form, and in the browser also those tagged `@nightly`.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { text } from "node:stream/consumers";
import { natsServer } from "../tests/support/nats.ts";
import { rqlited } from "../tests/support/rqlite.ts";
import { chromiumCrashed, findBrowser } from "./browser.ts";

const quick = process.argv.includes("quick");
const nightly = process.argv.includes("nightly");
if (nightly) process.env.NIGHTLY = "long";
const reports = mkdtempSync(join(tmpdir(), "quadrant-reports-"));
/** How many tests passed and were skipped, and the names of those that failed, or whose browser crashed. */
interface Counts {
  passed: number;
  skipped: number;
  failed: string[];
  crashed: string[];
}
const total: Counts = { passed: 0, skipped: 0, failed: [], crashed: [] };

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

/** Runs steps in parallel. Each counts as one test. */
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
    if (status === 0) total.passed++;
    else total.failed.push(title);
  });
  await Promise.all(runs);
}

/** Runs a test runner and adds up its report. A runner that fails without a failed test counts as one failure. */
async function count<Report>(
  title: string,
  args: string[],
  report: string,
  env: Record<string, string>,
  read: (json: Report) => Counts,
) {
  const ok = await run(title, "npx", args, env);
  let counts: Counts = { passed: 0, skipped: 0, failed: [], crashed: [] };
  try {
    counts = read(JSON.parse(readFileSync(report, "utf8")) as Report);
  } catch {
    console.log(`== ${title}: no report`);
  }
  total.passed += counts.passed;
  total.skipped += counts.skipped;
  const { failed, crashed } = counts;
  if (failed.length + crashed.length === 0 && (!ok || counts.passed === 0)) failed.push(title);
  total.failed.push(...failed);
  total.crashed.push(...crashed);
}

/** Tests that cover every table, page, call and frame, and so belong to no subject. */
const always = [
  ...["walls", "dependencies", "documents", "permissions", "member-columns"],
  ...["openapi.", "openapi-answers", "idempotency", "stored-files"],
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

interface VitestTest {
  fullName: string;
  status: string;
}
interface VitestReport {
  numPassedTests: number;
  numPendingTests: number;
  testResults: { name: string; status: string; assertionResults: VitestTest[] }[];
}

/** The failed tests of a report. A file that fails outside of its tests counts as one. */
const namesOfFailed = ({ testResults }: VitestReport): string[] =>
  testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(".", name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0) return status === "failed" ? [file] : [];
    return failed.map(({ fullName }) => `${file}: ${fullName}`);
  });

/** @param more files or options */
function countVitest(title: string, projects: string[], more: string[] = []): Promise<void> {
  const report = join(reports, `${projects.join("-")}.json`);
  const options = projects.map((project) => `--project=${project}`);
  return count<VitestReport>(
    title,
    [
      ...["vitest", "run", ...more, ...options],
      ...["--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    ],
    report,
    {},
    (json) => ({
      passed: json.numPassedTests,
      skipped: json.numPendingTests,
      failed: namesOfFailed(json),
      crashed: [],
    }),
  );
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs: {
    file: string;
    title: string;
    tests: {
      projectName: string;
      status: "expected" | "unexpected" | "skipped";
      results: { annotations: { type: string }[] }[];
    }[];
  }[];
}

/** A suite's tests, each with its name as `--test-list` reads it. */
const testsOf = ({ suites = [], specs }: PlaywrightSuite, parents: string[] = []): BrowserTest[] => [
  ...suites.flatMap((suite) => testsOf(suite, [...parents, suite.title])),
  ...specs.flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      name: [`[${projectName}]`, file, ...parents, title].join(" › "),
      status,
      hasCrashed: results.some(({ annotations }) => annotations.some(({ type }) => type === chromiumCrashed)),
    })),
  ),
];
interface BrowserTest {
  name: string;
  status: string;
  hasCrashed: boolean;
}

/** @param only the names of the tests to run, instead of all */
function countPlaywright(title: string, only?: string[]): Promise<void> {
  const report = join(reports, `${title}.json`);
  const list = join(reports, "only.txt");
  if (only) writeFileSync(list, only.join("\n"));
  return count<{ suites: PlaywrightSuite[] }>(
    title,
    [
      "playwright",
      "test",
      "--reporter=dot,json,./tests/support/slow-steps.ts",
      ...(only ? [`--test-list=${list}`] : []),
    ],
    report,
    { BROWSER_PATH: findBrowser(), PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    ({ suites }) => {
      const tests = suites.flatMap((suite) => testsOf(suite));
      const named = (status: string) => tests.filter((test) => test.status === status);
      const runsAgain = (test: BrowserTest) => test.hasCrashed && only === undefined;
      const failed = named("unexpected");
      return {
        passed: named("expected").length,
        skipped: named("skipped").length,
        failed: failed.filter((test) => !runsAgain(test)).map(({ name }) => name),
        crashed: failed.filter(runsAgain).map(({ name }) => name),
      };
    },
  );
}

const looks = nightly
  ? undefined
  : check({
      lint: ["npx", "biome", "check", ".", "--error-on-warnings"],
      exports: ["npx", "knip", "--no-progress"],
      types: ["npm", "run", "--silent", "types"],
    });
const built = check({ build: ["npm", "run", "--silent", "build"] });
// Looked up while the build runs in its own process.
const files = quick ? quickFiles() : [];
await built;
// The long form of the nightly tests needs the machine to itself.
const isAll = !quick && !nightly;
await countVitest(
  isAll ? "unit, integration and short nightly tests" : "unit and integration tests",
  ["unit", "integration", ...(isAll ? ["nightly"] : [])],
  files,
);
await looks;
if (!quick) {
  if (nightly) {
    await countVitest("nightly tests", ["nightly"]);
    await countVitest("nightly tests that measure time", ["measured"], ["--maxWorkers=1"]);
  }
  const engines = `integration tests on rqlite, NATS and a bucket${nightly ? "" : ", the short form"}`;
  if (rqlited && natsServer) await countVitest(engines, ["engines"]);
  else console.log(`\n== ${engines}: skipped without rqlited and nats-server (docs/cluster.md)`);
  await countPlaywright("browser tests");
  if (total.crashed.length > 0)
    await countPlaywright("browser tests whose Chromium crashed, once more", total.crashed);
}
rmSync(reports, { recursive: true, force: true });
const { passed, skipped, failed, crashed } = total;
if (crashed.length > 0) console.log(`\nRan once more because Chromium crashed:\n${crashed.join("\n")}`);
if (failed.length > 0) console.log(`\nFailed:\n${failed.join("\n")}`);
console.log(`\n${passed} passed, ${failed.length} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(failed.length > 0 ? 1 : 0);
