import { and, inArray, type SQL, sql } from "drizzle-orm";
import type { NoticeKindName } from "#app/notices/kinds.ts";
import { env } from "#app/platform/env.server.ts";
import { db, fanOuts, users } from "#db/index.ts";
import { ofBin } from "#db/scopes/bin.ts";
import { isUpcoming } from "#db/scopes/events.ts";
import { notifyMany, withdrawNotices } from "../notices/notify.server.ts";
import { formatPeriod, nameTimeZone } from "./times.ts";
import { promoteWaiting } from "./waiting-list.server.ts";

export interface EventDetails {
  id: number;
  title: string;
  startsAt: number;
  endsAt: number | null;
  location: string;
}

export const eventFacts = ({ title, startsAt, endsAt, location }: EventDetails) => ({
  title,
  location,
  when: `${formatPeriod(startsAt, endsAt, env.TIME_ZONE)} (${nameTimeZone(env.TIME_ZONE)})`,
});

interface Announcement {
  event: EventDetails;
  actorId: number;
  /** A condition on `events`. Nobody is notified unless the event meets it. */
  condition: SQL | undefined;
  now: number;
  /** Participants of these events are skipped, because they get a notice of that event. */
  toldOf?: readonly number[];
}

const takesPartIn = (ids: readonly number[]) =>
  sql`(select user_id from event_registrations where ${inArray(sql`event_id`, [...ids])}
    union select user_id from event_waiting where ${inArray(sql`event_id`, [...ids])})`;

const hasEvent = (id: number, condition: SQL | undefined) =>
  sql`exists (select 1 from events where ${and(sql`id = ${id}`, condition)})`;

const notifyParticipants = (
  kind: NoticeKindName,
  { event, actorId, condition, now, toldOf = [] }: Announcement,
) =>
  notifyMany(
    {
      kind,
      userId: sql`users.id`,
      subject: event.id,
      actorId: sql`(select organizer_id from events where id = ${event.id})`,
      facts: eventFacts(event),
      now,
    },
    users,
    and(
      sql`users.status = 'active' and users.id <> ${actorId}
        and users.id in ${takesPartIn([event.id])}`,
      toldOf.length > 0 ? sql`users.id not in ${takesPartIn(toldOf)}` : undefined,
      hasEvent(event.id, condition),
    ),
  );

/** Runs before the change. `event` has the new time and place. */
export const notifyOfChange = (announcement: Announcement) =>
  notifyParticipants("event-changed", announcement);

/** Runs before the change. Registered members are asked to answer a required question. */
export const notifyOfQuestions = ({ event, actorId, condition, now }: Announcement) =>
  notifyMany(
    {
      kind: "event-asked",
      userId: sql`users.id`,
      subject: event.id,
      actorId: sql`(select organizer_id from events where id = ${event.id})`,
      facts: { title: event.title },
      now,
    },
    users,
    and(
      sql`users.status = 'active' and users.id <> ${actorId}
        and users.id in (select user_id from event_registrations where event_id = ${event.id})`,
      hasEvent(event.id, condition),
    ),
  );

/** Withdraws unread notices about an event, and those that are still queued. */
const withdraw = (kinds: NoticeKindName[], id: number, condition: SQL) =>
  [
    withdrawNotices(kinds, id, condition),
    db
      .delete(fanOuts)
      .where(
        and(inArray(fanOuts.kind, kinds), sql`${fanOuts.receivers} ->> 'subject' = ${String(id)}`, condition),
      ),
  ] as const;

/**
 * Runs before the event is deleted, and withdraws unread notices about it. @param isTold whether members are notified
 * now
 */
export const notifyOfCancellation = (announcement: Announcement, isTold?: SQL) =>
  [
    ...withdraw(
      [
        "event-changed",
        "event-asked",
        "event-seat",
        "event-tomorrow",
        "event-online",
        "event-message",
        "event-restored",
      ],
      announcement.event.id,
      hasEvent(announcement.event.id, announcement.condition),
    ),
    ...notifyParticipants("event-cancelled", {
      ...announcement,
      condition: and(announcement.condition, isTold),
    }),
  ] as const;

/** For an event in the bin whose attendees are notified after the deletion. @param isDue a condition on `bin` */
export const notifyOfBinnedEvent = (event: EventDetails, isDue: SQL | undefined, now: number) =>
  notifyMany(
    {
      kind: "event-cancelled",
      userId: sql`member.id`,
      subject: event.id,
      actorId: sql`(select author_id from bin where ${ofBin("event", event.id)})`,
      facts: eventFacts(event),
      now,
    },
    // The join starts at the participants: a subquery would be evaluated again for each member.
    sql`bin cross join ${takesPartIn([event.id])} as line
      cross join users as member on member.id = line.user_id and member.status = 'active'
        and member.id <> bin.deleted_by`,
    and(ofBin("event", event.id), isDue),
  );

/**
 * Runs when the event is restored and its bin entry still exists. Notifies members who were notified of the
 * cancellation.
 */
export const notifyOfReturn = (event: EventDetails, actorId: number, now: number) => {
  const wasTold = sql`exists (select 1 from bin where ${ofBin("event", event.id)} and told_at is not null)`;
  return [
    ...withdraw(["event-cancelled"], event.id, wasTold),
    ...notifyParticipants("event-restored", {
      event,
      actorId,
      condition: sql`${isUpcoming(now)} and ${wasTold}`,
      now,
    }),
    ...promoteWaiting(event.id, now),
  ] as const;
};
