import { and, exists, gt, isNotNull, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { dayMs, hourMs } from "#app/platform/time/durations.ts";
import { addDays, startOfDay, today } from "#app/platform/time/time.server.ts";
import { db, events, write } from "#db/index.ts";
import { yieldToRequests } from "#db/yield-to-requests.ts";
import { notify } from "../notices/notify.server.ts";
import { publishNotices } from "../notices/publish.server.ts";
import { type EventDetails, eventFacts } from "./notices.server.ts";

const maxPerRound = 200;
const perBatch = 200;

const soon = alias(events, "e");
/** The day of event `e`, which begins within 24 hours, in days since 1970. A new day gets a new reminder. */
function dayOfStart(now: number) {
  const [first, second, third] = [0, 1, 2].map((count) => addDays(today(now), count)) as [
    string,
    string,
    string,
  ];
  const count = (day: string) => Date.parse(day) / dayMs;
  return sql`case when e.starts_at < ${startOfDay(second)} then ${count(first)}
    when e.starts_at < ${startOfDay(third)} then ${count(second)} else ${count(third)} end`;
}

/**
 * Members, as `r`, who registered for event `e` more than a day before it and have not been notified of this day. The
 * plus makes SQLite search each member's notices instead of all notices about the event.
 */
const toRemind = (
  now: number,
) => sql`event_registrations r join users u on u.id = r.user_id and u.status = 'active'
  where r.event_id = e.id and r.created_at <= e.starts_at - ${dayMs}
    and not exists (select 1 from notices notified where +notified.kind = 'event-tomorrow'
      and notified.subject = cast(e.id as text) and notified.user_id = r.user_id
      and notified.facts ->> 'day' = ${dayOfStart(now)})
    and not exists (select 1 from notice_settings chosen where chosen.user_id = r.user_id
      and chosen.kind = 'event-tomorrow' and chosen.choice = 'never')`;

export async function remindOfEvents(now = Date.now()): Promise<void> {
  await remindOfTomorrow(now);
  await sendOnlineLinks(now);
}

async function remindOfTomorrow(now: number): Promise<void> {
  const { id, title, location, startsAt, endsAt } = soon;
  const due = await db
    .select({ id, title, location, startsAt, endsAt })
    .from(soon)
    .where(and(gt(startsAt, now), lte(startsAt, now + dayMs), exists(sql`(select 1 from ${toRemind(now)})`)))
    .orderBy(startsAt)
    .limit(maxPerRound);
  for (const event of due) {
    for (let isMore = true; isMore; ) {
      const notified = await remindSome(event, now);
      await publishNotices(notified);
      await yieldToRequests();
      isMore = notified.length === perBatch;
    }
  }
}

/** The statement checks the event's time again, because it may have changed since the query. */
function remindSome(event: EventDetails, now: number) {
  const day = Date.parse(today(event.startsAt)) / dayMs;
  return write(() =>
    notify(
      {
        kind: "event-tomorrow",
        userId: sql`reminded.user_id`,
        subject: event.id,
        facts: sql`json_set(${JSON.stringify(eventFacts(event))}, '$.day', cast(${day} as integer))`,
        now,
      },
      sql`(select r.user_id from events e, ${toRemind(now)} and e.id = ${event.id}
        and e.starts_at = ${event.startsAt} limit ${perBatch}) as reminded`,
    ),
  );
}

/** Like `toRemind`, for an event within the hour whose current link and time they have not been sent. */
const toJoin = sql`event_registrations r join users u on u.id = r.user_id and u.status = 'active'
  where r.event_id = e.id
    and not exists (select 1 from notices notified where +notified.kind = 'event-online'
      and notified.subject = cast(e.id as text) and notified.user_id = r.user_id
      and notified.facts ->> 'address' = e.online_url
      and cast(notified.facts ->> 'until' as integer) = e.starts_at)
    and not exists (select 1 from notice_settings chosen where chosen.user_id = r.user_id
      and chosen.kind = 'event-online' and chosen.choice = 'never')`;

async function sendOnlineLinks(now: number): Promise<void> {
  const { id, title, location, startsAt, endsAt, onlineUrl } = soon;
  const due = await db
    .select({ id, title, location, startsAt, endsAt, onlineUrl: sql<string>`${onlineUrl}` })
    .from(soon)
    .where(
      and(
        gt(startsAt, now),
        lte(startsAt, now + hourMs),
        isNotNull(onlineUrl),
        exists(sql`(select 1 from ${toJoin})`),
      ),
    )
    .orderBy(startsAt)
    .limit(maxPerRound);
  for (const event of due) {
    for (let isMore = true; isMore; ) {
      const notified = await sendSome(event, now);
      await publishNotices(notified);
      await yieldToRequests();
      isMore = notified.length === perBatch;
    }
  }
}

/** Escapes a link for a mail, so that it can contain neither spaces nor template braces. */
const toMailedLink = (url: string) => new URL(url).href.replaceAll("{", "%7B").replaceAll("}", "%7D");

function sendSome(event: EventDetails & { onlineUrl: string }, now: number) {
  const facts = {
    ...eventFacts(event),
    online: toMailedLink(event.onlineUrl),
    address: event.onlineUrl,
    until: String(event.startsAt),
  };
  return write(() =>
    notify(
      { kind: "event-online", userId: sql`told.user_id`, subject: event.id, facts, now },
      sql`(select r.user_id from events e, ${toJoin} and e.id = ${event.id}
        and e.starts_at = ${event.startsAt} and e.online_url = ${event.onlineUrl} limit ${perBatch}) as told`,
    ),
  );
}
