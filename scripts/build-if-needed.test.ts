import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "quadrant-build-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
cpSync("scripts/require-node.js", join(folder, "scripts/require-node.js"));

/** Runs the script without an earlier build, and with this code as the build. */
function start(build: string, options = "") {
  writeFileSync(join(folder, "scripts/build.sh"), build);
  const { status, stdout, stderr } = spawnSync("sh", [resolve("scripts/build-if-needed.sh")], {
    cwd: folder,
    env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, NODE_OPTIONS: options },
    encoding: "utf8",
  });
  return { status, said: stdout + stderr };
}

test("a first start says why it takes a while, and does not print a successful build's output", () => {
  const { status, said } = start("echo built in 29 s; echo [PLUGIN_TIMINGS] 93 % >&2");
  expect(status).toBe(0);
  expect(said).toBe("Building. This takes about a minute.\n");
});

test("a failed build stops the start and says why", () => {
  const { status, said } = start("echo jobs.tsx: no such export >&2; exit 1");
  expect(status).toBe(1);
  expect(said).toContain("jobs.tsx: no such export");
});

const meminfo = join(folder, "meminfo.mjs");
/** Makes the build see this much memory. */
function pretendMemory(kilobytes: number, swap: number): string {
  writeFileSync(
    meminfo,
    `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module"; const read = fs.readFileSync;
    const told = "MemTotal: ${kilobytes} kB\\nSwapTotal: ${swap} kB\\n";
    fs.readFileSync = (path, ...rest) => (path === "/proc/meminfo" ? told : read(path, ...rest)); syncBuiltinESMExports();`,
  );
  return `--import=${meminfo}`;
}

describe.runIf(existsSync("/proc/meminfo"))("A machine", () => {
  const build = readFileSync("scripts/build.sh", "utf8");
  for (const path of ["scripts/build.ts", "app/platform/http/compression.server.ts"])
    cpSync(path, join(folder, path));
  mkdirSync(join(folder, "node_modules/vite"), { recursive: true });
  writeFileSync(
    join(folder, "node_modules/vite/package.json"),
    '{ "type": "module", "exports": "./vite.js" }',
  );
  writeFileSync(
    join(folder, "node_modules/vite/vite.js"),
    `import { appendFileSync } from "node:fs";
    const note = (part) => appendFileSync("made", part + " by " + process.pid + "\\n");
    export const createBuilder = async () => ({ environments: { client: "client", ssr: "ssr" }, build: note, buildApp: () => note("all") });`,
  );
  /** @returns the parts built, and by how many processes */
  const make = (kilobytes: number, swap: number) => {
    rmSync(join(folder, "made"), { force: true });
    const { status, said } = start(build, pretendMemory(kilobytes, swap));
    const made = existsSync(join(folder, "made")) ? readFileSync(join(folder, "made"), "utf8") : "";
    return {
      status,
      said,
      parts: made.match(/\w+(?= by)/g) ?? [],
      processes: new Set(made.match(/\d+/g)).size,
    };
  };

  test("a machine with much memory builds everything in one process, with less the parts in sequence", () => {
    expect(make(4_000_000, 0)).toMatchObject({ status: 0, parts: ["all"], processes: 1 });
    expect(make(900_000, 0)).toMatchObject({ status: 0, parts: ["client", "ssr"], processes: 2 });
    expect(make(400_000, 500_000)).toMatchObject({ status: 0, parts: ["client", "ssr"], processes: 2 });
  });

  test("a machine too small for a build says so in one line", () => {
    const { status, said } = make(400_000, 200_000);
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
});
