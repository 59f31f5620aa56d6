import { setTimeout as wait } from "node:timers/promises";
import { databaseUrl } from "./database-url.ts";
import { isLocked } from "./failures.ts";

/** How long a write waits for another program's lock, and the longest pause between two tries. */
const maxWaitMs = 5_000;
const maxPauseMs = 100;

/**
 * Runs a write, and tries again for five seconds while another program holds the database's write lock. SQLite's own
 * waiting would stop the event loop, and every reader with it. On a cluster the driver has waited by itself.
 * @throws what the write threw last
 */
export async function write<T>(run: () => T | PromiseLike<T>): Promise<T> {
  const end = performance.now() + maxWaitMs;
  for (let pauseMs = 10; ; pauseMs = Math.min(maxPauseMs, pauseMs * 2)) {
    try {
      return await run();
    } catch (error) {
      if (databaseUrl || !isLocked(error) || performance.now() > end) throw error;
    }
    await wait(pauseMs);
  }
}
