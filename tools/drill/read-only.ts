import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { onReadOnlyDisk } from "../../tests/support/disk.ts";
import { join } from "../../tests/support/people.ts";
import { startServer } from "../../tests/support/server.ts";
import { Findings, type Outcome } from "./outcome.ts";

/** On a read-only disk the start must be refused with one line, with a community and with an empty store. */
export async function drillReadOnlyStart(): Promise<Outcome> {
  const findings = new Findings();
  const empty = mkdtempSync(joinPath(tmpdir(), "quadrant-empty-"));
  const full = mkdtempSync(joinPath(tmpdir(), "quadrant-read-only-"));
  try {
    const server = await startServer({ RATE_LIMITS: "off" }, full);
    await join(server, "asha");
    await server.stop();
    for (const store of [empty, full]) {
      const refusal = await startReadOnly(store);
      findings.expect(
        /^the server ended with 1: Store: .* cannot be written \(.*\)\.( Check .*\.)?\n$/.test(refusal),
        `a read-only store is refused with: ${refusal}`,
      );
    }
    const again = await startServer({}, full);
    const count = again.database().prepare("select count(*) from users").pluck().get();
    findings.expect(count === 1, `the store has ${count} members afterwards instead of 1`);
    await again.stop();
    return { tried: "a start on a read-only store, empty and not", ...findings };
  } finally {
    for (const store of [empty, full]) rmSync(store, { recursive: true, force: true });
  }
}

/** Tries to start. Root ignores modes, so it gets a read-only mount. Returns the error's message. */
async function startReadOnly(store: string): Promise<string> {
  const isRoot = process.getuid?.() === 0;
  const paths = [store, ...readdirSync(store).map((name) => joinPath(store, name))].filter(existsSync);
  if (!isRoot) for (const path of paths) chmodSync(path, path === store ? 0o500 : 0o400);
  try {
    await (await startServer({}, store, undefined, isRoot ? onReadOnlyDisk(store) : [])).stop();
    return "it started";
  } catch (error) {
    return (error as Error).message;
  } finally {
    if (!isRoot) for (const path of paths) chmodSync(path, 0o700);
  }
}
