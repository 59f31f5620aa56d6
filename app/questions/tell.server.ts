import { type SQL, sql } from "drizzle-orm";
import { aliasIn } from "#db/scopes/questions.ts";
import type { Reason } from "../notices/hidden.server.ts";
import { notify } from "../notices/notify.server.ts";

interface Happening {
  kind: "question-answered" | "question-commented" | "answer-accepted";
  questionId: number;
  doneBy: number;
  now: number;
}

export const tellFollowers = (
  { kind, questionId, doneBy, now }: Happening,
  isDone: SQL = sql`changes() > 0`,
) =>
  notify(
    {
      kind,
      userId: sql`coalesce(follow.user_id, owner.user_id)`,
      subject: questionId,
      // Nothing in the notice leads to who writes under an alias here.
      actorId: sql`iif(${aliasIn(questionId, doneBy)} is null, ${doneBy}, null)`,
      facts: sql`json_object('title', question.title)`,
      now,
    },
    sql`question_follows as follow join questions as question on question.id = follow.question_id
      left join question_aliases as owner on owner.alias = follow.alias`,
    sql`${isDone} and follow.question_id = ${questionId} and coalesce(follow.user_id, owner.user_id) <> ${doneBy}`,
  );

export const tellAsked = (
  { askerId, title, isAnonymous }: { askerId: number; title: string; isAnonymous: boolean },
  questionId: SQL,
  now: number,
) =>
  notify(
    {
      kind: "question-asked-you",
      userId: sql`asked.helper_id`,
      subject: sql`asked.question_id`,
      actorId: isAnonymous ? undefined : askerId,
      facts: { title },
      now,
    },
    sql`question_asks as asked`,
    sql`asked.question_id = ${questionId}
      and not exists (select 1 from users as helper where helper.id = asked.helper_id and helper.muted_at is not null)`,
  );

const questionOf = {
  question: sql`post.id`,
  answer: sql`post.question_id`,
  comment: sql`post.question_id`,
} as const;
export type PostKind = keyof typeof questionOf;

export const tellHidden = (admin: { id: number }, kind: PostKind, id: number, reason: string | null) =>
  tellAuthor(admin, kind, id, {
    subject: sql`'questions/' || ${questionOf[kind]} || ${`?hidden=${kind}-${id}`}`,
    done: "hidden",
    reason,
    isDone: reason === null ? sql`false` : sql`changes() > 0`,
  });

export const tellRemoved = (
  viewer: { id: number; isAdmin: boolean },
  kind: PostKind,
  id: number,
  { canRemove = sql`true`, reason }: { canRemove?: SQL | undefined; reason?: Reason } = {},
) =>
  tellAuthor(viewer, kind, id, {
    subject: sql`'questions/' || ${questionOf[kind]} || ${kind === "question" ? "" : `?removed=${kind}-${id}`}`,
    done: "removed",
    reason,
    isDone: viewer.isAdmin
      ? sql`exists (select 1 from ${sql.raw(`${kind}s`)} where ${canRemove})`
      : sql`false`,
  });

const tellAuthor = (
  admin: { id: number },
  kind: PostKind,
  id: number,
  { subject, done, reason, isDone }: { subject: SQL; done: string; reason: Reason; isDone: SQL },
) =>
  notify(
    {
      kind: "post-hidden",
      userId: sql`coalesce(post.author_id, owner.user_id)`,
      subject,
      facts: { what: kind, done, reason: reason ?? "" },
      now: Date.now(),
    },
    sql`${sql.raw(`${kind}s`)} as post left join question_aliases as owner on owner.alias = post.alias`,
    sql`${isDone} and post.id = ${id} and coalesce(post.author_id, owner.user_id) <> ${admin.id}`,
  );
