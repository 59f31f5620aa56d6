import { and, between, gt, type SQL, sql } from "drizzle-orm";
import { db, eventRegistrations, mails, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { minuteMs } from "../durations.ts";
import { env } from "../env.server.ts";
import { enqueueQuotingMails } from "../mail/enqueue.server.ts";
import { siteOrigin } from "../mail/link.server.ts";
import { formatMoment, nameTimeZone } from "./times.ts";

const changeIntervalMs = 15 * minuteMs;

export const eventLink = (eventId: number) => `${siteOrigin}/events/${eventId}`;

interface EventDetails {
  id: number;
  title: string;
  startsAt: number;
  location: string;
}

/** For a mail that quotes `title` and `location`. */
export const describeEvent = (startsAt: number) =>
  `{title}\n${formatMoment(startsAt, env.TIME_ZONE)} (${nameTimeZone(env.TIME_ZONE)})\n{location}`;

interface Announcement {
  event: EventDetails;
  actorId: number;
  /** On the table `events`: nobody gets the mail unless the event meets it. */
  condition: SQL | undefined;
  now: number;
}

/** @param mail `key` and `sendAt` may refer to the receiver, one of `users` */
function mailEveryone(
  { event, actorId, condition, now }: Announcement,
  mail: { key: SQL; subject: string; paragraphs: string[]; sendAt?: SQL },
) {
  const { id, title, location } = event;
  return enqueueQuotingMails(
    {
      key: mail.key,
      authorId: sql`(select organizer_id from events where id = ${id})`,
      subject: mail.subject,
      text: ["Hello,", ...mail.paragraphs].join("\n\n"),
      quotes: { title, location },
    },
    users,
    sql`users.status = 'active' and users.id <> ${actorId}
      and users.id in (select user_id from event_registrations where event_id = ${id}
        union select user_id from event_waiting where event_id = ${id})
      and exists (select 1 from events where id = ${id} and ${condition})`,
    mail.sendAt ?? now,
  );
}

const changesKey = (eventId: number) => `event-changed:${eventId}:`;

/**
 * Runs before the change. `event` has the new time and place. A receiver gets at most one such mail in a quarter of an
 * hour: the next one waits, and says what is true by then.
 */
export function mailChange(announcement: Announcement) {
  const { event, now } = announcement;
  const key = sql`${changesKey(event.id)} || users.id || ':'`;
  const last = sql`(select max(created_at) from mails where key > ${key} and key < ${key} || ':')`;
  const nextAt = sql`iif(${last} > ${now}, ${last}, ${last} + ${changeIntervalMs})`;
  // Numbers are bound as reals, which would end the key with ".0".
  const sendAt = sql`cast(max(${now}, coalesce(${nextAt}, 0)) as integer)`;
  return mailEveryone(announcement, {
    key: sql`${key} || ${sendAt}`,
    sendAt,
    subject: "Changed: {title}",
    paragraphs: [
      "An event you signed up for has a new time or place:",
      describeEvent(event.startsAt),
      `Everything about it: ${eventLink(event.id)}`,
    ],
  });
}

/** Runs before the event is deleted. Mails about its changes that still wait are not sent. */
export function mailCancellation(announcement: Announcement) {
  const { event, condition, now } = announcement;
  return [
    db
      .delete(mails)
      .where(
        and(
          between(mails.key, changesKey(event.id), `${changesKey(event.id)}:`),
          gt(mails.createdAt, now),
          sql`exists (select 1 from events where id = ${event.id} and ${condition})`,
        ),
      ),
    mailEveryone(announcement, {
      key: sql`${`event-cancelled:${event.id}:`} || users.id`,
      subject: "Cancelled: {title}",
      paragraphs: [
        "An event you signed up for has been cancelled:",
        describeEvent(event.startsAt),
        `Other events: ${siteOrigin}/events`,
      ],
    }),
  ] as const;
}

/** Fills freed seats from the waiting list, longest wait first. A trigger takes the new participants off the list. */
export function promoteWaiting(eventId: number, now: number) {
  const seats = sql`coalesce((select case when registration_limit is null then -1
    else max(0, registration_limit - registration_count) end
    from events where id = ${eventId} and starts_at >= ${now}), 0)`;
  return promote(
    sql`event_waiting as line join users on users.id = line.user_id and users.status = 'active'
    join events on events.id = line.event_id
    where line.event_id = ${eventId} order by line.id limit ${seats}`,
    now,
  );
}

export const promoteAllWaiting = (now: number) =>
  promote(
    // CROSS keeps SQLite from beginning with every member.
    sql`(
      select waiting.*, row_number() over (partition by waiting.event_id order by waiting.id) as place
      from events cross join event_waiting as waiting on waiting.event_id = events.id
      cross join users on users.id = waiting.user_id and users.status = 'active'
      where starts_at >= ${now} and waiting_count > 0
        and (registration_limit is null or registration_count < registration_limit)
    ) as line
    join users on users.id = line.user_id join events on events.id = line.event_id
    where registration_limit is null or line.place <= registration_limit - registration_count`,
    now,
  );

/** @param firstInLine a FROM clause with the waiting rows that get a seat, as `line`, their `users` and `events` */
function promote(firstInLine: SQL, now: number) {
  const beforeId = `Hello,\n\nYou were waiting for {title}, and a seat has come free: you are registered.\n\nWhen, where and what: ${siteOrigin}/events/`;
  const end = "\n\nIf you can't come, please unregister there, so that the next person gets the seat.";
  return [
    enqueueQuotingMails(
      {
        key: sql`'event-seat:' || line.id`,
        authorId: sql`events.organizer_id`,
        subject: "You have a seat: {title}",
        text: sql`${beforeId} || events.id || ${end}`,
        quotes: sql`json_object('title', events.title)`,
      },
      firstInLine,
      undefined,
      now,
    ),
    insertSelect(
      db,
      eventRegistrations,
      { eventId: sql`line.event_id`, userId: sql`line.user_id`, createdAt: now },
      firstInLine,
    ),
  ] as const;
}
