import { and, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { db, notices, questions } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { isMutedNow } from "#db/scopes/mutes.ts";
import { isOfHidden } from "#db/scopes/notices.ts";
import { aliasIn, type Writer } from "#db/scopes/questions.ts";
import { things } from "#db/things.ts";
import type { PostKind } from "#db/vocabulary.ts";
import { yieldToRequests } from "#db/yield-to-requests.ts";
import { notify, notifyMany, withdrawCauses } from "../notices/notify.server.ts";
import { publishNotices } from "../notices/publish.server.ts";
import { notifyHiddenAuthor, type Reason } from "../notices/removal-notices.server.ts";

/** The cause of a notice, by kind: the post that was inserted in the same batch. */
const newest = {
  "question-answered": sql`'answer-' || (select max(id) from answers)`,
  "question-commented": sql`'comment-' || (select max(id) from comments)`,
  "answer-accepted": undefined,
};

interface Happening {
  kind: keyof typeof newest;
  questionId: number;
  doneBy: Writer;
  now: number;
}

export const notifyFollowers = (
  { kind, questionId, doneBy, now }: Happening,
  isDone: SQL = sql`changes() > 0`,
) =>
  notifyMany(
    {
      kind,
      userId: sql`coalesce(follow.user_id, owner.user_id)`,
      subject: questionId,
      // The notice must not reveal who writes under an alias here.
      actorId: sql`iif(${aliasIn(questionId, doneBy)} is null, ${doneBy.id}, null)`,
      cause: newest[kind],
      facts: sql`json_object('title', question.title)`,
      now,
    },
    sql`question_follows as follow join questions as question on question.id = follow.question_id
      left join question_aliases as owner on owner.alias = follow.alias`,
    sql`${isDone} and follow.question_id = ${questionId} and coalesce(follow.user_id, owner.user_id) <> ${doneBy.id}`,
  );

export const notifyHelpers = (
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
      and not exists (select 1 from users as helper where helper.id = asked.helper_id
        and ${isMutedNow("helper", now)})`,
  );

/** The id of the question of the row `post`. */
const questionOf = (kind: PostKind) => (kind === "question" ? sql`post.id` : sql`post.question_id`);

export const notifyPostHidden = (admin: { id: number }, kind: PostKind, id: number, reason: string | null) =>
  notifyHiddenAuthor(admin, kind, id, {
    subject: sql`'questions/' || ${questionOf(kind)} || ${`?hidden=${kind}-${id}`}`,
    done: "hidden",
    reason,
    isDone: reason === null ? sql`false` : sql`changes() > 0`,
  });

export const notifyPostRemoved = (
  viewer: { id: number; isAdmin: boolean; isModerator: boolean },
  kind: PostKind,
  id: number,
  { canRemove = sql`true`, reason }: { canRemove?: SQL | undefined; reason?: Reason } = {},
) =>
  notifyHiddenAuthor(viewer, kind, id, {
    subject: sql`'questions/' || ${questionOf(kind)} || ${kind === "question" ? "" : `?removed=${kind}-${id}`}`,
    done: "removed",
    reason,
    isDone:
      viewer.isAdmin || viewer.isModerator
        ? sql`exists (select 1 from ${sql.raw(`${kind}s`)} where ${canRemove})`
        : sql`false`,
  });

/** On a post's table: whether it is the post that is being removed. */
const isIt = (kind: PostKind, id: number, isGone = sql`true`) =>
  sql`exists (select 1 from ${things[kind].table} where ${things[kind].table.id} = ${id} and ${isGone})`;

/** A query for the answers and comments that are removed with a post, itself included, such as `answer-7`. */
function removedPosts(kind: PostKind, id: number, isGone?: SQL) {
  const below = (part: "answer" | "comment") => sql`select ${`${part}-`} || part.id
    from ${sql.raw(`${part}s`)} as part where part.${sql.raw(kind)}_id = ${id} and ${isIt(kind, id, isGone)}`;
  if (kind === "question") return sql`${below("answer")} union all ${below("comment")}`;
  const self = sql`select ${`${kind}-${id}`} where ${isIt(kind, id, isGone)}`;
  return kind === "answer" ? sql`${self} union all ${below("comment")}` : self;
}

const questionKinds = ["question-answered", "question-commented", "answer-accepted", "question-asked-you"];

/** On notices: whether they are only about posts that are being removed. Readers of a hidden question keep theirs. */
function isWithdrawn(kind: PostKind, id: number, isGone?: SQL) {
  const isThanks = sql`${notices.kind} = 'thanks' and ${notices.subject} in (${removedPosts(kind, id, isGone)})`;
  if (kind === "question")
    return sql`((${inArray(notices.kind, questionKinds)} and ${notices.subject} = ${String(id)}) or (${isThanks}))
      and (${isOfHidden} or ${isIt(kind, id, and(isNull(questions.hiddenAt), isGone))})`;
  const isAccepted = sql`${notices.kind} = 'answer-accepted' and ${notices.subject} = (select cast(question_id as text)
    from answers where id = ${id} and is_accepted and ${isGone ?? sql`true`})`;
  const isUnreadThanks = sql`${isThanks} and ${notices.readAt} is null`;
  return kind === "answer" ? sql`((${isAccepted}) or (${isUnreadThanks}))` : isUnreadThanks;
}

/**
 * Withdraws the notices about a post that is being removed, and about the comments below it. The count of a notice that
 * also counts other posts is lowered. Run the statements before the row is deleted, and pass what they return to
 * `publishNotices`.
 * @param isGone a condition on the post's table
 * @param limit how many notices and how many causes
 */
export const withdrawPostNotices = (kind: PostKind, id: number, isGone?: SQL, limit = -1) =>
  [
    db
      .delete(notices)
      .where(sql`id in (select id from notices where ${isWithdrawn(kind, id, isGone)} limit ${limit})`)
      .returning({ userId: notices.userId }),
    ...(kind === "question" ? [] : withdrawCauses(removedPosts(kind, id, isGone), limit)),
  ] as const;

/** Withdrawn per batch, few enough not to block other requests. */
const batchSize = 200;

/** Withdraws the notices of a post with many of them in batches. The removal itself withdraws the remaining ones. */
export async function withdrawInTurns(kind: PostKind, id: number, isGone?: SQL): Promise<void> {
  const isMany = (table: string, condition: SQL) =>
    sql`(select 1 from ${sql.raw(table)} where ${condition} limit 1 offset ${batchSize - 1}) is not null`;
  const isCrowded = sql<boolean>`(${isMany("notices", isWithdrawn(kind, id, isGone))}
    or ${isMany("notice_causes", sql`cause in (${removedPosts(kind, id, isGone)})`)})`.mapWith(Boolean);
  for (;;) {
    const [found] = await db.select({ isCrowded }).from(sql`(select 1)`);
    if (!found?.isCrowded) return;
    const { withdrawn } = await namedBatch({ withdrawn: withdrawPostNotices(kind, id, isGone, batchSize) });
    await publishNotices(withdrawn);
    await yieldToRequests();
  }
}
