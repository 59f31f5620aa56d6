import { setImmediate as yieldToRequests } from "node:timers/promises";
import { and, eq, inArray, lte, type SQL, sql } from "drizzle-orm";
import { leases } from "#app/platform/cluster/leases.server.ts";
import { requestConfirmation } from "#app/platform/mail/confirmation.server.ts";
import { sendDueMails } from "#app/platform/mail/queue.server.ts";
import { log } from "#app/platform/process/log.server.ts";
import { minuteMs } from "#app/platform/time/durations.ts";
import { today } from "#app/platform/time/time.server.ts";
import { db, mails, notices, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { isOfHidden } from "#db/scopes/notices.ts";
import { composeMail } from "./compose.server.ts";
import { isQuiet } from "./quiet-hours.server.ts";

const maxDailyMails = 6;
const maxPerRound = 200;
const perBatch = 20;
const quietStepMs = 5 * minuteMs;

/** A condition on `notices`: its messages were read meanwhile, or its subject is hidden from its reader. */
export const isStale = sql<boolean>`(${isOfHidden} or ${notices.kind} = 'messages-unread' and not exists (
  select 1 from conversation_members as place where place.user_id = ${notices.userId}
    and place.conversation_id = ${notices.facts} ->> 'conversation' and place.unread_count > 0))`.mapWith(
  Boolean,
);

/** A condition on `users`: members who can receive mail about notices. */
export const isReachable = sql<boolean>`(${users.status} = 'active' and ${users.emailConfirmedAt} is not null
  and ${users.mailPausedAt} is null)`.mapWith(Boolean);

/** Whether a member has reached the limit of mails about notices on a day, `YYYY-MM-DD`. */
export const hasEnoughMails = (userId: SQL, day: string | SQL): SQL =>
  sql`exists (select 1 from mails as sent where sent.user_id = ${userId} and sent.day = ${day}
    limit 1 offset ${maxDailyMails - 1})`;

/** Mails contain the whole announcement or organizers' message. The notice has only its beginning. */
const mailedFacts = sql<Record<string, string>>`case ${notices.kind}
  when 'announcement' then json_set(${notices.facts}, '$.whole', (select coalesce(max(about.text), '')
    from announcements as about where about.id = cast(${notices.subject} as integer)))
  when 'event-message' then json_set(${notices.facts}, '$.whole', coalesce((select about.text
    from event_messages as about where about.event_id = cast(${notices.subject} as integer)
    order by about.id desc limit 1), ''))
  else ${notices.facts} end`.mapWith(notices.facts);

/** What the notice announces has already ended. */
const isLate = (now: number) => sql`coalesce(cast(${notices.facts} ->> 'until' as integer) < ${now}, 0)`;

const selectDue = (now: number) =>
  db
    .select({
      id: notices.id,
      userId: notices.userId,
      kind: notices.kind,
      count: notices.count,
      facts: mailedFacts,
      url: notices.url,
      at: notices.at,
      mailAt: notices.mailAt,
      actorId: notices.actorId,
      email: users.email,
      quietFrom: users.quietFrom,
      quietTo: users.quietTo,
      isStale: sql`(${isStale} or ${isLate(now)})`.mapWith(Boolean),
      isReachable,
    })
    .from(notices)
    .innerJoin(users, eq(users.id, notices.userId))
    .where(lte(notices.mailAt, now))
    .orderBy(notices.mailAt, notices.id)
    .limit(maxPerRound);
type DueNotice = Awaited<ReturnType<typeof selectDue>>[number];

let running: Promise<void> | undefined;

/** Queues the mails of all notices that are due, and sends what is queued. One run at a time, on one node. */
export async function deliverNotices(): Promise<void> {
  if (!leases.holds()) return;
  running ??= queueDue().finally(() => {
    running = undefined;
  });
  return running.then(sendDueMails);
}

async function queueDue(): Promise<void> {
  for (let isMore = true; isMore; ) {
    const now = Date.now();
    const due = await selectDue(now);
    const groups = [...Map.groupBy(due, ({ userId }) => userId).values()].flatMap(splitByMail);
    for (let at = 0; at < groups.length; at += perBatch) {
      await db.batch(groups.slice(at, at + perBatch).flatMap((rows) => settle(rows, now)));
      await yieldToRequests();
    }
    await requestConfirmations(
      due.filter((notice) => !notice.isReachable).map(({ email }) => email),
      now,
    );
    isMore = due.length === maxPerRound;
  }
}

const isCurrent = (notice: DueNotice) => notice.isReachable && !notice.isStale;

/** Groups a member's due notices by what happens to them. Delayed notices share one mail. */
function splitByMail(due: DueNotice[]): DueNotice[][] {
  const wasDelayed = ({ at, mailAt }: DueNotice) => mailAt !== null && mailAt > at;
  const current = due.filter(isCurrent);
  return [
    due.filter((notice) => !isCurrent(notice)),
    current.filter(wasDelayed),
    ...current.filter((notice) => !wasDelayed(notice)).map((notice) => [notice]),
  ].filter((rows) => rows.length > 0);
}

/** The statements for one group: drop it, postpone it past quiet hours, or mail it. */
function settle(rows: DueNotice[], now: number) {
  const [first] = rows;
  if (!first) return [];
  if (!isCurrent(first)) return [db.update(notices).set({ mailAt: null }).where(hasId(rows))];
  if (!isQuiet(first, now)) return queueMail(first, rows, now);
  const mailAt = now - (now % quietStepMs) + quietStepMs;
  return [
    db
      .update(notices)
      .set({ mailAt })
      .where(and(hasId(rows), isUnmailed)),
  ];
}

/** Asks the owner of each unconfirmed address once to confirm it. Yields to other requests in between. */
export async function requestConfirmations(emails: readonly string[], now: number): Promise<void> {
  for (const email of new Set(emails)) {
    await requestConfirmation(email, now);
    await yieldToRequests();
  }
}

const hasId = (rows: readonly { id: number }[]) =>
  inArray(
    notices.id,
    rows.map(({ id }) => id),
  );
const isUnmailed = sql`${notices.mailAt} is not null and ${notices.readAt} is null`;

/** The statements that queue one mail, or move its notices to the digest when the member has reached today's limit. */
function queueMail(first: DueNotice, rows: DueNotice[], now: number) {
  const key = `notice:${rows.map(({ id, count }) => `${id}.${count}`).join(":")}`;
  const day = today(now);
  const isEnough = hasEnoughMails(sql`${first.userId}`, day);
  const areUnmailed = sql`not exists (select 1 from notices where ${hasId(rows)} and not (${isUnmailed}))`;
  return [
    insertSelect(
      db,
      mails,
      {
        ...composeMail(rows),
        key,
        recipient: users.email,
        userId: users.id,
        day,
        authorId: rows.length === 1 ? first.actorId : null,
        isBulk: true,
        createdAt: now,
        attempts: 0,
        nextAttemptAt: first.mailAt,
      },
      users,
      and(eq(users.id, first.userId), isReachable, areUnmailed, sql`not ${isEnough}`),
    ).onConflictDoNothing({ target: mails.key }),
    db
      .update(notices)
      .set({ mailAt: null, mailedAt: now })
      .where(and(hasId(rows), sql`exists (select 1 from mails where key = ${key})`)),
    db
      .update(notices)
      .set({ mailAt: null, inDigest: true })
      .where(and(hasId(rows), isUnmailed, isEnough)),
  ];
}

/** Starts delivery of due notices soon, after a random delay that reveals nothing about the request. */
export function wakeDelivery(): void {
  const wake = () => deliverNotices().catch((err) => log.error({ err }, "notices could not be mailed"));
  setTimeout(wake, 100 + Math.random() * 600).unref();
}
