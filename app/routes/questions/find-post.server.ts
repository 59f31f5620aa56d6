import { data, type RouterContextProvider, redirect } from "react-router";
import type { Viewer } from "../../auth/session.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { queryOrNull } from "../../http/request-log.server.ts";
import { findAnswer, findComment, findQuestion, MergedQuestion } from "../../questions/access.server.ts";
import { questionPath } from "../../questions/slug.ts";
import { parseId, toId } from "../../schemas/fields.ts";

/** Runs a query for a page. What is not there is the error page, and a merged question leads to the other one. */
export async function orLeave<T>(find: () => Promise<T>): Promise<T> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof MergedQuestion) throw redirect(questionPath(error.into), 301);
    if (error instanceof HttpError && error.status < 500) throw data(error.message, error.status);
    throw error;
  }
}

/** As `queryOrNull`, for a query that may find nothing: its redirect or error page is no failure. */
export async function loadOrLeave<T>(
  context: Readonly<RouterContextProvider>,
  load: () => Promise<T>,
): Promise<T | null> {
  const loaded = await queryOrNull(context, () =>
    orLeave(load).then(
      (found) => ({ found }),
      (left: unknown) => {
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
