import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { requestConfirmations } from "#app/platform/mail/confirmation.server.ts";
import { dayMs, hourMs, minuteMs } from "#app/platform/time/durations.ts";
import { addDays, today } from "#app/platform/time/time.server.ts";
import { db, mails, notices, users, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { yieldToRequests } from "#db/yield-to-requests.ts";
import { composeDigest } from "./compose-mail.server.ts";
import { hasEnoughMails, isReachable, isStale, wakeDelivery } from "./deliver.server.ts";
import { timeOfDay } from "./quiet-hours.server.ts";

/** Digests per batch. */
const perBatch = 25;
/** Digests that can be sent before the next minute's run. */
const maxPerRound = 1_000;
/** Notices in one digest. Only the newest are included. The page shows the others. */
const maxNotices = 200;

const isInDigest = and(sql`${notices.inDigest} = 1`, isNull(notices.readAt));

const digestColumns = {
  id: notices.id,
  kind: notices.kind,
  count: notices.count,
  facts: notices.facts,
  url: notices.url,
  at: notices.at,
};

export const selectDigest = (userId: number) =>
  db
    .select(digestColumns)
    .from(notices)
    .where(and(eq(notices.userId, userId), isInDigest, sql`not ${isStale}`))
    .orderBy(desc(notices.at), desc(notices.id))
    .limit(maxNotices);

/**
 * When each hour of the day last began in the community's time zone, and on which day. An hour that the clocks skip
 * begins with the next one.
 */
export function listHours(now: number): { day: string; at: number }[] {
  const [, minute = 0] = timeOfDay(now).split(":").map(Number);
  const latest = now - (now % minuteMs) - minute * minuteMs;
  const hours = Array.from({ length: 49 }, (_, index) => {
    const at = latest - (48 - index) * hourMs;
    return { at, day: today(at), hour: Number.parseInt(timeOfDay(at), 10) };
  });
  const days = [today(now), addDays(today(now), -1)];
  return Array.from({ length: 24 }, (_, hour) => {
    const found = days.flatMap((day) => hours.find((each) => each.day === day && each.hour >= hour) ?? [])[0];
    return { day: found?.day ?? today(now), at: found?.at ?? now };
  });
}

/**
 * Queues at most one digest a day for each member with notices from before their hour. A missed digest is sent late,
 * even after midnight.
 */
export async function enqueueDigests(now = Date.now()): Promise<void> {
  const hours = JSON.stringify(listHours(now));
  const last = (name: "day" | "at") =>
    sql`(${hours} ->> ('$[' || ${users.digestHour} || '].${sql.raw(name)}'))`;
  const due = await db
    .select({ id: users.id, email: users.email, isReachable, day: sql<string>`${last("day")}` })
    .from(users)
    .where(
      and(
        sql`${users.id} in (select user_id from notices where in_digest = 1 and read_at is null)`,
        // A thank-you is stored with a date but no time, so it waits until that day is over.
        sql`exists (select 1 from notices as first where first.user_id = ${users.id} and first.in_digest = 1
          and first.read_at is null and first.at + iif(first.kind = 'thanks', ${dayMs}, 0) < ${last("at")})`,
        sql`not exists (select 1 from mails where key = 'digest:' || ${users.id} || ':' || ${last("day")})`,
        sql`not ${hasEnoughMails(sql`${users.id}`, today(now))}`,
        sql`not ${hasEnoughMails(sql`${users.id}`, last("day"))}`,
      ),
    )
    .limit(maxPerRound);
  const unreachable = due.filter((row) => !row.isReachable);
  await requestConfirmations(
    unreachable.map(({ email }) => email),
    now,
  );
  if (unreachable.length > 0) await dropDigests(unreachable);
  const reachable = due.filter((row) => row.isReachable);
  for (let at = 0; at < reachable.length; at += perBatch) {
    await enqueueSome(reachable.slice(at, at + perBatch), now);
    wakeDelivery();
    await yieldToRequests();
  }
}

/** Without a working address, notices are shown only on the page. */
const dropDigests = (members: readonly { id: number }[]) =>
  settleInBatches(
    { inDigest: false },
    sql`${notices.userId} in (select value from json_each(${JSON.stringify(members.map(({ id }) => id))}))`,
  );

/** Notices that one statement takes out of digests. */
const noticesPerBatch = 200;

async function settleInBatches(
  changes: { inDigest: false; mailedAt?: number },
  condition: SQL,
): Promise<void> {
  for (let isMore = true; isMore; ) {
    const settled = await write(() =>
      db
        .update(notices)
        .set(changes)
        .where(
          sql`${notices.id} in (select notices.id from notices where ${condition} and ${isInDigest} limit ${noticesPerBatch})`,
        )
        .returning({ id: notices.id }),
    );
    await yieldToRequests();
    isMore = settled.length === noticesPerBatch;
  }
}

/** The digests of several members, each newest first. */
const selectDigests = (userIds: SQL) =>
  db
    .select({ ...digestColumns, userId: notices.userId })
    .from(notices)
    .where(
      sql`${notices.id} in (select id from (select notices.id, row_number() over (partition by user_id
          order by at desc, notices.id desc) as nth
        from notices where user_id in (${userIds}) and ${isInDigest} and not ${isStale}) where nth <= ${maxNotices})`,
    )
    .orderBy(notices.userId, desc(notices.at), desc(notices.id));

async function enqueueSome(members: readonly { id: number; day: string }[], now: number): Promise<void> {
  const userIds = sql`select value from json_each(${JSON.stringify(members.map(({ id }) => id))})`;
  const rowsOf = Map.groupBy(await selectDigests(userIds), ({ userId }) => userId);
  const composed = members.flatMap(({ id, day }) => {
    const rows = rowsOf.get(id) ?? [];
    if (rows.length === 0) return [];
    const { kind, subject, text, quotes } = composeDigest(rows);
    return {
      key: `digest:${id}:${day}`,
      userId: id,
      kind,
      subject,
      text,
      quotes: JSON.stringify(quotes),
      notices: rows.map(({ id, count }) => ({ id, count })),
      /** Older notices do not fit into the digest. */
      oldestAt: rows.length === maxNotices ? rows.at(-1)?.at : null,
    };
  });
  const list = JSON.stringify(composed);
  const cell = (name: keyof (typeof composed)[number]) => sql`digest.value ->> ${sql.raw(`'$.${name}'`)}`;
  const queued = sql`json_each(${list}) as digest cross join mails as queued on queued.key = ${cell("key")}`;
  await namedBatch({
    queued: insertSelect(
      db,
      mails,
      {
        key: cell("key"),
        kind: cell("kind"),
        subject: cell("subject"),
        text: cell("text"),
        quotes: cell("quotes"),
        recipient: users.email,
        userId: users.id,
        day: today(now),
        isBulk: true,
        createdAt: now,
        attempts: 0,
        nextAttemptAt: now,
      },
      sql`(select value from json_each(${list})) as digest cross join users on users.id = ${cell("userId")}`,
      isReachable,
    ).onConflictDoNothing({ target: mails.key }),
    // A notice whose count has grown in the meantime waits for the next digest.
    settled: db
      .update(notices)
      .set({ inDigest: false, mailedAt: now })
      .where(
        and(
          sql`${notices.userId} in (${userIds})`,
          isInDigest,
          sql`${notices.id} in (select named.id from ${queued} cross join json_each(digest.value, '$.notices') as part
            cross join notices as named on named.id = part.value ->> 'id' and named.count = part.value ->> 'count')`,
        ),
      ),
  });
  const isOlder = sql`exists (select 1 from ${queued} where ${cell("userId")} = notices.user_id
    and notices.at < ${cell("oldestAt")})`;
  await settleInBatches(
    { inDigest: false, mailedAt: now },
    sql`${notices.userId} in (${userIds}) and (${isStale} or ${isOlder})`,
  );
}
