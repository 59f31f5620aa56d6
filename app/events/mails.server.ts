import { type SQL, sql } from "drizzle-orm";
import { db, eventRegistrations, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { env } from "../env.server.ts";
import { enqueueMails } from "../mail/enqueue.server.ts";
import { siteOrigin } from "../mail/link.server.ts";
import { formatMoment } from "./times.ts";

export const eventLink = (eventId: number) => `${siteOrigin}/events/${eventId}`;

interface EventDetails {
  id: number;
  title: string;
  startsAt: number;
  location: string;
}

const describe = ({ title, startsAt, location }: EventDetails) =>
  `${title}\n${formatMoment(startsAt, env.TIME_ZONE)} (${env.TIME_ZONE})\n${location}`;

interface Announcement {
  event: EventDetails;
  actorId: number;
  /** On the table `events`: nobody gets the mail unless the event meets it. */
  condition: SQL | undefined;
  now: number;
}

/** @param mail its `key` and the receiver's id make the mail unique */
function mailEveryone(
  { event, actorId, condition, now }: Announcement,
  mail: { key: string; subject: string; paragraphs: string[] },
) {
  const text = [",", ...mail.paragraphs].join("\n\n");
  return enqueueMails(
    {
      key: sql`${`${mail.key}:`} || users.id`,
      subject: mail.subject,
      text: sql`'Hello ' || users.first_name || ${text}`,
    },
    users,
    sql`users.status = 'active' and users.id <> ${actorId}
      and users.id in (select user_id from event_registrations where event_id = ${event.id}
        union select user_id from event_waiting where event_id = ${event.id})
      and exists (select 1 from events where id = ${event.id} and ${condition})`,
    now,
  );
}

/** Runs before the change. `event` has the new time and place. */
export const mailChange = (announcement: Announcement) =>
  mailEveryone(announcement, {
    key: `event-changed:${announcement.event.id}:${announcement.now}`,
    subject: `Changed: ${announcement.event.title}`,
    paragraphs: [
      "An event you signed up for has a new time or place:",
      describe(announcement.event),
      `Everything about it: ${eventLink(announcement.event.id)}`,
    ],
  });

/** Runs before the event is deleted. */
export const mailCancellation = (announcement: Announcement) =>
  mailEveryone(announcement, {
    key: `event-cancelled:${announcement.event.id}`,
    subject: `Cancelled: ${announcement.event.title}`,
    paragraphs: [
      "An event you signed up for has been cancelled:",
      describe(announcement.event),
      `Other events: ${siteOrigin}/events`,
    ],
  });

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
  const beforeTitle = ",\n\nYou were waiting for ";
  const beforeId = `, and a seat has come free: you are registered.\n\nWhen, where and what: ${siteOrigin}/events/`;
  const end = "\n\nIf you can't come, please unregister there, so that the next person gets the seat.";
  return [
    enqueueMails(
      {
        key: sql`'event-seat:' || line.id`,
        subject: sql`'You have a seat: ' || events.title`,
        text: sql`'Hello ' || users.first_name || ${beforeTitle} || events.title || ${beforeId} || events.id || ${end}`,
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
