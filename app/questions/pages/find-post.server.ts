import { type RouterContextProvider, redirect } from "react-router";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { isFormResponse } from "#app/platform/forms/submit.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { parseId, toId } from "#app/platform/schemas/fields.server.ts";
import { readCursor } from "#db/scopes/pages.ts";
import { MergedQuestion, requireAnswer, requireComment, requireQuestion } from "../access.server.ts";
import { listAnswers } from "../read.server.ts";
import { questionPath } from "../slug.ts";
import { questionRules } from "../texts.ts";

/** For pages about a question: redirects from a merged one to the other, unless that would lose a form. */
export const redirectFromMerged =
  (context: Readonly<RouterContextProvider>) =>
  (error: unknown): never => {
    const leads = error instanceof MergedQuestion && !context.get(isFormResponse);
    throw leads ? redirect(questionPath(error.into), 301) : error;
  };

/** The question in a page's path, and the answer or comment to it in the query. */
export async function requirePost(viewer: Viewer | null, id: string, url: URL) {
  const question = await requireQuestion(toId(id), viewer);
  const [answerId, commentId] = [url.searchParams.get("answer"), url.searchParams.get("comment")];
  const notFound = new HttpError(404);
  if (answerId !== null) {
    const post = await requireAnswer(parseId(answerId) ?? 0, viewer);
    if (post.questionId !== question.id) throw notFound;
    return { question, kind: "answer" as const, post };
  }
  if (commentId !== null) {
    const post = await requireComment(parseId(commentId) ?? 0, viewer);
    if (post.questionId !== question.id) throw notFound;
    return { question, kind: "comment" as const, post };
  }
  return { question, kind: "question" as const, post: question };
}

/**
 * The answers on a question's page: the first ones, those after a cursor, or, if neither page has the answer that the
 * address names, those from that answer on.
 */
export async function loadAnswers(questionId: number, viewer: Viewer | null, { searchParams }: URL) {
  const limit = questionRules.pageSize;
  const cursor = readCursor({ searchParams })?.slice(0, 40);
  const from = parseId(searchParams.get("answer")) ?? undefined;
  const answers = await listAnswers(questionId, viewer, { limit, cursor });
  if (from === undefined || answers.page.some(({ id }) => id === from)) return answers;
  const later = await listAnswers(questionId, viewer, { limit, from });
  return later.page.length > 0 ? later : answers;
}

/** The address of an answer after an action on it, which may have moved it to another page. */
export async function findAnswerHref(
  question: { id: number; title: string },
  answerId: number,
  viewer: Viewer,
  url: URL,
): Promise<string> {
  const { page } = await loadAnswers(question.id, viewer, url);
  const isThere = page.some(({ id }) => id === answerId);
  return questionPath(question) + (isThere ? url.search : `?answer=${answerId}`);
}
