import { and, eq, isNull } from "drizzle-orm";
import { db, messages } from "#db/index.ts";
import { type MessageRow, selectMessages, selectReachableSender, unseenBy } from "#db/scopes/messages.ts";
import type { FieldErrors } from "../http/problem.server.ts";
import { log } from "../log.server.ts";
import { encodeFrame, hub, type Peer } from "../realtime/hub.server.ts";
import { parseId } from "../schemas/fields.ts";
import type { Message, SendInput } from "../schemas/message.ts";
import { messageTexts } from "../schemas/message-rules.ts";
import { commitMessage } from "./group-commit.server.ts";

// What page, API and socket do alike: store, then tell.

/** Who sends or reads. */
export interface Sender {
  id: number;
  name: string;
  email: string;
}

/** What became of a message that someone sent. */
export type SendResult =
  | { result: "stored"; message: Message; isNew: boolean }
  | { result: "refused"; status: number; detail: string; errors?: FieldErrors }
  /** The store did not take it. `delivered`: the receiver was shown it all the same. */
  | { result: "failed"; detail: string; delivered: boolean };

/** A message as one of its two readers sees it: who is hidden from them is an alias and nothing more. */
export function serializeMessage(row: MessageRow, viewerId: number): Message {
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
export async function sendMessage(sender: Sender, input: SendInput, from?: Peer): Promise<SendResult> {
  const { content, tempId } = input;
  if (input.senderId !== String(sender.id)) {
    return { result: "refused", status: 403, detail: messageTexts.notYou };
  }
  const receiverId = parseId(input.receiverId);
  if (receiverId === null) return { result: "refused", status: 404, detail: messageTexts.noReceiver };
  if (receiverId === sender.id) return unprocessable("receiverId", messageTexts.toOneself);
  if (input.isAnonymous) return unprocessable("isAnonymous", messageTexts.noAnonymous);

  try {
    const [, [added], [row], [receiver]] = await commitMessage({
      senderId: sender.id,
      receiverId,
      content,
      tempId,
    });
    if (!row) return explainRejection(receiver);
    const message = serializeMessage(row, sender.id);
    if (added) broadcastMessage(row, from);
    return { result: "stored", message, isNew: added !== undefined };
  } catch (error) {
    // The error's own text would quote the message.
    log.error({ cause: describeError(error) }, "a message could not be stored");
    return deliverUnsaved(sender, receiverId, content);
  }
}

const unprocessable = (field: string, detail: string): SendResult => ({
  result: "refused",
  status: 422,
  detail,
  errors: { [field]: [detail] },
});

function explainRejection(receiver: { active: number; refuses: number } | undefined): SendResult {
  return receiver?.active && receiver.refuses
    ? { result: "refused", status: 403, detail: messageTexts.blocked }
    : { result: "refused", status: 404, detail: messageTexts.noReceiver };
}

/** Shows a stored message to its two people. */
function broadcastMessage(row: MessageRow, from: Peer | undefined): void {
  const frame = (viewerId: number) =>
    encodeFrame({ event: "receive_message", data: serializeMessage(row, viewerId) });
  const toReceiver = frame(row.receiverId);
  hub.toUser(row.receiverId, toReceiver);
  hub.toUser(row.senderId, row.alias === null ? toReceiver : frame(row.senderId), from);
}

/** The store refused: a receiver who is there and takes messages from the sender is shown it all the same. */
async function deliverUnsaved(sender: Sender, receiverId: number, content: string): Promise<SendResult> {
  const failed: SendResult = { result: "failed", detail: messageTexts.failed, delivered: false };
  try {
    if (!(await findReachableSender(receiverId, sender.id))) return failed;
  } catch {
    return failed;
  }
  const message: Message = {
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
  const frame = encodeFrame({ event: "receive_message", data: message });
  if (hub.toUser(receiverId, frame) === 0) return failed;
  return { result: "failed", detail: messageTexts.unsaved, delivered: true };
}

/** Whether a member would hear from another under their name. */
async function findReachableSender(
  listenerId: number,
  speakerId: number,
): Promise<{ name: string } | undefined> {
  const [speaker] = await selectReachableSender(listenerId, speakerId);
  return speaker;
}

/** Shows a member that another is typing, unless they refuse them. An anonymous one needs a stored message first. */
export async function broadcastTyping(
  typistId: number,
  receiverId: string,
  isAnonymous: boolean,
): Promise<void> {
  const listenerId = parseId(receiverId);
  if (listenerId === null || isAnonymous) return;
  const typist = await findReachableSender(listenerId, typistId);
  if (!typist) return;
  const data = { senderId: String(typistId), name: typist.name, isAnonymous: false };
  hub.toUser(listenerId, encodeFrame({ event: "user_typing", data }));
}

/** Tells those who sent them that messages were read. */
export function broadcastSeen(marked: { id: number; senderId: number }[], by: string): void {
  const [first] = marked;
  if (!first) return;
  const ids = marked.map(({ id }) => String(id));
  hub.toUser(first.senderId, encodeFrame({ event: "message_seen", data: { ids, by } }));
}

/** Marks one message seen by its receiver. Answers false when there is none such that they could have read. */
export async function markMessageSeen(viewerId: number, messageId: number): Promise<boolean> {
  const [marked, [row]] = await db.batch([
    db
      .update(messages)
      .set({ seenAt: Date.now() })
      .where(and(eq(messages.id, messageId), unseenBy(viewerId), isNull(messages.seenAt)))
      .returning({ id: messages.id, senderId: messages.senderId }),
    selectMessages().where(
      and(eq(messages.id, messageId), eq(messages.receiverId, viewerId), messages.delivered),
    ),
  ]);
  if (!row) return false;
  broadcastSeen(marked, row.alias !== null && row.hiddenId === viewerId ? row.alias : String(viewerId));
  return true;
}

/** What the store said, without what it was given. */
function describeError(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? `${(cause as { code?: string }).code ?? cause.name}` : "unknown";
}
