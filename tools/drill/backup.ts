import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { runCommand } from "../../tests/support/commands.ts";
import { join } from "../../tests/support/people.ts";
import { startServer } from "../../tests/support/server.ts";
import { waitUntil } from "../../tests/support/wait-until.ts";
import { Findings, type Outcome } from "./outcome.ts";
import { findDamage, Traffic, writes } from "./traffic.ts";

/** Backs up under mixed load and restores into an empty store, which must have all writes acknowledged before the backup. */
export async function drillBackup(rounds: number): Promise<Outcome> {
  const findings = new Findings();
  const folder = mkdtempSync(joinPath(tmpdir(), "quadrant-backup-"));
  const server = await startServer({ RATE_LIMITS: "off" });
  let isDone = false;
  try {
    const traffic = new Traffic(await join(server, "asha"), await join(server, "rohan"));
    const writing = Promise.all(writes.map((kind) => traffic.keepWriting(kind, () => isDone)));
    let checked = 0;
    for (let round = 1; round <= rounds; round++) {
      await waitUntil(
        "each kind is written",
        () => writes.every((kind) => traffic.acknowledged[kind].length >= round * 3),
        60_000,
      );
      const before = structuredClone(traffic.acknowledged);
      const file = joinPath(folder, `${round}.tar`);
      const backup = await runCommand("backup", server.storage, [file, "--verify"]);
      findings.expect(backup.status === 0, `the backup failed: ${backup.stdout}`);
      const store = joinPath(folder, `store-${round}`);
      const restore = await runCommand("restore", store, [file]);
      findings.expect(restore.status === 0, `the restore failed: ${restore.stdout}`);

      const restored = await startServer({ RATE_LIMITS: "off" }, store);
      findings.lost.push(...(await findDamage(restored)), ...traffic.findLost(restored, before));
      checked = Object.values(before).reduce((sum, marks) => sum + marks.length, 0);
      await restored.stop();
    }
    isDone = true;
    await writing;
    return {
      tried: `backup and restore under load, ${rounds} times`,
      ...findings,
      figures: `${checked} acknowledged writes before the last one`,
    };
  } finally {
    isDone = true;
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
