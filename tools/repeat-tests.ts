/**
 * Runs `npm ci && npm test` several times, each in a fresh clone of the last commit, and prints a table of the runs:
 * `npm run test:repeat -- 3`. Options: `--busy 2` runs two busy loops beside it, `--reversed` takes the files of Vitest in
 * reverse order, `--workers 1` sets the number of Vitest's workers, `--date "2030-12-31 23:50"` sets the date, for which
 * it needs the program `faketime`.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    busy: { type: "string", default: "0" },
    reversed: { type: "boolean", default: false },
    workers: { type: "string" },
    date: { type: "string" },
  },
});
const runs = Number(positionals[0] ?? 1);
if (!(runs > 0)) throw new Error(`Give a number of runs, such as 3, instead of "${positionals[0]}".`);

/** Runs a command in a clone, and adds what it prints to a log. */
async function run(clone: string, log: string, command: string, ...args: string[]): Promise<boolean> {
  const child = spawn(command, args, {
    cwd: clone,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
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

const busyLoops = Array.from({ length: Number(values.busy) }, () =>
  spawn(process.execPath, ["-e", "for (;;);"]),
);
process.once("exit", () => {
  for (const loop of busyLoops) loop.kill("SIGKILL");
});

// Timers use the real clock. So do the times of files, because faketime does not change what Node reads: with a date more
// than a day away, some tests about the age of files fail, such as those of backups.
const dated = values.date
  ? ["env", "NO_FAKE_STAT=1", "FAKETIME_DONT_FAKE_MONOTONIC=1", "faketime", values.date]
  : [];
const table: Record<string, string | number>[] = [];
for (let number = 1; number <= runs; number++) {
  const clone = mkdtempSync(join(tmpdir(), "quadrant-repeat-"));
  const log = `${clone}.log`;
  const started = performance.now();
  console.log(`run ${number} of ${runs}: ${log}`);
  spawnSync("git", ["clone", "--quiet", ".", clone]);
  if (await run(clone, log, "npm", "ci")) {
    const [command = "npm", ...args] = [...dated, "npm", "test"];
    await run(clone, log, command, ...args);
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
