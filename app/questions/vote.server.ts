import { and, eq, isNull, not, or, type SQL, sql } from "drizzle-orm";
import {
  answers,
  db,
  questionAliases,
  questionFollows,
  questions,
  questionVotes,
  thanks,
  write,
} from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { isMuted } from "#db/scopes/mutes.ts";
import { isFollowedBy, isOwnPost, isVisiblePost, writerIn } from "#db/scopes/questions.ts";
import { mutedText, requireUnmuted } from "../auth/guards.server.ts";
import type { Viewer } from "../auth/sessions.server.ts";
import { HttpError } from "../http/problem.server.ts";
import { limitAction } from "../limits/rate-limit.server.ts";
import { questionTexts } from "../schemas/question-texts.ts";
import { findAnswer, findQuestion, isQuestionVisible } from "./access.server.ts";
import { isVoter, type QuestionRow } from "./read.server.ts";

export interface Votes {
  votes: number;
  voted: boolean;
}

const askerAlias = (userId: number) => sql`(select questions.alias from questions join question_aliases
  on question_aliases.alias = questions.alias where questions.id = ${answers.questionId} and user_id = ${userId})`;

const kinds = {
  question: {
    posts: questions,
    name: "questions",
    isThere: (viewer: Viewer) => and(isNull(questions.mergedInto), isVisiblePost("questions", viewer)),
    give: (userId: number, canVote: SQL | undefined) =>
      insertSelect(db, questionVotes, { questionId: questions.id, userId }, questions, canVote),
    takeBack: (userId: number, id: number) =>
      db.delete(questionVotes).where(and(eq(questionVotes.questionId, id), eq(questionVotes.userId, userId))),
    find: findQuestion,
  },
  answer: {
    posts: answers,
    name: "answers",
    isThere: (viewer: Viewer) => and(isVisiblePost("answers", viewer), isQuestionVisible("answers", viewer)),
    give: (userId: number, canVote: SQL | undefined) =>
      insertSelect(
        db,
        thanks,
        {
          answerId: answers.id,
          userId,
          alias: askerAlias(userId),
          receiverId: answers.authorId,
          createdAt: Date.now(),
        },
        answers,
        canVote,
      ),
    takeBack: (userId: number, id: number) =>
      db.delete(thanks).where(and(eq(thanks.answerId, id), eq(thanks.userId, userId))),
    find: findAnswer,
  },
} as const;

/** Doing it again changes nothing. Returns what is true then. @throws HttpError 403 for the viewer's own post, 404, 429; MergedQuestion */
export async function setVote(
  viewer: Viewer,
  kind: keyof typeof kinds,
  id: number,
  voted: boolean,
): Promise<Votes> {
  requireUnmuted(viewer);
  limitAction("vote", viewer.id, questionTexts.tooManyVotes);
  const { posts, name, isThere, give, takeBack, find } = kinds[kind];
  const isVotable = and(eq(posts.id, id), isThere(viewer), not(isOwnPost(name, viewer)));
  const canVote = and(isVotable, sql`not ${isMuted(viewer.id)}`);
  const [, [counted]] = await db.batch([
    voted ? give(viewer.id, canVote).onConflictDoNothing() : takeBack(viewer.id, id),
    db
      .select({ votes: posts.voteCount, voted: isVoter(kind, viewer) })
      .from(posts)
      .where(isVotable),
  ]);
  if (!counted) {
    const { own } = await find(id, viewer);
    throw own ? new HttpError(403, questionTexts.ownVote) : new HttpError(404);
  }
  if (counted.voted !== voted) throw HttpError.withCode("muted", mutedText);
  return counted;
}

/** Who has an alias in the question follows under it. Returns the question as it was. @throws HttpError 404, 429; MergedQuestion */
export async function setFollowing(viewer: Viewer, id: number, following: boolean): Promise<QuestionRow> {
  const question = await findQuestion(id, viewer);
  limitAction("following", viewer.id, questionTexts.tooManyFollowed);
  const { authorId: userId, alias } = writerIn(id, viewer.id);
  const ownAliases = db
    .select({ alias: questionAliases.alias })
    .from(questionAliases)
    .where(eq(questionAliases.userId, viewer.id));
  await write(() =>
    following
      ? insertSelect(
          db,
          questionFollows,
          { questionId: id, userId, alias },
          questions,
          and(eq(questions.id, id), isNull(questions.mergedInto), not(isFollowedBy(viewer.id))),
        ).onConflictDoNothing()
      : db
          .delete(questionFollows)
          .where(
            and(
              eq(questionFollows.questionId, id),
              or(eq(questionFollows.userId, viewer.id), sql`${questionFollows.alias} in ${ownAliases}`),
            ),
          ),
  );
  return question;
}
