import { sql } from "drizzle-orm";
import {
  blob,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { attachmentTypes, signs } from "../vocabulary.ts";
import { id, moment, oneOf } from "./columns.ts";
import { users } from "./users.ts";

/** Named (`alias` null): one per pair, `aId` being the lower id. Anonymous: one per ordered pair, with `aId` hidden. */
export const conversations = sqliteTable(
  "conversations",
  {
    id: id(),
    aId: integer()
      .notNull()
      .references(() => users.id),
    bId: integer()
      .notNull()
      .references(() => users.id),
    alias: text(),
    /** Set when `bId` blocked the alias: later messages are accepted and not delivered. */
    aliasBlockedAt: moment(),
    createdAt: moment().notNull(),
  },
  (t) => [
    uniqueIndex("conversations_named").on(t.aId, t.bId).where(sql`${t.alias} is null`),
    uniqueIndex("conversations_anonymous").on(t.aId, t.bId).where(sql`${t.alias} is not null`),
    uniqueIndex("conversations_alias").on(t.alias),
    index("conversations_blocked").on(t.bId, t.aliasBlockedAt).where(sql`${t.aliasBlockedAt} is not null`),
    check("conversations_two", sql`${t.aId} <> ${t.bId}`),
    check("conversations_order", sql`${t.alias} is not null or ${t.aId} < ${t.bId}`),
    check("conversations_alias_form", sql`${t.alias} is null or ${t.alias} like 'anon!_%' escape '!'`),
  ],
);

export const aliasMutes = sqliteTable(
  "alias_mutes",
  {
    alias: text().primaryKey(),
    mutedAt: moment().notNull(),
    /** When it ends automatically. Null if only an administrator lifts it. */
    mutedUntil: moment(),
    reason: text().notNull().default(""),
  },
  (t) => [index("alias_mutes_newest").on(t.mutedAt)],
);

/** Each member's side of a conversation: the rows of an inbox. Triggers keep it in sync with `messages`. */
export const conversationMembers = sqliteTable(
  "conversation_members",
  {
    conversationId: integer()
      .notNull()
      .references(() => conversations.id, { onDelete: "cascade" }),
    userId: integer()
      .notNull()
      .references(() => users.id),
    lastMessageId: integer().notNull().default(0),
    unreadCount: integer().notNull().default(0),
    /** The newest message for which a "you have unread messages" mail was sent. */
    mailedMessageId: integer().notNull().default(0),
    /** While set, new messages create no notices. */
    mutedAt: moment(),
    /** The newest message when the conversation was archived. A newer one unarchives it. */
    archivedMessageId: integer().notNull().default(0),
    /** Until the conversation is opened again. */
    isMarkedUnread: integer({ mode: "boolean" }).notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.userId] }),
    index("conversation_members_inbox").on(t.userId, t.lastMessageId),
    index("conversation_members_unmailed")
      .on(t.conversationId)
      .where(sql`unread_count > 0 and last_message_id > mailed_message_id`),
    check("conversation_members_unread", sql`${t.unreadCount} >= 0`),
  ],
);

export const messages = sqliteTable(
  "messages",
  {
    id: id(),
    conversationId: integer()
      .notNull()
      .references(() => conversations.id, { onDelete: "cascade" }),
    senderId: integer()
      .notNull()
      .references(() => users.id),
    receiverId: integer()
      .notNull()
      .references(() => users.id),
    content: text().notNull(),
    sentAt: moment().notNull(),
    seenAt: moment(),
    /** False when the receiver had blocked the sender's alias: only the sender sees it. */
    delivered: integer({ mode: "boolean" }).notNull().default(true),
    /** The sender's own id for it, so that a retry is stored once. */
    tempId: text(),
    /** The message that it replies to, in the same conversation. */
    replyToId: integer(),
    editedAt: moment(),
    /** Its content is then a sentence that says so. */
    deletedAt: moment(),
    senderSign: text({ enum: signs }),
    receiverSign: text({ enum: signs }),
    /** A change made by a hidden member whose alias is blocked, which only they see: docs/anonymity.md. */
    heldContent: text(),
    heldEditedAt: moment(),
    /** Empty if the reaction was withdrawn. */
    heldSign: text({ enum: ["", ...signs] }),
  },
  (t) => [
    index("messages_thread").on(t.conversationId, t.id),
    index("messages_unseen")
      .on(t.receiverId, t.conversationId, t.id)
      .where(sql`seen_at is null and delivered = 1`),
    // The bell's count, and whether the same text was sent a moment ago.
    index("messages_bell").on(t.receiverId, t.sentAt).where(sql`seen_at is null and delivered = 1`),
    index("messages_recent").on(t.conversationId, t.senderId, t.sentAt),
    uniqueIndex("messages_temp_id")
      .on(t.conversationId, t.senderId, t.tempId)
      .where(sql`temp_id is not null`),
    check("messages_two", sql`${t.senderId} <> ${t.receiverId}`),
    // Empty for a message with only attachments.
    check("messages_content", sql`length(${t.content}) <= 4000`),
  ],
);

/** Uploads for messages. `messageId` is set once it is sent. Rows never share a file. */
export const attachments = sqliteTable(
  "attachments",
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** Its address until it is sent, and its id for sending. Random like `address`, so that neither reveals its age. */
    token: text().notNull(),
    messageId: integer().references(() => messages.id, { onDelete: "cascade" }),
    address: text(),
    position: integer().notNull().default(0),
    file: text().notNull(),
    name: text().notNull(),
    fileType: text({ enum: attachmentTypes }).notNull(),
    size: integer().notNull(),
    /** For pictures, in pixels. */
    width: integer(),
    height: integer(),
    createdAt: moment().notNull(),
  },
  (t) => [
    uniqueIndex("attachments_token").on(t.token),
    uniqueIndex("attachments_address").on(t.address),
    uniqueIndex("attachments_file").on(t.file),
    uniqueIndex("attachments_message").on(t.messageId, t.position),
    index("attachments_unsent").on(t.userId, t.createdAt).where(sql`message_id is null`),
    check("attachments_sent", sql`(${t.messageId} is null) = (${t.address} is null)`),
    check("attachments_size", sql`${t.size} > 0`),
    check("attachments_picture", sql`(${t.width} is null) = (${t.height} is null)`),
  ],
);

/** `author` is a hash with the day's key, which is not in the database, so no row links a line to a member. */
export const roomLines = sqliteTable(
  "room_lines",
  {
    id: id(),
    day: text().notNull(),
    author: blob({ mode: "buffer" }).notNull(),
    guestId: text().notNull(),
    content: text().notNull(),
    sentAt: moment().notNull(),
    tempId: text(),
    replyToId: integer(),
    /** Its content is then a sentence that says so. */
    deletedAt: moment(),
  },
  (t) => [
    index("room_lines_day").on(t.day),
    uniqueIndex("room_lines_temp_id").on(t.author, t.tempId).where(sql`temp_id is not null`),
    check("room_lines_content", sql`length(${t.content}) between 1 and 1000`),
  ],
);

/** `author` is a hash of the member and the line with the day's key, so it differs in every row. */
export const roomReactions = sqliteTable(
  "room_reactions",
  {
    lineId: integer()
      .notNull()
      .references(() => roomLines.id, { onDelete: "cascade" }),
    author: blob({ mode: "buffer" }).notNull(),
    sign: text({ enum: signs }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.lineId, t.author] }),
    index("room_reactions_count").on(t.lineId, t.sign),
    check("room_reactions_sign", oneOf(t.sign, signs)),
  ],
);

/** Members muted in the room for the remaining day, by the same hash. */
export const roomMutes = sqliteTable(
  "room_mutes",
  {
    author: blob({ mode: "buffer" }).primaryKey(),
    day: text().notNull(),
    guestId: text(),
    reason: text().notNull().default(""),
  },
  (t) => [index("room_mutes_day").on(t.day)],
);
