import { once } from "node:events";
import { resolve } from "node:path";
import type { TestServer } from "./server.ts";
import { within } from "./wait-until.ts";

const dayFormat = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" });
const dayMs = 24 * 60 * 60 * 1000;

/** The date this many days from now in the servers' default time zone, `YYYY-MM-DD`. */
export const dayIn = (days: number, now = Date.now()): string => dayFormat.format(now + days * dayMs);

/** A batch whose members remain students for at least six months. */
export const nextYear = Number(dayIn(0).slice(0, 4)) + 1;

/** Path of the module that makes a server's clock settable, to preload. `CLOCK` is its time at the start. */
export const clock = resolve("tests/support/clock.ts");

/** Sets a server's clock to a time. Timers are not affected. */
export async function setClock(server: TestServer, now: number): Promise<void> {
  server.clockOffsetMs = now - Date.now();
  server.wasClockMoved = true;
  await tell(server, { clock: now });
}

/** Sets a server's clock back to the real one. */
export async function resetClock(server: TestServer): Promise<void> {
  server.clockOffsetMs = 0;
  await tell(server, { clock: "real" });
}

/** Stops a server's clock for the rest of the file. Timers are not affected. */
export const stopClock = (server: TestServer): Promise<void> => tell(server, { isStopped: true });

/** Runs `act` while a server's clock is stopped, for effects and limits within seconds. Timers are not affected. */
export async function withStoppedClock(server: TestServer, act: () => Promise<void>): Promise<void> {
  await stopClock(server);
  try {
    await act();
  } finally {
    await tell(server, { isStopped: false });
  }
}

/** Moves a server's clock and timers forward. Timers due by then run now. */
export async function passTime(server: TestServer, ms: number): Promise<void> {
  server.clockOffsetMs += ms;
  server.wasClockMoved = true;
  await tell(server, { pass: ms });
}

/** Runs a server's timers that are due within this time. Its clock is not affected. */
export const runTimers = (server: TestServer, withinMs: number): Promise<void> =>
  tell(server, { run: withinMs });

/** Resets all rate limits of a server and the intervals of its shared pages. Its clock and timers are not affected. */
export const endLimits = (server: TestServer): Promise<void> => tell(server, "end limits");

/** Waits for an answer, because the next request could overtake the message. */
async function tell({ process, logged }: TestServer, message: object | string): Promise<void> {
  process.send(message);
  await within("the server has set its clock", once(process, "message"), logged);
}
