import { and, asc, desc, eq, getTableColumns, gte, lt, type Placeholder, type SQL, sql } from "drizzle-orm";
import { events } from "../schema/events.ts";
import type { ListPosition } from "./pages.ts";
import { ownThanks } from "./thanks.ts";
import { isStillAdmin } from "./users.ts";

/** The reader, null for a guest, or placeholders in a prepared statement. */
export type EventReader = { id: number | Placeholder; isAdmin: boolean | Placeholder } | null;

export const hasEventId = (id: number) => eq(events.id, id);

/** Whether the member announced the event or agreed to co-organize it. */
export const isOrganizedBy = (userId: number | Placeholder): SQL<boolean> =>
  sql<boolean>`(events.organizer_id = ${userId} or exists (select 1 from event_organizers own
    where own.event_id = events.id and own.user_id = ${userId} and own.accepted_at is not null))`.mapWith(
    Boolean,
  );

/** The condition of every write to an event. */
export const mayOrganize = (viewer: EventReader): SQL<boolean> =>
  sql<boolean>`(${isStillAdmin(viewer)} or ${isOrganizedBy(viewer?.id ?? 0)})`.mapWith(Boolean);

/** Co-organizers in the order they were asked, as JSON. Pending ones are visible only to themselves and the organizers. */
const coOrganizers = (viewer: EventReader) =>
  sql<string>`(select json_group_array(json_object('id', cast(id as text), 'name', name, 'state', state))
    from (select users.id, users.name, iif(asked.accepted_at is null, 'asked', 'co-organizer') as state
      from event_organizers asked join users on users.id = asked.user_id
      where asked.event_id = events.id
        and (asked.accepted_at is not null or asked.user_id = ${viewer?.id ?? 0} or ${mayOrganize(viewer)})
      order by asked.asked_at, asked.user_id))`;

export const isUpcoming = (now: number | Placeholder) => gte(events.startsAt, now);

export const hasFreeSeat = sql`(${events.registrationLimit} is null or ${events.registrationCount} < ${events.registrationLimit})`;

// Names are spelled out: Drizzle omits the table in a select's columns, and in a subquery `id` would be another table's.

export const isRegistered = (userId: number | Placeholder): SQL<boolean> =>
  sql<boolean>`exists (select 1 from event_registrations taken
    where taken.event_id = events.id and taken.user_id = ${userId})`.mapWith(Boolean);

const waitingPosition = (userId: number | Placeholder) => sql<number | null>`(
  select (select count(*) from event_waiting ahead where ahead.event_id = own.event_id and ahead.id <= own.id)
  from event_waiting own where own.event_id = events.id and own.user_id = ${userId})`;

/** Registered members see the online link this long before the start. */
const onlineBeforeMs = 3_600_000;

/** Shown to organizers, and to registered members shortly before the start. */
const shownOnlineUrl = (viewer: EventReader, now: number | Placeholder) =>
  sql<string | null>`iif(${mayOrganize(viewer)} or (events.starts_at <= ${now} + ${onlineBeforeMs}
    and ${isRegistered(viewer?.id ?? 0)}), events.online_url, null)`;

/** An event as the API returns it. */
export const shownEventColumns = (viewer: EventReader, now: number | Placeholder = Date.now()) => ({
  ...getTableColumns(events),
  onlineUrl: shownOnlineUrl(viewer, now),
  organizerName: sql<string>`(select name from users where users.id = events.organizer_id)`,
  imageFile: sql<string | null>`(select file from images where images.id = events.image_id)`,
  waiting: waitingPosition(viewer?.id ?? 0),
  coOrganizers: coOrganizers(viewer),
});

export const eventColumns = (viewer: { id: number; isAdmin: boolean } | null) => ({
  ...shownEventColumns(viewer),
  isOnline: sql<boolean>`events.online_url is not null`.mapWith(Boolean),
  isRegistered: isRegistered(viewer?.id ?? 0),
  canEdit: mayOrganize(viewer),
  isOrganizer: isOrganizedBy(viewer?.id ?? 0),
  ownThanks: ownThanks("event", viewer?.id ?? 0),
  ownAnswers: sql<string | null>`(select answers from event_registrations as own
    where own.event_id = events.id and own.user_id = ${viewer?.id ?? 0})`,
});

export const upcomingEvents = (now: number | Placeholder, after?: ListPosition) => ({
  where: and(
    isUpcoming(now),
    after && sql`(${events.startsAt}, ${events.id}) > (${after.moment}, ${after.id})`,
  ),
  orderBy: [asc(events.startsAt), asc(events.id)],
});

export const pastEvents = (now: number | Placeholder, after?: ListPosition) => ({
  where: and(
    lt(events.startsAt, now),
    after && sql`(${events.startsAt}, ${events.id}) < (${after.moment}, ${after.id})`,
  ),
  orderBy: [desc(events.startsAt), desc(events.id)],
});
