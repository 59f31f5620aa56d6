const waiting: (() => void)[] = [];

/**
 * Lets requests run before the next batch of long work. One waiting batch continues in each iteration of the event loop,
 * because tasks that are due at the same minute would otherwise hold it together.
 */
export function yieldToRequests(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(resume);
  });
}

function resume(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(resume);
}
