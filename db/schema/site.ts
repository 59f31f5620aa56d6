import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { jobReportKinds, reportSubjects } from "../vocabulary.ts";
import { id, moment, oneOf, version } from "./columns.ts";
import { users } from "./users.ts";

const siteTextNames = ["about"] as const;

export const feedback = sqliteTable("feedback", {
  id: id(),
  name: text(),
  text: text().notNull(),
  createdAt: moment().notNull(),
});

/** Texts that administrators write. `about` is shown on the page "How this works". */
export const siteTexts = sqliteTable(
  "site_texts",
  {
    name: text({ enum: siteTextNames }).primaryKey(),
    text: text().notNull(),
  },
  (t) => [check("site_texts_name", oneOf(t.name, siteTextNames))],
);

const words = () => text().notNull().default("");

/** Notes for the next administrators. One row, without secrets. */
export const handover = sqliteTable(
  "handover",
  {
    id: id(),
    domain: words(),
    server: words(),
    mail: words(),
    backupKey: words(),
    logIn: words(),
    contact1Name: words(),
    contact1Email: words(),
    contact2Name: words(),
    contact2Email: words(),
    /** The last visit before the absence that the contacts were notified of, `YYYY-MM-DD`. */
    toldAbout: text(),
    version: version(),
  },
  (t) => [check("handover_one", sql`${t.id} = 1`)],
);

/**
 * The settings that administrators have changed. All others have their default: `app/platform/settings.server.ts`.
 * `version` counts the changes of all settings, up to the last change of this one.
 */
export const siteSettings = sqliteTable("site_settings", {
  name: text().primaryKey(),
  /** Not `value`, which is a column of `json_each`. */
  content: text({ mode: "json" }).$type<string | boolean | string[]>().notNull(),
  version: integer().notNull(),
});

/** The branches that forms suggest. A member's own branch is free text in `users`. */
export const branches = sqliteTable("branches", {
  id: id(),
  name: text().notNull(),
  position: integer().notNull(),
  isHidden: integer({ mode: "boolean" }).notNull().default(false),
  version: version(),
});

/** `key` keeps a mail from being queued twice. `{name}` is replaced with a quote, `{token}` with the link's secret. */
export const mails = sqliteTable(
  "mails",
  {
    id: id(),
    key: text().notNull(),
    recipient: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    authorId: integer().references(() => users.id),
    /** The author's exact words, by their placeholder in the subject and text. */
    quotes: text({ mode: "json" }).$type<Record<string, string>>(),
    userId: integer().references(() => users.id),
    /** A notice's kind, several separated by commas, or `digest`. The links to unsubscribe are added on sending. */
    kind: text(),
    /** The day in `TIME_ZONE` on which a notice's mail was queued, for the daily limit. */
    day: text(),
    isBulk: integer({ mode: "boolean" }).notNull().default(false),
    createdAt: moment().notNull(),
    attempts: integer().notNull().default(0),
    /** When it may be sent next. Null once it is sent or given up. */
    nextAttemptAt: moment(),
    sentAt: moment(),
    /** Why the last attempt failed, in the mail server's words. Null once it is sent, withheld or discarded. */
    failure: text(),
  },
  (t) => [
    uniqueIndex("mails_key").on(t.key),
    index("mails_waiting").on(t.id).where(sql`next_attempt_at is not null`),
    index("mails_given_up").on(t.id).where(sql`failure is not null and next_attempt_at is null`),
    index("mails_due").on(t.isBulk, t.nextAttemptAt, t.id).where(sql`next_attempt_at is not null`),
    index("mails_of_day").on(t.userId, t.day).where(sql`user_id is not null`),
    index("mails_old").on(t.createdAt),
    index("mails_author").on(t.authorId, t.sentAt).where(sql`author_id is not null`),
  ],
);

export const reportOutcomes = ["dismissed", "removed", "muted", "lifted"] as const;

export const reports = sqliteTable(
  "reports",
  {
    id: id(),
    reporterId: integer().references(() => users.id, { onDelete: "set null" }),
    subject: text({ enum: reportSubjects }).notNull(),
    subjectId: text().notNull(),
    reason: text().notNull(),
    /** For jobs. Null for reports that were sent before the form had the choice. */
    kind: text({ enum: jobReportKinds }),
    /** Whether the form said that moderators read it. */
    forModerators: integer({ mode: "boolean" }).notNull().default(false),
    createdAt: moment().notNull(),
    resolvedAt: moment(),
    resolvedBy: integer().references(() => users.id, { onDelete: "set null" }),
    outcome: text({ enum: reportOutcomes }),
    /** When an administrator restored what was removed. */
    restoredAt: moment(),
    /** The beginning of its text when it was reported, in case it is deleted first. Null for members and aliases. */
    excerpt: text(),
    /** The named author. Null for a hidden author, and for members and aliases. */
    authorId: integer().references(() => users.id),
    /** The PDF of a reported application, kept until the report is decided. */
    file: text(),
    fileName: text(),
  },
  (t) => [
    index("reports_file").on(t.file).where(sql`file is not null`),
    index("reports_open").on(t.resolvedAt, t.id),
    index("reports_author").on(t.authorId).where(sql`author_id is not null`),
    index("reports_about").on(t.subject, t.subjectId),
    index("reports_reporter").on(t.reporterId, t.id),
    uniqueIndex("reports_once")
      .on(t.reporterId, t.subject, t.subjectId)
      .where(sql`subject <> 'mute' and resolved_at is null`),
    uniqueIndex("reports_one_appeal").on(t.subjectId).where(sql`subject = 'mute' and resolved_at is null`),
    check("reports_subject", oneOf(t.subject, reportSubjects)),
    check("reports_kind", oneOf(t.kind, jobReportKinds)),
    check("reports_outcome", oneOf(t.outcome, reportOutcomes)),
  ],
);

/**
 * The actions of administrators and moderators, visible to all administrators. Triggers refuse to change or delete an entry. Members are
 * stored by id, so that erasing a member also removes their name here.
 */
export const auditEntries = sqliteTable(
  "audit_entries",
  {
    id: id(),
    adminId: integer()
      .notNull()
      .references(() => users.id),
    action: text().notNull(),
    subject: text(),
    subjectId: text(),
    /** The reason and the end of a mute. */
    detail: text(),
    createdAt: moment().notNull(),
    /** The affected member, or the item's owner. Null for a hidden member. */
    memberId: integer().references(() => users.id),
    /** Whether it is about a report that moderators may read, a mute or the bin. */
    forModerators: integer({ mode: "boolean" }).notNull().default(false),
  },
  (t) => [
    index("audit_entries_admin").on(t.adminId, t.id),
    index("audit_entries_member").on(t.memberId, t.id).where(sql`member_id is not null`),
    index("audit_entries_time").on(t.createdAt, t.id),
    index("audit_entries_moderators").on(t.id).where(sql`for_moderators = 1`),
  ],
);

/** An import is checked, shown and then run. It is deleted after the run or a day later. */
export const memberImports = sqliteTable(
  "member_imports",
  {
    id: id(),
    adminId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    fileName: text().notNull(),
    content: text().notNull(),
    createdAt: moment().notNull(),
  },
  (t) => [index("member_imports_admin").on(t.adminId, t.id), index("member_imports_created").on(t.createdAt)],
);

export const landingSections = ["partners", "features", "placed", "testimonials"] as const;

/** The college's own entries in a section of the landing page, ordered by `place`. A section may have none. */
export const landing = sqliteTable(
  "landing",
  {
    section: text({ enum: landingSections }).primaryKey(),
    isHidden: integer({ mode: "boolean" }).notNull().default(false),
    entries: text({ mode: "json" }).$type<Record<string, string>[]>().notNull().default([]),
  },
  (t) => [check("landing_section", oneOf(t.section, landingSections))],
);

/** What a call with an `Idempotency-Key` created. Written with it, so that the primary key refuses a second call. */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    key: text().notNull(),
    fingerprint: text().notNull(),
    /** The id of the job, event, image, resource, question, answer or comment. */
    madeId: integer().notNull(),
    createdAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.key] }), index("idempotency_keys_age").on(t.createdAt)],
);

/** Used by servers of the previous release, which may still run beside ours. The next release drops it. */
export const idempotencyAnswers = sqliteTable(
  "idempotency_answers",
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    key: text().notNull(),
    fingerprint: text().notNull(),
    status: integer().notNull(),
    headers: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    body: text().notNull(),
    createdAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.key] }),
    index("idempotency_answers_user").on(t.userId, t.createdAt),
    index("idempotency_answers_age").on(t.createdAt),
  ],
);

/** Which server of a cluster does the background work, and until when: `app/platform/cluster/leases.server.ts`. */
export const leases = sqliteTable("leases", {
  name: text().primaryKey(),
  node: text().notNull(),
  endsAt: moment().notNull(),
});
