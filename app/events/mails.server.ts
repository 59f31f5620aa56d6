import { type SQL, sql } from "drizzle-orm";
import { db, eventRegistrations, mails } from "#db/index.ts";
import { env } from "../env.server.ts";
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

/**
 * The statement that mails everyone who takes part in an event or waits for a seat, except the member who acts.
 * @param key names what happened; together with the receiver it makes the mail unique
 * @param condition on the table `events`: nobody gets the mail unless the event meets it
 */
function mailEveryone(
  event: EventDetails,
  actorId: number,
  condition: SQL | undefined,
  mail: { key: string; subject: string; paragraphs: string[] },
  now: number,
) {
  const text = [",", ...mail.paragraphs].join("\n\n");
  return db
    .insert(mails)
    .select(
      sql`select null, ${`${mail.key}:`} || users.id, users.email, ${mail.subject},
        'Hello ' || users.first_name || ${text}, ${now}, 0, ${now}, null
      from users where users.status = 'active' and users.id <> ${actorId}
        and users.id in (select user_id from event_registrations where event_id = ${event.id}
          union select user_id from event_waiting where event_id = ${event.id})
        and exists (select 1 from events where id = ${event.id} and ${condition})`,
    )
    .onConflictDoNothing();
}

/** Mails that an event has another time or place. `event` has the new ones. Runs before the change. */
export const mailChange = (event: EventDetails, actorId: number, condition: SQL | undefined, now: number) =>
  mailEveryone(
    event,
    actorId,
    condition,
    {
      key: `event-changed:${event.id}:${now}`,
      subject: `Changed: ${event.title}`,
      paragraphs: [
        "An event you signed up for has a new time or place:",
        describe(event),
        `Everything about it: ${eventLink(event.id)}`,
      ],
    },
    now,
  );

/** Mails that an event will not take place. Runs before it is deleted. */
export const mailCancellation = (
  event: EventDetails,
  actorId: number,
  condition: SQL | undefined,
  now: number,
) =>
  mailEveryone(
    event,
    actorId,
    condition,
    {
      key: `event-cancelled:${event.id}`,
      subject: `Cancelled: ${event.title}`,
      paragraphs: [
        "An event you signed up for has been cancelled:",
        describe(event),
        `Other events: ${siteOrigin}/events`,
      ],
    },
    now,
  );

/**
 * The statements, for the batch that frees seats of an event, that give them to those who have waited longest, each with
 * a mail. A trigger takes whoever is registered off the waiting list.
 */
export function promoteWaiting(eventId: number, now: number) {
  const seats = sql`coalesce((select case when registration_limit is null then -1
    else max(0, registration_limit - registration_count) end
    from events where id = ${eventId} and starts_at >= ${now}), 0)`;
  return promote(
    sql`from event_waiting as line join users on users.id = line.user_id and users.status = 'active'
    join events on events.id = line.event_id
    where line.event_id = ${eventId} order by line.id limit ${seats}`,
    now,
  );
}

/** The same for a batch that frees seats of many events: for every event that has free seats and people who wait. */
export const promoteAllWaiting = (now: number) =>
  promote(
    // CROSS keeps SQLite from beginning with every member.
    sql`from (
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
    db.insert(mails).select(
      sql`select null, 'event-seat:' || line.id, users.email, 'You have a seat: ' || events.title,
          'Hello ' || users.first_name || ${beforeTitle} || events.title || ${beforeId} || events.id || ${end},
          ${now}, 0, ${now}, null ${firstInLine}`,
    ),
    db.insert(eventRegistrations).select(sql`select line.event_id, line.user_id, ${now} ${firstInLine}`),
  ] as const;
}
