import { data, type RouterContextProvider, redirect } from "react-router";
import type { Viewer } from "../../auth/session.server.ts";
import { isReply } from "../../forms/submit.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { findAnswer, findComment, findQuestion, MergedQuestion } from "../../questions/access.server.ts";
import { listAnswers } from "../../questions/read.server.ts";
import { questionPath } from "../../questions/slug.ts";
import { parseId, toId } from "../../schemas/fields.ts";
import { questionRules } from "../../schemas/question-texts.ts";

/** Runs a query for a page. What is not there is the error page. @throws MergedQuestion */
export async function orLeave<T>(find: () => Promise<T>): Promise<T> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof MergedQuestion) throw error;
    if (error instanceof HttpError && error.status < 500) throw data(error.message, error.status);
    throw error;
  }
}

/**
 * As `queryOrNull`, for a query that may find nothing: its redirect or error page is no failure. A merged question leads
 * to the other one, unless the page answers a form, which stays.
 */
export async function loadOrLeave<T>(
  context: Readonly<RouterContextProvider>,
  load: () => Promise<T>,
): Promise<T | null> {
  const loaded = await queryOrNull(context, () =>
    orLeave(load).then(
      (found) => ({ found }),
      (left: unknown) => {
        if (left instanceof MergedQuestion)
          return context.get(isReply) ? null : { left: redirect(questionPath(left.into), 301) };
        if (left instanceof Error) throw left;
        return { left };
      },
    ),
  );
  if (loaded && "left" in loaded) throw loaded.left;
  return loaded?.found ?? null;
}

/** The question of a page's path, and the answer or comment to it that its query names. */
export const findPost = (viewer: Viewer | null, id: string, url: URL) =>
  orLeave(async () => {
    const question = await findQuestion(toId(id), viewer);
    const [answerId, commentId] = [url.searchParams.get("answer"), url.searchParams.get("comment")];
    const notFound = new HttpError(404);
    if (answerId !== null) {
      const post = await findAnswer(parseId(answerId) ?? 0, viewer);
      if (post.questionId !== question.id) throw notFound;
      return { question, kind: "answer" as const, post };
    }
    if (commentId !== null) {
      const post = await findComment(parseId(commentId) ?? 0, viewer);
      if (post.questionId !== question.id) throw notFound;
      return { question, kind: "comment" as const, post };
    }
    return { question, kind: "question" as const, post: question };
  });

/** The answers on a question's page: the first ones, those after a cursor, or those from one that is on no such page. */
export async function findAnswers(questionId: number, viewer: Viewer | null, { searchParams }: URL) {
  const limit = questionRules.pageSize;
  const cursor = searchParams.get("after")?.slice(0, 40);
  const from = parseId(searchParams.get("answer")) ?? undefined;
  const answers = await listAnswers(questionId, viewer, { limit, cursor });
  if (from === undefined || answers.page.some(({ id }) => id === from)) return answers;
  const later = await listAnswers(questionId, viewer, { limit, from });
  return later.page.length > 0 ? later : answers;
}

/** Where an answer is after an act about it, which may have moved it to another page than its sender's. */
export async function findAnswerHref(
  question: { id: number; title: string },
  answerId: number,
  viewer: Viewer,
  url: URL,
): Promise<string> {
  const { page } = await findAnswers(question.id, viewer, url);
  const isThere = page.some(({ id }) => id === answerId);
  return questionPath(question) + (isThere ? url.search : `?answer=${answerId}`);
}
