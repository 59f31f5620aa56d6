import type { z } from "zod";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { arePublic, MergedQuestion, requireAnswer, requireQuestion } from "../access.server.ts";
import {
  type AnswerRow,
  type QuestionRow,
  selectCommentsOf,
  serializeAnswer,
  serializeQuestion,
} from "../read.server.ts";
import {
  answerResponseSchema,
  commentResponseSchema,
  dataOf,
  questionResponseSchema,
} from "../response.server.ts";

/** Guests may read if the college makes questions public. */
export const readers: "anyone" | "user" = arePublic ? "anyone" : "user";

export const questionResultSchema = dataOf(questionResponseSchema).meta({ id: "QuestionResult" });
export const answerResultSchema = dataOf(answerResponseSchema).meta({ id: "AnswerResult" });
export const commentResultSchema = dataOf(commentResponseSchema).meta({ id: "CommentResult" });

class MergedAway extends HttpError {
  readonly #location: string;

  constructor(location: string) {
    super(308, "This question was merged into another one.");
    this.#location = location;
  }

  override headers(): Record<string, string> {
    return { Location: this.#location };
  }
}

/** Runs a call about a question. For a merged one, redirects readers to the same call about the other question. */
export async function aboutQuestion<T>(
  request: Request,
  id: string | undefined,
  run: (id: number) => Promise<T>,
): Promise<T> {
  try {
    return await run(toId(id));
  } catch (error) {
    if (error instanceof MergedQuestion && ["GET", "HEAD"].includes(request.method)) {
      const { pathname, search } = new URL(request.url);
      throw new MergedAway(pathname.replace(/^(\/api\/questions\/)\d+/, `$1${error.into.id}`) + search);
    }
    throw error;
  }
}

export async function respondWithQuestions(
  rows: QuestionRow[],
  viewer: Viewer | null,
): Promise<z.output<typeof questionResponseSchema>[]> {
  const comments = await selectCommentsOf({ questionIds: rows.map(({ id }) => id) }, viewer);
  return rows.map((row) => serializeQuestion(row, comments, viewer));
}

export async function respondWithQuestion(id: number, viewer: Viewer | null) {
  const question = await requireQuestion(id, viewer);
  const comments = await selectCommentsOf({ questionIds: [id] }, viewer);
  const body = { success: true as const, data: serializeQuestion(question, comments, viewer) };
  return { version: question.version, body };
}

export async function respondWithAnswers(
  rows: AnswerRow[],
  viewer: Viewer | null,
): Promise<z.output<typeof answerResponseSchema>[]> {
  const comments = await selectCommentsOf({ answerIds: rows.map(({ id }) => id) }, viewer);
  return rows.map((row) => serializeAnswer(row, comments, viewer));
}

export async function respondWithAnswer(id: number, viewer: Viewer | null) {
  const answer = await requireAnswer(id, viewer);
  const comments = await selectCommentsOf({ answerIds: [id] }, viewer);
  const body = { success: true as const, data: serializeAnswer(answer, comments, viewer) };
  return { version: answer.version, body };
}
