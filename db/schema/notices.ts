import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { noticeChoices, searchFrequencies, searchKinds } from "../vocabulary.ts";
import { id, moment, oneOf } from "./columns.ts";
import { sessions, users } from "./users.ts";

/** Kept for 180 days. Unread notices with the same kind and subject are one row with a count. Also queues its mail. */
export const notices = sqliteTable(
  "notices",
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text().notNull(),
    /** Notices of a kind are grouped by it: an id, an alias or the end of an address. */
    subject: text().notNull(),
    actorId: integer().references(() => users.id),
    count: integer().notNull().default(1),
    /** The latest cause, which a trigger adds to `notice_causes`. Null for kinds whose count is never lowered. */
    cause: text(),
    /** The quotes in its text, by their `{name}` placeholders. */
    facts: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    /** A local path. Opening it marks the notice as read. */
    url: text().notNull(),
    at: moment().notNull(),
    readAt: moment(),
    /** When it is due to be mailed immediately. Null if it is not, or no longer. */
    mailAt: moment(),
    inDigest: integer({ mode: "boolean" }).notNull().default(false),
    mailedAt: moment(),
  },
  (t) => [
    uniqueIndex("notices_unread").on(t.userId, t.kind, t.subject).where(sql`read_at is null`),
    index("notices_newest").on(t.userId, t.at, t.id),
    index("notices_old").on(t.at),
    index("notices_about").on(t.kind, t.subject),
    index("notices_actor").on(t.actorId).where(sql`actor_id is not null`),
    index("notices_due").on(t.mailAt).where(sql`mail_at is not null`),
    index("notices_digest").on(t.userId).where(sql`in_digest = 1`),
  ],
);

/**
 * What a notice counts: `answer-7`, `comment-8` or `thanks-9`. Deleting a row lowers the count of its notice, and
 * deletes the notice when no cause remains (`noticeTriggers`).
 */
export const noticeCauses = sqliteTable(
  "notice_causes",
  {
    cause: text().notNull(),
    noticeId: integer()
      .notNull()
      .references(() => notices.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.cause, t.noticeId] }), index("notice_causes_notice").on(t.noticeId)],
);

export const noticeSettings = sqliteTable(
  "notice_settings",
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text().notNull(),
    choice: text({ enum: noticeChoices }),
    push: integer({ mode: "boolean" }).notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind] }),
    check("notice_settings_choice", oneOf(t.choice, noticeChoices)),
  ],
);

export const savedSearches = sqliteTable(
  "saved_searches",
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    kind: text({ enum: searchKinds }).notNull(),
    query: text().notNull(),
    frequency: text({ enum: searchFrequencies }).notNull(),
    term: text().notNull(),
    filter: text({ mode: "json" }).$type<object>().notNull(),
    createdAt: moment().notNull(),
  },
  (t) => [
    uniqueIndex("saved_searches_once").on(t.userId, t.kind, t.query),
    index("saved_searches_term").on(t.kind, t.term, t.id),
    check("saved_searches_kind", oneOf(t.kind, searchKinds)),
    check("saved_searches_frequency", oneOf(t.frequency, searchFrequencies)),
  ],
);

export const pushSubscriptions = sqliteTable(
  "push_subscriptions",
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    tokenHash: text()
      .notNull()
      .references(() => sessions.tokenHash, { onDelete: "cascade" }),
    endpoint: text().notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: moment().notNull(),
  },
  (t) => [
    uniqueIndex("push_subscriptions_session").on(t.tokenHash),
    uniqueIndex("push_subscriptions_endpoint").on(t.endpoint),
    index("push_subscriptions_user").on(t.userId),
  ],
);

/**
 * The recipients of a notice with a large audience, or of one that can be undone, until they are notified: a list in one
 * row, or a row per batch.
 */
export const fanOuts = sqliteTable(
  "fan_outs",
  {
    id: id(),
    kind: text().notNull(),
    actorId: integer().references(() => users.id),
    /** The time of the notice. Nobody is notified before it. */
    at: moment().notNull(),
    /** How many of a list have been notified, or the batch's number. Batch 0 is notified together with the cause. */
    place: integer().notNull(),
    /** A list is `{to: userIds, subject, facts}`; a batch has `{to: userId, subject, facts, mailAs}` per recipient. */
    receivers: text({ mode: "json" }).$type<object>().notNull(),
  },
  (t) => [index("fan_outs_first").on(t.place).where(sql`place = 0`), index("fan_outs_due").on(t.at, t.id)],
);

/** The Today cards that a member dismissed: the latest 500. */
export const todayDismissals = sqliteTable(
  "today_dismissals",
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    card: text().notNull(),
    /** When a request is shown again; null for a card that is dismissed for good. */
    until: moment(),
  },
  (t) => [
    uniqueIndex("today_dismissals_once").on(t.userId, t.card),
    index("today_dismissals_newest").on(t.userId, t.id),
    check("today_dismissals_card", sql`length(${t.card}) <= 40`),
  ],
);
