import { and, eq, isNull, sql } from "drizzle-orm";
import { createAlias } from "#app/people/person.server.ts";
import { explainMute } from "#app/platform/auth/mutes.server.ts";
import type { Session } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { log } from "#app/platform/process/log.server.ts";
import { type Client, encodeFrame, hub } from "#app/platform/realtime/hub.server.ts";
import { cutText } from "#app/platform/schemas/fields.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { db, messages, users } from "#db/index.ts";
import { areUnsent } from "#db/scopes/attachments.ts";
import { type ConversationKey, conversationId, isOfShownConversation } from "#db/scopes/conversations.ts";
import { isUnseenBy, seenColumns } from "#db/scopes/messages.ts";
import { isMuted, isMutedAnonymously } from "#db/scopes/mutes.ts";
import { canStillWrite } from "#db/scopes/sessions.ts";
import { type Reaction, signs } from "#db/vocabulary.ts";
import { attachmentTexts, namelessTypes } from "./attachment-rules.ts";
import { serializeAttachment } from "./attachments.server.ts";
import { sendUnreadCount } from "./bell.server.ts";
import { changeTexts } from "./change-texts.ts";
import { selectReachableSender } from "./conversations.server.ts";
import { commitMessage } from "./group-commit.server.ts";
import { type Message, parsePartnerId, type Reactions, type SendInput } from "./input.server.ts";
import { isAnswerable } from "./insert-message.server.ts";
import { anonymousName, messageTexts, quoteLength } from "./rules.ts";
import { type MessageRow, selectMessages } from "./threads.server.ts";

interface Sender {
  id: number;
  name: string;
  email: string;
}

/** The database failed. */
export class MessageNotStored extends HttpError {
  /** Whether the receiver saw the message anyway. */
  readonly isDelivered: boolean;

  constructor(isDelivered: boolean) {
    super(503, isDelivered ? messageTexts.sentNotSaved : messageTexts.sendFailed);
    this.isDelivered = isDelivered;
  }
}

export function serializeMessage(row: MessageRow, viewerId: number): Message {
  const anonymousId = row.alias !== null && row.anonymousUserId !== viewerId ? row.anonymousUserId : null;
  const visibleId = (userId: number) => (userId === anonymousId ? (row.alias ?? "") : String(userId));
  const isFromAnonymous = row.senderId === anonymousId;
  return {
    id: String(row.id),
    senderId: visibleId(row.senderId),
    receiverId: visibleId(row.receiverId),
    content: textFor(row.senderId, row.content, row.changes?.heldContent, viewerId),
    isAnonymous: row.alias !== null,
    timestamp: new Date(row.sentAt).toISOString(),
    seen: row.seenAt !== null,
    sender: {
      id: visibleId(row.senderId),
      name: isFromAnonymous ? anonymousName : row.senderName,
      email: isFromAnonymous ? null : row.senderEmail,
    },
    ...(row.attachments && { attachments: row.attachments.map(serializeAttachment) }),
    ...serializeAnswered(row, viewerId, visibleId),
    ...serializeChanges(row, viewerId),
  };
}

const textFor = (
  senderId: number,
  content: string,
  heldContent: string | null | undefined,
  viewerId: number,
) => (senderId === viewerId && heldContent) || content;

/** The message that this one replies to, unless only its sender can see it. */
function serializeAnswered({ answered }: MessageRow, viewerId: number, visibleId: (id: number) => string) {
  if (!answered || (answered.senderId !== viewerId && !answered.delivered)) return {};
  const { id, senderId, heldContent } = answered;
  const content = cutText(textFor(senderId, answered.content, heldContent, viewerId), quoteLength);
  return { replyTo: { id: String(id), senderId: visibleId(senderId), content } };
}

/** Omits fields without a value: most messages never change. */
function serializeChanges({ changes, ...row }: MessageRow, viewerId: number) {
  if (!changes) return {};
  const isOwn = row.senderId === viewerId;
  const isHidden = row.alias !== null && row.anonymousUserId === viewerId;
  const { senderSign, receiverSign, heldSign, deletedAt } = changes;
  const [own, partners] = isOwn ? [senderSign, receiverSign] : [receiverSign, senderSign];
  const ownSign = isHidden && heldSign !== null ? heldSign : own;
  const editedAt = (isOwn && changes.heldEditedAt) || changes.editedAt;
  return {
    ...((ownSign || partners) && { reactions: listReactions(ownSign, partners) }),
    ...(editedAt !== null && { editedAt: new Date(editedAt).toISOString() }),
    ...(deletedAt !== null && { deletedAt: new Date(deletedAt).toISOString() }),
  };
}

const listReactions = (own: Reaction | "" | null, partners: Reaction | null): Reactions =>
  signs.flatMap((sign) => {
    const count = Number(sign === own) + Number(sign === partners);
    return count > 0 ? [{ sign, count, own: sign === own }] : [];
  });

/** @throws HttpError 401, 403, 404, 422, 429; MessageNotStored */
export async function sendMessage(
  { viewer: sender, tokenHash }: Pick<Session, "viewer" | "tokenHash">,
  input: SendInput,
  origin?: Client,
): Promise<{ message: Message; isNew: boolean }> {
  const { content, tempId, replyTo, attachments } = input;
  if (input.senderId !== String(sender.id)) throw HttpError.withCode("not-allowed", messageTexts.wrongSender);
  const receiverId = parsePartnerId(input.receiverId);
  if (receiverId === null) throw new HttpError(404, messageTexts.unknownReceiver);
  if (receiverId === sender.id) throw HttpError.forFields({ receiverId: [messageTexts.toYourself] });
  const isHidden = input.isAnonymous && typeof receiverId === "number";

  if (settings.anonymousMessages === "off" && (isHidden || typeof receiverId === "string"))
    throw HttpError.withCode("anonymous-refused", messageTexts.anonymousSwitchedOff);
  limitAction("message", sender.id, messageTexts.tooMany);

  try {
    const [, [added], [known], [receiver]] = await commitMessage({
      senderId: sender.id,
      tokenHash,
      receiverId,
      content,
      tempId,
      replyToId: replyTo,
      attachments,
      newAlias: isHidden ? createAlias() : null,
    });
    // The query in the batch ran before the files were attached.
    const [row] =
      added && attachments.length > 0 ? await selectMessages().where(eq(messages.id, added.id)) : [known];
    if (!row) {
      const key = { viewerId: sender.id, partnerId: receiverId, isAnonymous: isHidden };
      throw (
        (await explainSender(sender.id, tokenHash, isHidden)) ??
        (await explainReply(key, replyTo, receiver)) ??
        (await explainAttachments(sender.id, attachments, isHidden || typeof receiverId === "string")) ??
        explainRejection(receiver, isHidden)
      );
    }
    const message = serializeMessage(row, sender.id);
    if (added) broadcastMessage(row, origin);
    return { message, isNew: added !== undefined };
  } catch (error) {
    if (error instanceof HttpError) throw error;
    // The error's own text would contain the message.
    log.error({ cause: describeError(error) }, "message not stored");
    // Delivering an unsaved message would reveal that its receiver is online, which an alias must never do.
    const mayDeliver = !isHidden && typeof receiverId === "number" && attachments.length === 0;
    throw new MessageNotStored(mayDeliver && (await deliverUnsaved(sender, tokenHash, receiverId, content)));
  }
}

async function explainSender(
  senderId: number,
  tokenHash: string,
  isHidden: boolean,
): Promise<HttpError | null> {
  const isRefused = isHidden ? isMutedAnonymously(senderId) : isMuted(senderId);
  const [found] = await db
    .select({
      canWrite: canStillWrite(tokenHash, { isPost: false }).mapWith(Boolean),
      isMuted: sql`${isRefused}`.mapWith(Boolean),
    })
    .from(users)
    .where(eq(users.id, senderId));
  if (!found?.canWrite) return HttpError.withCode("login-required", messageTexts.loggedOut);
  return found.isMuted ? explainMute(senderId, { isAnonymous: isHidden }) : null;
}

/** Gives the same answer for every message that is not in the conversation. */
async function explainReply(
  key: ConversationKey,
  replyTo: number | null,
  receiver: ReceiverState | undefined,
): Promise<HttpError | null> {
  if (replyTo === null) return null;
  const isNamed = typeof key.partnerId === "number";
  if (isNamed && (!receiver?.isActive || (!key.isAnonymous && receiver.isBlocked))) return null;
  const [known] = await db
    .select({
      conversation: sql`${conversationId(key)} is not null`.mapWith(Boolean),
      answered: isAnswerable(replyTo, key.viewerId, conversationId(key)).mapWith(Boolean),
    })
    .from(sql`(select 1)`);
  if (known?.answered || (!isNamed && !known?.conversation)) return null;
  return HttpError.forFields({ replyTo: [changeTexts.unknownReply] });
}

/** The files are the sender's own, so the answer reveals nothing about the receiver. */
async function explainAttachments(
  senderId: number,
  tokens: string[],
  isAnonymous: boolean,
): Promise<HttpError | null> {
  if (tokens.length === 0) return null;
  const are = (types: readonly string[] | null) => areUnsent(senderId, tokens, types).mapWith(Boolean);
  const [known] = await db.select({ there: are(null), nameless: are(namelessTypes) }).from(sql`(select 1)`);
  if (!known?.there) return HttpError.forFields({ attachments: [attachmentTexts.gone] });
  if (isAnonymous && !known.nameless)
    return HttpError.forFields({ attachments: [attachmentTexts.notAnonymous] });
  return null;
}

interface ReceiverState {
  isActive: number;
  isBlocked: number;
  allowsAnonymous: boolean;
  /** Whether the community's settings let the sender begin an anonymous conversation with this member. */
  isAbove: boolean;
}

function explainRejection(receiver: ReceiverState | undefined, isHidden: boolean): HttpError {
  if (receiver?.isActive && isHidden && !receiver.isAbove)
    return HttpError.withCode("anonymous-refused", messageTexts.onlyUpwards);
  if (receiver?.isActive && isHidden && !receiver.allowsAnonymous)
    return HttpError.withCode("anonymous-refused", messageTexts.anonymousOff);
  if (receiver?.isActive && !isHidden && receiver.isBlocked)
    return HttpError.withCode("blocked", messageTexts.blocked);
  return new HttpError(404, messageTexts.unknownReceiver);
}

function broadcastMessage(row: MessageRow, origin: Client | undefined): void {
  const frame = (viewerId: number) =>
    encodeFrame({ event: "receive_message", data: serializeMessage(row, viewerId) });
  const toReceiver = frame(row.receiverId);
  if (row.delivered) hub.sendToUser(row.receiverId, toReceiver);
  hub.sendToUser(row.senderId, row.alias === null ? toReceiver : frame(row.senderId), origin);
}

/** Returns whether the receiver is online and saw the message. */
async function deliverUnsaved(
  sender: Sender,
  tokenHash: string,
  receiverId: number,
  content: string,
): Promise<boolean> {
  try {
    const [reachable] = await selectReachableSender(receiverId, sender.id, tokenHash);
    if (!reachable) return false;
  } catch {
    return false;
  }
  const message: Message = {
    // Not the sender's `tempId`, which the receiver must not see.
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
  return hub.sendToUser(receiverId, frame) > 0;
}

/** Notifies the sender, and the reader's own pages. */
export function broadcastSeen(
  readerId: number,
  marked: { id: number; senderId: number; by: string }[],
): void {
  const [first] = marked;
  if (!first) return;
  const data = { ids: marked.map(({ id }) => String(id)), by: first.by };
  hub.sendToUser(first.senderId, encodeFrame({ event: "message_seen", data }));
  void sendUnreadCount(readerId);
}

/** Returns false unless the viewer is the message's receiver. */
export async function markMessageSeen(viewerId: number, messageId: number): Promise<boolean> {
  const isReceived = and(
    eq(messages.id, messageId),
    eq(messages.receiverId, viewerId),
    messages.delivered,
    isOfShownConversation,
  );
  const [marked, [received]] = await db.batch([
    db
      .update(messages)
      .set({ seenAt: Date.now() })
      .where(and(eq(messages.id, messageId), isUnseenBy(viewerId), isNull(messages.seenAt)))
      .returning(seenColumns),
    db.select({ id: messages.id }).from(messages).where(isReceived),
  ]);
  broadcastSeen(viewerId, marked);
  return received !== undefined;
}

function describeError(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return "unknown";
  return "code" in cause ? String(cause.code) : cause.name;
}
