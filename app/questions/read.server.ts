import { and, desc, eq, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { addDays, startOfDay, today } from "#app/platform/time/time.server.ts";
import { answers, comments, db, oldTagNames, questionAliases, questions, tags, users } from "#db/index.ts";
import { countFitting, cutPage, maxListLength, readPosition } from "#db/scopes/pages.ts";
import {
  acceptedAnswerId,
  aliasIn,
  aliasLetter,
  authorName,
  isAmong,
  isFollowedBy,
  isListedQuestion,
  isOwnPost,
  isVisiblePost,
  type QuestionFilter,
  type QuestionReader,
  questionOrder,
  questionTagNames,
  type Writer,
} from "#db/scopes/questions.ts";
import { wordMatch } from "#db/scopes/search.ts";
import { ownThanks } from "#db/scopes/thanks.ts";
import { countQuestions, findQuestionIds, inOrderOf } from "#db/search.ts";
import { fold } from "#db/words.ts";
import { personColumns } from "../people/person.server.ts";
import type {
  answerResponseSchema,
  commentResponseSchema,
  questionResponseSchema,
} from "./response.server.ts";
import { questionSlug } from "./slug.ts";
import { questionRules } from "./texts.ts";

export type Question = z.infer<typeof questionResponseSchema>;
export type Answer = z.infer<typeof answerResponseSchema>;
export type Comment = z.infer<typeof commentResponseSchema>;

const recentDays = 60;
const maxSimilar = 5;
const maxCompared = 500;
const maxWords = 8;
const commonWords = new Set(
  "about after also and any anyone are can could did does for from get had has have how into not our out should some that the their them there they this was were what when where which who why will with would you your".split(
    " ",
  ),
);

const voteTables = { question: "question_votes", answer: "thanks" };

export const isVoter = (table: "question" | "answer", reader: QuestionReader) =>
  sql<boolean>`exists (select 1 from ${sql.raw(`${voteTables[table]} as own where own.${table}_id = ${table}s.id`)}
    and own.user_id = ${reader?.id ?? 0})`.mapWith(Boolean);

const questionColumns = (reader: QuestionReader) => ({
  id: questions.id,
  title: questions.title,
  body: questions.body,
  html: questions.html,
  tags: questionTagNames,
  authorId: questions.authorId,
  authorName: authorName("questions", reader),
  author: personColumns,
  aliasLetter: aliasLetter("questions"),
  isAnonymous: sql<boolean>`questions.alias is not null`.mapWith(Boolean),
  own: isOwnPost("questions", reader),
  askedAt: questions.askedAt,
  editedAt: questions.editedAt,
  activeAt: questions.activeAt,
  answers: questions.answerCount,
  acceptedAnswerId,
  votes: questions.voteCount,
  voted: isVoter("question", reader),
  following: isFollowedBy(reader),
  lockedAt: questions.lockedAt,
  hiddenAt: questions.hiddenAt,
  hiddenReason: questions.hiddenReason,
  mergedInto: questions.mergedInto,
  version: questions.version,
});

const answerColumns = (reader: QuestionReader) => ({
  id: answers.id,
  questionId: answers.questionId,
  body: answers.body,
  html: answers.html,
  authorId: answers.authorId,
  authorName: authorName("answers", reader),
  author: personColumns,
  aliasLetter: aliasLetter("answers"),
  own: isOwnPost("answers", reader),
  answeredAt: answers.answeredAt,
  editedAt: answers.editedAt,
  votes: answers.voteCount,
  voted: isVoter("answer", reader),
  ownThanks: ownThanks("answer", reader?.id ?? 0),
  accepted: answers.isAccepted,
  hiddenAt: answers.hiddenAt,
  hiddenReason: answers.hiddenReason,
  version: answers.version,
});

const commentColumns = (reader: QuestionReader) => ({
  id: comments.id,
  questionId: comments.questionId,
  answerId: comments.answerId,
  body: comments.body,
  authorId: comments.authorId,
  authorName: authorName("comments", reader),
  author: personColumns,
  aliasLetter: aliasLetter("comments"),
  own: isOwnPost("comments", reader),
  thanks: comments.thanksCount,
  ownThanks: ownThanks("comment", reader?.id ?? 0),
  createdAt: comments.createdAt,
  hiddenAt: comments.hiddenAt,
  hiddenReason: comments.hiddenReason,
});

export const selectQuestions = (reader: QuestionReader) =>
  db.select(questionColumns(reader)).from(questions).leftJoin(users, eq(users.id, questions.authorId));
export const selectAnswers = (reader: QuestionReader) =>
  db.select(answerColumns(reader)).from(answers).leftJoin(users, eq(users.id, answers.authorId));
export const selectComments = (reader: QuestionReader) =>
  db.select(commentColumns(reader)).from(comments).leftJoin(users, eq(users.id, comments.authorId));

export type QuestionRow = Awaited<ReturnType<typeof selectQuestions>>[number];
export type AnswerRow = Awaited<ReturnType<typeof selectAnswers>>[number];
export type CommentRow = Awaited<ReturnType<typeof selectComments>>[number];

const iso = (moment: number) => new Date(moment).toISOString();
const isoOrNull = (moment: number | null) => (moment === null ? null : iso(moment));

/** Guests see only a name, not an id. */
const serializeAuthor = (post: { authorId: number | null; authorName: string }, reader: QuestionReader) => ({
  id: post.authorId === null || reader === null ? null : String(post.authorId),
  name: post.authorName,
});

/**
 * Whether to hide the reader's own marks on a post from a program with scopes: among posts under an alias, only other
 * members' posts can have such marks.
 */
const isVeiled = (post: { authorId: number | null }, reader: QuestionReader) =>
  post.authorId === null && reader?.hasScopes === true;

export const serializeComment = (comment: CommentRow, reader: QuestionReader): Comment => ({
  id: String(comment.id),
  body: comment.body,
  author: serializeAuthor(comment, reader),
  own: comment.own,
  at: iso(comment.createdAt),
});

export const serializeAnswer = (answer: AnswerRow, all: CommentRow[], reader: QuestionReader): Answer => ({
  id: String(answer.id),
  questionId: String(answer.questionId),
  body: answer.body,
  html: answer.html,
  author: serializeAuthor(answer, reader),
  own: answer.own,
  answeredAt: iso(answer.answeredAt),
  editedAt: isoOrNull(answer.editedAt),
  votes: answer.votes,
  voted: answer.voted && !isVeiled(answer, reader),
  accepted: answer.accepted,
  comments: all
    .filter(({ answerId }) => answerId === answer.id)
    .map((comment) => serializeComment(comment, reader)),
});

export const serializeQuestion = (
  question: QuestionRow,
  all: CommentRow[],
  reader: QuestionReader,
): Question => ({
  id: String(question.id),
  title: question.title,
  slug: questionSlug(question.title),
  body: question.body,
  html: question.html,
  tags: question.tags.split(" "),
  author: serializeAuthor(question, reader),
  isAnonymous: question.isAnonymous,
  own: question.own,
  askedAt: iso(question.askedAt),
  editedAt: isoOrNull(question.editedAt),
  answers: question.answers,
  acceptedAnswerId: question.acceptedAnswerId === null ? null : String(question.acceptedAnswerId),
  votes: question.votes,
  voted: question.voted && !isVeiled(question, reader),
  following: question.following && !isVeiled(question, reader),
  isLocked: question.lockedAt !== null,
  isHidden: question.hiddenAt !== null,
  comments: all
    .filter(({ questionId, answerId }) => questionId === question.id && answerId === null)
    .map((comment) => serializeComment(comment, reader)),
});

export const selectCommentsOf = (
  of: { questionIds: number[] } | { answerIds: number[] },
  reader: QuestionReader,
) =>
  selectComments(reader)
    .where(
      and(
        "questionIds" in of
          ? and(isAmong(comments.questionId, of.questionIds), isNull(comments.answerId))
          : and(isAmong(comments.answerId, of.answerIds), isNotNull(comments.answerId)),
        isVisiblePost("comments", reader),
      ),
    )
    .orderBy(comments.id);

/** Rounded to whole days, so that the order does not change between pages. */
const cutoffOf = (now: number): number => startOfDay(addDays(today(now), -recentDays));

/**
 * Returns one page of the list, fewer than `limit` if their texts are long. `cursor` is the position after which the next
 * one starts.
 */
export async function listQuestions(
  filter: QuestionFilter,
  reader: QuestionReader,
  { limit, cursor, now = Date.now() }: { limit: number; cursor?: string | undefined; now?: number },
): Promise<{ page: QuestionRow[]; next: string | undefined }> {
  const cutoff = cutoffOf(now);
  const after = readPosition(cursor ?? null);
  const { ids, stoppedAt } = await findQuestionIds(filter, { limit: limit + 1, after, cutoff });
  const rows = await selectQuestions(reader)
    .where(sql`questions.id in (${ids})`)
    .orderBy(questionOrder(filter.sort, cutoff));
  const fitting = countFitting(rows, maxListLength, ({ body, html }) => body.length + html.length);
  const { page, last } = cutPage(rows, Math.min(limit, fitting));
  const moment = filter.sort === "active" ? last?.activeAt : last?.askedAt;
  const next = last ? `${moment}-${last.id}` : stoppedAt === undefined ? undefined : `0-${stoppedAt}`;
  return { page, next };
}

const maxBestAnswerLength = 1_000;

/** The beginning of the accepted answer, or else of the one with the most votes, by question. */
export async function findBestAnswers(questionIds: readonly number[]): Promise<Map<number, string>> {
  const best = sql<string | null>`(select substr(answers.body, 1, ${maxBestAnswerLength}) from answers
    where answers.question_id = questions.id and answers.hidden_at is null
    order by is_accepted desc, vote_count desc, answers.id limit 1)`;
  const rows = await db
    .select({ id: questions.id, body: best })
    .from(questions)
    .where(isAmong(questions.id, questionIds));
  return new Map(rows.flatMap(({ id, body }) => (body === null ? [] : [[id, body]])));
}

/** How many results of a search are hidden by its tag or its order. Counts up to `max`. */
export async function countHidden({ search, ...filter }: QuestionFilter, max: number, now = Date.now()) {
  if (!search || (!filter.tag && filter.sort !== "unanswered")) return { all: 0, shown: 0 };
  const cutoff = cutoffOf(now);
  return {
    all: await countQuestions({ sort: "newest", search }, max, cutoff),
    shown: await countQuestions({ ...filter, search }, max, cutoff),
  };
}

export async function listSimilar(title: string | undefined, reader: QuestionReader): Promise<QuestionRow[]> {
  const words = [...new Set(fold(title ?? "").match(/[\p{L}\p{M}\p{N}+#]+/gu) ?? [])]
    .filter((word) => !commonWords.has(word) && wordMatch(word) !== null)
    .slice(0, maxWords);
  if (words.length === 0) return [];
  const matches = words.map(wordMatch);
  const find = (operator: string, limit: number) => sql`select rowid from (select rowid from questions_search
    where questions_search match ${`{title} : (${matches.join(operator)})`} order by rowid desc limit ${limit})`;
  const candidates = await db
    .select({ id: questions.id, title: questions.title })
    .from(questions)
    .where(
      and(
        sql`questions.id in (${find(" AND ", maxSimilar)} union ${find(" OR ", maxCompared)})`,
        isListedQuestion,
      ),
    )
    .orderBy(desc(questions.id));
  const ids = candidates
    .map(({ id, title }) => ({ id, score: words.filter((word) => fold(title).includes(word)).length }))
    .filter(({ score }) => score >= Math.ceil(words.length / 3))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxSimilar)
    .map(({ id }) => id);
  return selectQuestions(reader).where(isAmong(questions.id, ids)).orderBy(inOrderOf(ids, questions.id));
}

/** The position at which a page of answers continues. The order is accepted first, then votes, then oldest. */
const readAnswerPosition = (cursor: string | undefined) => {
  const [, accepted, votes, id] = /^([01])-(\d{1,9})-(\d{1,15})$/.exec(cursor ?? "") ?? [];
  return id === undefined ? undefined : { accepted: Number(accepted), votes: Number(votes), id: Number(id) };
};

interface AnswerPage {
  limit: number;
  cursor?: string | undefined;
  from?: number | undefined;
}

const maxAnswersLength = 400_000;
/** What a comment adds to a page, counted like the HTML of an answer. */
const commentLength = 2_000;

const commentCount = sql<number>`(select count(*) from (select 1 from comments as said
  where said.answer_id = answers.id limit ${questionRules.maxComments}))`;

/**
 * Returns one page of a question's visible answers, fewer than `limit` if they or their comments are long. `next` is the cursor of the
 * next page.
 */
export async function listAnswers(
  questionId: number,
  reader: QuestionReader,
  { limit, cursor, from }: AnswerPage,
): Promise<{ page: AnswerRow[]; next: string | undefined }> {
  const after = readAnswerPosition(cursor);
  const position = sql`(-answers.is_accepted, -answers.vote_count, answers.id)`;
  let below: SQL | undefined;
  if (from !== undefined)
    below = sql`${position} >= (select -first.is_accepted, -first.vote_count, first.id
      from answers as first where first.id = ${from} and first.question_id = ${questionId})`;
  else if (after) below = sql`${position} > (${-after.accepted}, ${-after.votes}, ${after.id})`;
  const rows = await db
    .select({ ...answerColumns(reader), commentCount })
    .from(answers)
    .leftJoin(users, eq(users.id, answers.authorId))
    .where(and(eq(answers.questionId, questionId), isVisiblePost("answers", reader), below))
    .orderBy(sql`is_accepted desc, vote_count desc`, answers.id)
    .limit(limit + 1);
  const fitting = countFitting(
    rows,
    maxAnswersLength,
    ({ html, commentCount }) => html.length + commentCount * commentLength,
  );
  const { page, last } = cutPage(rows, Math.min(limit, fitting));
  return { page, next: last && `${Number(last.accepted)}-${last.votes}-${last.id}` };
}

/** The label shown instead of a member's name on what they write in a question. */
export async function findHiddenName(questionId: number, writer: Writer): Promise<string | null> {
  const [row] = await db
    .select({ label: questionAliases.label })
    .from(questionAliases)
    .where(sql`${questionAliases.alias} = ${aliasIn(questionId, writer)}`);
  return row?.label ?? null;
}

/** The current name of a renamed tag. */
export async function findNewTagName(oldName: string): Promise<string | undefined> {
  const [tag] = await db
    .select({ name: tags.name })
    .from(oldTagNames)
    .innerJoin(tags, eq(tags.id, oldTagNames.tagId))
    .where(eq(oldTagNames.name, oldName));
  return tag?.name;
}

const maxTagsListed = 50;

export const searchTags = (search: string | undefined): PromiseLike<{ name: string; count: number }[]> =>
  db
    .select({ name: tags.name, count: tags.questionCount })
    .from(tags)
    .where(
      and(
        gt(tags.questionCount, 0),
        // The plus makes SQLite read the index of the most used tags up to the limit, instead of sorting.
        search ? sql`+${tags.name} >= ${search} and +${tags.name} < ${`${search}\u{10ffff}`}` : undefined,
      ),
    )
    .orderBy(sql`question_count desc`, tags.name)
    .limit(maxTagsListed);
