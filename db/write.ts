import { setTimeout as wait } from "node:timers/promises";
import { databaseUrl } from "./database-url.ts";
import { isLocked } from "./failures.ts";

const maxWaitMs = 5_000;
const maxPauseMs = 100;

/** SQLite's own waiting would stop the event loop, and every reader with it; rqlite's driver has waited. @throws the last error */
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
