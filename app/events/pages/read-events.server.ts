import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { personColumns } from "#app/people/person.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { env } from "#app/platform/env.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { timeAgo } from "#app/platform/time/time.server.ts";
import { db, eventRegistrations, events, eventWaiting, resources, users } from "#db/index.ts";
import { hasEventId, pastEvents, upcomingEvents } from "#db/scopes/events.ts";
import type { ListPosition } from "#db/scopes/pages.ts";
import { isActiveNoIndex } from "#db/scopes/users.ts";
import { findEventPage } from "#db/search.ts";
import { serializePublicEvent } from "../broadcast.server.ts";
import { type EventRow, organizersOf, selectEvents } from "../events.server.ts";
import type { EventFilter } from "../input.server.ts";
import type { MessageRow } from "../message.server.ts";
import { owesAnswers } from "../questions.server.ts";
import { eventTexts } from "../texts.ts";
import { formatShortMoment } from "../times.ts";
import { presentEvent } from "./present-event.ts";

/** Finds the event of an address. @throws HttpError 404 */
export async function requireShownEvent(viewer: Viewer | null, id: string): Promise<EventRow> {
  const [event] = await selectEvents(viewer).where(hasEventId(toId(id)));
  if (!event) throw new HttpError(404, eventTexts.gone);
  return event;
}

/** Number of past events on the page: specification, section 9. */
const pastShown = 3;

/** Selects up to `limit` upcoming events and the latest past ones. */
export async function loadEventLists(
  viewer: Viewer | null,
  {
    limit,
    now,
    after,
    filter,
  }: { limit: number; now: number; after: ListPosition | undefined; filter: EventFilter },
) {
  const soon = await findEventPage("upcoming", filter, { now, after, limit });
  const over = await findEventPage("past", filter, { now, after: undefined, limit: pastShown });
  const [upcoming, past] = await db.batch([
    selectEvents(viewer)
      .where(soon.where)
      .orderBy(...upcomingEvents(now).orderBy)
      .limit(limit),
    selectEvents(viewer)
      .where(over.where)
      .orderBy(...pastEvents(now).orderBy)
      .limit(pastShown),
  ]);
  return { upcoming, past, stoppedAt: soon.stoppedAt };
}

/** Formats a stored event for the pages. */
export const toListItem = (event: EventRow, now: number) =>
  presentEvent(serializePublicEvent(event), { ...event, ...describeAsking(event) }, env.TIME_ZONE, now);

/** What the viewer has answered, by the question's id. */
export const readOwnAnswers = ({ ownAnswers }: EventRow): Record<string, string> =>
  ownAnswers === null ? {} : JSON.parse(ownAnswers);

const describeAsking = (event: EventRow) => ({
  hasQuestions: event.questions.length > 0,
  owesAnswers: event.isRegistered && owesAnswers(event.questions, readOwnAnswers(event)),
});

/** Maximum number of names on an organizer's page. The file has all of them. */
const maxNames = 200;
/** Maximum number of shared files on an event's page. */
const maxShared = 50;
/** Maximum number of participants shown to members. */
const maxComing = 12;

/** The organizer, then the co-organizers who have accepted. */
export const hostsOf = (event: EventRow) => organizersOf(event).filter(({ state }) => state !== "asked");

/**
 * Selects the first participants and their number, without members who block the viewer or are blocked by them, and the
 * organizers.
 */
export const selectComing = (viewer: Viewer, event: EventRow) =>
  db.batch([
    db
      .select({ ...personColumns, total: sql<number>`count(*) over ()` })
      .from(eventRegistrations)
      .innerJoin(users, eq(users.id, eventRegistrations.userId))
      .where(
        and(
          eq(eventRegistrations.eventId, event.id),
          isActiveNoIndex,
          sql`not exists (select 1 from blocks where (blocker_id = ${viewer.id} and blocked_id = ${users.id})
          or (blocker_id = ${users.id} and blocked_id = ${viewer.id}))`,
        ),
      )
      .orderBy(eventRegistrations.userId)
      .limit(maxComing),
    db
      .select(personColumns)
      .from(users)
      .where(
        inArray(
          users.id,
          hostsOf(event).map(({ id }) => toId(id)),
        ),
      ),
  ]);

/** Selects the files shared for an event, latest first. */
export const selectShared = (eventId: number, limit = maxShared) =>
  db
    .select({
      id: resources.id,
      title: resources.title,
      fileType: resources.fileType,
      hasThumbnail: resources.hasThumbnail,
      sharedBy: users.name,
    })
    .from(resources)
    .innerJoin(users, eq(users.id, resources.userId))
    .where(eq(resources.eventId, eventId))
    .orderBy(desc(resources.id))
    .limit(limit);

export const presentShared = (row: Awaited<ReturnType<typeof selectShared>>[number]) => ({
  id: String(row.id),
  title: row.title,
  type: row.fileType.toUpperCase(),
  sharedBy: row.sharedBy,
  thumbnail: row.hasThumbnail ? `/files/thumbnails/${row.id}` : null,
});
export type PresentedShared = ReturnType<typeof presentShared>;

/** An event's position in its series, with the events before and after it; null without a series. */
export async function listSeries({ id, seriesId, startsAt }: EventRow) {
  if (seriesId === null) return null;
  const all = await db
    .select({ id: events.id, startsAt: events.startsAt })
    .from(events)
    .where(eq(events.seriesId, seriesId))
    .orderBy(events.startsAt, events.id);
  if (all.length < 2) return null;
  const place = all.findIndex((each) => each.id === id);
  const link = (each: (typeof all)[number] | undefined) =>
    each ? { id: String(each.id), when: formatShortMoment(each.startsAt, env.TIME_ZONE) } : null;
  return {
    place: place + 1,
    count: all.length,
    following: all.filter((each) => each.startsAt > startsAt).length,
    before: link(all[place - 1]),
    after: link(all[place + 1]),
  };
}

export const presentMessage = ({ id, text, sentAt, author }: MessageRow) => ({
  id: String(id),
  text,
  author: author.name,
  at: timeAgo(sentAt),
});
export type PresentedMessage = ReturnType<typeof presentMessage>;

/** Selects the names of participants with their answers, and of waiting members, in order. */
export async function listPeople({ id: eventId, questions }: EventRow) {
  const [registered, waiting] = await db.batch([
    db
      .select({ name: users.name, answers: eventRegistrations.answers })
      .from(eventRegistrations)
      .innerJoin(users, eq(users.id, eventRegistrations.userId))
      .where(eq(eventRegistrations.eventId, eventId))
      .orderBy(sql`${users.name} collate nocase`)
      .limit(maxNames),
    db
      .select({ name: users.name })
      .from(eventWaiting)
      .innerJoin(users, eq(users.id, eventWaiting.userId))
      .where(eq(eventWaiting.eventId, eventId))
      .orderBy(eventWaiting.id)
      .limit(maxNames),
  ]);
  return {
    registered: registered.map(({ name, answers }) => ({
      name,
      answers: questions.flatMap(({ id, text }) => {
        const answer = answers?.[id];
        return answer === undefined ? [] : [{ id, text, answer }];
      }),
    })),
    waiting: waiting.map(({ name }) => ({ name, answers: [] })),
  };
}
