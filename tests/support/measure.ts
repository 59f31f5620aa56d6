import { once } from "node:events";
import { resolve } from "node:path";
import type { TestServer } from "./server.ts";

/** The module that makes a server's process measure itself, to load before it. */
export const measuring = resolve("tests/support/measure-process.ts");

/** The server process's own figures since `startMeasuring`. */
export interface Measurement {
  /**
   * Its longest turn of the event loop, by the clock and by the time that its thread worked. The first counts waiting
   * for a lock or the disk, but not for a processor that other programs had.
   */
  longestMs: number;
  longestBusyMs: number;
  /** Its memory after a garbage collection. */
  heldBytes: number;
  residentBytes: number;
}

export const startMeasuring = (server: TestServer): void => void server.process.send("start");

export async function measure(server: TestServer, timeoutMs = 60_000): Promise<Measurement> {
  const reported = once(server.process, "message", { signal: AbortSignal.timeout(timeoutMs) });
  server.process.send("report");
  const [{ report }] = (await reported) as [{ report: Measurement }];
  return report;
}
