import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";

type Falsy = false | null | undefined;

/**
 * Calls a function every 50 ms until its result is truthy. @returns the result
 * @throws after `timeoutMs`, with `what` was awaited and the last result
 */
export async function waitUntil<T>(
  what: string,
  ask: () => T | Falsy | Promise<T | Falsy>,
  timeoutMs = 120_000,
): Promise<T> {
  const expired = Symbol("expired");
  const stop = new AbortController();
  const deadline = sleep(timeoutMs, expired, { signal: stop.signal }).catch(() => expired);
  let last: unknown;
  try {
    while (true) {
      const answer = await Promise.race([deadline, ask()]);
      if (answer === expired) break;
      if (answer) return answer as T;
      last = answer;
      await sleep(50);
    }
  } finally {
    stop.abort();
  }
  throw new Error(`still not after ${timeoutMs} ms: ${what}. Last answer: ${inspect(last)}`);
}

/**
 * Waits for an event or an answer that might never come. @returns its result
 * @throws after two minutes, with `what` was awaited and `describe()`, such as what a process has printed
 */
export async function within<T>(
  what: string,
  promise: Promise<T>,
  describe: () => string = () => "nothing more is known",
): Promise<T> {
  const timeoutMs = 120_000;
  const stop = new AbortController();
  const deadline = sleep(timeoutMs, undefined, { signal: stop.signal }).then(
    () => {
      throw new Error(`still not after ${timeoutMs} ms: ${what}. ${describe()}`);
    },
    () => promise,
  );
  try {
    return await Promise.race([deadline, promise]);
  } finally {
    stop.abort();
  }
}
