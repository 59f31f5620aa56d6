/** Runs so many tasks at once, one of each member. Members with waiting tasks take turns. */
export class TurnQueue {
  #places: number;
  #running = new Set<number>();
  #waiting = new Map<number, (() => void)[]>();
  #maxPerMember: number;

  constructor({ concurrency, maxPerMember }: { concurrency: number; maxPerMember: number }) {
    this.#places = concurrency;
    this.#maxPerMember = maxPerMember;
  }

  /** Returns what the task returns, or null when its member has too many waiting. */
  async run<T>(memberId: number, task: () => Promise<T>): Promise<T | null> {
    if (this.#running.size >= this.#places || this.#running.has(memberId)) {
      const own = this.#waiting.get(memberId) ?? [];
      if (own.length >= this.#maxPerMember) return null;
      this.#waiting.set(memberId, own);
      await new Promise<void>((resolve) => own.push(resolve));
    }
    this.#running.add(memberId);
    try {
      return await task();
    } finally {
      this.#startNext(memberId);
    }
  }

  #startNext(previous: number): void {
    this.#running.delete(previous);
    const left = this.#waiting.get(previous);
    this.#waiting.delete(previous);
    if (left) this.#waiting.set(previous, left);
    for (const [memberId, own] of this.#waiting) {
      if (this.#running.has(memberId)) continue;
      const start = own.shift();
      if (own.length === 0) this.#waiting.delete(memberId);
      this.#running.add(memberId);
      start?.();
      return;
    }
  }
}
