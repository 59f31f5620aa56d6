import type { Connection } from "../../realtime/connection.ts";
import type { Message } from "../../schemas/message.ts";
import { duplicateSendWindowMs, maxFrameBytes, messageTexts } from "../../schemas/message-rules.ts";
import { leaveForLogin } from "./session-end.ts";
import type { Pending } from "./thread-reducer.ts";

/** What became of a message. */
export type Outcome =
  | { type: "added"; pending: Pending }
  | { type: "saved"; pending: Pending; message: Message }
  | { type: "failed"; pending: Pending; error: string; delivered: boolean };

type Answer =
  | { type: "saved"; message: Message }
  | { type: "failed"; error: string; delivered: boolean }
  | { type: "away" };

/** How long the server may take to answer, in milliseconds. */
const patience = 10_000;
/** While the network is away, it is tried this often, and at once when it comes back. */
const retryEvery = 3_000;

/**
 * Messages on their way, in order: by the socket while it is open, by POST otherwise; while the network is away they
 * wait and are tried again with the same `tempId`, so that each is stored once.
 */
export class Outbox {
  live: Connection | null = null;
  #pending: Pending[] = [];
  #hearers = new Set<(outcome: Outcome) => void>();
  #last: Pending | undefined;
  #running = false;
  #wake = () => {};

  /** What waits for one receiver, oldest first. */
  waitingFor(receiverId: string): Pending[] {
    return this.#pending.filter((pending) => pending.receiverId === receiverId);
  }

  hear(hearer: (outcome: Outcome) => void): () => void {
    this.#hearers.add(hearer);
    return () => this.#hearers.delete(hearer);
  }

  /** Puts a message on its way. Blank ones, and the same text again within 2 seconds, are ignored. */
  add(senderId: string, receiverId: string, text: string): void {
    const content = text.trim();
    const at = Date.now();
    const last = this.#last;
    const isSame =
      last?.receiverId === receiverId && last.content === content && at - last.at < duplicateSendWindowMs;
    if (content === "" || isSame) return;
    const tempId = `temp-${at.toString(36)}-${Math.random().toString(36).slice(2, 12)}`;
    const pending: Pending = { tempId, senderId, receiverId, content, at };
    this.#last = pending;
    this.#pending.push(pending);
    this.#tell({ type: "added", pending });
    void this.#run();
  }

  /** Tries again at once. */
  wake(): void {
    this.#wake();
  }

  #tell(outcome: Outcome): void {
    for (const hearer of [...this.#hearers]) hearer(outcome);
  }

  async #run(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    for (let head = this.#pending[0]; head; head = this.#pending[0]) {
      const answer = await this.#deliver(head);
      if (answer.type === "away") {
        await this.#pause();
        continue;
      }
      this.#pending.shift();
      // What failed may be sent again at once.
      if (answer.type === "failed") this.#last = undefined;
      this.#tell({ ...answer, pending: head });
    }
    this.#running = false;
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#wake(), retryEvery);
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = () => {};
        resolve();
      };
    });
  }

  #deliver({ at: _, ...pending }: Pending): Promise<Answer> {
    const body = { ...pending, isAnonymous: false };
    const fits = new TextEncoder().encode(JSON.stringify(body)).length < maxFrameBytes - 100;
    return this.live?.state === "open" && fits ? this.#bySocket(this.live, body) : this.#byPost(body);
  }

  #bySocket(live: Connection, body: Omit<Pending, "at"> & { isAnonymous: boolean }): Promise<Answer> {
    return new Promise((resolve) => {
      const done = (answer: Answer) => {
        clearTimeout(timer);
        offFrame();
        offState();
        resolve(answer);
      };
      const timer = setTimeout(() => {
        done({ type: "away" });
        live.drop();
      }, patience);
      const offFrame = live.onFrame((frame) => {
        if (frame.event === "message_saved" && frame.data.tempId === body.tempId) {
          done({ type: "saved", message: frame.data.message });
        } else if (frame.event === "message_failed" && frame.data.tempId === body.tempId) {
          done({ type: "failed", error: frame.data.error, delivered: frame.data.delivered });
        }
      });
      const offState = live.onState((state) => {
        if (state !== "open") done({ type: "away" });
      });
      if (!live.send("send_message", body)) done({ type: "away" });
    });
  }

  async #byPost(body: object): Promise<Answer> {
    try {
      const response = await fetch("/api/messages/send", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(patience),
      });
      const answer = await response.json();
      if (response.ok) return { type: "saved", message: answer as Message };
      if (response.status === 401) leaveForLogin();
      if (response.status === 401 || response.status === 429) return { type: "away" };
      const error = (answer as { detail?: string }).detail ?? messageTexts.failed;
      return { type: "failed", error, delivered: error === messageTexts.unsaved };
    } catch {
      return { type: "away" };
    }
  }
}

/** The page's outbox: it outlasts the thread on screen, so that what waits goes on waiting. */
export const outbox = new Outbox();
