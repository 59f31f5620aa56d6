import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { mentoringStates } from "../vocabulary.ts";
import { id, moment, oneOf } from "./columns.ts";
import { questionAliases, tags } from "./questions.ts";
import { users } from "./users.ts";

/** What a member likes to be asked about: at most five, in the member's order. */
export const userTopics = sqliteTable(
  "user_topics",
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    tagId: integer()
      .notNull()
      .references(() => tags.id, { onDelete: "cascade" }),
    position: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.tagId] }),
    index("user_topics_tag").on(t.tagId, t.userId),
    check("user_topics_position", sql`${t.position} between 1 and 5`),
  ],
);

/** Requests for mentoring and their outcome. Visible only to the two members, not to administrators. */
export const mentorings = sqliteTable(
  "mentorings",
  {
    id: id(),
    mentorId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    menteeId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The tag's name at the time of the request. The mentor may no longer offer it. */
    topic: text().notNull(),
    text: text().notNull(),
    state: text({ enum: mentoringStates }).notNull().default("asked"),
    askedAt: moment().notNull(),
    /** When it was accepted, declined or expired. */
    answeredAt: moment(),
    answer: text(),
    endedAt: moment(),
    endedBy: integer().references(() => users.id),
    thanks: text(),
    remindedAt: moment(),
  },
  (t) => [
    uniqueIndex("mentorings_open").on(t.menteeId, t.mentorId).where(sql`state in ('asked', 'accepted')`),
    index("mentorings_mentor").on(t.mentorId, t.state, t.id),
    index("mentorings_mentee").on(t.menteeId, t.state, t.id),
    index("mentorings_asked").on(t.askedAt).where(sql`state = 'asked'`),
    index("mentorings_current").on(t.id).where(sql`state = 'accepted'`),
    check("mentorings_other", sql`${t.mentorId} <> ${t.menteeId}`),
    check("mentorings_state", oneOf(t.state, mentoringStates)),
    check("mentorings_text", sql`length(${t.text}) between 60 and 1000`),
  ],
);

/** "That helped": at most one per member and item. For an answer it is also the vote. */
export const thanks = sqliteTable(
  "thanks",
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** The alias of the question's hidden asker, which counts as a separate person. */
    alias: text().references(() => questionAliases.alias),
    /** The item's author; null if it was posted anonymously. */
    receiverId: integer().references(() => users.id),
    // Not foreign keys, because these rows stay here while the item is in the bin.
    answerId: integer(),
    commentId: integer(),
    resourceId: integer(),
    eventId: integer(),
    experienceId: integer(),
    line: text(),
    isNamed: integer({ mode: "boolean" }).notNull().default(false),
    isShown: integer({ mode: "boolean" }).notNull().default(false),
    /** When the receiver blocked further lines by this one's author. */
    blockedAt: moment(),
    hiddenAt: moment(),
    createdAt: moment().notNull(),
  },
  (t) => [
    uniqueIndex("thanks_answer").on(t.answerId, t.userId).where(sql`answer_id is not null`),
    uniqueIndex("thanks_comment").on(t.commentId, t.userId).where(sql`comment_id is not null`),
    uniqueIndex("thanks_resource").on(t.resourceId, t.userId).where(sql`resource_id is not null`),
    uniqueIndex("thanks_event").on(t.eventId, t.userId).where(sql`event_id is not null`),
    uniqueIndex("thanks_experience").on(t.experienceId, t.userId).where(sql`experience_id is not null`),
    index("thanks_receiver").on(t.receiverId, t.id).where(sql`receiver_id is not null`),
    index("thanks_user").on(t.userId, t.createdAt),
    index("thanks_alias").on(t.alias).where(sql`alias is not null`),
    index("thanks_shown").on(t.receiverId, t.id).where(sql`is_shown = 1`),
    index("thanks_blocked").on(t.userId, t.receiverId).where(sql`blocked_at is not null`),
    check(
      "thanks_one_subject",
      sql`(${t.answerId} is not null) + (${t.commentId} is not null) + (${t.resourceId} is not null) + (${t.eventId} is not null) + (${t.experienceId} is not null) = 1`,
    ),
    check("thanks_line", sql`length(${t.line}) between 1 and 200`),
    check(
      "thanks_shown_line",
      sql`${t.isShown} = 0 or (${t.line} is not null and ${t.receiverId} is not null)`,
    ),
  ],
);

/**
 * Blocks the author of an unnamed line, under the alias or without one (""). A row per line, because one row for two lines
 * would reveal that they have the same author.
 */
export const thanksBlocks = sqliteTable(
  "thanks_blocks",
  {
    id: id(),
    blockerId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    blockedId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    alias: text().notNull(),
    /** Null if the author withdrew the line. */
    thanksId: integer().references(() => thanks.id, { onDelete: "set null" }),
  },
  (t) => [
    index("thanks_blocks_blocked").on(t.blockedId, t.blockerId),
    index("thanks_blocks_blocker").on(t.blockerId, t.id),
    index("thanks_blocks_thanks").on(t.thanksId).where(sql`thanks_id is not null`),
  ],
);
