import { and, eq, not, sql } from "drizzle-orm";
import { requireUnmuted } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { batchOnce, type CallKey } from "#app/platform/limits/call-key.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { comments, db, questions } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { isOpenQuestion, isOwnPost, mayDelete, mayPostIn, writerIn } from "#db/scopes/questions.ts";
import { publishNotices } from "../notices/publish.server.ts";
import {
  aboutPost,
  explainClosed,
  requireAnswer,
  requireAuthor,
  requireComment,
  requireQuestion,
} from "./access.server.ts";
import { notifyFollowers } from "./notices.server.ts";
import { removePost } from "./removal.server.ts";
import { questionRules, questionTexts } from "./texts.ts";

/**
 * A member with an alias in the question comments under it. Returns the comment's id.
 * @throws HttpError 403, 404, 409, 429; MergedQuestion
 */
export async function commentOn(
  viewer: Viewer,
  on: { questionId: number } | { answerId: number },
  body: string,
  callKey?: CallKey,
  now = Date.now(),
): Promise<number> {
  requireUnmuted(viewer);
  const answer = "answerId" in on ? await requireAnswer(on.answerId, viewer) : null;
  const question = await requireQuestion(
    "questionId" in on ? on.questionId : (answer?.questionId ?? 0),
    viewer,
  );
  limitAction("comment", viewer.id, questionTexts.tooManyComments);
  const answerId = answer?.id ?? null;
  const isOfPost =
    answerId === null
      ? sql`said.question_id = ${question.id} and said.answer_id is null`
      : sql`said.answer_id = ${answerId}`;
  const count = sql`(select count(*) from (select 1 from comments as said where ${isOfPost}
    limit ${questionRules.maxComments}))`;
  const isOpenAnswer =
    answerId === null
      ? sql`true`
      : sql`exists (select 1 from answers where answers.id = ${answerId} and answers.question_id = questions.id
          and answers.hidden_at is null)`;
  const {
    posted: [comment],
    notified,
  } = await batchOnce(
    callKey,
    {
      posted: insertSelect(
        db,
        comments,
        { questionId: question.id, answerId, ...writerIn(question.id, viewer), body, createdAt: now },
        questions,
        and(
          eq(questions.id, question.id),
          isOpenQuestion,
          isOpenAnswer,
          mayPostIn(question.id, viewer),
          sql`${count} < ${questionRules.maxComments}`,
        ),
      ).returning({ id: comments.id }),
      notified: notifyFollowers({ kind: "question-commented", questionId: question.id, doneBy: viewer, now }),
    },
    "posted",
  );
  if (!comment) {
    const [{ total = 0 } = {}] = await db.select({ total: sql<number>`${count}` }).from(sql`(select 1)`);
    throw total >= questionRules.maxComments
      ? new HttpError(409, questionTexts.manyComments)
      : await explainClosed(viewer, await requireQuestion(question.id, viewer));
  }
  await publishNotices(notified);
  return comment.id;
}

export async function deleteComment(viewer: Viewer, id: number): Promise<void> {
  const comment = await requireComment(id, viewer);
  requireAuthor(comment, viewer);
  await removePost(viewer, "comment", id, {
    condition: mayDelete("comments", viewer),
    isRemoved: not(isOwnPost("comments", viewer)),
    about: aboutPost(comment),
  });
}
