import type { Connection } from "../../realtime/connection.ts";
import type { Message } from "../../schemas/message.ts";
import { duplicateSendWindowMs, maxFrameBytes, messageTexts } from "../../schemas/message-rules.ts";
import { restoreDraft } from "./drafts.ts";
import { responseTimeoutMs } from "./fetch-json.ts";
import { type PendingMessage, pendingHref } from "./thread-reducer.ts";

/** What happened to a message. After `loggedOut` it waits until the member logs in again. */
export type OutboxEvent =
  | { type: "added"; pending: PendingMessage }
  | { type: "saved"; pending: PendingMessage; message: Message }
  | { type: "failed"; pending: PendingMessage; error: string; delivered: boolean }
  | { type: "loggedOut"; pending: PendingMessage };

type SendOutcome =
  | { type: "saved"; message: Message }
  | { type: "failed"; error: string; delivered: boolean }
  | { type: "unreachable" }
  | { type: "loggedOut" };

type MessageInput = Omit<PendingMessage, "sentAt">;

/** How often a message is tried again while the server is unreachable. */
const retryIntervalMs = 3_000;
/** Responses of a proxy in front of a server that is starting or stopping. */
const gatewayErrors = [502, 503, 504];

/**
 * Sends messages in order: by the socket while it is open, by POST otherwise. While the server is unreachable they wait
 * and are tried again with the same `tempId`, so that each is stored once.
 */
export class Outbox {
  connection: Connection | null = null;
  #pending: PendingMessage[] = [];
  #listeners = new Set<(event: OutboxEvent) => void>();
  #lastAdded: PendingMessage | undefined;
  #isSending = false;
  #endWait = () => {};

  get isEmpty(): boolean {
    return this.#pending.length === 0;
  }

  /** The messages that wait in one conversation, oldest first. */
  pendingIn(href: string): PendingMessage[] {
    return this.#pending.filter((pending) => pendingHref(pending) === href);
  }

  /** Returns a function that unsubscribes. */
  subscribe(listener: (event: OutboxEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends a message. Ignores blank ones, and the same text again within 2 seconds. */
  add(message: Pick<PendingMessage, "senderId" | "receiverId" | "content" | "isAnonymous">): void {
    const { receiverId, isAnonymous } = message;
    const content = message.content.trim();
    const sentAt = Date.now();
    const last = this.#lastAdded;
    const isDuplicate =
      last?.receiverId === receiverId &&
      last.isAnonymous === isAnonymous &&
      last.content === content &&
      sentAt - last.sentAt < duplicateSendWindowMs;
    if (content === "" || isDuplicate) return;
    const tempId = `temp-${sentAt.toString(36)}-${Math.random().toString(36).slice(2, 12)}`;
    const pending: PendingMessage = { ...message, tempId, content, sentAt };
    this.#lastAdded = pending;
    this.#pending.push(pending);
    this.#notify({ type: "added", pending });
    void this.#sendPending();
  }

  /** Tries again at once instead of after the interval. */
  retryNow(): void {
    this.#endWait();
  }

  #notify(event: OutboxEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }

  async #sendPending(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    for (let pending = this.#pending[0]; pending; pending = this.#pending[0]) {
      const outcome = await this.#send(pending);
      if (outcome.type === "unreachable") {
        await this.#wait();
        continue;
      }
      if (outcome.type === "loggedOut") {
        this.#notify({ type: "loggedOut", pending });
        await this.#wait();
        continue;
      }
      this.#pending.shift();
      if (outcome.type === "failed") {
        // The same text may be sent again at once.
        this.#lastAdded = undefined;
        if (!outcome.delivered) restoreDraft(pending.senderId, pendingHref(pending), pending.content);
      }
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

  #send({ sentAt: _, ...input }: PendingMessage): Promise<SendOutcome> {
    const fitsFrame = new TextEncoder().encode(JSON.stringify(input)).length < maxFrameBytes - 100;
    return this.connection?.state === "open" && fitsFrame
      ? sendBySocket(this.connection, input)
      : sendByPost(input);
  }
}

function sendBySocket(connection: Connection, input: MessageInput): Promise<SendOutcome> {
  return new Promise((resolve) => {
    const finish = (outcome: SendOutcome) => {
      clearTimeout(timer);
      removeFrameListener();
      removeStateListener();
      resolve(outcome);
    };
    const timer = setTimeout(() => {
      finish({ type: "unreachable" });
      connection.reconnect();
    }, responseTimeoutMs);
    const removeFrameListener = connection.onFrame((frame) => {
      if (frame.event === "message_saved" && frame.data.tempId === input.tempId) {
        finish({ type: "saved", message: frame.data.message });
      } else if (frame.event === "message_failed" && frame.data.tempId === input.tempId) {
        finish({ type: "failed", error: frame.data.error, delivered: frame.data.delivered });
      }
    });
    const removeStateListener = connection.onState((state) => {
      if (state !== "open") finish({ type: "unreachable" });
    });
    if (!connection.send("send_message", input)) finish({ type: "unreachable" });
  });
}

async function sendByPost(input: MessageInput): Promise<SendOutcome> {
  try {
    const response = await fetch("/api/messages/send", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(responseTimeoutMs),
    });
    if (response.ok) return { type: "saved", message: await response.json() };
    if (response.status === 401) return { type: "loggedOut" };
    if (response.status === 429) return { type: "unreachable" };
    const isProblem = response.headers.get("Content-Type")?.startsWith("application/problem+json");
    if (!isProblem && gatewayErrors.includes(response.status)) return { type: "unreachable" };
    const error: string = (isProblem && (await response.json()).detail) || messageTexts.sendFailed;
    return { type: "failed", error, delivered: error === messageTexts.sentNotSaved };
  } catch {
    return { type: "unreachable" };
  }
}

/** The page's outbox. It outlives the thread on screen, so that messages keep being tried. */
export const outbox = new Outbox();
