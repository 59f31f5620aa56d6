import { HttpError } from "../http/problem.server.ts";

export class TaskQueue {
  #running = 0;
  #starts: (() => void)[] = [];
  #concurrency: number;
  #maxQueued: number;

  constructor({ concurrency, maxQueued }: { concurrency: number; maxQueued: number }) {
    this.#concurrency = concurrency;
    this.#maxQueued = maxQueued;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#concurrency) {
      if (this.#starts.length >= this.#maxQueued) throw new HttpError(503);
      await new Promise<void>((resolve) => this.#starts.push(resolve));
    } else {
      this.#running++;
    }
    try {
      return await task();
    } finally {
      const startNext = this.#starts.shift();
      if (startNext) startNext();
      else this.#running--;
    }
  }
}
