import { setTimeout as wait } from "node:timers/promises";
import { isLocked } from "./failures.ts";

/** The longest wait for another program's lock, and the longest pause between two tries. */
const maxWaitMs = 5_000;
const maxPauseMs = 100;

/** SQLite's own waiting would stop the event loop, and every reader with it. @throws what the write threw last */
export async function write<T>(run: () => T | PromiseLike<T>): Promise<T> {
  const end = performance.now() + maxWaitMs;
  for (let pauseMs = 10; ; pauseMs = Math.min(maxPauseMs, pauseMs * 2)) {
    try {
      return await run();
    } catch (error) {
      if (!isLocked(error) || performance.now() > end) throw error;
    }
    await wait(pauseMs);
  }
}
