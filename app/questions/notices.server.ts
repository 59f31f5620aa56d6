import { and, inArray, type SQL, sql } from "drizzle-orm";
import { db, notices, questions } from "#db/index.ts";
import { isMutedNow } from "#db/scopes/mutes.ts";
import { isOfHidden } from "#db/scopes/notices.ts";
import { aliasIn, type Writer } from "#db/scopes/questions.ts";
import { things } from "#db/things.ts";
import type { PostKind } from "#db/vocabulary.ts";
import { yieldToRequests } from "#db/yield-to-requests.ts";
import { notify, notifyMany } from "../notices/notify.server.ts";
import { publishNotices } from "../notices/publish.server.ts";
import { notifyHiddenAuthor, type Reason } from "../notices/removal-notices.server.ts";

interface Happening {
  kind: "question-answered" | "question-commented" | "answer-accepted";
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

const questionKinds = ["question-answered", "question-commented", "answer-accepted", "question-asked-you"];
const counted = {
  "question-answered": { table: "answers", at: "answered_at" },
  "question-commented": { table: "comments", at: "created_at" },
} as const;

/**
 * Withdraws the notices about a post that is being removed, and about the comments below it. A notice that also
 * counts other posts is decremented. Run the two statements before the row is deleted, and pass what they return to
 * `publishNotices`.
 * @param isGone a condition on the post's table
 * @param some a condition on notices
 * @param turn the notices of one batch, by their ids
 */
export function withdrawPostNotices(
  kind: PostKind,
  id: number,
  isGone: SQL | undefined = sql`true`,
  { some = sql`true`, turn }: { some?: SQL | undefined; turn?: SQL } = {},
) {
  // With a list of ids, the plus keeps SQLite from starting with the index on these columns.
  const [ofKind, ofSubject] = turn
    ? [sql`+${notices.kind}`, sql`+${notices.subject}`]
    : [sql`${notices.kind}`, sql`${notices.subject}`];
  const isMeant = turn ?? some;
  const takeBack = (isLast: SQL, isOfSeveral = sql`${notices.id} = 0`, lost = sql`0`) =>
    [
      db.delete(notices).where(sql`${isMeant} and (${isLast})`).returning({ userId: notices.userId }),
      db
        .update(notices)
        .set({ count: sql`${notices.count} - ${lost}` })
        .where(and(isMeant, isOfSeveral))
        .returning({ userId: notices.userId }),
    ] as const;
  if (kind === "question") {
    const isRemoved = sql`exists (select 1 from ${questions}
      where ${questions.id} = ${id} and ${questions.hiddenAt} is null and ${isGone})`;
    const parts = (kind: string) =>
      sql.raw(`select '${kind}-' || part.id from ${kind}s as part where part.question_id = ${Number(id)}`);
    return takeBack(
      sql`((${inArray(ofKind, questionKinds)} and ${ofSubject} = ${String(id)})
        or (${ofKind} = 'thanks' and ${ofSubject} in (${parts("answer")} union all ${parts("comment")})))
        and (${isOfHidden} or ${isRemoved})`,
    );
  }
  const { table } = things[kind];
  const gone = (column: SQL) => sql`(select ${column} from ${table} where ${table.id} = ${id} and ${isGone})`;
  const questionId = gone(sql`question_id`);
  /** How many of the posts that a notice counts are removed. It counts the newest ones up to its own time. */
  const lostOf = (counting: keyof typeof counted, isGoing: SQL, isThere: SQL) => {
    const { table, at } = counted[counting];
    return sql`(select count(*) from (select told.*, row_number() over (order by told.id desc) as place
      from ${sql.raw(table)} as told where told.question_id = ${questionId} and ${isThere}
        and told.author_id is not ${notices.userId} and told.${sql.raw(at)} <= ${notices.at}) as told
      where ${isGoing} and told.place <= ${notices.count})`;
  };
  const isIt = sql`told.id = ${id}`;
  const isThere = sql`told.hidden_at is null`;
  const lost =
    kind === "comment"
      ? lostOf("question-commented", isIt, sql`(${isThere} or ${isIt})`)
      : sql`iif(${ofKind} = 'question-answered', ${lostOf("question-answered", isIt, sql`(${isThere} or ${isIt})`)},
          ${lostOf("question-commented", sql`told.answer_id = ${id}`, isThere)})`;
  const countingKinds = kind === "comment" ? ["question-commented"] : Object.keys(counted);
  const isCounting = sql`(${inArray(ofKind, countingKinds)} and ${ofSubject} = cast(${questionId} as text))`;
  const isAccepted = sql`(${ofKind} = 'answer-accepted' and ${ofSubject} = cast(${questionId} as text)
    and ${kind === "answer" ? gone(sql`is_accepted`) : 0} = 1)`;
  const thanked = sql`select ${`${kind}-${id}`} where ${gone(sql`id`)} is not null
    union all select 'comment-' || below.id from comments as below where below.answer_id = ${kind === "answer" ? gone(sql`id`) : sql`null`}`;
  return takeBack(
    sql`(${isCounting} and ${lost} >= ${notices.count}) or ${isAccepted}
      or (${ofKind} = 'thanks' and ${notices.readAt} is null and ${ofSubject} in (${thanked}))`,
    sql`${isCounting} and ${lost} > 0`,
    lost,
  );
}

/** Notices withdrawn per batch, few enough not to block other requests. */
const batchSize = 500;

/**
 * Withdraws the notices of a post with many of them in batches, before the post is removed. Returns a condition for
 * the remaining ones, which the removal itself withdraws.
 */
export async function withdrawInTurns(
  kind: PostKind,
  id: number,
  isGone: SQL | undefined = sql`true`,
): Promise<SQL> {
  const { table, questionId } = things[kind];
  const ofPost = sql`select cast(${questionId ?? table.id} as text) from ${table}
    where ${table.id} = ${id} and ${isGone}`;
  const [newest] = await db.select({ id: sql<number>`coalesce(max(id), 0)` }).from(notices);
  const top = newest?.id ?? 0;
  const done: string[] = [];
  for (const noticeKind of questionKinds) {
    for (let after = 0, isMore = true; isMore; ) {
      const ofKind = sql`${notices.kind} = ${noticeKind} and ${notices.subject} = (${ofPost})
        and ${notices.id} > ${after} and ${notices.id} <= ${top}`;
      const [last] = await db
        .select({ id: notices.id })
        .from(notices)
        .where(ofKind)
        .orderBy(notices.id)
        .limit(1)
        .offset(batchSize - 1);
      isMore = last !== undefined;
      if (!isMore && after === 0) break;
      const end = last?.id ?? top;
      const turn = sql`${notices.id} in (select id from notices where ${ofKind} and id <= ${end})`;
      const [withdrawn, counted] = await db.batch(withdrawPostNotices(kind, id, isGone, { turn }));
      await publishNotices([...withdrawn, ...counted]);
      await yieldToRequests();
      if (after === 0) done.push(noticeKind);
      after = end;
    }
  }
  return sql`not (${inArray(notices.kind, done)} and ${notices.id} <= ${top})`;
}
