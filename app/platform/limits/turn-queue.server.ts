import { HttpError } from "../http/problem.server.ts";

/** Runs a limited number of tasks at once, one per member. Members with waiting tasks take turns. */
export class TurnQueue<Key = number> {
  #places: number;
  #queued = 0;
  #maxQueued: number;
  #running = new Set<Key>();
  #starts = new Map<Key, (() => void)[]>();
  #maxPerMember: number;

  constructor(places: { concurrency: number; maxPerMember: number; maxQueued?: number }) {
    const { concurrency, maxPerMember, maxQueued = Number.POSITIVE_INFINITY } = places;
    this.#maxQueued = maxQueued;
    this.#places = concurrency;
    this.#maxPerMember = maxPerMember;
  }

  isFull(memberId: Key): boolean {
    return (this.#starts.get(memberId)?.length ?? 0) >= this.#maxPerMember;
  }

  /** Returns the task's result, or null if the member has too many waiting. @throws HttpError 503 if the queue is full */
  async run<T>(memberId: Key, task: () => Promise<T>): Promise<T | null> {
    if (this.#running.size >= this.#places || this.#running.has(memberId)) {
      const own = this.#starts.get(memberId) ?? [];
      if (own.length >= this.#maxPerMember) return null;
      if (this.#queued >= this.#maxQueued) throw new HttpError(503);
      this.#queued++;
      this.#starts.set(memberId, own);
      await new Promise<void>((resolve) => own.push(resolve));
    }
    this.#running.add(memberId);
    try {
      return await task();
    } finally {
      this.#startNext(memberId);
    }
  }

  #startNext(previous: Key): void {
    this.#running.delete(previous);
    const left = this.#starts.get(previous);
    this.#starts.delete(previous);
    if (left) this.#starts.set(previous, left);
    for (const [memberId, own] of this.#starts) {
      if (this.#running.has(memberId)) continue;
      const start = own.shift();
      this.#queued--;
      if (own.length === 0) this.#starts.delete(memberId);
      this.#running.add(memberId);
      start?.();
      return;
    }
  }
}
