import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "quadrant-build-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, "bin"));
cpSync("scripts/require-node.js", join(folder, "scripts/require-node.js"));

/** Runs the script where nothing is built yet, with an `npm` that does this. */
function start(npm: string) {
  writeFileSync(join(folder, "bin/npm"), `#!/bin/sh\n${npm}\n`, { mode: 0o755 });
  const { status, stdout, stderr } = spawnSync("sh", [resolve("scripts/build-if-needed.sh")], {
    cwd: folder,
    env: { PATH: `${join(folder, "bin")}:${process.env.PATH}` },
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
