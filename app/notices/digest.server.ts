import { setImmediate as yieldToRequests } from "node:timers/promises";
import { and, desc, eq, isNull, lt, or, sql } from "drizzle-orm";
import { dayMs, hourMs, minuteMs } from "#app/platform/time/durations.ts";
import { addDays, today } from "#app/platform/time/time.server.ts";
import { db, mails, notices, users, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { composeDigest } from "./compose-mail.server.ts";
import {
  hasEnoughMails,
  isReachable,
  isStale,
  requestConfirmations,
  wakeDelivery,
} from "./deliver.server.ts";
import { timeOfDay } from "./quiet-hours.server.ts";

const perBatch = 10;
/** Digests that can be sent before the next minute's run. */
const maxPerRound = 1_000;
/** Notices in one digest. Only the newest are included. The page shows the others. */
const maxNotices = 200;

const isInDigest = and(eq(notices.inDigest, true), isNull(notices.readAt));

export const selectDigest = (userId: number) =>
  db
    .select({
      id: notices.id,
      kind: notices.kind,
      count: notices.count,
      facts: notices.facts,
      url: notices.url,
      at: notices.at,
    })
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
  write(() =>
    db
      .update(notices)
      .set({ inDigest: false })
      .where(
        and(
          sql`${notices.userId} in (select value from json_each(${JSON.stringify(members.map(({ id }) => id))}))`,
          isInDigest,
        ),
      ),
  );

/** Whether a digest settles a notice: it names it with this count, or had no space for it, or it is stale. */
function isSettled(composed: readonly { id: number; count: number; at: number }[]) {
  const named = JSON.stringify(composed.map(({ id, count }) => `${id}.${count}`));
  const oldest = composed.length === maxNotices ? composed.at(-1)?.at : undefined;
  return or(
    sql`${notices.id} || '.' || ${notices.count} in (select value from json_each(${named}))`,
    oldest === undefined ? undefined : lt(notices.at, oldest),
    isStale,
  );
}

async function enqueueSome(members: readonly { id: number; day: string }[], now: number): Promise<void> {
  const lists = await db.batch(members.map(({ id }) => selectDigest(id)));
  const statements = members.flatMap(({ id, day: dueDay }, index) => {
    const rows = lists[index] ?? [];
    const key = `digest:${id}:${dueDay}`;
    const isQueued = rows.length > 0 ? sql`exists (select 1 from mails where key = ${key})` : sql`true`;
    const mail = {
      ...composeDigest(rows),
      key,
      recipient: users.email,
      userId: users.id,
      day: today(now),
      isBulk: true,
    };
    return [
      insertSelect(
        db,
        mails,
        { ...mail, createdAt: now, attempts: 0, nextAttemptAt: now },
        users,
        and(eq(users.id, id), isReachable, rows.length > 0 ? undefined : sql`false`),
      ).onConflictDoNothing({ target: mails.key }),
      db
        .update(notices)
        .set({ inDigest: false, mailedAt: now })
        .where(and(eq(notices.userId, id), isInDigest, isQueued, isSettled(rows))),
    ];
  });
  await db.batch(statements);
}
