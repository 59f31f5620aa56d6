import { Session } from "node:inspector/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

/** A call of a module's export. `name` may be a path into an object, such as `jobSchema.safeParse`. */
export interface Call {
  name: string;
  input: unknown;
}

/**
 * Counts the steps of calls: how often blocks of JavaScript run in our code and in libraries. Unlike time, the count is
 * the same on every machine. A regular expression counts as one step, so `expressions.test.ts` checks those.
 */
export async function countSteps(module: URL, calls: Call[]): Promise<number[]> {
  const worker = new Worker(new URL(import.meta.url), {
    workerData: { countSteps: { module: module.href, calls } },
  });
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

/** Only code compiled from now on is counted, so a worker imports the module again. */
async function count(module: string, calls: Call[]): Promise<number[]> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const exports = await import(module);
  const steps: number[] = [];
  await session.post("Profiler.takePreciseCoverage");
  for (const { name, input } of calls) {
    const path = name.split(".");
    const owner = path.slice(0, -1).reduce((value, key) => value[key], exports);
    const result = owner[path.at(-1) ?? ""](input);
    // A generator runs only when it is read.
    if (typeof result?.next === "function") for (const _ of result);
    const { result: scripts } = await session.post("Profiler.takePreciseCoverage");
    const ranges = scripts.flatMap(({ functions }) => functions.flatMap((each) => each.ranges));
    steps.push(ranges.reduce((sum, range) => sum + range.count, 0));
  }
  return steps;
}

if (!isMainThread && workerData?.countSteps) {
  const { module, calls } = workerData.countSteps as { module: string; calls: Call[] };
  parentPort?.postMessage(await count(module, calls));
}
