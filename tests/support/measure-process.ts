/** Runs in the server's process before it (`measure.ts`): reports on request how long its turns were and what it holds. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const intervalMs = 20;
/** The longest turn by the clock, and by the time that the thread really worked: other programs use this machine, too. */
let longestMs = 0;
let longestBusyMs = 0;
const busyMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

let previous = performance.now();
let previousBusy = busyMs();
function measure(): void {
  const now = performance.now();
  const busy = busyMs();
  longestMs = Math.max(longestMs, now - previous - intervalMs);
  longestBusyMs = Math.max(longestBusyMs, Math.min(now - previous, busy - previousBusy));
  previous = now;
  previousBusy = busy;
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

process.on("message", (message) => {
  if (message === "start") {
    // What comes before is the start of the process.
    previous = performance.now();
    previousBusy = busyMs();
    setInterval(measure, intervalMs).unref();
  }
  if (message !== "report") return;
  measure();
  collectGarbage();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({
    report: { longestMs, longestBusyMs, heldBytes: heapUsed + external, residentBytes: rss },
  });
  // The collection above is ours.
  previous = performance.now();
  previousBusy = busyMs();
});
