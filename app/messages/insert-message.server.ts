import { and, eq, type SQL, sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { conversations, db, messages, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { areUnsent } from "#db/scopes/attachments.ts";
import { isBlocking } from "#db/scopes/blocks.ts";
import {
  canBeginAnonymously,
  conversationId,
  hasReachedPartner,
  type PartnerId,
} from "#db/scopes/conversations.ts";
import { canStillWrite } from "#db/scopes/sessions.ts";
import { namelessTypes } from "./attachment-rules.ts";
import { claimAttachments } from "./attachments.server.ts";
import { selectMessages } from "./threads.server.ts";

/**
 * Only the columns that a new message sets, because each costs time on every send. Column names are spelled out:
 * Drizzle's casing works on the full table only.
 */
const newMessages = sqliteTable("messages", {
  conversationId: integer("conversation_id"),
  senderId: integer("sender_id"),
  receiverId: integer("receiver_id"),
  content: text("content"),
  sentAt: integer("sent_at"),
  delivered: integer("delivered"),
  tempId: text("temp_id"),
  replyToId: integer("reply_to_id"),
});

export interface NewMessage {
  senderId: number;
  /** The sending session's token hash: a socket can briefly outlive its session. */
  tokenHash: string;
  receiverId: PartnerId;
  content: string;
  tempId: string | null;
  replyToId: number | null;
  /** The ids of the sender's uploads. */
  attachments: string[];
  /**
   * The alias for a hidden sender if this is the first message. Null for a sender who uses their name or writes to an
   * alias.
   */
  newAlias: string | null;
}

/**
 * Whether a message is stored and delivered: docs/anonymity.md. A message to an alias is always accepted, whatever
 * the state of its owner.
 */
function deliveryRules({ senderId, receiverId, newAlias }: NewMessage) {
  if (typeof receiverId === "string")
    return { isAccepted: sql`true`, canStart: sql`false`, isDelivered: sql`1` };
  const receives = (condition: SQL) =>
    sql`exists (select 1 from ${users} where ${users.id} = ${receiverId} and ${users.status} = 'active' and ${condition})`;
  const isUnblocked = sql`not ${isBlocking(receiverId, senderId)}`;
  if (newAlias === null) {
    const isAccepted = receives(isUnblocked);
    return { isAccepted, canStart: isAccepted, isDelivered: sql`1` };
  }
  return {
    isAccepted: receives(sql`true`),
    canStart: receives(sql`${users.allowAnonymous} and ${canBeginAnonymously(senderId)}`),
    isDelivered: sql`${conversations.aliasBlockedAt} is null
      and (${hasReachedPartner} or ${receives(sql`${users.allowAnonymous} and ${isUnblocked}`)})`,
  };
}

/** Whether the conversation has this message and the member can see it, so that they may reply to it. */
export const isAnswerable = (id: number, viewerId: number, conversation: SQL): SQL =>
  sql`exists (select 1 from messages as asked where asked.id = ${id} and asked.conversation_id = ${conversation}
    and (asked.sender_id = ${viewerId} or asked.delivered))`;

/**
 * Stores nothing if `deliveryRules` forbid it, or if the same text was sent within `duplicateWindowMs`, or the same
 * `tempId` exists. Returns nothing, the id if the message is new, the stored message (the first of duplicates), and
 * the receiver's state.
 * @param now the time on the clock that all nodes share
 */
export function insertMessage(message: NewMessage, duplicateWindowMs: number, now: number) {
  const { senderId, receiverId, content, tempId, replyToId, attachments, newAlias } = message;
  const isAnonymous = newAlias !== null;
  const isSomeoneHidden = isAnonymous || typeof receiverId === "string";
  const hasAttachments = attachments.length > 0;
  const conversation = conversationId({ viewerId: senderId, partnerId: receiverId, isAnonymous });
  const { isAccepted, canStart, isDelivered } = deliveryRules(message);
  // A trigger checks whether the sender is muted.
  const canWrite = canStillWrite(message.tokenHash, { isPost: false });
  const receiver = typeof receiverId === "string" ? 0 : receiverId;
  const [aId, bId] = isAnonymous
    ? [senderId, receiver]
    : [Math.min(senderId, receiver), Math.max(senderId, receiver)];
  const sameText = sql`conversation_id = ${conversation} and sender_id = ${senderId}
    and sent_at > ${now - duplicateWindowMs} and sent_at < ${now + duplicateWindowMs} and content = ${content}
    and deleted_at is null`;
  const sameTempId = sql`conversation_id = ${conversation} and sender_id = ${senderId} and temp_id = ${tempId}`;
  return [
    insertSelect(
      db,
      conversations,
      { aId, bId, alias: newAlias, createdAt: now },
      sql`(select 1)`,
      // A reply needs a message to reply to, so its conversation exists.
      replyToId === null ? sql`${canStart} and ${canWrite}` : sql`false`,
    ).onConflictDoNothing(),
    insertSelect(
      db,
      newMessages,
      {
        conversationId: conversations.id,
        senderId,
        receiverId: sql`case a_id when ${senderId} then b_id else a_id end`,
        content,
        sentAt: now,
        delivered: isDelivered,
        tempId,
        replyToId,
      },
      conversations,
      and(
        sql`id = ${conversation} and ${isAccepted} and ${canWrite}`,
        // An upload is sent only once, so two messages with files are never duplicates.
        hasAttachments ? undefined : sql`not exists (select 1 from messages where ${sameText})`,
        replyToId === null ? undefined : isAnswerable(replyToId, senderId, conversation),
        hasAttachments ? areUnsent(senderId, attachments, isSomeoneHidden ? namelessTypes : null) : undefined,
      ),
    )
      .onConflictDoNothing()
      .returning({ id: sql<number>`id` }),
    selectMessages().where(
      eq(
        messages.id,
        hasAttachments
          ? sql`(select id from messages where ${sameTempId})`
          : sql`coalesce((select id from messages where ${sameTempId}), (select min(id) from messages where ${sameText}))`,
      ),
    ),
    db
      .select({
        isActive: sql<number>`${users.status} = 'active'`,
        isBlocked: sql<number>`${isBlocking(receiver, senderId)}`,
        allowsAnonymous: users.allowAnonymous,
        isAbove: canBeginAnonymously(senderId).mapWith(Boolean),
      })
      .from(users)
      .where(eq(users.id, receiver)),
    // These refer to the insert above: no statement in between changes a row.
    ...claimAttachments(senderId, attachments, isSomeoneHidden),
  ] as const;
}
