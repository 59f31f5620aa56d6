/**
 * Runs `npm ci && npm test` several times, each in a fresh clone of the last commit, and prints a table of the runs:
 * `npm run test:repeat -- 3`. Options: `--busy 2` runs two busy loops beside it, `--reversed` takes the files of Vitest in
 * reverse order, `--workers 1` sets the number of Vitest's workers, `--alone` runs each file by itself instead,
 * `--date "2030-12-31 23:50"` sets the date in UTC, on Linux and with a C compiler.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, createWriteStream, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    busy: { type: "string", default: "0" },
    reversed: { type: "boolean", default: false },
    workers: { type: "string" },
    alone: { type: "boolean", default: false },
    date: { type: "string" },
  },
});
const runs = Number(positionals[0] ?? 1);
if (!(runs > 0)) throw new Error(`Give a number of runs, such as 3, instead of "${positionals[0]}".`);

/** Returns variables that set the date of every process. With faketime, Chromium is too slow to test. */
function moveClockTo(date: string): Record<string, string> {
  const library = join(mkdtempSync(join(tmpdir(), "quadrant-date-")), "date.so");
  const { status, stderr } = spawnSync("cc", [
    "-shared",
    "-fPIC",
    "-O2",
    "-o",
    library,
    "tools/date.c",
    "-ldl",
  ]);
  if (status !== 0) throw new Error(`--date needs a C compiler: ${stderr ?? "there is no cc"}`);
  const seconds = Math.round((Date.parse(`${date.replace(" ", "T")}Z`) - Date.now()) / 1_000);
  return { LD_PRELOAD: library, DATE_SHIFT: String(seconds) };
}

/** Runs a command in a clone, and adds what it prints to a log. */
async function run(clone: string, log: string, command: string, settings = {}): Promise<boolean> {
  const child = spawn(command, {
    shell: true,
    cwd: clone,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      ...settings,
      ...(values.reversed && { TEST_ORDER: "reversed" }),
      ...(values.workers && { VITEST_MAX_WORKERS: values.workers }),
    },
  });
  const output = createWriteStream(log, { flags: "a" });
  for (const stream of [child.stdout, child.stderr]) stream.pipe(output, { end: false });
  const [status] = await once(child, "close");
  output.end();
  await once(output, "finish");
  return status === 0;
}

/** Runs each file of tests by itself, to find those that depend on another. */
async function runEachFile(clone: string, log: string, settings: object): Promise<void> {
  const files = globSync(
    ["{app,db,scripts}/**/*.test.ts", "tests/{integration,nightly}/*.test.ts", "tests/browser/*.spec.ts"],
    { cwd: clone },
  );
  const failed: string[] = [];
  for (const file of files) {
    // Some have only tests for the night.
    const runner = file.endsWith(".spec.ts") ? "playwright test --pass-with-no-tests" : "vitest run";
    if (!(await run(clone, log, `npx ${runner} ${file}`, settings))) failed.push(file);
  }
  appendFileSync(
    log,
    `\nFailed:\n${failed.join("\n")}\n\n${files.length - failed.length} passed, ${failed.length} failed\n`,
  );
}

const busyLoops = Array.from({ length: Number(values.busy) }, () =>
  spawn(process.execPath, ["-e", "for (;;);"]),
);
process.once("exit", () => {
  for (const loop of busyLoops) loop.kill("SIGKILL");
});

const table: Record<string, string | number>[] = [];
for (let number = 1; number <= runs; number++) {
  const clone = mkdtempSync(join(tmpdir(), "quadrant-repeat-"));
  const log = `${clone}.log`;
  const started = performance.now();
  console.log(`run ${number} of ${runs}: ${log}`);
  spawnSync("git", ["clone", "--quiet", ".", clone]);
  if (await run(clone, log, "npm ci && npm run build")) {
    const settings = values.date ? moveClockTo(values.date) : {};
    if (values.alone) await runEachFile(clone, log, settings);
    else await run(clone, log, "npm test", settings);
  }
  const printed = readFileSync(log, "utf8");
  table.push({
    run: number,
    minutes: ((performance.now() - started) / 60_000).toFixed(1),
    result: printed.match(/^\d+ passed, \d+ failed.*$/m)?.[0] ?? "no result",
    failed: printed.match(/^Failed:\n((?:.+\n)+)/m)?.[1]?.trim() ?? "",
    "after a crash":
      printed.match(/^Ran once more because Chromium crashed:\n((?:.+\n)+)/m)?.[1]?.trim() ?? "",
  });
  rmSync(clone, { recursive: true, force: true });
}
console.table(table);
process.exit(table.every(({ result }) => / 0 failed/.test(String(result))) ? 0 : 1);
