import { and, eq, isNull, sql } from "drizzle-orm";
import { db, messages, users } from "#db/index.ts";
import { isUnseenBy, type MessageRow, selectMessages, selectReachableSender } from "#db/scopes/messages.ts";
import { isMuted, isMutedAnonymously } from "#db/scopes/mutes.ts";
import { mutedText } from "../auth/session.server.ts";
import type { FieldErrors } from "../http/problem.server.ts";
import { consumeAct } from "../http/rate-limit.server.ts";
import { log } from "../log.server.ts";
import { type Client, encodeFrame, hub } from "../realtime/hub.server.ts";
import { parseId } from "../schemas/fields.ts";
import type { Message, SendInput } from "../schemas/message.ts";
import { messageTexts } from "../schemas/message-rules.ts";
import { roomTexts } from "../schemas/room-rules.ts";
import { commitMessage } from "./group-commit.server.ts";

// What page, API and socket share: store, then broadcast.

/** The member who sends a message. */
export interface Sender {
  id: number;
  name: string;
  email: string;
}

/** The result of sending a message. */
export type SendResult =
  | { result: "stored"; message: Message; isNew: boolean }
  | { result: "refused"; status: number; detail: string; errors?: FieldErrors; retryAfter?: number }
  /** The database refused it. `delivered`: the receiver saw it anyway. */
  | { result: "failed"; detail: string; delivered: boolean };

/** A message as one of its two readers sees it. An anonymous person is only an alias to the other. */
export function serializeMessage(row: MessageRow, viewerId: number): Message {
  const anonymousId = row.alias !== null && row.anonymousUserId !== viewerId ? row.anonymousUserId : null;
  const visibleId = (userId: number) => (userId === anonymousId ? (row.alias ?? "") : String(userId));
  const isFromAnonymous = row.senderId === anonymousId;
  return {
    id: String(row.id),
    senderId: visibleId(row.senderId),
    receiverId: visibleId(row.receiverId),
    content: row.content,
    isAnonymous: row.alias !== null,
    timestamp: new Date(row.sentAt).toISOString(),
    seen: row.seenAt !== null,
    sender: {
      id: visibleId(row.senderId),
      name: isFromAnonymous ? "Anonymous" : row.senderName,
      email: isFromAnonymous ? null : row.senderEmail,
    },
  };
}

/**
 * Stores a message and, after the commit, broadcasts it to the receiver and to the sender's other sockets.
 * @param origin the client it came from, which gets `message_saved` instead
 */
export async function sendMessage(sender: Sender, input: SendInput, origin?: Client): Promise<SendResult> {
  const { content, tempId } = input;
  if (input.senderId !== String(sender.id)) {
    return { result: "refused", status: 403, detail: messageTexts.wrongSender };
  }
  const receiverId = parseId(input.receiverId);
  if (receiverId === null) return { result: "refused", status: 404, detail: messageTexts.unknownReceiver };
  if (receiverId === sender.id) return unprocessable("receiverId", messageTexts.toYourself);
  if (input.isAnonymous) return unprocessable("isAnonymous", messageTexts.anonymousUnavailable);

  const retryAfter = consumeAct("message", sender.id);
  if (retryAfter > 0) return { result: "refused", status: 429, detail: messageTexts.tooMany, retryAfter };

  try {
    const [, [added], [row], [receiver]] = await commitMessage({
      senderId: sender.id,
      receiverId,
      content,
      tempId,
    });
    if (!row) return (await explainMute(sender.id, input.isAnonymous)) ?? explainRejection(receiver);
    const message = serializeMessage(row, sender.id);
    if (added) broadcastMessage(row, origin);
    return { result: "stored", message, isNew: added !== undefined };
  } catch (error) {
    // The error's own text would quote the message.
    log.error({ cause: describeError(error) }, "message not stored");
    return deliverUnsaved(sender, receiverId, content);
  }
}

const unprocessable = (field: string, detail: string): SendResult => ({
  result: "refused",
  status: 422,
  detail,
  errors: { [field]: [detail] },
});

/** Whether a mute is why nothing was stored: the trigger `messages_muted` refuses it. */
async function explainMute(senderId: number, isHidden: boolean): Promise<SendResult | null> {
  const isRefused = isHidden ? isMutedAnonymously(senderId) : isMuted(senderId);
  const [muted] = await db
    .select({ one: sql`1` })
    .from(users)
    .where(and(eq(users.id, senderId), isRefused));
  return muted ? { result: "refused", status: 403, detail: isHidden ? roomTexts.muted : mutedText } : null;
}

function explainRejection(receiver: { isActive: number; isBlocked: number } | undefined): SendResult {
  return receiver?.isActive && receiver.isBlocked
    ? { result: "refused", status: 403, detail: messageTexts.blocked }
    : { result: "refused", status: 404, detail: messageTexts.unknownReceiver };
}

function broadcastMessage(row: MessageRow, origin: Client | undefined): void {
  const frame = (viewerId: number) =>
    encodeFrame({ event: "receive_message", data: serializeMessage(row, viewerId) });
  const toReceiver = frame(row.receiverId);
  hub.sendToUser(row.receiverId, toReceiver);
  hub.sendToUser(row.senderId, row.alias === null ? toReceiver : frame(row.senderId), origin);
}

/** Shows a message that the database refused to a receiver who is connected and accepts messages from the sender. */
async function deliverUnsaved(sender: Sender, receiverId: number, content: string): Promise<SendResult> {
  const failed: SendResult = { result: "failed", detail: messageTexts.sendFailed, delivered: false };
  try {
    if (!(await findReachableSender(receiverId, sender.id))) return failed;
  } catch {
    return failed;
  }
  const message: Message = {
    // Never the sender's own `tempId`, which the receiver must not see.
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
  if (hub.sendToUser(receiverId, frame) === 0) return failed;
  return { result: "failed", detail: messageTexts.sentNotSaved, delivered: true };
}

/** The sender, if the receiver accepts messages from them. */
async function findReachableSender(
  receiverId: number,
  senderId: number,
): Promise<{ name: string } | undefined> {
  const [sender] = await selectReachableSender(receiverId, senderId);
  return sender;
}

/** Tells a member that another is typing, unless they block them. Anonymous typing needs a stored message first. */
export async function broadcastTyping(
  senderId: number,
  receiver: string,
  isAnonymous: boolean,
): Promise<void> {
  const receiverId = parseId(receiver);
  if (receiverId === null || isAnonymous) return;
  const sender = await findReachableSender(receiverId, senderId);
  if (!sender) return;
  const data = { senderId: String(senderId), name: sender.name, isAnonymous: false };
  hub.sendToUser(receiverId, encodeFrame({ event: "user_typing", data }));
}

/** Tells the sender of some messages that they were read. */
export function broadcastSeen(marked: { id: number; senderId: number }[], by: string): void {
  const [first] = marked;
  if (!first) return;
  const ids = marked.map(({ id }) => String(id));
  hub.sendToUser(first.senderId, encodeFrame({ event: "message_seen", data: { ids, by } }));
}

/** Marks one message as seen. Returns false unless the viewer is its receiver. */
export async function markMessageSeen(viewerId: number, messageId: number): Promise<boolean> {
  const [marked, [row]] = await db.batch([
    db
      .update(messages)
      .set({ seenAt: Date.now() })
      .where(and(eq(messages.id, messageId), isUnseenBy(viewerId), isNull(messages.seenAt)))
      .returning({ id: messages.id, senderId: messages.senderId }),
    selectMessages().where(
      and(eq(messages.id, messageId), eq(messages.receiverId, viewerId), messages.delivered),
    ),
  ]);
  if (!row) return false;
  broadcastSeen(
    marked,
    row.alias !== null && row.anonymousUserId === viewerId ? row.alias : String(viewerId),
  );
  return true;
}

/** The database's error code, without the values of the statement. */
function describeError(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return "unknown";
  return "code" in cause ? String(cause.code) : cause.name;
}
