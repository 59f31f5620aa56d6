import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { join } from "../../tests/support/people.ts";
import { startServer } from "../../tests/support/server.ts";
import { Findings, type Outcome } from "./outcome.ts";

/** Starts a server on a store and stops it. Returns the message of its refusal, or "". */
async function startError(storage: string): Promise<string> {
  try {
    await (await startServer({}, storage)).stop();
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

/** A second server on a store must refuse to start with one line. A killed server must leave no lock. */
export async function drillSecondServer(rounds: number): Promise<Outcome> {
  const findings = new Findings();
  const store = mkdtempSync(joinPath(tmpdir(), "quadrant-store-"));
  try {
    for (let round = 0; round < rounds; round++) {
      const first = await startServer({}, store);
      const refusal = await startError(store);
      findings.expect(
        /^the server ended with 1: Store: another server or a restore is using .*\. Stop it first\.\n$/.test(
          refusal,
        ),
        `a second server answered: ${refusal || "it started"}`,
      );
      findings.expect(
        (await fetch(`${first.url}/healthz`)).status === 200,
        "the first server stopped working",
      );
      await first.stop("SIGKILL");
      const again = await startError(store);
      findings.expect(again === "", `after a SIGKILL the store is refused: ${again}`);
    }
    return { tried: `two servers on one store, ${rounds} times`, ...findings };
  } finally {
    rmSync(store, { recursive: true, force: true });
  }
}

/** Damages a database file in several ways. */
const damages: Record<string, (bytes: Buffer) => Buffer> = {
  "is not a database": () => Buffer.from("This is not a database. ".repeat(400)),
  "has wrong pages": (bytes) => {
    for (let at = 4096 * 3; at < bytes.length; at += 4096 * 2) bytes.fill(0x5a, at, at + 2_000);
    return bytes;
  },
};

/** A damaged database must stop the start with one line of advice, and stay unchanged. */
export async function drillDamage(): Promise<Outcome> {
  const findings = new Findings();
  const store = mkdtempSync(joinPath(tmpdir(), "quadrant-damage-"));
  try {
    const server = await startServer({ RATE_LIMITS: "off" }, store);
    await join(server, "asha");
    await server.stop();
    const file = joinPath(store, "community.sqlite");
    const whole = readFileSync(file);
    for (const [name, damage] of Object.entries(damages)) {
      writeFileSync(file, damage(Buffer.from(whole)));
      const { size } = statSync(file);
      const refusal = await startError(store);
      findings.expect(
        /^the server ended with 1: Store: .* is damaged \(.*\)\. Keep a copy of it\. Restore a backup with: npm run restore -- FILE --force\n$/.test(
          refusal,
        ),
        `a file that ${name} is answered with: ${refusal || "it started"}`,
      );
      findings.expect(statSync(file).size === size, `the file that ${name} was changed`);
    }
    return { tried: `a damaged database, in ${Object.keys(damages).length} ways`, ...findings };
  } finally {
    rmSync(store, { recursive: true, force: true });
  }
}
