type Falsy = false | null | undefined;

/**
 * Asks every 50 ms until the answer is truthy, and returns it.
 * @throws after `timeoutMs`, naming `what` was waited for
 */
export async function waitUntil<T>(
  what: string,
  ask: () => T | Falsy | Promise<T | Falsy>,
  timeoutMs = 120_000,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  while (Date.now() < end) {
    const answer = await ask();
    if (answer) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`still not after ${timeoutMs} ms: ${what}`);
}
