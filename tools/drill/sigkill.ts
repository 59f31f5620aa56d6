import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { join } from "../../tests/support/people.ts";
import { startServer } from "../../tests/support/server.ts";
import { waitUntil } from "../../tests/support/wait-until.ts";
import { type Outcome, wait } from "./outcome.ts";
import { findDamage, Traffic, writes } from "./traffic.ts";

/** Kills the server at random moments under mixed load, and looks for the acknowledged writes. */
export async function drillSigkill(deaths: number): Promise<Outcome> {
  const store = mkdtempSync(joinPath(tmpdir(), "quadrant-sigkill-"));
  const start = () => startServer({ RATE_LIMITS: "off" }, store);
  const lost: string[] = [];
  let server = await start();
  try {
    const members = [await join(server, "asha"), await join(server, "rohan")] as const;
    const traffic = new Traffic(...members);
    for (let death = 1; death <= deaths; death++) {
      for (const member of members) Object.assign(member, { url: server.url });
      const before = traffic.countAcknowledged();
      const writing = Promise.all(writes.map((kind) => traffic.keepWriting(kind)));
      await waitUntil("something is written", () => traffic.countAcknowledged() > before);
      await wait(Math.random() * 1_000);
      await server.stop("SIGKILL");
      await writing;

      server = await start();
      const found = [...(await findDamage(server)), ...traffic.findLost(server)];
      lost.push(...found.map((problem) => `death ${death}: ${problem}`));
    }
    return {
      tried: `SIGKILL under mixed load, ${deaths} times`,
      lost,
      figures: `${traffic.countAcknowledged()} acknowledged writes, ${writes.map((kind) => `${kind} ${traffic.acknowledged[kind].length}`).join(", ")}`,
    };
  } finally {
    await server.stop();
    rmSync(store, { recursive: true, force: true });
  }
}
