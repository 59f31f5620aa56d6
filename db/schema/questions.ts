import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { commaList, id, moment, version } from "./columns.ts";
import { users } from "./users.ts";

/** The row outlives the question, so that deleting the question does not lift a mute. */
export const questionAliases = sqliteTable(
  "question_aliases",
  {
    alias: text().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** Shown instead of a name. It does not change when its owner graduates or leaves. */
    label: text({ enum: ["Anonymous student", "Anonymous alum"] }).notNull(),
  },
  (t) => [
    index("question_aliases_user").on(t.userId),
    check("question_aliases_form", sql`${t.alias} like 'anon!_%' escape '!'`),
    check("question_aliases_label", sql`${t.label} in ('Anonymous student', 'Anonymous alum')`),
  ],
);

export const author = {
  authorId: () => integer().references(() => users.id),
  alias: () => text().references(() => questionAliases.alias),
};
export const hasOneAuthor = (t: { authorId: AnySQLiteColumn; alias: AnySQLiteColumn }) =>
  sql`(${t.authorId} is null) <> (${t.alias} is null)`;
const isHiddenWithReason = (t: { hiddenAt: AnySQLiteColumn; hiddenReason: AnySQLiteColumn }) =>
  sql`(${t.hiddenAt} is null) = (${t.hiddenReason} is null)`;

export const questions = sqliteTable(
  "questions",
  {
    id: id(),
    authorId: author.authorId(),
    alias: author.alias(),
    title: text().notNull(),
    body: text().notNull(),
    html: text().notNull(),
    askedAt: moment().notNull(),
    editedAt: moment(),
    activeAt: moment().notNull(),
    answerCount: integer().notNull().default(0),
    voteCount: integer().notNull().default(0),
    lockedAt: moment(),
    hiddenAt: moment(),
    hiddenReason: text(),
    /** The question that this one duplicates and redirects to. */
    mergedInto: integer().references((): AnySQLiteColumn => questions.id, { onDelete: "cascade" }),
    version: version(),
  },
  (t) => [
    index("questions_author").on(t.authorId, t.id),
    uniqueIndex("questions_alias").on(t.alias),
    index("questions_active").on(t.activeAt, t.id),
    index("questions_unanswered")
      .on(t.askedAt, t.id)
      .where(sql`answer_count = 0 and hidden_at is null and merged_into is null`),
    index("questions_merged").on(t.mergedInto).where(sql`merged_into is not null`),
    check("questions_author_once", hasOneAuthor(t)),
    check("questions_title", sql`length(${t.title}) between 10 and 150`),
    check("questions_body", sql`length(${t.body}) between 20 and 20000`),
    check("questions_hidden", isHiddenWithReason(t)),
    check("questions_merged_other", sql`${t.mergedInto} <> ${t.id}`),
    check("questions_answer_count", sql`${t.answerCount} >= 0`),
  ],
);

export const answers = sqliteTable(
  "answers",
  {
    id: id(),
    questionId: integer()
      .notNull()
      .references(() => questions.id, { onDelete: "cascade" }),
    authorId: author.authorId(),
    alias: author.alias(),
    body: text().notNull(),
    html: text().notNull(),
    answeredAt: moment().notNull(),
    editedAt: moment(),
    voteCount: integer().notNull().default(0),
    isAccepted: integer({ mode: "boolean" }).notNull().default(false),
    hiddenAt: moment(),
    hiddenReason: text(),
    version: version(),
  },
  (t) => [
    index("answers_page").on(t.questionId, sql`is_accepted desc`, sql`vote_count desc`, t.id),
    index("answers_of_question").on(t.questionId),
    uniqueIndex("answers_accepted").on(t.questionId).where(sql`is_accepted = 1`),
    index("answers_author").on(t.authorId, t.id),
    index("answers_given")
      .on(t.authorId, t.id)
      .where(sql`hidden_at is null and (is_accepted = 1 or vote_count > 0)`),
    index("answers_alias").on(t.alias).where(sql`alias is not null`),
    check("answers_author_once", hasOneAuthor(t)),
    check("answers_body", sql`length(${t.body}) between 2 and 20000`),
    check("answers_hidden", isHiddenWithReason(t)),
  ],
);

export const comments = sqliteTable(
  "comments",
  {
    id: id(),
    questionId: integer()
      .notNull()
      .references(() => questions.id, { onDelete: "cascade" }),
    answerId: integer().references(() => answers.id, { onDelete: "cascade" }),
    authorId: author.authorId(),
    alias: author.alias(),
    body: text().notNull(),
    thanksCount: integer().notNull().default(0),
    createdAt: moment().notNull(),
    hiddenAt: moment(),
    hiddenReason: text(),
  },
  (t) => [
    index("comments_question").on(t.questionId, t.id).where(sql`answer_id is null`),
    index("comments_of_question").on(t.questionId),
    index("comments_answer").on(t.answerId, t.id).where(sql`answer_id is not null`),
    index("comments_author").on(t.authorId, t.id),
    index("comments_alias").on(t.alias).where(sql`alias is not null`),
    check("comments_author_once", hasOneAuthor(t)),
    check("comments_body", sql`length(${t.body}) between 3 and 600`),
    check("comments_hidden", isHiddenWithReason(t)),
  ],
);

export const questionVotes = sqliteTable(
  "question_votes",
  {
    /** Not a foreign key, because these rows stay here while the question is in the bin. */
    questionId: integer().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
  },
  (t) => [primaryKey({ columns: [t.questionId, t.userId] }), index("question_votes_user").on(t.userId)],
);

/** Members who are notified about a question. Its hidden asker follows it under the alias. */
export const questionFollows = sqliteTable(
  "question_follows",
  {
    /** Not a foreign key, because these rows stay here while the question is in the bin. */
    questionId: integer().notNull(),
    userId: author.authorId(),
    alias: author.alias(),
  },
  (t) => [
    uniqueIndex("question_follows_user").on(t.userId, t.questionId).where(sql`user_id is not null`),
    uniqueIndex("question_follows_alias").on(t.alias, t.questionId).where(sql`alias is not null`),
    index("question_follows_question").on(t.questionId),
    check("question_follows_once", sql`(${t.userId} is null) <> (${t.alias} is null)`),
  ],
);

export const tags = sqliteTable(
  "tags",
  {
    id: id(),
    name: text().notNull(),
    questionCount: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex("tags_name").on(t.name),
    index("tags_count").on(sql`question_count desc`, t.name),
    check("tags_name_form", sql`length(${t.name}) between 1 and 30 and ${t.name} not glob '*[^a-z0-9+#.-]*'`),
  ],
);

/** Former names of renamed or merged tags, which redirect to the tag. No current tag has such a name. */
export const oldTagNames = sqliteTable(
  "old_tag_names",
  {
    name: text().primaryKey(),
    tagId: integer()
      .notNull()
      .references(() => tags.id, { onDelete: "cascade" }),
  },
  (t) => [index("old_tag_names_tag").on(t.tagId)],
);

export const questionTags = sqliteTable(
  "question_tags",
  {
    tagId: integer()
      .notNull()
      .references(() => tags.id),
    questionId: integer()
      .notNull()
      .references(() => questions.id, { onDelete: "cascade" }),
    position: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tagId, t.questionId] }),
    uniqueIndex("question_tags_question").on(t.questionId, t.position),
    check("question_tags_position", sql`${t.position} between 1 and 5`),
  ],
);

export const questionRevisions = sqliteTable(
  "question_revisions",
  {
    id: id(),
    questionId: integer()
      .notNull()
      .references(() => questions.id, { onDelete: "cascade" }),
    answerId: integer().references(() => answers.id, { onDelete: "cascade" }),
    title: text(),
    body: text().notNull(),
    tags: commaList().notNull().default([]),
    replacedAt: moment().notNull(),
    authorId: author.authorId(),
    alias: author.alias(),
  },
  (t) => [
    index("question_revisions_question").on(t.questionId, t.id),
    index("question_revisions_answer").on(t.answerId).where(sql`answer_id is not null`),
    check("question_revisions_author_once", hasOneAuthor(t)),
  ],
);

export const questionAsks = sqliteTable(
  "question_asks",
  {
    questionId: integer()
      .notNull()
      .references(() => questions.id, { onDelete: "cascade" }),
    helperId: integer()
      .notNull()
      .references(() => users.id),
    askedAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.questionId, t.helperId] }),
    index("question_asks_helper").on(t.helperId, t.askedAt),
  ],
);

export const questionDrafts = sqliteTable("question_drafts", {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  fields: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
  updatedAt: moment().notNull(),
});
