import { messageTexts } from "../rules.ts";
import { responseTimeoutMs } from "./fetch-json.ts";
import { createTempId, type PendingText } from "./line-reducer.ts";
import { dropText, storeText, takeTexts } from "./outbox-storage.ts";

export type SendOutcome<Saved> =
  | { type: "saved"; message: Saved }
  | { type: "failed"; error: string; delivered: boolean }
  | { type: "unreachable" }
  | { type: "limited"; waitMs: number }
  | { type: "loggedOut" };

/**
 * A step in sending a text. After `loggedOut` it waits until the member logs in again. If taken back, it fails
 * without an error.
 */
export type OutboxEvent<Pending, Saved> =
  | { type: "added"; pending: Pending }
  | { type: "saved"; pending: Pending; message: Saved }
  | { type: "failed"; pending: Pending; error: string; delivered: boolean }
  | { type: "loggedOut"; pending: Pending };

const retryIntervalMs = 3_000;
/** The longest rate limit. */
const maxWaitMs = 86_400_000;

/**
 * Sends texts in order. They wait on the device while the server is away. Each has a `tempId`, so it is stored once.
 */
export abstract class Outbox<Pending extends PendingText, Saved> {
  pending: Pending[] = [];
  #listeners = new Set<(event: OutboxEvent<Pending, Saved>) => void>();
  #isSending = false;
  #endWait = () => {};
  readonly #chat: string;

  constructor(chat: string) {
    this.#chat = chat;
  }

  protected abstract send(pending: Pending): Promise<SendOutcome<Saved>>;

  subscribe(listener: (event: OutboxEvent<Pending, Saved>) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @param prepare runs before the text is sent */
  add(text: Omit<Pending, "tempId" | "sentAt">, prepare?: (pending: Pending) => void): void {
    const sentAt = Date.now();
    const pending = { ...text, tempId: createTempId(sentAt), sentAt } as Pending;
    prepare?.(pending);
    storeText(this.#chat, pending);
    this.#push(pending);
  }

  adopt(memberId: string): void {
    this.pending = this.pending.filter(({ senderId }) => senderId === memberId);
    takeTexts<Pending>(this.#chat, memberId, (pending) => this.#push(pending));
  }

  readonly takeBack = (tempId: string): void => {
    const pending = this.pending.find((each) => each.tempId === tempId);
    if (!pending) return;
    this.#drop(pending);
    this.#notify({ type: "failed", pending, error: "", delivered: false });
  };

  #push(pending: Pending): void {
    this.pending.push(pending);
    this.#notify({ type: "added", pending });
    void this.#sendPending();
  }

  #drop(pending: Pending): void {
    this.pending = this.pending.filter((each) => each !== pending);
    dropText(this.#chat, pending);
  }

  retryNow(): void {
    this.#endWait();
  }

  #notify(event: OutboxEvent<Pending, Saved>): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  async #sendPending(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    for (let pending = this.pending[0]; pending; pending = this.pending[0]) {
      const outcome = await this.send(pending);
      if (outcome.type === "limited") {
        await new Promise((resolve) => setTimeout(resolve, outcome.waitMs));
        continue;
      }
      if (outcome.type === "unreachable" || outcome.type === "loggedOut") {
        if (outcome.type === "loggedOut") this.#notify({ type: "loggedOut", pending });
        await this.#wait();
        continue;
      }
      this.#drop(pending);
      this.#notify({ ...outcome, pending });
    }
    this.#isSending = false;
  }

  #wait(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#endWait(), retryIntervalMs);
      this.#endWait = () => {
        clearTimeout(timer);
        this.#endWait = () => {};
        resolve();
      };
    });
  }
}

/** Responses of a proxy in front of a server that is starting or stopping. */
const gatewayErrors = [502, 503, 504];

/** Posts a text to the API. Posting it again with the same key does not store it twice. */
export async function postText<Saved>(
  path: string,
  body: unknown,
  idempotencyKey: string,
): Promise<SendOutcome<Saved>> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": idempotencyKey },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(responseTimeoutMs),
    });
    if (response.ok) return { type: "saved", message: await response.json() };
    if (response.status === 401) return { type: "loggedOut" };
    if (response.status === 429) {
      const seconds = Number(response.headers.get("Retry-After")) || 0;
      return { type: "limited", waitMs: Math.min(Math.max(seconds * 1_000, retryIntervalMs), maxWaitMs) };
    }
    const isProblem = response.headers.get("Content-Type")?.startsWith("application/problem+json");
    if (!isProblem && gatewayErrors.includes(response.status)) return { type: "unreachable" };
    const error: string = (isProblem && (await response.json()).detail) || messageTexts.sendFailed;
    return { type: "failed", error, delivered: error === messageTexts.sentNotSaved };
  } catch {
    return { type: "unreachable" };
  }
}

/** The sentence that a chat shows about a text that could not be sent. */
export const describeFailure = (error: string): string =>
  !error || error === messageTexts.sendFailed ? error : `${messageTexts.sendFailed}. ${error}`;
