import { once } from "node:events";
import { resolve } from "node:path";
import Database from "better-sqlite3";
import type { TestServer } from "./server.ts";

/** Path of the module that makes a server measure itself, to preload. */
export const measuring = resolve("tests/support/measure-process.ts");

/** What the server process measured since `startMeasuring`. */
export interface Measurement {
  /**
   * The longest iteration of its event loop, in elapsed time and in processor time. The elapsed time includes waiting
   * for locks and the disk, but not for a processor.
   */
  longestMs: number;
  longestBusyMs: number;
  /** The most rows that one statement changed. */
  changedRows: number;
  /** The largest number of rows that one statement returned. */
  readRows: number;
  /** How many statements ran by their verb and table, such as "insert mails". */
  writes: Record<string, number>;
  /** The slowest statements of that iteration, in processor time. */
  slowest: { ms: number; source: string }[];
  /** Its memory after a garbage collection. */
  heldBytes: number;
  residentBytes: number;
}

/** Duration of `work` on the reference machine, for which limits in milliseconds are written. */
const referenceMs = 14;

function work(): void {
  const database = new Database(":memory:");
  database.exec(`create table lines (id integer primary key, number integer, text text);
    create index lines_number on lines (number, text);
    insert into lines (number, text) with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
      select i * 7919 % 10007, 'word ' || i from n`);
  const list = "select json_group_array(json_array(id, number, text)) from lines";
  JSON.parse(database.prepare(list).pluck().get() as string);
  database.close();
}

/** @returns how many times slower this machine is at present, at least 1, to multiply limits in milliseconds by */
export function slowness(): number {
  const runs = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.max(1, Math.min(...runs) / referenceMs);
}

export const startMeasuring = (server: TestServer): void => void server.process.send("start");

export async function measure(server: TestServer, timeoutMs = 120_000): Promise<Measurement> {
  const reported = once(server.process, "message", { signal: AbortSignal.timeout(timeoutMs) });
  server.process.send("report");
  const [{ report }] = (await reported) as [{ report: Measurement }];
  return report;
}
