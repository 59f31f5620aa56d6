import { and, desc, eq, lt, sql } from "drizzle-orm";
import { Link } from "react-router";
import { answers, db, questionRevisions } from "#db/index.ts";
import { pageOf, readIdCursor } from "#db/scopes/pages.ts";
import { isVisiblePost, type QuestionReader } from "#db/scopes/questions.ts";
import { requireViewer } from "../../auth/guards.server.ts";
import { questionPath } from "../../questions/slug.ts";
import { quiet, stack } from "../../styles/layout.css.ts";
import { formatDateTime } from "../../time/time.server.ts";
import { List } from "../../ui/list.tsx";
import { Title } from "../../ui/page.tsx";
import type { Route } from "./+types/history.ts";
import { findPost, leadOn } from "./find-post.server.ts";
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

export const handle = { title: "History of a question", failed: "Failed to load the history" };

export async function loader(args: Route.LoaderArgs) {
  const viewer = await requireViewer(args);
  const { question } = await findPost(viewer, args.params.id, new URL(args.url.origin)).catch(leadOn);
  const rows = await selectChanges(question.id, viewer, readIdCursor(args.url));
  return { title: question.title, path: questionPath(question), ...pageOf(rows, pageSize, present) };
}

type Change = Awaited<ReturnType<typeof selectChanges>>[number];

const present = ({ id, answerId, replacedAt, who, ...row }: Change) => ({
  id,
  what: `${who} changed ${answerId === null ? "the question" : "an answer"}, ${formatDateTime(replacedAt)}`,
  parts: [
    ...(answerId === null
      ? [["Title", row.title, row.newTitle] as const, ["Tags", row.tags, row.newTags] as const]
      : []),
    ["Text", row.body, row.newBody] as const,
  ].filter(([, old, current]) => old !== current),
});

export { LoadFailed as ErrorBoundary } from "../../ui/load-failed.tsx";

export default function History({ loaderData: { title, path, rows, next } }: Route.ComponentProps) {
  return (
    <div className={styles.thing}>
      <Title>{handle.title}</Title>
      <h1>History</h1>
      <p>
        <Link to={path} dir="auto">
          {title}
        </Link>
      </p>
      <List
        scene="lead"
        rows={rows}
        next={next}
        empty={["Nothing was changed", "The question and its answers are as they were written."]}
        className={stack[4]}
      >
        {({ id, what, parts }) => (
          <li key={id} className={styles.part}>
            <h2 className={quiet}>{what}</h2>
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
          </li>
        )}
      </List>
    </div>
  );
}
