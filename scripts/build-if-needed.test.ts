import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "quadrant-build-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
cpSync("scripts/require-node.js", join(folder, "scripts/require-node.js"));

/** Runs the script where nothing is built yet, with a build that does this. */
function start(build: string, options = "") {
  writeFileSync(join(folder, "scripts/build.sh"), build);
  const { status, stdout, stderr } = spawnSync("sh", [resolve("scripts/build-if-needed.sh")], {
    cwd: folder,
    env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, NODE_OPTIONS: options },
    encoding: "utf8",
  });
  return { status, said: stdout + stderr };
}

test("a first start says why it takes a while, and repeats nothing of what a build that works has said", () => {
  const { status, said } = start("echo built in 29 s; echo [PLUGIN_TIMINGS] 93 % >&2");
  expect(status).toBe(0);
  expect(said).toBe("Building. This takes about a minute.\n");
});

test("a build that fails stops the start and says why", () => {
  const { status, said } = start("echo jobs.tsx: no such export >&2; exit 1");
  expect(status).toBe(1);
  expect(said).toContain("jobs.tsx: no such export");
});

test.runIf(existsSync("/proc/meminfo"))("a machine that is too small for a build says so in one line", () => {
  cpSync("scripts/build.ts", join(folder, "scripts/build.ts"));
  writeFileSync(
    join(folder, "small.mjs"),
    `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module"; const read = fs.readFileSync;
    const told = "MemTotal: 400000 kB\\nSwapTotal: 200000 kB\\n";
    fs.readFileSync = (path, ...rest) => (path === "/proc/meminfo" ? told : read(path, ...rest)); syncBuiltinESMExports();`,
  );
  const { status, said } = start(
    readFileSync("scripts/build.sh", "utf8"),
    `--import=${join(folder, "small.mjs")}`,
  );
  expect([status, said.split("\n").slice(1)]).toEqual([
    1,
    [
      expect.stringMatching(
        /^This machine is too small for a build: it has 585 MB of memory with its swap, and 600 MB/,
      ),
      "",
    ],
  ]);
});
