import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { env } from "#app/platform/env.server.ts";
import { dayMs, hourMs } from "#app/platform/time/durations.ts";
import { coverUrl } from "#app/ui/covers/cover.ts";
import { db, events, users } from "#db/index.ts";
import { hasFreeSeat } from "#db/scopes/events.ts";
import { imageUrl } from "../events/input.server.ts";
import { formatShortMoment } from "../events/times.ts";
import { personColumns, presentPerson } from "../people/person.server.ts";
import { defineCards, isNoBlockWith, maxOfSource, type Reader } from "./card.server.ts";

/** How far ahead the member's own events get a card. */
const nearMs = 2 * dayMs;
/** How far ahead other events get a card. */
const soonMs = 14 * dayMs;
/** Events that begin within this time of each other are considered to overlap. */
const apartMs = 2 * hourMs;

/** The ids of the upcoming events that a member takes part in or organizes. */
const ownEventIds = (
  userId: number,
): SQL => sql`select event_id from event_registrations where user_id = ${userId}
  union select id from events where organizer_id = ${userId}`;

const eventColumns = {
  id: events.id,
  title: events.title,
  startsAt: events.startsAt,
  location: events.location,
  imageFile: sql<string | null>`(select file from images where images.id = events.image_id)`,
};
const describeWhen = ({ startsAt, location }: { startsAt: number; location: string }, { now }: Reader) =>
  `${formatShortMoment(startsAt, env.TIME_ZONE, now)} · ${location}`;

/** The picture of an event, or its drawn cover. */
export const coverOf = ({ id, title, imageFile }: { id: number; title: string; imageFile: string | null }) =>
  imageFile ? imageUrl(imageFile).replace(".webp", "-small.webp") : coverUrl(title, String(id));

/** Excludes events for which an unread notice of a seat has its own card. */
export const ownEvents = defineCards({
  kind: "event",
  icon: "feature-events",
  subject: "events",
  select: ({ viewer, now }, filter) =>
    db
      .select(eventColumns)
      .from(events)
      .where(
        and(
          // The plus makes SQLite read the few events of that time in their order.
          sql`+events.id in (${ownEventIds(viewer.id)})`,
          sql`events.starts_at between ${now} and ${now + nearMs}`,
          sql`not exists (select 1 from notices where notices.user_id = ${viewer.id} and notices.kind = 'event-seat'
            and notices.subject = cast(events.id as text) and notices.read_at is null)`,
          filter(sql`'event-' || events.id`),
        ),
      )
      .orderBy(asc(events.startsAt), asc(events.id))
      .limit(maxOfSource),
  present: (event, reader) => ({
    id: `event-${event.id}`,
    text: event.title,
    detail: describeWhen(event, reader),
    url: `/events/${event.id}`,
    cover: coverOf(event),
    act: { label: "Add to calendar", to: `/events/${event.id}.ics` },
    person: null,
    personId: null,
  }),
});

/** The next event of others that has a free seat and does not overlap with the reader's events. */
export const eventsToJoin = defineCards({
  isOffer: true,
  kind: "event",
  icon: "feature-events",
  subject: "events",
  select: ({ viewer, now }, filter) =>
    db
      .select({
        ...eventColumns,
        organizer: personColumns,
        hasToAnswer: sql<boolean>`exists (select 1 from json_each(events.questions)
          where value ->> 'required')`.mapWith(Boolean),
      })
      .from(events)
      .innerJoin(users, eq(users.id, events.organizerId))
      .where(
        and(
          sql`events.starts_at between ${now} and ${now + soonMs}`,
          hasFreeSeat,
          sql`events.registration_link is null and events.id not in (${ownEventIds(viewer.id)})`,
          sql`not exists (select 1 from events as other where other.id in (${ownEventIds(viewer.id)})
            and abs(other.starts_at - events.starts_at) < ${apartMs})`,
          isNoBlockWith(viewer, sql`events.organizer_id`),
          filter(sql`'coming-' || events.id`),
        ),
      )
      .orderBy(asc(events.startsAt), asc(events.id))
      .limit(1),
  present: (event, reader) => ({
    id: `coming-${event.id}`,
    text: event.title,
    detail: describeWhen(event, reader),
    url: `/events/${event.id}`,
    cover: coverOf(event),
    act: { label: "I'm coming", to: event.hasToAnswer ? `/events/${event.id}/answers` : null },
    person: presentPerson(event.organizer),
    personId: event.organizer.id,
  }),
});

/** Selects the reader's next event, or else the next event of all. */
export const selectNextEvent = ({ viewer, now }: Reader) => {
  const next = (condition: SQL) =>
    sql`(select id from events where starts_at >= ${now} and ${condition} order by starts_at, id limit 1)`;
  return db
    .select({ title: events.title, startsAt: events.startsAt })
    .from(events)
    .where(sql`events.id = coalesce(${next(sql`+id in (${ownEventIds(viewer.id)})`)}, ${next(sql`true`)})`)
    .orderBy(desc(events.id))
    .limit(1);
};
