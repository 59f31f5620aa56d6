import type { Message } from "../../schemas/message.ts";
import { isAlias } from "../../schemas/message-rules.ts";

/** A message as a thread shows it. */
export interface ThreadMessage {
  /** React's key, which stays the same when the message is saved. */
  key: string;
  /** The server's id, or the temporary one. */
  id: string;
  content: string;
  /** In milliseconds. */
  sentAt: number;
  isOwn: boolean;
  state: "pending" | "sent" | "seen" | "unsaved";
}

/** A message that waits in the page to be sent. */
export interface PendingMessage {
  tempId: string;
  senderId: string;
  receiverId: string;
  content: string;
  isAnonymous: boolean;
  sentAt: number;
}

/** The address of a conversation. A member may have two with the same person, one of them anonymous. */
export const conversationHref = (userId: string, isAnonymous: boolean) =>
  `/messages/${userId}${isAnonymous && !isAlias(userId) ? "?anonymous=1" : ""}`;

/** Adds parameters to the address of a conversation, which may have one already. */
export const appendQuery = (href: string, query: string) =>
  query === "" ? href : `${href}${href.includes("?") ? "&" : "?"}${query}`;

export const pendingHref = ({ receiverId, isAnonymous }: PendingMessage): string =>
  conversationHref(receiverId, isAnonymous);

export type ThreadAction =
  | { type: "loaded"; messages: ThreadMessage[] }
  | { type: "added"; pending: PendingMessage }
  | { type: "saved"; tempId: string; message: ThreadMessage }
  | { type: "unsaved"; tempId: string }
  | { type: "failed"; tempId: string }
  | { type: "seen"; ids: string[] };

/** The numeric id of a stored message, or null for one that is not stored. */
export const storedId = ({ id }: { id: string }): number | null => (/^\d+$/.test(id) ? Number(id) : null);

export function toThreadMessage(message: Message, viewerId: string): ThreadMessage {
  return {
    key: message.id,
    id: message.id,
    content: message.content,
    sentAt: Date.parse(message.timestamp),
    isOwn: message.senderId === viewerId,
    state: message.seen ? "seen" : "sent",
  };
}

export const toPendingThreadMessage = ({ tempId, content, sentAt }: PendingMessage): ThreadMessage => ({
  key: tempId,
  id: tempId,
  content,
  sentAt,
  isOwn: true,
  state: "pending",
});

/** Returns the thread after an action: stored messages by id, then the others in the order they were added. */
export function threadReducer(messages: ThreadMessage[], action: ThreadAction): ThreadMessage[] {
  switch (action.type) {
    case "loaded":
      return mergeMessages(messages, action.messages);
    case "added":
      return [...messages, toPendingThreadMessage(action.pending)];
    case "saved": {
      const others = messages.filter(({ id }) => id !== action.tempId);
      return mergeMessages(others, [{ ...action.message, key: action.tempId }]);
    }
    case "unsaved":
      return messages.map((message) =>
        message.id === action.tempId ? { ...message, state: "unsaved" } : message,
      );
    case "failed":
      return messages.filter(({ id }) => id !== action.tempId);
    case "seen": {
      const ids = new Set(action.ids);
      return messages.map((message) =>
        ids.has(message.id) && message.isOwn ? { ...message, state: "seen" } : message,
      );
    }
  }
}

function mergeMessages(messages: ThreadMessage[], loaded: ThreadMessage[]): ThreadMessage[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  for (const message of loaded) {
    const previous = byId.get(message.id);
    // A response may be older than the frame that said the message was seen.
    const state = previous?.state === "seen" ? "seen" : message.state;
    byId.set(message.id, previous ? { ...message, key: previous.key, state } : message);
  }
  const all = [...byId.values()];
  const stored = all.filter((message) => storedId(message) !== null);
  stored.sort((a, b) => (storedId(a) ?? 0) - (storedId(b) ?? 0));
  return [...stored, ...all.filter((message) => storedId(message) === null)];
}

/** The newest stored id, or 0. */
export const newestId = (messages: ThreadMessage[]): number =>
  messages.reduce((newest, message) => Math.max(newest, storedId(message) ?? 0), 0);
