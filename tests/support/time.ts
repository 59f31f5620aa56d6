import { once } from "node:events";
import { resolve } from "node:path";
import type { TestServer } from "./server.ts";

/** The module that lets a test set a server's clock, to load before it. `CLOCK` is its time at the start. */
export const clock = resolve("tests/support/clock.ts");

/** Sets a server's clock to a moment. Timers go on as before. */
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

/** Makes it later in a server, for timers too: those that end meanwhile end now. */
export async function passTime(server: TestServer, ms: number): Promise<void> {
  server.clockOffsetMs += ms;
  server.wasClockMoved = true;
  await tell(server, { pass: ms });
}

/** Ends all rate limits of a server, and the pauses of its shared copies. Its clock and its timers go on as before. */
export const endLimits = (server: TestServer): Promise<void> => tell(server, "end limits");

/** Waits for its answer: a request that is sent next could overtake the message. */
async function tell({ process }: TestServer, message: object | string): Promise<void> {
  process.send(message);
  await once(process, "message");
}
