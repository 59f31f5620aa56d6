import { setTimeout as wait } from "node:timers/promises";
import { databaseUrl } from "./database-url.ts";
import { isLocked, isStoreFailure } from "./failures.ts";

const maxWaitMs = 5_000;
const maxPauseMs = 100;

let isRefused = false;
let refusals = 0;

/** Whether the last write failed because the disk is full or the database refuses writes. */
export const areWritesRefused = (): boolean => isRefused;

/** How many writes the store has refused since the start. */
export const countRefusedWrites = (): number => refusals;

export async function trackRefusedWrites<T>(run: () => T | PromiseLike<T>): Promise<T> {
  try {
    const result = await run();
    isRefused = false;
    return result;
  } catch (error) {
    // A locked file is only busy for a moment, but for rqlite it means that no majority responds.
    if (isStoreFailure(error)) refusals++;
    if (isStoreFailure(error) && (databaseUrl || !isLocked(error))) isRefused = true;
    throw error;
  }
}

/** @throws the last error */
export const write = async <T>(run: () => T | PromiseLike<T>): Promise<T> =>
  databaseUrl ? run() : trackRefusedWrites(() => waitForLock(run));

/** Waits here because SQLite's own waiting would block the event loop, and all readers. @throws the last error */
export async function waitForLock<T>(run: () => T | PromiseLike<T>): Promise<T> {
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
