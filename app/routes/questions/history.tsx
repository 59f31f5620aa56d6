import { and, desc, eq, lt, sql } from "drizzle-orm";
import { Link } from "react-router";
import { answers, db, questionRevisions } from "#db/index.ts";
import { cutPage } from "#db/scopes/pages.ts";
import { isVisiblePost, type QuestionReader } from "#db/scopes/questions.ts";
import { requireViewer } from "../../auth/session.server.ts";
import { withFallback } from "../../client/requests.ts";
import { questionPath } from "../../questions/slug.ts";
import { parseId } from "../../schemas/fields.ts";
import { formatDateTime } from "../../time.server.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/history.ts";
import { findPost, loadOrLeave } from "./find-post.server.ts";
import * as styles from "./questions.css.ts";

const pageSize = 20;

/** Each change with the version before it and the one after it: a later revision's, or the current text. */
function selectChanges(questionId: number, reader: QuestionReader, before: number) {
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

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const before = parseId(args.url.searchParams.get("before")) ?? Number.MAX_SAFE_INTEGER;
  const found = await loadOrLeave(args.context, async () => {
    const { question } = await findPost(viewer, args.params.id, new URL(args.url.origin));
    return { question, rows: await selectChanges(question.id, viewer, before) };
  });
  if (!found) return null;
  const { page, last } = cutPage(found.rows, pageSize);
  return {
    title: found.question.title,
    path: questionPath(found.question),
    older: last ? `/questions/${found.question.id}/history?before=${last.id}` : null,
    changes: page.map(({ id, answerId, replacedAt, who, ...row }) => ({
      id,
      what: `${who} changed ${answerId === null ? "the question" : "an answer"}, ${formatDateTime(replacedAt)}`,
      parts: [
        ...(answerId === null
          ? [["Title", row.title, row.newTitle] as const, ["Tags", row.tags, row.newTags] as const]
          : []),
        ["Text", row.body, row.newBody] as const,
      ].filter(([, old, current]) => old !== current),
    })),
  };
}

export const clientLoader = withFallback(() => null);

export default function History({ loaderData: page }: Route.ComponentProps) {
  return (
    <div className={styles.thing}>
      <Title>History of a question</Title>
      <h1>History</h1>
      {!page && <LoadFailure text="Failed to load the history" />}
      {page && (
        <p>
          <Link to={page.path} dir="auto">
            {page.title}
          </Link>
        </p>
      )}
      {page?.changes.length === 0 && (
        <EmptyState title="Nothing was changed">
          <p>The question and its answers are as they were written.</p>
        </EmptyState>
      )}
      {page?.changes.map(({ id, what, parts }) => (
        <section key={id} className={styles.part}>
          <h2 className={styles.soft}>{what}</h2>
          {parts.map(([name, old, current]) => (
            <div key={name}>
              <b>{name}</b>
              <p className={styles.version}>
                <del>{old}</del>
              </p>
              <p className={styles.version}>
                <ins>{current}</ins>
              </p>
            </div>
          ))}
        </section>
      ))}
      {page?.older && (
        <ButtonLink to={page.older} variant="outline">
          Earlier changes
        </ButtonLink>
      )}
    </div>
  );
}
