import { resolve } from "node:path";
import type { TestServer } from "./server.ts";

/** The module that lets a test set a server's clock, to load before it. `CLOCK` is its time at the start. */
export const clock = resolve("tests/support/clock.ts");

/** Sets a server's clock to a moment. Timers go on as before. */
export function setClock(server: TestServer, now: number): void {
  server.clockOffsetMs = now - Date.now();
  server.process.send({ clock: now });
}

/** Makes it later in a server, for timers too: those that end meanwhile end now. */
export function passTime(server: TestServer, ms: number): void {
  server.clockOffsetMs += ms;
  server.process.send({ pass: ms });
}
