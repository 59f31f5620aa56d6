export class TurnQueue {
  #isRunning = false;
  #waiting = new Map<number, (() => void)[]>();
  #maxPerMember: number;

  constructor(maxPerMember: number) {
    this.#maxPerMember = maxPerMember;
  }

  /** Returns what the task returns, or null when its member has too many waiting. */
  async run<T>(memberId: number, task: () => Promise<T>): Promise<T | null> {
    if (this.#isRunning) {
      const own = this.#waiting.get(memberId) ?? [];
      if (own.length >= this.#maxPerMember) return null;
      this.#waiting.set(memberId, own);
      await new Promise<void>((resolve) => own.push(resolve));
    }
    this.#isRunning = true;
    try {
      return await task();
    } finally {
      this.#startNext(memberId);
    }
  }

  #startNext(previous: number): void {
    const left = this.#waiting.get(previous) ?? [];
    this.#waiting.delete(previous);
    if (left.length > 0) this.#waiting.set(previous, left);
    const [next] = this.#waiting.values();
    this.#isRunning = next !== undefined;
    next?.shift()?.();
  }
}
