import { and, eq, isNull, not, or, sql } from "drizzle-orm";
import {
  answers,
  answerVotes,
  db,
  questionAliases,
  questionFollows,
  questions,
  questionVotes,
  write,
} from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { isFollowedBy, isOwnPost, writerIn } from "#db/scopes/questions.ts";
import { requireUnmuted, type Viewer } from "../auth/session.server.ts";
import { HttpError } from "../http/problem.server.ts";
import { limitAction } from "../limits/rate-limit.server.ts";
import { questionTexts } from "../schemas/question-texts.ts";
import { findAnswer, findQuestion } from "./access.server.ts";

export interface Votes {
  votes: number;
  voted: boolean;
}

const votesOf = {
  question: { posts: questions, table: questionVotes, name: "questions" },
  answer: { posts: answers, table: answerVotes, name: "answers" },
} as const;

/** Doing it again changes nothing. @throws HttpError 403 for the viewer's own post, 404, 429; MergedQuestion */
export async function setVote(
  viewer: Viewer,
  kind: keyof typeof votesOf,
  id: number,
  voted: boolean,
): Promise<Votes> {
  requireUnmuted(viewer);
  const { own } = kind === "question" ? await findQuestion(id, viewer) : await findAnswer(id, viewer);
  if (own) throw new HttpError(403, questionTexts.ownVote);
  limitAction("vote", viewer.id, questionTexts.tooManyVotes);
  const { posts, table, name } = votesOf[kind];
  const give = db
    .insert(table)
    .select(sql`select id, ${viewer.id} from ${posts} where id = ${id} and not ${isOwnPost(name, viewer)}`)
    .onConflictDoNothing();
  const takeBack = db.delete(table).where(sql`${sql.raw(`${kind}_id`)} = ${id} and user_id = ${viewer.id}`);
  const [, [counted]] = await db.batch([
    voted ? give : takeBack,
    db.select({ votes: posts.voteCount }).from(posts).where(eq(posts.id, id)),
  ]);
  return { votes: counted?.votes ?? 0, voted };
}

/** Who has an alias in the question follows under it. @throws HttpError 404; MergedQuestion */
export async function setFollowing(viewer: Viewer, id: number, following: boolean): Promise<void> {
  await findQuestion(id, viewer);
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
}
