import { and, eq, inArray, isNull, not, notExists, or, type SQL, sql } from "drizzle-orm";
import { createAlias } from "#app/people/person.server.ts";
import { requireUnmuted } from "#app/platform/auth/guards.server.ts";
import { explainMute } from "#app/platform/auth/mutes.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { batchOnce, type CallKey } from "#app/platform/limits/call-key.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { parseId } from "#app/platform/schemas/fields.server.ts";
import {
  answers,
  db,
  questionFollows,
  questionRevisions,
  questions,
  questionTags,
  tags,
  users,
} from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { isOwnPost, mayWriteAs, questionTagNames, tagIdOf } from "#db/scopes/questions.ts";
import { isStillAdmin } from "#db/scopes/users.ts";
import { publishNotices } from "../notices/publish.server.ts";
import { notifyOfQuestion } from "../saved-searches/saved-searches.server.ts";
import {
  aboutPost,
  explainUnchanged,
  recordUnlessOwn,
  requireAuthor,
  requireQuestion,
} from "./access.server.ts";
import { insertAlias, mayPostAs } from "./aliases.server.ts";
import type { QuestionChange, QuestionInput } from "./input.server.ts";
import { renderMarkdown } from "./markdown.server.ts";
import { removePost } from "./removal.server.ts";
import { askHelpers, requireHelpers } from "./suggestions.server.ts";
import { questionTexts } from "./texts.ts";

/** Replaces the tags of the question whose id a query selects. Does nothing if it selects null. */
const tagQuestion = (questionId: SQL, names: readonly string[]) => {
  const list = JSON.stringify(names);
  return [
    db.delete(questionTags).where(sql`${questionTags.questionId} = ${questionId}`),
    insertSelect(
      db,
      tags,
      { name: sql`value`, questionCount: 0 },
      sql`json_each(${list})`,
      sql`${questionId} is not null
        and not exists (select 1 from old_tag_names where old_tag_names.name = value)`,
    ).onConflictDoNothing(),
    insertSelect(
      db,
      questionTags,
      { tagId: sql`tags.id`, questionId: sql`question.id`, position: sql`wanted.key + 1` },
      sql`json_each(${list}) as wanted join tags on tags.id = ${tagIdOf(sql`wanted.value`)},
        (select ${questionId} as id) as question`,
      sql`question.id is not null`,
    ).onConflictDoNothing(),
  ] as const;
};

/**
 * Asks under the member's name or a new alias. Returns the question's id.
 * @throws HttpError 403 for a muted member, 422, 429
 */
export async function askQuestion(
  viewer: Viewer,
  input: QuestionInput,
  callKey?: CallKey,
  now = Date.now(),
): Promise<number> {
  requireUnmuted(viewer);
  const { title, body, isAnonymous } = input;
  const html = renderMarkdown(body);
  const helperIds = input.ask.map((id) => parseId(id) ?? 0);
  await requireHelpers(viewer.id, helperIds, input.tags);
  limitAction("question", viewer.id, questionTexts.tooManyQuestions);
  const alias = isAnonymous ? createAlias() : null;
  const questionId =
    alias === null
      ? sql`(select max(id) from questions where author_id = ${viewer.id} and asked_at = ${now})`
      : sql`(select id from questions where alias = ${alias})`;
  const asking = { askerId: viewer.id, ids: helperIds, tags: input.tags, title, isAnonymous };
  const {
    asked: [asked],
    found,
    helpers,
  } = await batchOnce(
    callKey,
    {
      alias: insertAlias(viewer.id, alias),
      asked: insertSelect(
        db,
        questions,
        {
          authorId: alias === null ? viewer.id : null,
          alias,
          title,
          body,
          html,
          askedAt: now,
          activeAt: now,
          answerCount: 0,
          voteCount: 0,
          version: 1,
        },
        users,
        and(eq(users.id, viewer.id), mayPostAs(viewer.id, isAnonymous)),
      ).returning({ id: questions.id }),
      found: notifyOfQuestion(
        { title, tags: input.tags, actorId: isAnonymous ? undefined : viewer.id, askerId: viewer.id },
        now,
      ),
      tags: tagQuestion(questionId, input.tags),
      followed: insertSelect(
        db,
        questionFollows,
        { questionId: questions.id, userId: questions.authorId, alias: questions.alias },
        questions,
        eq(questions.id, questionId),
      ).onConflictDoNothing(),
      helpers: askHelpers(asking, questionId, now),
    },
    "asked",
  );
  if (!asked) throw await explainMute(viewer.id, { isAnonymous });
  await publishNotices([...found, ...helpers]);
  return asked.id;
}

/**
 * Stores the previous version as a revision.
 * @param versions undefined for any
 * @throws HttpError 403, 404, 412, 422, 429; MergedQuestion
 */
export async function editQuestion(
  viewer: Viewer,
  id: number,
  change: QuestionChange,
  versions?: number[],
  now = Date.now(),
): Promise<void> {
  requireUnmuted(viewer);
  const question = await requireQuestion(id, viewer);
  requireAuthor(question, viewer);
  const { tags: names, ...texts } = change;
  const html = texts.body === undefined ? undefined : renderMarkdown(texts.body);
  limitAction("questionChange", viewer.id, questionTexts.tooManyChanges);
  const isOwn = isOwnPost("questions", viewer);
  const canEdit = and(
    eq(questions.id, id),
    versions && inArray(questions.version, versions),
    sql`questions.merged_into is null`,
    sql`iif(${isOwn}, ${mayWriteAs("questions", viewer.id)}, ${viewer.isAdmin ? 1 : 0})`,
  );
  const retagged = names ? sql`(select questions.id from questions where ${canEdit})` : sql`null`;
  // Tags come first: updating the question bumps its version, so that the condition no longer matches.
  const {
    edited: [edited],
  } = await namedBatch({
    revision: insertSelect(
      db,
      questionRevisions,
      {
        questionId: questions.id,
        title: questions.title,
        body: questions.body,
        tags: sql`replace(${questionTagNames}, ' ', ', ')`,
        replacedAt: now,
        authorId: sql`iif(${isOwn}, questions.author_id, ${viewer.id})`,
        alias: sql`iif(${isOwn}, questions.alias, null)`,
      },
      questions,
      canEdit,
    ),
    tagged: tagQuestion(retagged, names ?? []),
    edited: db
      .update(questions)
      .set({ ...texts, ...(html !== undefined && { html }), editedAt: now, activeAt: now })
      .where(canEdit)
      .returning({ id: questions.id }),
    recorded: recordUnlessOwn(viewer, "changed the question", question),
  });
  if (!edited) throw await explainUnchanged(viewer, await requireQuestion(id, viewer), versions);
}

/**
 * For its author until somebody answers, for administrators always.
 * @throws HttpError 403, 404, 409, 412; MergedQuestion
 */
export async function deleteQuestion(viewer: Viewer, id: number, versions?: number[]): Promise<void> {
  const question = await requireQuestion(id, viewer);
  requireAuthor(question, viewer);
  const hasNoAnswer = notExists(
    db.select({ one: sql`1` }).from(answers).where(sql`answers.question_id = questions.id`),
  );
  const isOwn = and(isOwnPost("questions", viewer), hasNoAnswer) as SQL;
  const isDeleted = await removePost(viewer, "question", id, {
    condition: and(
      isNull(questions.mergedInto),
      versions && inArray(questions.version, versions),
      or(isStillAdmin(viewer), isOwn),
    ),
    // An author cannot delete a question with answers, so a missing audit entry would reveal that an
    // administrator had asked it.
    isRemoved: not(isOwn),
    about: aboutPost(question),
  });
  if (!isDeleted) {
    const { version } = await requireQuestion(id, viewer);
    throw versions && !versions.includes(version)
      ? HttpError.withCode("version-mismatch")
      : new HttpError(409, questionTexts.answered);
  }
}
