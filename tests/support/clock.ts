// Loaded before the server by `--import`: starts its clock at `CLOCK`, in milliseconds. A message `{ clock }` sets it
// to a time or back to the real one. `{ pass }` moves it forward, and with it the timers. `{ run }` runs the timers due
// within that time. `{ isStopped }` stops it.

const realNow = Date.now;
let offset = process.env.CLOCK ? Number(process.env.CLOCK) - realNow() : 0;
let stoppedAt: { now: number; elapsed: number } | undefined;
Date.now = () => stoppedAt?.now ?? realNow() + offset;

interface Timer {
  endsAt: number;
  end(): void;
}
const dayMs = 24 * 60 * 60 * 1000;
const realElapsed = performance.now.bind(performance);
let aheadMs = 0;
let passedMs = 0;
/**
 * With this setting, time passes only by `{ pass }`: for rate limits, shared pages, and timers of half a second or
 * more.
 */
const isHeld = process.env.HOLD_TIME === "yes";
const heldAt = realElapsed();
/** Rate limits and shared pages use only this clock. */
performance.now = () => stoppedAt?.elapsed ?? (isHeld ? heldAt + passedMs : realElapsed()) + aheadMs;
const realMs = (ms: number) => (isHeld && ms >= 500 ? 2 ** 31 - 1 : ms);

/** rqlite and NATS answer in real time, so their timeouts must not expire when a test passes time. */
const graceMs = process.env.NATS_URL ? 50 : 0;
const timers = new Map<unknown, Timer>();
/** @returns when a timer set now will end, by a clock that `{ pass }` also moves */
const endOf = (ms: number) => realElapsed() + passedMs + ms;

type Run = (...values: unknown[]) => void;
const real = { setTimeout, setInterval, clearTimeout };

function setTimer(run: Run, ms = 0, ...values: unknown[]): NodeJS.Timeout {
  const end = () => {
    timers.delete(timer);
    real.clearTimeout(timer);
    run(...values);
  };
  const timer = real.setTimeout(end, realMs(ms));
  timers.set(timer, { endsAt: endOf(ms), end });
  return timer;
}

function setRepeating(run: Run, ms = 0, ...values: unknown[]): NodeJS.Timeout {
  const end = () => {
    timers.set(timer, { endsAt: endOf(ms), end });
    run(...values);
  };
  const timer = real.setInterval(end, realMs(ms));
  timers.set(timer, { endsAt: endOf(ms), end });
  return timer;
}

const clearTimer: typeof clearTimeout = (timer) => {
  timers.delete(timer);
  real.clearTimeout(timer);
};

Object.assign(globalThis, {
  setTimeout: Object.defineProperties(setTimer, Object.getOwnPropertyDescriptors(setTimeout)),
  setInterval: setRepeating,
  clearTimeout: clearTimer,
  clearInterval: clearTimer,
});
AbortSignal.timeout = (ms) => {
  const controller = new AbortController();
  setTimer(() => controller.abort(new DOMException("The time is up", "TimeoutError")), ms).unref();
  return controller.signal;
};

process.on("message", (message) => {
  if (message !== "end limits") return;
  aheadMs += dayMs;
  process.send?.("ended");
});
process.on("message", ({ isStopped }: { isStopped?: boolean }) => {
  if (isStopped === undefined) return;
  stoppedAt = isStopped ? { now: Date.now(), elapsed: performance.now() } : undefined;
  process.send?.("set");
});
interface ClockMessage {
  clock?: number | "real";
  pass?: number;
  run?: number;
}
process.on("message", ({ clock, pass = 0, run = pass }: ClockMessage) => {
  // Ignores the messages of measure.ts.
  if (clock === undefined && run === 0) return;
  if (clock !== undefined) offset = clock === "real" ? 0 : clock - realNow();
  offset += pass;
  passedMs += pass;
  const end = endOf(run - pass);
  const due = [...timers].filter(([, { endsAt }]) => run > 0 && endsAt <= end);
  const endThem = () => {
    for (const [timer, set] of due) if (timers.get(timer) === set) set.end();
  };
  if (graceMs > 0) real.setTimeout(endThem, graceMs);
  else endThem();
  process.send?.("set");
});
process.channel?.unref();
