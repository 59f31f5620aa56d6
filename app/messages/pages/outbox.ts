import type { Connection } from "#app/platform/realtime/connection.ts";
import { draftKey, joinUnsent, readDraft, saveDraft } from "../chat/drafts.ts";
import type { SendOutcome } from "../chat/outbox.ts";
import * as chat from "../chat/outbox.ts";
import type { Message } from "../input.server.ts";
import { duplicateSendWindowMs } from "../rules.ts";
import { type PendingMessage, pendingHref } from "./conversation.ts";
import { loadFiles } from "./message-files.ts";
import { transmitMessage } from "./send-message.ts";

export type OutboxEvent = chat.OutboxEvent<PendingMessage, Message>;

class Outbox extends chat.Outbox<PendingMessage, Message> {
  connection: Connection | null = null;
  #lastAdded: PendingMessage | undefined;
  /** Files of the messages added on this page. Other files are stored on the device. */
  #files = new Map<string, File[]>();
  /** Unsent messages whose files wait to be put back into their conversation's composer. */
  #returned: PendingMessage[] = [];

  constructor() {
    super("messages");
    this.subscribe((event) => {
      if (event.type === "added" && !event.pending.files) this.#lastAdded = event.pending;
      if (event.type === "saved" && event.pending.files) void this.#takeFiles(event.pending.tempId);
      if (event.type !== "failed") return;
      // The same text may be sent again immediately.
      this.#lastAdded = undefined;
      if (!event.delivered) restoreDraft(event.pending);
      if (event.pending.files) this.#returned.push(event.pending);
    });
  }

  protected async send(pending: PendingMessage): Promise<SendOutcome<Message>> {
    const { tempId, files } = pending;
    if (!files) return transmitMessage(this.connection, pending);
    const waiting = await loadFiles().catch(() => null);
    if (!waiting) return { type: "unreachable" };
    const sent = await waiting.uploadFiles(
      tempId,
      this.#files.get(tempId) ?? (await waiting.readFiles(tempId)),
    );
    return Array.isArray(sent) ? transmitMessage(this.connection, pending, sent) : sent;
  }

  get isEmpty(): boolean {
    return this.pending.length === 0;
  }

  /** The pending messages of one conversation, oldest first. */
  pendingIn(href: string): PendingMessage[] {
    return this.pending.filter((pending) => pendingHref(pending) === href);
  }

  /** Returns the files of a conversation's unsent messages, and forgets them. */
  async takeReturned(href: string): Promise<File[]> {
    const found = this.#returned.filter((pending) => pendingHref(pending) === href);
    this.#returned = this.#returned.filter((pending) => !found.includes(pending));
    const files = await Promise.all(found.map(({ tempId }) => this.#takeFiles(tempId)));
    return files.flat();
  }

  async #takeFiles(tempId: string): Promise<File[]> {
    const script = await loadFiles().catch(() => null);
    const files = this.#files.get(tempId) ?? (await script?.readFiles(tempId)) ?? [];
    this.#files.delete(tempId);
    void script?.removeFiles(tempId);
    return files;
  }

  /** Sends a message. Ignores blank ones, and the same text again within 2 seconds. */
  addMessage(message: Omit<PendingMessage, "tempId" | "sentAt">, files: File[] = []): void {
    const { receiverId, isAnonymous } = message;
    const content = message.content.trim();
    if (files.length > 0) {
      const described = files.map(({ name, size }) => ({ name, size }));
      this.add({ ...message, content, files: described }, ({ tempId }) => {
        this.#files.set(tempId, files);
        loadFiles().then(
          ({ storeFiles }) => storeFiles(tempId, files),
          () => {},
        );
      });
      return;
    }
    const last = this.#lastAdded;
    const isDuplicate =
      last?.receiverId === receiverId &&
      last.isAnonymous === isAnonymous &&
      last.content === content &&
      Date.now() - last.sentAt < duplicateSendWindowMs;
    if (content !== "" && !isDuplicate) this.add({ ...message, content });
  }
}

/** Stores the text as a draft of its conversation, which need not be open. */
function restoreDraft(pending: PendingMessage): void {
  const key = draftKey(pending.senderId, pendingHref(pending));
  saveDraft(key, joinUnsent(pending.content, readDraft(key)));
}

/** The page's outbox. It outlives the open thread, so that sending continues after it is closed. */
export const outbox = new Outbox();
