import { draftKey, joinUnsent, readDraft, saveDraft } from "../../chat/drafts.ts";
import * as chat from "../../chat/outbox.ts";
import type { Connection } from "../../realtime/connection.ts";
import type { Message } from "../../schemas/message.ts";
import { duplicateSendWindowMs } from "../../schemas/message-rules.ts";
import { type PendingMessage, pendingHref } from "./conversation.ts";
import { sendMessage } from "./send-message.ts";

export type OutboxEvent = chat.OutboxEvent<PendingMessage, Message>;

class Outbox extends chat.Outbox<PendingMessage, Message> {
  connection: Connection | null = null;
  #lastAdded: PendingMessage | undefined;

  constructor() {
    super("messages");
    this.subscribe((event) => {
      if (event.type === "added") this.#lastAdded = event.pending;
      if (event.type !== "failed") return;
      // The same text may be sent again at once.
      this.#lastAdded = undefined;
      if (!event.delivered) restoreDraft(event.pending);
    });
  }

  protected send(pending: PendingMessage) {
    return sendMessage(this.connection, pending);
  }

  get isEmpty(): boolean {
    return this.pending.length === 0;
  }

  /** The messages that wait in one conversation, oldest first. */
  pendingIn(href: string): PendingMessage[] {
    return this.pending.filter((pending) => pendingHref(pending) === href);
  }

  /** Sends a message. Ignores blank ones, and the same text again within 2 seconds. */
  override add(message: Omit<PendingMessage, "tempId" | "sentAt">): void {
    const { receiverId, isAnonymous } = message;
    const content = message.content.trim();
    const last = this.#lastAdded;
    const isDuplicate =
      last?.receiverId === receiverId &&
      last.isAnonymous === isAnonymous &&
      last.content === content &&
      Date.now() - last.sentAt < duplicateSendWindowMs;
    if (content !== "" && !isDuplicate) super.add({ ...message, content });
  }
}

/** Keeps the text for the conversation, which need not be on the screen. */
function restoreDraft(pending: PendingMessage): void {
  const key = draftKey(pending.senderId, pendingHref(pending));
  saveDraft(key, joinUnsent(pending.content, readDraft(key)));
}

/** The page's outbox. It outlives the thread on screen, so that messages keep being tried. */
export const outbox = new Outbox();
