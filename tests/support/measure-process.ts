/** Loaded before the server (`measure.ts`): reports its longest event loop iteration and its memory on request. */
import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import Client from "better-sqlite3";

const intervalMs = 1;
let longestMs = 0;
let longestBusyMs = 0;

let turn: { ms: number; source: string }[] = [];
let slowest: typeof turn = [];

interface Moment {
  now: number;
  busy: number;
  queued: number;
}
/** @returns the time, the thread's processor time, and its time waiting for a processor, in milliseconds */
const takeMoment = (): Moment => ({ now: performance.now(), busy: busyMs(), queued: queuedMs() });

function busyMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** @returns 0 if the system does not report it */
function queuedMs(): number {
  try {
    return Number(readFileSync("/proc/self/schedstat", "utf8").split(" ")[1]) / 1e6;
  } catch {
    return 0;
  }
}

let previous = takeMoment();
function measure(): void {
  const moment = takeMoment();
  const tookMs = moment.now - previous.now;
  longestMs = Math.max(longestMs, tookMs - intervalMs - (moment.queued - previous.queued));
  const tookBusyMs = Math.min(tookMs, moment.busy - previous.busy);
  if (tookBusyMs > longestBusyMs) {
    longestBusyMs = tookBusyMs;
    slowest = turn.toSorted((a, b) => b.ms - a.ms).slice(0, 3);
  }
  turn = [];
  previous = moment;
}

setInterval(measure, intervalMs).unref();

let changedRows = 0;
let readRows = 0;
let writes: Record<string, number> = {};
const { prepare } = Client.prototype;
const counted = new WeakSet<Client.Statement>();
/**
 * Counts the statements that write, by their verb and table ("insert mails"), and the rows that each changes, including
 * triggers and foreign keys.
 */
Client.prototype.prepare = function (this: Client.Database, source: string) {
  const statement = prepare.call(this, source);
  if (counted.has(statement)) return statement;
  counted.add(statement);
  const total = statement.readonly ? null : prepare.call(this, "select total_changes()").pluck();
  const [, verb, table] = /^(insert|update|delete)(?: into| from)? "(\w+)"/.exec(source) ?? [];
  for (const method of ["run", "all", "get"] as const) {
    const execute = statement[method].bind(statement) as (...values: unknown[]) => unknown;
    statement[method] = ((...values: unknown[]) => {
      if (verb) writes[`${verb} ${table}`] = (writes[`${verb} ${table}`] ?? 0) + 1;
      const before = (total?.get() ?? 0) as number;
      const busy = busyMs();
      const result = execute(...values);
      const ms = busyMs() - busy;
      turn.push({ ms, source });
      if (Array.isArray(result)) readRows = Math.max(readRows, result.length);
      changedRows = Math.max(changedRows, ((total?.get() ?? 0) as number) - before);
      return result;
    }) as never;
  }
  return statement;
} as typeof prepare;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

process.on("message", (message) => {
  if (message === "start") {
    // Starts a new measurement.
    longestMs = 0;
    longestBusyMs = 0;
    changedRows = 0;
    readRows = 0;
    writes = {};
    slowest = [];
    previous = takeMoment();
  }
  if (message !== "report") return;
  measure();
  collectGarbage();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({
    report: {
      longestMs,
      longestBusyMs,
      changedRows,
      readRows,
      writes,
      slowest,
      heldBytes: heapUsed + external,
      residentBytes: rss,
    },
  });
  // Does not count the garbage collection above.
  previous = takeMoment();
});
