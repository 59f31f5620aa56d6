import { and, eq, inArray, is, isNull, SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db, fanOuts, notices, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { type NoticeKindName, noticeKinds } from "../schemas/notice-kinds.ts";
import { minuteMs } from "../time/durations.ts";

interface Notice {
  kind: NoticeKindName;
  /** The member to tell: an id, or an expression over the source. */
  userId: number | SQL;
  /** The kind groups by it. */
  subject: number | string | SQL;
  actorId?: number | SQL | undefined;
  /** The words, or a JSON object of them. */
  facts?: Record<string, string> | SQL;
  /** `mail` or `digest`: what a mail at once becomes, as a saved search says. */
  mailAs?: SQL;
  now: number;
}

/**
 * Comes in the batch of its cause: one notice for each row of the source, unless a choice or a block rules it out; an
 * unread one of the subject counts one more. Pass what it returns to `publishNotices` after the commit.
 */
export function notify(notice: Notice, source: SQLiteTable | SQL, condition?: SQL) {
  const { kind, actorId, now } = notice;
  const { preset, link, gapMinutes = 0 } = noticeKinds[kind];
  const userId = sql`${notice.userId}`;
  // Numbers are bound as reals, whose text ends with ".0".
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
        actorId: sql`excluded.actor_id`,
        facts: sql`excluded.facts`,
        at: sql`excluded.at`,
        mailAt: sql`coalesce(${notices.mailAt}, excluded.mail_at)`,
        inDigest: sql`excluded.in_digest`,
      },
    })
    .returning({ userId: notices.userId, kind: notices.kind });
}

/** As many as one turn tells without holding up other requests. */
const perTurn = 200;

/**
 * As `notify`, for an audience of any size: the first turn's receivers are notified in the batch, the others by `notifyRest`.
 * The second statement returns the members it told.
 */
export function notifyMany(notice: Notice, source: SQLiteTable | SQL, condition?: SQL) {
  const { kind, userId, subject, actorId, facts = {}, mailAs = sql`'mail'`, now } = notice;
  const subjectText = typeof subject === "number" ? String(subject) : subject;
  const factsText = is(facts, SQL) ? facts : JSON.stringify(facts);
  const receivers = db
    .select({
      place: sql`(row_number() over () - 1) / cast(${perTurn} as integer)`.as("place"),
      userId: sql`${userId}`.as("user_id"),
      subject: sql`${subjectText}`.as("subject"),
      facts: sql`${factsText}`.as("facts"),
      mailAs: sql`${mailAs}`.as("mail_as"),
    })
    .from(source)
    .where(condition)
    .as("receivers");
  const first = sql`fan.place = 0`;
  return [
    insertSelect(
      db,
      fanOuts,
      {
        kind,
        actorId: actorId ?? null,
        at: now,
        place: sql`receivers.place`,
        receivers: sql`json_group_array(json_array(receivers.user_id, receivers.subject, receivers.facts, receivers.mail_as))`,
      },
      sql`${receivers} group by receivers.place`,
    ),
    notifyReceivers(kind, now, first),
    db.delete(fanOuts).where(eq(fanOuts.place, sql`0`)),
  ] as const;
}

/** Who has no account any more is left out. @param which a condition on `fan`, a row of `fan_outs` */
const notifyReceivers = (kind: NoticeKindName, now: number, which: SQL) =>
  notify(
    {
      kind,
      userId: sql`receiver.id`,
      subject: sql`notified.value ->> 1`,
      actorId: sql`fan.actor_id`,
      facts: sql`notified.value ->> 2`,
      mailAs: sql`notified.value ->> 3`,
      now,
    },
    sql`fan_outs as fan cross join json_each(fan.receivers) as notified
      cross join users as receiver on receiver.id = notified.value ->> 0 and receiver.status <> 'deleted'`,
    which,
  );

/** Tells the next turn of the oldest waiting notice. Returns the members it told, or null when nothing waits. */
export async function notifyNext() {
  const [next] = await db
    .select({ id: fanOuts.id, kind: fanOuts.kind, at: fanOuts.at })
    .from(fanOuts)
    .orderBy(fanOuts.id)
    .limit(1);
  if (!next) return null;
  const [notified] = await db.batch([
    notifyReceivers(next.kind as NoticeKindName, next.at, sql`fan.id = ${next.id}`),
    db.delete(fanOuts).where(eq(fanOuts.id, next.id)),
  ]);
  return notified;
}

export const notifyAdmins = (
  kind: "admin-reports" | "admin-approvals" | "admin-trouble",
  now: number,
  condition?: SQL,
) =>
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

/** The statement that takes unread notices of a subject back, because it is no more. */
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
