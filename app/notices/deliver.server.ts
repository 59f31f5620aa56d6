import { and, eq, lte, type SQL, sql } from "drizzle-orm";
import { leases } from "#app/platform/cluster/leases.server.ts";
import { requestConfirmations } from "#app/platform/mail/confirmation.server.ts";
import { sendDueMails } from "#app/platform/mail/queue.server.ts";
import { log } from "#app/platform/process/log.server.ts";
import { minuteMs } from "#app/platform/time/durations.ts";
import { today } from "#app/platform/time/time.server.ts";
import { db, mails, notices, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { isShownConversation } from "#db/scopes/conversations.ts";
import { isOfHidden, isOfOffArea } from "#db/scopes/notices.ts";
import { yieldToRequests } from "#db/yield-to-requests.ts";
import { composeMail } from "./compose-mail.server.ts";
import { isQuiet } from "./quiet-hours.server.ts";

const maxDailyMails = 6;
const maxPerRound = 200;
/** Mails per batch. */
const perBatch = 50;
const quietStepMs = 5 * minuteMs;

/**
 * A condition on `notices`: its messages were read meanwhile, its subject is hidden from its reader, or its
 * area is switched off.
 */
export const isStale =
  sql<boolean>`(${isOfHidden} or ${isOfOffArea} or ${notices.kind} = 'messages-unread' and not exists (
  select 1 from conversation_members as place cross join conversations on conversations.id = place.conversation_id
  where place.user_id = ${notices.userId} and place.conversation_id = ${notices.facts} ->> 'conversation'
    and place.unread_count > 0 and ${isShownConversation}))`.mapWith(Boolean);

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

/** Queues the mails of all notices that are due, and starts to send what is queued. One run at a time, on one node. */
export async function deliverNotices(): Promise<void> {
  if (!leases.holds()) return;
  running ??= queueDue().finally(() => {
    running = undefined;
  });
  await running;
  // Not awaited, because sending takes 55 ms per mail and the next notices must not wait for it.
  sendDueMails().catch((err) => log.error({ err }, "mail queue failed"));
}

async function queueDue(): Promise<void> {
  for (let isMore = true; isMore; ) {
    const now = Date.now();
    const due = await selectDue(now);
    const {
      stale = [],
      quiet = [],
      mailed = [],
    } = Object.groupBy(due, (notice) => {
      if (!notice.isReachable || notice.isStale) return "stale";
      return isQuiet(notice, now) ? "quiet" : "mailed";
    });
    if (stale.length + quiet.length > 0) {
      const mailAt = now - (now % quietStepMs) + quietStepMs;
      await db.batch([
        db.update(notices).set({ mailAt: null }).where(isAmong(stale)),
        db
          .update(notices)
          .set({ mailAt })
          .where(and(isAmong(quiet), isUnmailed)),
      ]);
    }
    const groups = [...Map.groupBy(mailed, ({ userId }) => userId).values()].flatMap(splitByMail);
    for (let at = 0; at < groups.length; at += perBatch) {
      await db.batch(queueMails(groups.slice(at, at + perBatch), now));
      await yieldToRequests();
    }
    await requestConfirmations(
      due.filter((notice) => !notice.isReachable).map(({ email }) => email),
      now,
    );
    isMore = due.length === maxPerRound;
  }
}

/** Groups a member's due notices by mail. Delayed notices share one. */
function splitByMail(due: DueNotice[]): DueNotice[][] {
  const wasDelayed = ({ at, mailAt }: DueNotice) => mailAt !== null && mailAt > at;
  const delayed = due.filter(wasDelayed);
  return [
    ...(delayed.length > 0 ? [delayed] : []),
    ...due.filter((notice) => !wasDelayed(notice)).map((notice) => [notice]),
  ];
}

const isAmong = (rows: readonly { id: number }[]) =>
  sql`${notices.id} in (select value from json_each(${JSON.stringify(rows.map(({ id }) => id))}))`;
const isUnmailed = sql`${notices.mailAt} is not null and ${notices.readAt} is null`;

/** The statements that queue mails, or move notices to the digest when the member has reached today's limit. */
function queueMails(groups: DueNotice[][], now: number) {
  const day = today(now);
  const composed = groups.flatMap((rows) => {
    const [first] = rows;
    if (!first) return [];
    const { kind, subject, text, quotes } = composeMail(rows);
    return {
      key: `notice:${rows.map(({ id, count }) => `${id}.${count}`).join(":")}`,
      userId: first.userId,
      kind,
      subject,
      text,
      quotes: JSON.stringify(quotes),
      authorId: rows.length === 1 ? first.actorId : null,
      mailAt: first.mailAt,
      notices: rows.map(({ id }) => id),
    };
  });
  const list = JSON.stringify(composed);
  const cell = (name: keyof (typeof composed)[number]) => sql`mail.value ->> ${sql.raw(`'$.${name}'`)}`;
  // Numbered, because a member's mails in one statement do not see each other.
  const unmailed = sql`(select mail.value as value,
      row_number() over (partition by ${cell("userId")} order by mail.key) as nth
    from json_each(${list}) as mail where not exists (select 1 from json_each(mail.value, '$.notices') as part
      cross join notices on notices.id = part.value where not (${isUnmailed}))) as mail`;
  const isEnough = hasEnoughMails(sql`${notices.userId}`, day);
  const isQueued = sql`${notices.id} in (select part.value from json_each(${list}) as mail
    cross join mails as queued on queued.key = ${cell("key")}
    cross join json_each(mail.value, '$.notices') as part)`;
  return [
    insertSelect(
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
        day,
        authorId: cell("authorId"),
        isBulk: true,
        createdAt: now,
        attempts: 0,
        nextAttemptAt: cell("mailAt"),
      },
      sql`${unmailed} cross join users on users.id = ${cell("userId")}`,
      and(
        isReachable,
        sql`mail.nth <= ${maxDailyMails} - (select count(*) from mails as sent
          where sent.user_id = users.id and sent.day = ${day})`,
      ),
    ).onConflictDoNothing({ target: mails.key }),
    db.update(notices).set({ mailAt: null, mailedAt: now }).where(isQueued),
    db
      .update(notices)
      .set({ mailAt: null, inDigest: true })
      .where(and(isAmong(groups.flat()), isUnmailed, isEnough)),
  ] as const;
}

/** Starts delivery of due notices soon, after a random delay that reveals nothing about the request. */
export function wakeDelivery(): void {
  const wake = () => deliverNotices().catch((err) => log.error({ err }, "notices could not be mailed"));
  setTimeout(wake, 100 + Math.random() * 600).unref();
}
