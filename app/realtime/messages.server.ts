import { and, eq, isNull } from "drizzle-orm";
import { db, messages } from "#db/index.ts";
import { listens, type MessageRow, messageRows, unseenBy } from "#db/messages.ts";
import { log } from "../http/log.server.ts";
import type { FieldErrors } from "../http/problem.server.ts";
import { rowId } from "../schemas/fields.ts";
import type { MessageOut, SendInput } from "../schemas/message.ts";
import { messageWords } from "../schemas/message-rules.ts";
import { encode, hub, type Peer } from "./hub.server.ts";
import { store } from "./store.server.ts";

// What page, API and socket do alike: store, then tell.

/** Who sends or reads. */
export interface Person {
  id: number;
  name: string;
  email: string;
}

/** What became of a message that someone sent. */
export type Sent =
  | { result: "stored"; message: MessageOut; isNew: boolean }
  | { result: "refused"; status: number; detail: string; errors?: FieldErrors }
  /** The store did not take it. `delivered`: the receiver was shown it all the same. */
  | { result: "failed"; detail: string; delivered: boolean };

/** A message as one of its two readers sees it: who is hidden from them is an alias and nothing more. */
export function messageAnswer(row: MessageRow, viewerId: number): MessageOut {
  const hiddenId = row.alias !== null && row.hiddenId !== viewerId ? row.hiddenId : null;
  const idOf = (userId: number) => (userId === hiddenId ? (row.alias ?? "") : String(userId));
  const isHidden = row.senderId === hiddenId;
  return {
    id: String(row.id),
    senderId: idOf(row.senderId),
    receiverId: idOf(row.receiverId),
    content: row.content,
    isAnonymous: row.alias !== null,
    timestamp: new Date(row.sentAt).toISOString(),
    seen: row.seenAt !== null,
    sender: {
      id: idOf(row.senderId),
      name: isHidden ? "Anonymous" : row.senderName,
      email: isHidden ? null : row.senderEmail,
    },
  };
}

/**
 * Stores a message and, after the commit, shows it to the receiver and to the sender's other sockets.
 * @param from the socket it came by, which hears of it by `message_saved` instead
 */
export async function sendMessage(sender: Person, input: SendInput, from?: Peer): Promise<Sent> {
  const { content, tempId } = input;
  if (input.senderId !== String(sender.id)) {
    return { result: "refused", status: 403, detail: messageWords.notYou };
  }
  const receiverId = rowId(input.receiverId);
  if (receiverId === null) return { result: "refused", status: 404, detail: messageWords.noReceiver };
  if (receiverId === sender.id) return unprocessable("receiverId", messageWords.toOneself);
  if (input.isAnonymous) return unprocessable("isAnonymous", messageWords.noAnonymous);

  try {
    const [, [added], [row], [receiver]] = await store({ senderId: sender.id, receiverId, content, tempId });
    if (!row) return refusal(receiver);
    const message = messageAnswer(row, sender.id);
    if (added) tell(row, from);
    return { result: "stored", message, isNew: added !== undefined };
  } catch (error) {
    // The error's own text would quote the message.
    log.error({ cause: causeOf(error) }, "a message could not be stored");
    return showUnstored(sender, receiverId, content);
  }
}

const unprocessable = (field: string, detail: string): Sent => ({
  ...{ result: "refused", status: 422, detail },
  errors: { [field]: [detail] },
});

function refusal(receiver: { active: number; refuses: number } | undefined): Sent {
  return receiver?.active && receiver.refuses
    ? { result: "refused", status: 403, detail: messageWords.blocked }
    : { result: "refused", status: 404, detail: messageWords.noReceiver };
}

/** Shows a stored message to its two people. */
function tell(row: MessageRow, from: Peer | undefined): void {
  const frame = (viewerId: number) =>
    encode({ event: "receive_message", data: messageAnswer(row, viewerId) });
  const toReceiver = frame(row.receiverId);
  hub.toUser(row.receiverId, toReceiver);
  hub.toUser(row.senderId, row.alias === null ? toReceiver : frame(row.senderId), from);
}

/** The store refused: a receiver who is there and takes messages from the sender is shown it all the same. */
async function showUnstored(sender: Person, receiverId: number, content: string): Promise<Sent> {
  const failed: Sent = { result: "failed", detail: messageWords.failed, delivered: false };
  try {
    if (!(await mayTell(receiverId, sender.id))) return failed;
  } catch {
    return failed;
  }
  const message: MessageOut = {
    // Never the sender's own `tempId`: nobody else hears that.
    id: `temp-${Date.now()}-${Math.random().toString(36).slice(2, 10)}`,
    senderId: String(sender.id),
    receiverId: String(receiverId),
    content,
    isAnonymous: false,
    timestamp: new Date().toISOString(),
    seen: false,
    sender: { id: String(sender.id), name: sender.name, email: sender.email },
  };
  const frame = encode({ event: "receive_message", data: message });
  if (hub.toUser(receiverId, frame) === 0) return failed;
  return { result: "failed", detail: messageWords.unsaved, delivered: true };
}

/** Whether a member would hear from another under their name. */
async function mayTell(listenerId: number, speakerId: number): Promise<{ name: string } | undefined> {
  const [speaker] = await listens(listenerId, speakerId);
  return speaker;
}

/** Shows a member that another is typing, unless they refuse them. An anonymous one needs a stored message first. */
export async function showTyping(typistId: number, receiverId: string, isAnonymous: boolean): Promise<void> {
  const listenerId = rowId(receiverId);
  if (listenerId === null || isAnonymous) return;
  const typist = await mayTell(listenerId, typistId);
  if (!typist) return;
  const data = { senderId: String(typistId), name: typist.name, isAnonymous: false };
  hub.toUser(listenerId, encode({ event: "user_typing", data }));
}

/** Tells those who sent them that messages were read. */
export function tellSeen(marked: { id: number; senderId: number }[], by: string): void {
  const [first] = marked;
  if (!first) return;
  const ids = marked.map(({ id }) => String(id));
  hub.toUser(first.senderId, encode({ event: "message_seen", data: { ids, by } }));
}

/** Marks one message seen by its receiver. Answers false when there is none such that they could have read. */
export async function markSeen(viewerId: number, messageId: number): Promise<boolean> {
  const [marked, [row]] = await db.batch([
    db
      .update(messages)
      .set({ seenAt: Date.now() })
      .where(and(eq(messages.id, messageId), unseenBy(viewerId), isNull(messages.seenAt)))
      .returning({ id: messages.id, senderId: messages.senderId }),
    messageRows().where(
      and(eq(messages.id, messageId), eq(messages.receiverId, viewerId), messages.delivered),
    ),
  ]);
  if (!row) return false;
  tellSeen(marked, row.alias !== null && row.hiddenId === viewerId ? row.alias : String(viewerId));
  return true;
}

/** What the store said, without what it was given. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? `${(cause as { code?: string }).code ?? cause.name}` : "unknown";
}
