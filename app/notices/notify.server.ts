import { and, eq, gt, inArray, is, isNull, lte, SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { minuteMs } from "#app/platform/time/durations.ts";
import { db, fanOuts, noticeCauses, notices, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { type NoticeKindName, noticeKinds } from "./kinds.ts";

interface Notice {
  kind: NoticeKindName;
  /** The recipient: an id, or an expression over the source. */
  userId: number | SQL;
  /** Notices of a kind with the same subject are grouped. */
  subject: number | string | SQL;
  actorId?: number | SQL | undefined;
  /** For notices whose count `withdrawCauses` can lower: the cause that is counted now. */
  cause?: SQL | undefined;
  /** The words for the text, or an SQL expression for a JSON object of them. */
  facts?: Record<string, string> | SQL;
  /** `mail` or `digest`: replaces the recipient's `mail` choice, for example with a saved search's setting. */
  mailAs?: SQL;
  now: number;
}

/**
 * Creates one notice for each row of the source, unless the recipient's choice or a block excludes it. An unread notice
 * with the same subject is updated and its count goes up by one. Run it in the same batch as its cause, and pass the
 * returned rows to `publishNotices` after the commit.
 */
export function notify(notice: Notice, source: SQLiteTable | SQL, condition?: SQL) {
  const { kind, actorId, now } = notice;
  const { preset, link, gapMinutes = 0 } = noticeKinds[kind];
  const userId = sql`${notice.userId}`;
  // Numbers are bound as reals, which convert to text with ".0".
  const subject =
    typeof notice.subject === "number" ? sql`${String(notice.subject)}` : sql`${notice.subject}`;
  const chosen = sql`coalesce((select chosen.choice from notice_settings as chosen
    where chosen.user_id = ${userId} and chosen.kind = ${kind}), ${preset})`;
  const choice = notice.mailAs ? sql`iif(${chosen} = 'mail', ${notice.mailAs}, ${chosen})` : chosen;
  const lastMailedAt = sql`(select max(last.mailed_at) from notices as last
    where last.user_id = ${userId} and last.kind = ${kind} and last.subject = cast(${subject} as text))`;
  const mailAt =
    gapMinutes === 0
      ? sql`${now}`
      : sql`max(${now}, coalesce(${lastMailedAt}, 0) + ${gapMinutes * minuteMs})`;
  const facts = notice.facts ?? {};
  return insertSelect(
    db,
    notices,
    {
      userId,
      kind,
      subject: sql`cast(${subject} as text)`,
      actorId: actorId ?? null,
      count: 1,
      cause: notice.cause ?? null,
      facts,
      url: sql`replace(${link}, '{subject}', ${subject})`,
      at: now,
      mailAt: sql`case when ${choice} = 'mail' then cast(${mailAt} as integer) end`,
      inDigest: sql`${choice} = 'digest'`,
    },
    source,
    and(
      condition,
      sql`${choice} <> 'never'`,
      actorId === undefined
        ? undefined
        : sql`not exists (select 1 from blocks where blocker_id = ${userId} and blocked_id = ${actorId})`,
    ),
  )
    .onConflictDoUpdate({
      target: [notices.userId, notices.kind, notices.subject],
      targetWhere: isNull(notices.readAt),
      set: {
        count: sql`${notices.count} + 1`,
        cause: sql`excluded.cause`,
        actorId: sql`excluded.actor_id`,
        facts: sql`excluded.facts`,
        at: sql`excluded.at`,
        mailAt: sql`coalesce(${notices.mailAt}, excluded.mail_at)`,
        inDigest: sql`excluded.in_digest`,
      },
    })
    .returning({ userId: notices.userId, kind: notices.kind });
}

/** Recipients per batch, few enough not to block other requests. */
const batchSize = 200;

type Waiting = Pick<Notice, "kind" | "actorId" | "now">;

const waitingRow = ({ kind, actorId, now }: Waiting) => ({ kind, actorId: actorId ?? null, at: now });

/** Numbers are bound as reals, which convert to text with ".0". */
const toText = (value: Notice["subject"] | Notice["facts"] = {}) =>
  is(value, SQL) ? value : typeof value === "object" ? JSON.stringify(value) : String(value);

const isFirst = eq(fanOuts.place, sql`0`);

/**
 * Like `notify`, for an audience of any size that gets the same text. The first batch of recipients is notified
 * immediately, the others by `notifyRemaining`. The second statement returns the members it notified.
 */
export function notifyMany(notice: Notice, source: SQLiteTable | SQL, condition?: SQL) {
  const words = sql`'subject', ${toText(notice.subject)}, 'facts', ${toText(notice.facts)}, 'cause', ${notice.cause ?? null}`;
  const audience = db
    .select({
      receivers: sql`json_object('to', json_group_array(${notice.userId}), ${words})`.as("receivers"),
      total: sql`count(*)`.as("total"),
    })
    .from(source)
    .where(condition)
    .as("audience");
  return [
    insertSelect(
      db,
      fanOuts,
      { ...waitingRow(notice), place: 0, receivers: sql`audience.receivers` },
      sql`${audience}`,
      sql`audience.total > 0`,
    ),
    notifySome(notice, sql`fan.place = 0`, 0),
    db.update(fanOuts).set({ place: batchSize }).where(isFirst),
    db.delete(fanOuts).where(and(eq(fanOuts.place, batchSize), isTold)),
  ] as const;
}

/** Like `notifyMany`, in three statements, for recipients who each have their own subject, words or `mailAs`. */
export const notifyEach = (notice: Notice, source: SQLiteTable | SQL, condition?: SQL) =>
  [
    queueEach(notice, 0, source, condition),
    notifyAll(notice, sql`fan.place = 0`),
    db.delete(fanOuts).where(isFirst),
  ] as const;

/** How long an action that notifies others can be undone on its page. */
export const undoMs = minuteMs;

/**
 * Like `notify`, for an action that can be undone. Nobody is notified before `undoMs` have passed, and until then
 * `withdrawHeld` cancels it. Returns the actor, whose other pages are updated immediately.
 */
export const holdNotices = (notice: Notice, source: SQLiteTable | SQL, condition?: SQL) =>
  queueEach({ ...notice, now: notice.now + undoMs }, 1, source, condition).returning({
    userId: sql<number>`${fanOuts.actorId}`,
  });

/** A condition on `fan_outs`: notices of an actor's action that have not been sent yet. */
export const isHeld = (
  kinds: readonly NoticeKindName[],
  actorId: number,
  { subject, userId }: { subject: number; userId?: number },
  now: number,
) =>
  and(
    inArray(fanOuts.kind, kinds),
    eq(fanOuts.actorId, actorId),
    gt(fanOuts.at, now),
    sql`cast(${fanOuts.receivers} ->> '$[0].subject' as text) = ${String(subject)}`,
    userId === undefined ? undefined : sql`cast(${fanOuts.receivers} ->> '$[0].to' as integer) = ${userId}`,
  );

/** The statement that cancels held notices. @param which `isHeld`, with conditions of the action */
export const withdrawHeld = (which: SQL | undefined) =>
  db.delete(fanOuts).where(which).returning({ id: fanOuts.id });

/** Like `withdrawHeld`, in two statements, for one of several recipients. */
export const withdrawHeldOf = (userId: SQL, which: SQL | undefined) =>
  [
    db
      .update(fanOuts)
      .set({
        receivers: sql`(select json_group_array(json(receiver.value)) from json_each(${fanOuts.receivers}) as receiver
          where cast(receiver.value ->> 'to' as integer) is not ${userId})`,
      })
      .where(which),
    db.delete(fanOuts).where(and(which, sql`json_array_length(${fanOuts.receivers}) = 0`)),
  ] as const;

function queueEach(notice: Notice, firstPlace: 0 | 1, source: SQLiteTable | SQL, condition?: SQL) {
  const { userId, subject, facts, mailAs = sql`'mail'` } = notice;
  const receivers = db
    .select({
      place:
        sql`(row_number() over () - 1) / cast(${batchSize} as integer) + cast(${firstPlace} as integer)`.as(
          "place",
        ),
      receiver: sql`json_object('to', ${userId}, 'subject', ${toText(subject)}, 'facts', ${toText(facts)},
        'mailAs', ${mailAs})`.as("receiver"),
    })
    .from(source)
    .where(condition)
    .as("receivers");
  return insertSelect(
    db,
    fanOuts,
    {
      ...waitingRow(notice),
      place: sql`receivers.place`,
      // Concatenated as text because a JSON function would parse each value again.
      receivers: sql`'[' || group_concat(receivers.receiver) || ']'`,
    },
    sql`${receivers} group by receivers.place`,
  );
}

/** Notifies the recipients in a row of `notifyEach`. @param which a condition on `fan`, a row of `fan_outs` */
const notifyAll = (waiting: Waiting, which: SQL) =>
  notifyReceivers(
    waiting,
    sql`json_each(fan.receivers) as told`,
    {
      id: sql`told.value ->> 'to'`,
      subject: sql`told.value ->> 'subject'`,
      facts: sql`told.value ->> 'facts'`,
      mailAs: sql`told.value ->> 'mailAs'`,
    },
    which,
  );

/** Notifies the next batch in a row of `notifyMany`, which holds one list of ids and the words for all. */
const notifySome = (waiting: Waiting, which: SQL, told: number) =>
  notifyReceivers(
    waiting,
    sql`(select each.value as id from fan_outs as fan cross join json_each(fan.receivers, '$.to') as each
      where ${which} limit ${batchSize} offset ${told}) as told`,
    {
      id: sql`told.id`,
      subject: sql`fan.receivers ->> 'subject'`,
      facts: sql`fan.receivers ->> 'facts'`,
      cause: sql`fan.receivers ->> 'cause'`,
    },
    which,
  );

/** Members who deleted their accounts are skipped. */
const notifyReceivers = (
  { kind, now }: Waiting,
  receivers: SQL,
  { id, ...words }: { id: SQL; subject: SQL; facts: SQL; mailAs?: SQL; cause?: SQL },
  which: SQL,
) =>
  notify(
    { kind, userId: sql`receiver.id`, actorId: sql`fan.actor_id`, ...words, now },
    sql`fan_outs as fan cross join ${receivers}
      cross join users as receiver on receiver.id = ${id} and receiver.status <> 'deleted'`,
    which,
  );

const isOfMany = sql<boolean>`json_type(${fanOuts.receivers}) = 'object'`.mapWith(Boolean);
const isTold = sql`${fanOuts.place} >= json_array_length(${fanOuts.receivers}, '$.to')`;

/**
 * Notifies the next batch of the oldest pending notice. Returns the members it notified, or null when nothing is
 * pending.
 */
export async function notifyNextBatch() {
  const [next] = await db
    .select({ id: fanOuts.id, kind: fanOuts.kind, at: fanOuts.at, place: fanOuts.place, isOfMany })
    .from(fanOuts)
    .where(lte(fanOuts.at, Date.now()))
    .orderBy(fanOuts.at, fanOuts.id)
    .limit(1);
  if (!next) return null;
  const waiting = { kind: next.kind as NoticeKindName, now: next.at };
  const which = sql`fan.id = ${next.id}`;
  const isNext = eq(fanOuts.id, next.id);
  if (!next.isOfMany) {
    const [notified] = await db.batch([notifyAll(waiting, which), db.delete(fanOuts).where(isNext)]);
    return notified;
  }
  const { notified } = await namedBatch({
    notified: notifySome(waiting, which, next.place),
    advanced: db
      .update(fanOuts)
      .set({ place: next.place + batchSize })
      .where(isNext),
    finished: db.delete(fanOuts).where(and(isNext, isTold)),
  });
  return notified;
}

export const notifyAdmins = (kind: "admin-approvals" | "admin-trouble", now: number, condition?: SQL) =>
  notify(
    { kind, userId: sql`users.id`, subject: "", now },
    users,
    and(eq(users.isAdmin, true), eq(users.status, "active"), condition),
  );

export const closeNotice = (
  userId: number,
  kind: NoticeKindName,
  subject: number | string,
  now: number,
  condition?: SQL,
) =>
  db
    .update(notices)
    .set({ readAt: now, mailAt: null, inDigest: false })
    .where(
      and(
        eq(notices.userId, userId),
        eq(notices.kind, kind),
        eq(notices.subject, String(subject)),
        isNull(notices.readAt),
        condition,
      ),
    )
    .returning({ userId: notices.userId });

/** The statement that deletes unread notices of a subject that no longer exists. */
export const withdrawNotices = (
  kinds: readonly NoticeKindName[],
  subject: number | string,
  condition?: SQL,
) =>
  db
    .delete(notices)
    .where(
      and(
        inArray(notices.kind, kinds),
        eq(notices.subject, String(subject)),
        isNull(notices.readAt),
        condition,
      ),
    )
    .returning({ userId: notices.userId });

/**
 * The statements that lower the counts of notices by some causes, at most `limit` at a time. A notice is deleted with
 * its last cause. Pass the rows that they return to `publishNotices`.
 * @param causes a query
 */
export function withdrawCauses(causes: SQL, limit = -1) {
  const some = sql`(select rowid from notice_causes where cause in (${causes}) limit ${limit})`;
  return [
    db
      .select({ userId: notices.userId })
      .from(notices)
      .where(sql`${notices.id} in (select notice_id from notice_causes where rowid in ${some})`),
    db.delete(noticeCauses).where(sql`rowid in ${some}`),
  ] as const;
}
