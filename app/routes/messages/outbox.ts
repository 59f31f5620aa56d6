import { draftKey, joinUnsent, readDraft, saveDraft } from "../../chat/drafts.ts";
import { createTempId } from "../../chat/line-reducer.ts";
import type { Connection } from "../../realtime/connection.ts";
import type { Message } from "../../schemas/message.ts";
import { duplicateSendWindowMs } from "../../schemas/message-rules.ts";
import { type PendingMessage, pendingHref } from "./conversation.ts";
import { sendMessage } from "./send-message.ts";

/** A step of one message. After `loggedOut` it waits until the member logs in again. */
export type OutboxEvent =
  | { type: "added"; pending: PendingMessage }
  | { type: "saved"; pending: PendingMessage; message: Message }
  | { type: "failed"; pending: PendingMessage; error: string; delivered: boolean }
  | { type: "loggedOut"; pending: PendingMessage };

const retryIntervalMs = 3_000;

/**
 * Sends messages in order. While the server is unreachable they wait and are tried again with the same `tempId`, so that
 * each is stored once.
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
    const pending: PendingMessage = { ...message, tempId: createTempId(sentAt), content, sentAt };
    this.#lastAdded = pending;
    this.#pending.push(pending);
    this.#notify({ type: "added", pending });
    void this.#sendPending();
  }

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
      const outcome = await sendMessage(this.connection, pending);
      if (outcome.type === "unreachable" || outcome.type === "loggedOut") {
        if (outcome.type === "loggedOut") this.#notify({ type: "loggedOut", pending });
        await this.#wait();
        continue;
      }
      this.#pending.shift();
      if (outcome.type === "failed") {
        // The same text may be sent again at once.
        this.#lastAdded = undefined;
        if (!outcome.delivered) restoreDraft(pending);
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
}

/** Keeps the text for the conversation, which need not be on the screen. */
function restoreDraft(pending: PendingMessage): void {
  const key = draftKey(pending.senderId, pendingHref(pending));
  saveDraft(key, joinUnsent(pending.content, readDraft(key)));
}

/** The page's outbox. It outlives the thread on screen, so that messages keep being tried. */
export const outbox = new Outbox();
