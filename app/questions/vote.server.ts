import { and, eq, isNull, not, or, sql } from "drizzle-orm";
import { requireUnmuted } from "#app/platform/auth/guards.server.ts";
import { explainMute } from "#app/platform/auth/mutes.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { db, questionFollows, questions, questionVotes, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { isMuted } from "#db/scopes/mutes.ts";
import { isFollowedBy, isOwnPost, isVisiblePost, ownAliases, writerIn } from "#db/scopes/questions.ts";
import { requireQuestion } from "./access.server.ts";
import { isVoter, type QuestionRow } from "./read.server.ts";
import { questionTexts } from "./texts.ts";

export interface Votes {
  votes: number;
  voted: boolean;
}

/**
 * Idempotent. Returns the resulting votes.
 * @throws HttpError 403 for the viewer's own question, 404, 429; MergedQuestion
 */
export async function setVote(viewer: Viewer, id: number, voted: boolean): Promise<Votes> {
  requireUnmuted(viewer);
  limitAction("vote", viewer.id, questionTexts.tooManyVotes);
  const isVotable = and(
    eq(questions.id, id),
    isNull(questions.mergedInto),
    isVisiblePost("questions", viewer),
    not(isOwnPost("questions", viewer)),
  );
  const [, [counted]] = await db.batch([
    voted
      ? insertSelect(
          db,
          questionVotes,
          { questionId: questions.id, userId: viewer.id },
          questions,
          and(isVotable, sql`not ${isMuted(viewer.id)}`),
        ).onConflictDoNothing()
      : db
          .delete(questionVotes)
          .where(and(eq(questionVotes.questionId, id), eq(questionVotes.userId, viewer.id))),
    db
      .select({ votes: questions.voteCount, voted: isVoter("question", viewer) })
      .from(questions)
      .where(isVotable),
  ]);
  if (!counted) {
    const { own } = await requireQuestion(id, viewer);
    throw own ? new HttpError(403, questionTexts.ownVote) : new HttpError(404);
  }
  if (counted.voted !== voted) throw await explainMute(viewer.id);
  return counted;
}

/**
 * A member with an alias in the question follows under it. Returns the question as it was.
 * @throws HttpError 404, 429; MergedQuestion
 */
export async function setFollowing(viewer: Viewer, id: number, following: boolean): Promise<QuestionRow> {
  const question = await requireQuestion(id, viewer);
  limitAction("following", viewer.id, questionTexts.tooManyFollowed);
  const { authorId: userId, alias } = writerIn(id, viewer);
  await write(() =>
    following
      ? insertSelect(
          db,
          questionFollows,
          { questionId: id, userId, alias },
          questions,
          and(eq(questions.id, id), isNull(questions.mergedInto), not(isFollowedBy(viewer))),
        ).onConflictDoNothing()
      : db
          .delete(questionFollows)
          .where(
            and(
              eq(questionFollows.questionId, id),
              or(
                eq(questionFollows.userId, viewer.id),
                sql`${questionFollows.alias} in ${ownAliases(viewer)}`,
              ),
            ),
          ),
  );
  return question;
}
