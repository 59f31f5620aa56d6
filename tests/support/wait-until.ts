/** Asks again and again until there is an answer. @throws after `patience` milliseconds */
export async function waitUntil<T>(ask: () => T | undefined | false | null, patience = 10_000): Promise<T> {
  const end = Date.now() + patience;
  while (Date.now() < end) {
    const answer = ask();
    if (answer) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("it did not happen in time");
}
