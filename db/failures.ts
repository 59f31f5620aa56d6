import { setTimeout as wait } from "node:timers/promises";
import { QueryPromise } from "drizzle-orm";

/** How long a statement waits for another program's lock, and how often it tries. */
const maxWaitMs = 5_000;
const maxPauseMs = 100;

const diskFullCodes = /^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL)/;
const storeCodes = /^(SQLITE_(BUSY|READONLY|IOERR|CANTOPEN)|EROFS|EIO|EACCES|EPERM|EMFILE|ENFILE)/;

/** The code of the error that caused this one: a query's error wraps the database's. */
function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return "code" in error ? String(error.code) : errorCode(error.cause);
}

/** Whether a write failed because the disk, or what the server may use of it, is full. */
export const isDiskFull = (error: unknown): boolean => diskFullCodes.test(errorCode(error));

/** Whether the disk or the database refused, and not what was asked: it is full, locked, read-only or fails. */
export const isStoreFailure = (error: unknown): boolean =>
  isDiskFull(error) || storeCodes.test(errorCode(error));

/** Whether another program holds the database's write lock. */
export const isLocked = (error: unknown): boolean => errorCode(error).startsWith("SQLITE_BUSY");

/**
 * Tries again for five seconds while another program holds the database's write lock. SQLite's own waiting would stop
 * the event loop, and every reader with it (docs/decisions/0025).
 */
export async function retryWhileLocked<T>(run: () => T | PromiseLike<T>): Promise<T> {
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

/** Makes every awaited query wait like that. Drizzle has no hook for it; all its queries share this one `then`. */
export function waitForLocks(): void {
  // biome-ignore lint/suspicious/noThenProperty: a query runs when it is awaited
  QueryPromise.prototype.then = function (onFulfilled, onRejected) {
    return retryWhileLocked(() => this.execute()).then(onFulfilled, onRejected);
  };
}
