import { and, eq, sql } from "drizzle-orm";
import { explainMute } from "#app/platform/auth/mutes.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { env } from "#app/platform/env.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { aboutThing, insertAuditEntry } from "#db/audit.ts";
import { answers, comments, db, questions } from "#db/index.ts";
import { isVisiblePost, type QuestionReader } from "#db/scopes/questions.ts";
import {
  type AnswerRow,
  type CommentRow,
  type QuestionRow,
  selectAnswers,
  selectComments,
  selectQuestions,
} from "./read.server.ts";
import { questionTexts } from "./texts.ts";

export const arePublic = env.QUESTIONS === "public";

/**
 * Thrown for a merged question, which accepts no changes. Readers are redirected to the question that it duplicates.
 */
export class MergedQuestion extends HttpError {
  readonly into: { id: number; title: string };

  constructor(into: { id: number; title: string }) {
    super(409, questionTexts.merged, { code: "question-merged" });
    this.into = into;
  }

  override members(): Record<string, unknown> {
    return { mergedInto: String(this.into.id) };
  }
}

/** @throws HttpError 404; MergedQuestion */
export async function requireQuestion(id: number, reader: QuestionReader): Promise<QuestionRow> {
  const [question] = await selectQuestions(reader).where(
    and(eq(questions.id, id), isVisiblePost("questions", reader)),
  );
  if (!question) throw new HttpError(404, questionTexts.noQuestion);
  if (question.mergedInto !== null) throw new MergedQuestion(await requireMergeTarget(question.mergedInto));
  return question;
}

async function requireMergeTarget(id: number): Promise<{ id: number; title: string }> {
  const [target] = await db
    .select({ id: questions.id, title: questions.title })
    .from(questions)
    .where(
      sql`questions.id in (with recursive chain(id, into_id) as (
          select q.id, q.merged_into from questions as q where q.id = ${id}
          union select q.id, q.merged_into from questions as q join chain on q.id = chain.into_id)
          select id from chain where into_id is null)`,
    );
  if (!target) throw new HttpError(404, questionTexts.noQuestion);
  return target;
}

const isQuestionVisible = (table: "answers" | "comments", reader: QuestionReader) =>
  sql`exists (select 1 from questions where questions.id = ${sql.raw(table)}.question_id
    and questions.merged_into is null and ${isVisiblePost("questions", reader)})`;

/** Whether the answer that a comment belongs to, if any, is visible. */
const isAnswerVisible = (reader: QuestionReader) =>
  sql`(comments.answer_id is null or exists (select 1 from answers where answers.id = comments.answer_id
    and ${isVisiblePost("answers", reader)}))`;

export async function requireAnswer(id: number, reader: QuestionReader): Promise<AnswerRow> {
  const [answer] = await selectAnswers(reader).where(
    and(eq(answers.id, id), isVisiblePost("answers", reader), isQuestionVisible("answers", reader)),
  );
  if (!answer) throw new HttpError(404, questionTexts.noAnswer);
  return answer;
}

export async function requireComment(id: number, reader: QuestionReader): Promise<CommentRow> {
  const [comment] = await selectComments(reader).where(
    and(
      eq(comments.id, id),
      isVisiblePost("comments", reader),
      isQuestionVisible("comments", reader),
      isAnswerVisible(reader),
    ),
  );
  if (!comment) throw new HttpError(404, questionTexts.noComment);
  return comment;
}

interface RecordedPost {
  authorId: number | null;
  authorName: string;
  title?: string;
}

export const recordUnlessOwn = (viewer: Viewer, action: string, post: RecordedPost & { own: boolean }) =>
  post.own ? [] : [insertAuditEntry(viewer.id, action, aboutPost(post))];

export const aboutPost = ({ authorId, authorName, title }: RecordedPost) =>
  aboutThing({ id: authorId, name: authorName }, title);

/** The reason why a question did not accept an answer or comment from a member who may see it. */
export async function explainClosed(viewer: Viewer, question: QuestionRow): Promise<HttpError> {
  const isClosed = question.lockedAt !== null || question.hiddenAt !== null;
  // Named posts were refused earlier: here the member writes under an alias.
  return isClosed
    ? HttpError.withCode("locked", questionTexts.locked)
    : explainMute(viewer.id, { isAnonymous: true });
}

/** The reason why a post was not changed by a member who may change it: it has changed since, or they are muted. */
export async function explainUnchanged(
  viewer: Viewer,
  post: { version: number },
  versions: number[] | undefined,
): Promise<HttpError> {
  return versions === undefined || versions.includes(post.version)
    ? explainMute(viewer.id, { isAnonymous: true })
    : HttpError.withCode("version-mismatch");
}

/** @throws HttpError 403 for someone else's post, except for administrators */
export function requireAuthor({ own }: { own: boolean }, { isAdmin }: Viewer): void {
  if (!own && !isAdmin) throw HttpError.withCode("not-yours", questionTexts.notYours);
}
