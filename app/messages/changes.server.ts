import { and, eq, gt, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import { publishNotices } from "#app/notices/publish.server.ts";
import { notifyRemovedMessage, type ReportedRemoval } from "#app/notices/removal-notices.server.ts";
import { explainMute } from "#app/platform/auth/mutes.server.ts";
import type { Session, Viewer } from "#app/platform/auth/sessions.server.ts";
import { deleteFile } from "#app/platform/files/storage.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { encodeFrame, hub } from "#app/platform/realtime/hub.server.ts";
import { insertAuditEntry } from "#db/audit.ts";
import { db, messages } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { isReadableBy } from "#db/scopes/messages.ts";
import { isMuted, isMutedAnonymously } from "#db/scopes/mutes.ts";
import { canStillWrite } from "#db/scopes/sessions.ts";
import type { Reaction } from "#db/vocabulary.ts";
import { deleteAttachments } from "./attachments.server.ts";
import { changeTexts } from "./change-texts.ts";
import type { Message } from "./input.server.ts";
import { serializeMessage } from "./messages.server.ts";
import { editWindowMs, messageTexts } from "./rules.ts";
import { type MessageRow, selectMessages } from "./threads.server.ts";

type Actor = Pick<Session, "viewer" | "tokenHash">;

/** Whether the message's conversation, named `place`, meets a condition. */
const isIn = (condition: SQL) =>
  sql<number>`exists (select 1 from conversations as place where place.id = messages.conversation_id and ${condition})`;

const isHidden = (viewerId: number) => isIn(sql`place.alias is not null and place.a_id = ${viewerId}`);

/** Whether the viewer's alias is blocked here, so that their changes reach nobody else. */
const isHeld = (viewerId: number) =>
  isIn(sql`place.alias is not null and place.a_id = ${viewerId} and place.alias_blocked_at is not null`);

const partnerId = (viewerId: number) => sql`iif(place.a_id = ${viewerId}, place.b_id, place.a_id)`;
const isToAlias = (viewerId: number) => sql`(place.alias is not null and place.b_id = ${viewerId})`;

/** Whether the partner is active. An alias always counts as active, so that it reveals nothing about its owner. */
const hasPartner = (viewerId: number) =>
  isIn(sql`(${isToAlias(viewerId)} or exists
    (select 1 from users where users.id = ${partnerId(viewerId)} and users.status = 'active'))`);

const isRefused = (viewerId: number) =>
  isIn(sql`place.alias is null and exists (select 1 from blocks
    where blocks.blocker_id = ${partnerId(viewerId)} and blocks.blocked_id = ${viewerId})`);

const isMutedHere = (viewerId: number) =>
  sql<number>`(${isMuted(viewerId)} or (${isHidden(viewerId)} and ${isMutedAnonymously(viewerId)}))`;

const canChange = ({ viewer: { id }, tokenHash }: Actor) =>
  sql`${canStillWrite(tokenHash, { isPost: false })} and not ${isMutedHere(id)} and ${hasPartner(id)}
    and not ${isRefused(id)}`;

const isOwn = (viewerId: number) => eq(messages.senderId, viewerId);

/** @throws HttpError 401, 403, 404, 409, 429 */
export function editMessage(actor: Actor, id: number, content: string, now = Date.now()): Promise<Message> {
  const viewerId = actor.viewer.id;
  const held = isHeld(viewerId);
  return change(actor, id, "message_edited", {
    isHeld: held,
    set: {
      content: sql`iif(${held}, content, ${content})`,
      editedAt: sql`iif(${held}, edited_at, ${now})`,
      heldContent: sql`iif(${held}, ${content}, null)`,
      heldEditedAt: sql`iif(${held}, ${now}, null)`,
    },
    where: and(isOwn(viewerId), gt(messages.sentAt, now - editWindowMs), canChange(actor)),
  });
}

/**
 * Deletes its text for both members, even after a block.
 * @throws HttpError 401, 403, 404, 429
 */
export function deleteMessage(actor: Actor, id: number, now = Date.now()): Promise<Message> {
  const viewerId = actor.viewer.id;
  return change(actor, id, "message_deleted", {
    isHeld: sql<number>`0`,
    set: {
      content: messageTexts.deleted,
      deletedAt: now,
      editedAt: null,
      senderSign: null,
      receiverSign: null,
      heldContent: null,
      heldEditedAt: null,
      heldSign: null,
    },
    where: and(isOwn(viewerId), canStillWrite(actor.tokenHash, { isPost: false })),
  });
}

/** @param sign null removes the reaction @throws HttpError 401, 403, 404, 409, 429 */
export function reactToMessage(actor: Actor, id: number, sign: Reaction | null): Promise<Message> {
  const viewerId = actor.viewer.id;
  const held = isHeld(viewerId);
  const setSign = (column: "sender" | "receiver") =>
    sql`iif(${sql.raw(column)}_id = ${viewerId} and not ${held}, ${sign}, ${sql.raw(column)}_sign)`;
  return change(actor, id, "message_reacted", {
    isHeld: held,
    set: {
      senderSign: setSign("sender"),
      receiverSign: setSign("receiver"),
      heldSign: sql`iif(${held}, ${sign ?? ""}, iif(${isHidden(viewerId)}, null, held_sign))`,
    },
    where: canChange(actor),
  });
}

type ChangeEvent = "message_edited" | "message_deleted" | "message_reacted";

interface Change {
  set: Parameters<ReturnType<typeof db.update<typeof messages>>["set"]>[0];
  where: SQL | undefined;
  /** Whether the change reaches nobody but the viewer. */
  isHeld: SQL<number>;
}

async function change(
  actor: Actor,
  id: number,
  event: ChangeEvent,
  { set, where, isHeld }: Change,
): Promise<Message> {
  limitAction("messageChange", actor.viewer.id, changeTexts.tooManyChanges);
  const viewerId = actor.viewer.id;
  const {
    done: [done],
    message: [row],
    released,
  } = await namedBatch({
    done: db
      .update(messages)
      .set(set)
      .where(and(eq(messages.id, id), isNull(messages.deletedAt), isReadableBy(viewerId), where))
      .returning({ isHeld }),
    message: selectMessages().where(and(eq(messages.id, id), isReadableBy(viewerId))),
    released: event === "message_deleted" ? [deleteAttachments(id)] : [],
  });
  for (const { file } of released) await deleteFile(file);
  if (!row) throw new HttpError(404, changeTexts.unknownMessage);
  if (done) {
    broadcastChange(event, row, viewerId, Boolean(done.isHeld));
  } else if (event !== "message_deleted" || !row.changes?.deletedAt || row.senderId !== viewerId) {
    throw await explain(actor, row, event);
  }
  return serializeMessage(row, viewerId);
}

/** If the sender's alias is blocked, only their own pages receive the change. */
function broadcastChange(event: ChangeEvent, row: MessageRow, viewerId: number, isHeldBack: boolean): void {
  for (const userId of [row.senderId, row.receiverId]) {
    if (userId !== viewerId && (isHeldBack || !row.delivered)) continue;
    hub.sendToUser(userId, encodeFrame({ event, data: serializeMessage(row, userId) }));
  }
}

/** The reason why nothing was changed. */
async function explain(
  { viewer, tokenHash }: Actor,
  row: MessageRow,
  event: ChangeEvent,
): Promise<HttpError> {
  if (event !== "message_reacted" && row.senderId !== viewer.id)
    return HttpError.withCode("not-yours", changeTexts.notYours);
  const [found] = await db
    .select({
      canWrite: canStillWrite(tokenHash, { isPost: false }).mapWith(Boolean),
      isMuted: isMuted(viewer.id).mapWith(Boolean),
      isMutedHere: isMutedHere(viewer.id).mapWith(Boolean),
      isBlocked: isRefused(viewer.id).mapWith(Boolean),
      hasPartner: hasPartner(viewer.id).mapWith(Boolean),
    })
    .from(messages)
    .where(eq(messages.id, row.id));
  if (!found?.canWrite) return HttpError.withCode("login-required", messageTexts.loggedOut);
  if (found.isMutedHere) return explainMute(viewer.id, { isAnonymous: !found.isMuted });
  if (found.isBlocked) return HttpError.withCode("blocked", messageTexts.blocked);
  if (!found.hasPartner) return HttpError.withCode("not-allowed", changeTexts.hasLeft);
  return new HttpError(409, !row.changes?.deletedAt ? changeTexts.tooLate : changeTexts.deletedMeanwhile);
}

/** Both participants see this instead of a reported message. */
const removedMessage = "A moderator or administrator removed this message.";

/** Replaces the text of a reported message and notifies its sender. */
export async function removeMessage(
  admin: Viewer,
  id: number,
  { reason, about, mayDecide }: ReportedRemoval,
): Promise<void> {
  const isRemoved = and(isNotNull(messages.deletedAt), ne(messages.content, messageTexts.deleted));
  const isThere = and(eq(messages.id, id), sql`not ${isRemoved}`, mayDecide);
  const { notified } = await namedBatch({
    removed: db
      .update(messages)
      .set({ content: removedMessage, deletedAt: Date.now(), heldContent: null })
      .where(isThere),
    recorded: insertAuditEntry(admin.id, "removed the message", about),
    notified: notifyRemovedMessage(id, reason),
  });
  await publishNotices(notified);
}
