import { and, eq, gt, inArray, lt, type SQL, sql } from "drizzle-orm";
import { conversations, db, messages, users } from "#db/index.ts";
import { type ConversationKey, conversationId } from "#db/scopes/conversations.ts";
import { isReadableBy, isUnseenBy, seenColumns } from "#db/scopes/messages.ts";
import { visibleEmail } from "#db/scopes/users.ts";
import type { AttachmentRow } from "./attachments.server.ts";
import { attachmentWords } from "./rules.ts";

/** Edits, deletion and reactions since a message was sent. */
export type Changes = Pick<
  typeof messages.$inferSelect,
  "editedAt" | "deletedAt" | "senderSign" | "receiverSign" | "heldContent" | "heldEditedAt" | "heldSign"
>;
/** The message that another one replies to. */
export type Answered = Pick<
  typeof messages.$inferSelect,
  "id" | "senderId" | "content" | "heldContent" | "delivered"
>;

const readJson = <T>(text: string): T => JSON.parse(text);

// Few messages have changes, and this query is built for every message sent: fewer columns build faster.
const changes =
  sql.raw(`iif(coalesce("messages"."edited_at", "messages"."deleted_at", "messages"."sender_sign",
  "messages"."receiver_sign", "messages"."held_content", "messages"."held_sign") is not null,
  json_object('editedAt', "messages"."edited_at", 'deletedAt', "messages"."deleted_at",
    'senderSign', "messages"."sender_sign", 'receiverSign', "messages"."receiver_sign",
    'heldContent', "messages"."held_content", 'heldEditedAt', "messages"."held_edited_at",
    'heldSign', "messages"."held_sign"), null)`);
/** The text that stands in for a message without one, in a list or above a reply. */
export const attachmentWord = (table: string) =>
  `(select iif(width is null, '${attachmentWords.file}', '${attachmentWords.picture}') from attachments
    where message_id = ${table}.id order by position limit 1)`;

const answered = sql.raw(`(select json_object('id', id, 'senderId', sender_id,
  'content', iif(content = '', ${attachmentWord("asked")}, content), 'heldContent', held_content, 'delivered', delivered) from messages as asked where asked.id = "messages"."reply_to_id")`);

const attachments =
  sql.raw(`(select nullif(json_group_array(json_object('address', address, 'file', file, 'name', name,
  'fileType', file_type, 'size', size, 'width', width, 'height', height) order by position), '[]')
  from attachments where message_id = "messages"."id" and "messages"."deleted_at" is null)`);

const messageColumns = {
  id: messages.id,
  senderId: messages.senderId,
  receiverId: messages.receiverId,
  content: messages.content,
  sentAt: messages.sentAt,
  seenAt: messages.seenAt,
  senderName: users.name,
  senderEmail: visibleEmail,
  alias: conversations.alias,
  anonymousUserId: conversations.aId,
  delivered: messages.delivered,
  changes: sql<Changes | null>`${changes}`.mapWith(readJson<Changes>),
  attachments: sql<AttachmentRow[] | null>`${attachments}`.mapWith(readJson<AttachmentRow[]>),
  answered: sql<Answered | null>`${answered}`.mapWith(readJson<Answered>),
};

export const selectMessages = () =>
  db
    .select(messageColumns)
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .innerJoin(users, eq(users.id, messages.senderId));

export type MessageRow = Awaited<ReturnType<typeof selectMessages>>[number];

interface ThreadPage {
  before?: number | undefined;
  after?: number | undefined;
  limit: number;
}

function threadPageIds(key: ConversationKey, { before, after, limit }: ThreadPage): SQL {
  const order = after === undefined ? sql.raw("desc") : sql.raw("asc");
  return sql`select ${messages.id} from ${messages} where ${and(
    eq(messages.conversationId, conversationId(key)),
    isReadableBy(key.viewerId),
    before === undefined ? undefined : lt(messages.id, before),
    after === undefined ? undefined : gt(messages.id, after),
  )} order by ${messages.id} ${order} limit ${limit}`;
}

export const selectThread = (key: ConversationKey, page: ThreadPage) =>
  selectMessages()
    .where(sql`${messages.id} in (${threadPageIds(key, page)})`)
    .orderBy(messages.id);

/** Far more messages than anyone leaves unseen, and still a short write. */
const maxMarkedSeen = 2_000;

export const markConversationSeen = (key: ConversationKey, now = Date.now()) =>
  db
    .update(messages)
    .set({ seenAt: now })
    .where(
      inArray(
        messages.id,
        sql`(select id from messages where ${and(
          isUnseenBy(key.viewerId),
          eq(messages.conversationId, conversationId(key)),
        )} order by id limit ${maxMarkedSeen})`,
      ),
    )
    .returning(seenColumns);
