/** Runs one task at a time. Members take turns, however many tasks one of them has waiting. */
export class TurnQueue {
  #running: number | null = null;
  #waiting = new Map<number, (() => void)[]>();
  #maxPerMember: number;

  constructor(maxPerMember: number) {
    this.#maxPerMember = maxPerMember;
  }

  /** Returns what the task returns, or null when its member has too many waiting. */
  async run<T>(memberId: number, task: () => Promise<T>): Promise<T | null> {
    if (this.#running !== null) {
      const own = this.#waiting.get(memberId) ?? [];
      if (own.length >= this.#maxPerMember) return null;
      this.#waiting.set(memberId, own);
      await new Promise<void>((resolve) => own.push(resolve));
    }
    this.#running = memberId;
    try {
      return await task();
    } finally {
      this.#startNext(memberId);
    }
  }

  #startNext(previous: number): void {
    const members = [...this.#waiting.keys()];
    const next = members.find((id) => id !== previous) ?? members[0];
    if (next === undefined) {
      this.#running = null;
      return;
    }
    const own = this.#waiting.get(next) ?? [];
    const start = own.shift();
    // A map keeps its order, so the member's other tasks go behind everyone else's.
    this.#waiting.delete(next);
    if (own.length > 0) this.#waiting.set(next, own);
    start?.();
  }
}
