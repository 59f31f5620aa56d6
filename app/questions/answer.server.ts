import { and, eq, inArray, ne, not, sql } from "drizzle-orm";
import { requireUnmuted } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { batchOnce, type CallKey } from "#app/platform/limits/call-key.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { encodeFrame, hub } from "#app/platform/realtime/hub.server.ts";
import { answers, db, questionFollows, questionRevisions, questions, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import {
  isOpenQuestion,
  isOwnPost,
  mayDelete,
  mayPostIn,
  mayWriteAs,
  writerIn,
} from "#db/scopes/questions.ts";
import { publishNotices } from "../notices/publish.server.ts";
import {
  aboutPost,
  explainClosed,
  explainUnchanged,
  recordUnlessOwn,
  requireAnswer,
  requireAuthor,
  requireQuestion,
} from "./access.server.ts";
import { renderMarkdown } from "./markdown.server.ts";
import { notifyFollowers } from "./notices.server.ts";
import { findHiddenName, type QuestionRow } from "./read.server.ts";
import { removePost } from "./removal.server.ts";
import { questionRoom, questionTexts } from "./texts.ts";

/**
 * A member with an alias in the question answers under it. Returns the answer's id.
 * @throws HttpError 403, 404, 409, 422, 429; MergedQuestion
 */
export async function answerQuestion(
  viewer: Viewer,
  questionId: number,
  { body, isAnonymous }: { body: string; isAnonymous: boolean },
  callKey?: CallKey,
  now = Date.now(),
): Promise<number> {
  requireUnmuted(viewer);
  await requireQuestion(questionId, viewer);
  const isHidden = (await findHiddenName(questionId, viewer)) !== null;
  if (isAnonymous && !isHidden) throw HttpError.forFields({ isAnonymous: [questionTexts.notTheAsker] });
  const html = renderMarkdown(body);
  limitAction("answer", viewer.id, questionTexts.tooManyAnswers);
  const happening = { questionId, doneBy: viewer, now };
  const isNewAnswer = sql`answers.question_id = ${questionId} and answers.answered_at = ${now} and answers.body = ${body}`;
  const {
    posted: [answer],
    notified,
  } = await batchOnce(
    callKey,
    {
      posted: insertSelect(
        db,
        answers,
        {
          questionId,
          ...writerIn(questionId, viewer),
          body,
          html,
          answeredAt: now,
          voteCount: 0,
          isAccepted: false,
          version: 1,
        },
        questions,
        and(eq(questions.id, questionId), isOpenQuestion, mayPostIn(questionId, viewer)),
      ).returning({ id: answers.id }),
      followed: insertSelect(
        db,
        questionFollows,
        { questionId: answers.questionId, userId: answers.authorId },
        answers,
        and(isNewAnswer, eq(answers.authorId, viewer.id)),
      ).onConflictDoNothing(),
      notified: notifyFollowers(
        { kind: "question-answered", ...happening },
        sql`exists (select 1 from answers where ${isNewAnswer})`,
      ),
    },
    "posted",
  );
  if (!answer) throw await explainClosed(viewer, await requireQuestion(questionId, viewer));
  await publishNotices(notified);
  announceAnswer(questionId, answer.id);
  return answer.id;
}

/**
 * Stores the previous text as a revision.
 * @param versions undefined for any
 * @throws HttpError 403, 404, 412, 422, 429
 */
export async function editAnswer(
  viewer: Viewer,
  id: number,
  body: string,
  versions?: number[],
  now = Date.now(),
): Promise<void> {
  requireUnmuted(viewer);
  const answer = await requireAnswer(id, viewer);
  requireAuthor(answer, viewer);
  const html = renderMarkdown(body);
  limitAction("questionChange", viewer.id, questionTexts.tooManyChanges);
  const isOwn = isOwnPost("answers", viewer);
  const canEdit = and(
    eq(answers.id, id),
    versions && inArray(answers.version, versions),
    sql`iif(${isOwn}, ${mayWriteAs("answers", viewer.id)}, ${viewer.isAdmin ? 1 : 0})`,
  );
  const {
    edited: [edited],
  } = await namedBatch({
    revision: insertSelect(
      db,
      questionRevisions,
      {
        questionId: answers.questionId,
        answerId: answers.id,
        body: answers.body,
        tags: sql`''`,
        replacedAt: now,
        authorId: sql`iif(${isOwn}, answers.author_id, ${viewer.id})`,
        alias: sql`iif(${isOwn}, answers.alias, null)`,
      },
      answers,
      canEdit,
    ),
    edited: db
      .update(answers)
      .set({ body, html, editedAt: now })
      .where(canEdit)
      .returning({ id: answers.id }),
    recorded: recordUnlessOwn(viewer, "changed the answer", answer),
  });
  if (!edited) throw await explainUnchanged(viewer, await requireAnswer(id, viewer), versions);
}

/** For its author and administrators. @param versions undefined for any @throws HttpError 403, 404, 412 */
export async function deleteAnswer(viewer: Viewer, id: number, versions?: number[]): Promise<void> {
  const answer = await requireAnswer(id, viewer);
  requireAuthor(answer, viewer);
  const isDeleted = await removePost(viewer, "answer", id, {
    condition: and(versions && inArray(answers.version, versions), mayDelete("answers", viewer)),
    isRemoved: not(isOwnPost("answers", viewer)),
    about: aboutPost(answer),
  });
  if (!isDeleted) throw await explainUnchanged(viewer, await requireAnswer(id, viewer), versions);
}

/**
 * Accepts an answer instead of any earlier one. Idempotent: repeating it notifies nobody. Returns the question as
 * it was.
 * @throws HttpError 403, 404, 429; MergedQuestion
 */
export async function acceptAnswer(
  viewer: Viewer,
  questionId: number,
  answerId: number,
): Promise<QuestionRow> {
  requireUnmuted(viewer);
  const question = await requireQuestion(questionId, viewer);
  if (!question.own) throw HttpError.withCode("not-yours", questionTexts.notYourQuestion);
  limitAction("accepting", viewer.id, questionTexts.tooManyAccepted);
  const canAccept = (answer: string) => sql`exists (select 1 from questions where questions.id = ${questionId}
    and ${isOwnPost("questions", viewer)} and ${mayWriteAs("questions", viewer.id)}) and exists (select 1 from answers as chosen
    where chosen.id = ${sql.raw(answer)} and chosen.question_id = ${questionId} and chosen.hidden_at is null)`;
  const {
    notified,
    accepted: [accepted],
  } = await namedBatch({
    previous: db
      .update(answers)
      .set({ isAccepted: false })
      .where(
        and(
          eq(answers.questionId, questionId),
          eq(answers.isAccepted, true),
          ne(answers.id, answerId),
          canAccept(String(answerId)),
        ),
      ),
    marked: db
      .update(answers)
      .set({ isAccepted: true })
      .where(and(eq(answers.id, answerId), eq(answers.isAccepted, false), canAccept("answers.id"))),
    notified: notifyFollowers({ kind: "answer-accepted", questionId, doneBy: viewer, now: Date.now() }),
    accepted: db
      .select({ id: answers.id })
      .from(answers)
      .where(and(eq(answers.id, answerId), eq(answers.isAccepted, true), canAccept("answers.id"))),
  });
  if (!accepted) throw new HttpError(404, questionTexts.noAnswer);
  await publishNotices(notified);
  return question;
}

/**
 * Removes the acceptance, if there is one. Returns the question as it was.
 * @throws HttpError 403, 404, 429; MergedQuestion
 */
export async function unacceptAnswer(viewer: Viewer, questionId: number): Promise<QuestionRow> {
  requireUnmuted(viewer);
  const question = await requireQuestion(questionId, viewer);
  if (!question.own) throw HttpError.withCode("not-yours", questionTexts.notYourQuestion);
  limitAction("accepting", viewer.id, questionTexts.tooManyAccepted);
  await write(() =>
    db
      .update(answers)
      .set({ isAccepted: false })
      .where(
        and(
          eq(answers.questionId, questionId),
          eq(answers.isAccepted, true),
          sql`exists (select 1 from questions where questions.id = answers.question_id and ${isOwnPost("questions", viewer)})`,
        ),
      ),
  );
  return question;
}

function announceAnswer(questionId: number, answerId: number): void {
  const data = { questionId: String(questionId), answerId: String(answerId) };
  hub.sendToRoom(questionRoom(questionId), encodeFrame({ event: "question:answer", data }));
}
