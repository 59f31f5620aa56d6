import { and, desc, eq, lt, sql } from "drizzle-orm";
import { answers, db, questionRevisions } from "#db/index.ts";
import { isVisiblePost, type QuestionReader } from "#db/scopes/questions.ts";

export const pageSize = 20;

/** Each change with its previous text and its new one: that of the next revision, or the current text. */
export function selectChanges(questionId: number, reader: QuestionReader, before: number) {
  const later = (column: string, current: string) => sql<string | null>`coalesce(
    (select newer.${sql.raw(column)} from question_revisions as newer where newer.question_id = question_revisions.question_id
      and newer.answer_id is question_revisions.answer_id and newer.id > question_revisions.id order by newer.id limit 1),
    ${sql.raw(current)})`;
  const question = (column: string) =>
    `(select asked.${column} from questions as asked where asked.id = question_revisions.question_id)`;
  const currentTags = `(select group_concat(name, ', ') from (select tags.name from question_tags
    join tags on tags.id = question_tags.tag_id
    where question_tags.question_id = question_revisions.question_id order by position))`;
  return db
    .select({
      id: questionRevisions.id,
      answerId: questionRevisions.answerId,
      replacedAt: questionRevisions.replacedAt,
      who: sql<string>`coalesce((select label from question_aliases as own where own.alias = question_revisions.alias),
        (select name from users as editor where editor.id = question_revisions.author_id))`,
      title: questionRevisions.title,
      body: questionRevisions.body,
      tags: sql<string>`question_revisions.tags`,
      newTitle: later("title", question("title")),
      newBody: later(
        "body",
        `iif(question_revisions.answer_id is null, ${question("body")},
          (select given.body from answers as given where given.id = question_revisions.answer_id))`,
      ),
      newTags: later("tags", currentTags),
    })
    .from(questionRevisions)
    .where(
      and(
        eq(questionRevisions.questionId, questionId),
        lt(questionRevisions.id, before),
        sql`(question_revisions.answer_id is null or exists (select 1 from ${answers}
          where answers.id = question_revisions.answer_id and ${isVisiblePost("answers", reader)}))`,
      ),
    )
    .orderBy(desc(questionRevisions.id))
    .limit(pageSize + 1);
}
