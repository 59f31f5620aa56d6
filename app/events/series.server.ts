import { and, asc, eq, sql } from "drizzle-orm";
import { requireUnmuted } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { env } from "#app/platform/env.server.ts";
import { releaseImage } from "#app/platform/files/images.server.ts";
import { deleteFile } from "#app/platform/files/storage.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { batchOnce, type CallKey } from "#app/platform/limits/call-key.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { insertAuditEntryUnlessOwn } from "#db/audit.ts";
import { db, eventOrganizers, events, images } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { hasEventId, mayOrganize } from "#db/scopes/events.ts";
import { publishNotices } from "../notices/publish.server.ts";
import { broadcastEvent } from "./broadcast.server.ts";
import { type EventRow, selectEvents } from "./events.server.ts";
import { type EventInput, getImageName, type RepetitionInput } from "./input.server.ts";
import { notifyOfChange, notifyOfQuestions } from "./notices.server.ts";
import {
  changed,
  endBeforeStart,
  isEndBeforeStart,
  type Period,
  requireEditableEvent,
  toColumns,
  unknownImage,
  updateEvent,
  usableImageId,
} from "./organizing.server.ts";
import {
  answeredError,
  asksMore,
  deleteAnswersOfRemoved,
  identify,
  isRewording,
  rewordsAnswered,
} from "./questions.server.ts";
import { eventTexts, maxRepetitions } from "./texts.ts";
import { addToClock, clockDifference, moveClock } from "./times.ts";
import { promoteWaiting } from "./waiting-list.server.ts";

const zone = env.TIME_ZONE;

/** A condition on `events`: the event is later in the series. */
const isAfter = ({ startsAt, id }: Pick<EventRow, "startsAt" | "id">) =>
  sql`(events.starts_at, events.id) > (${startsAt}, ${id})`;

/** The repetition starts and ends at the same local times. */
function repeatPeriod({ startsAt, endsAt }: Period, { every }: RepetitionInput, count: number): Period {
  const start = addToClock(startsAt, every, count, zone);
  if (endsAt === null) return { startsAt: start, endsAt };
  const end = moveClock(endsAt, clockDifference(start, startsAt, zone), zone);
  // If the clock skips the end, the event keeps its duration.
  return { startsAt: start, endsAt: end > start ? end : start + endsAt - startsAt };
}

/**
 * Announces an event again, `times` times, each as a separate event with the same organizers.
 * @returns the new events
 * @throws HttpError 404, 403, 409 if the event is not the last of its series, 422 for more than twelve repetitions, 429
 */
export async function repeatEvent(
  viewer: Viewer,
  id: number,
  repetition: RepetitionInput,
  callKey?: CallKey,
): Promise<EventRow[]> {
  requireUnmuted(viewer);
  const event = await requireEditableEvent(viewer, id);
  limitAction("event", viewer.id, eventTexts.tooMany, repetition.times);
  const now = Date.now();
  const periods = Array.from({ length: repetition.times }, (_, n) => repeatPeriod(event, repetition, n + 1));
  const seriesId = event.seriesId ?? id;
  const ofSeries = sql`select 1 from events as other where other.series_id = ${seriesId}`;
  const canRepeat = and(
    hasEventId(id),
    mayOrganize(viewer),
    sql`events.starts_at = ${event.startsAt} and events.ends_at is ${event.endsAt}`,
    sql`not exists (${ofSeries} and (other.starts_at, other.id) > (events.starts_at, events.id))`,
    sql`max(1, (select count(*) from (${ofSeries}))) + ${repetition.times} <= ${maxRepetitions + 1}`,
  );
  const { made } = await batchOnce(
    callKey,
    {
      made: insertSelect(
        db,
        events,
        {
          title: events.title,
          description: events.description,
          startsAt: sql`period.value ->> 'startsAt'`,
          endsAt: sql`period.value ->> 'endsAt'`,
          location: events.location,
          eventType: events.eventType,
          registrationLimit: events.registrationLimit,
          registrationLink: events.registrationLink,
          onlineUrl: events.onlineUrl,
          questions: events.questions,
          imageId: events.imageId,
          seriesId,
          organizerId: events.organizerId,
          createdAt: now,
          updatedAt: now,
        },
        sql`events cross join json_each(${JSON.stringify(periods)}) as period`,
        canRepeat,
      ).returning({ id: events.id }),
      recorded: insertAuditEntryUnlessOwn({
        viewer,
        verb: "repeated",
        kind: "event",
        id,
        condition: sql`changes() > 0`,
      }),
      joined: db
        .update(events)
        .set({ seriesId })
        .where(
          and(hasEventId(id), sql`exists (${ofSeries} and other.created_at = ${now} and other.id > ${id})`),
        ),
      organizers: insertSelect(
        db,
        eventOrganizers,
        {
          eventId: sql`events.id`,
          userId: sql`own.user_id`,
          askedAt: sql`own.asked_at`,
          acceptedAt: sql`own.accepted_at`,
        },
        sql`events cross join event_organizers as own`,
        sql`events.series_id = ${seriesId} and events.created_at = ${now} and events.id > ${id}
        and own.event_id = ${id} and own.accepted_at is not null`,
      ).onConflictDoNothing(),
    },
    "made",
  );
  if (made.length === 0) throw await explainUnrepeated(viewer, event, repetition.times);
  const repetitions = await selectRepetitions(viewer, id, made.at(-1)?.id ?? 0);
  for (const each of repetitions) broadcastEvent("event:new", each);
  return repetitions;
}

async function explainUnrepeated(viewer: Viewer, event: EventRow, times: number): Promise<HttpError> {
  const { id, seriesId, startsAt } = await requireEditableEvent(viewer, event.id);
  const others = seriesId === null ? [] : await selectEvents(viewer).where(eq(events.seriesId, seriesId));
  if (others.some((other) => other.startsAt > startsAt || (other.startsAt === startsAt && other.id > id)))
    return new HttpError(409, eventTexts.repeatsAlready);
  if (Math.max(1, others.length) + times <= maxRepetitions + 1) return changed();
  const left = maxRepetitions + 1 - Math.max(1, others.length);
  return HttpError.forFields({ times: [`${eventTexts.tooManyRepetitions}: ${left} more are left`] });
}

/** Selects the events that one repetition created. @param lastId the newest of them */
export const selectRepetitions = (viewer: Viewer, id: number, lastId: number) =>
  selectEvents(viewer)
    .where(
      sql`(events.series_id, events.created_at) = (select series_id, created_at from events as last where last.id = ${lastId})
        and events.id <> ${id}`,
    )
    .orderBy(asc(events.startsAt), asc(events.id));

/** Selects the later events of a series that the viewer may change. */
export const selectFollowing = (viewer: Viewer, event: Pick<EventRow, "seriesId" | "startsAt" | "id">) =>
  selectEvents(viewer)
    .where(and(sql`events.series_id = ${event.seriesId}`, isAfter(event), mayOrganize(viewer)))
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(maxRepetitions);

/**
 * Like `updateEvent`, for an event and the later ones in its series. A new time moves all by the same difference in
 * local time. Participants of several events are notified once. Either all events change or none.
 * @throws HttpError as `updateEvent`
 */
export async function updateFollowing(
  viewer: Viewer,
  id: number,
  change: Partial<EventInput>,
  versions?: number[],
): Promise<EventRow> {
  const before = await requireEditableEvent(viewer, id);
  const rows = [before, ...(await selectFollowing(viewer, before))];
  if (rows.length === 1) return updateEvent(viewer, id, change, versions);
  requireUnmuted(viewer);
  limitAction("eventChange", viewer.id, eventTexts.tooMany);
  const now = Date.now();
  const columns = toColumns(change);
  const questions = change.questions && identify(before.questions, change.questions);
  const periods = movePeriods(rows, columns);
  if (periods.some(isEndBeforeStart)) throw endBeforeStart();
  const file = getImageName(change.imageUrl ?? null);
  const imageId =
    file === null
      ? null
      : usableImageId(file, viewer, sql`(select image_id from events as own where own.id = ${id})`);
  const plan = JSON.stringify(
    rows.map((row, n) => ({
      id: row.id,
      was: { startsAt: row.startsAt, endsAt: row.endsAt },
      startsAt: periods[n]?.startsAt,
      endsAt: periods[n]?.endsAt,
    })),
  );
  const planned = sql`(select value ->> 'id' from json_each(${plan}))`;
  const plannedValue = (column: string) =>
    sql`(select value ->> ${`$.${column}`} from json_each(${plan}) where value ->> 'id' = events.id)`;
  const isAsRead = and(
    sql`(select count(*) from json_each(${plan}) as read join events as stored on stored.id = read.value ->> 'id'
      where stored.starts_at = read.value ->> '$.was.startsAt' and stored.ends_at is read.value ->> '$.was.endsAt') = ${rows.length}`,
    versions &&
      sql`exists (select 1 from events as own where own.id = ${id}
        and own.version in (select value from json_each(${JSON.stringify(versions)})))`,
    imageId ? sql`${imageId} is not null` : undefined,
    questions &&
      sql`not exists (select 1 from events where events.id in ${planned} and ${rewordsAnswered(questions)})`,
  );
  const isEditable = (rowId: number) => and(hasEventId(rowId), mayOrganize(viewer), isAsRead);
  const concernFuture = rows.map(
    (row, n) => row.startsAt >= now || (periods[n]?.startsAt ?? row.startsAt) >= now,
  );
  const notices = rows.flatMap((row, n) => {
    const period = periods[n] ?? row;
    const location = columns.location ?? row.location;
    const isMoved =
      period.startsAt !== row.startsAt || period.endsAt !== row.endsAt || location !== row.location;
    if (!isMoved || !concernFuture[n]) return [];
    const event = { id: row.id, title: columns.title ?? row.title, location, ...period };
    const toldOf = rows.flatMap((other, m) => (m < n && concernFuture[m] ? [other.id] : []));
    return notifyOfChange({ event, actorId: viewer.id, condition: isEditable(row.id), now, toldOf });
  });
  const asked = rows.flatMap((row, n) =>
    concernFuture[n] && asksMore(row.questions, questions)
      ? notifyOfQuestions({ event: row, actorId: viewer.id, condition: isEditable(row.id), now })
      : [],
  );
  const { notified, updated, seats, released } = await namedBatch({
    recorded: insertAuditEntryUnlessOwn({
      viewer,
      verb: "changed the series of",
      kind: "event",
      id,
      condition: isEditable(id),
    }),
    notified: [...notices, ...asked],
    forgotten: questions
      ? [deleteAnswersOfRemoved(questions, and(sql`events.id in ${planned}`, mayOrganize(viewer), isAsRead))]
      : [],
    updated: db
      .update(events)
      .set({
        ...columns,
        questions,
        startsAt: plannedValue("startsAt"),
        endsAt: plannedValue("endsAt"),
        imageId: change.imageUrl === undefined ? undefined : imageId,
        updatedAt: now,
      })
      .where(and(sql`events.id in ${planned}`, mayOrganize(viewer), isAsRead))
      .returning({ id: events.id }),
    seats: rows.flatMap((row) => promoteWaiting(row.id, now)),
    released: rows.map(({ imageId: old }) =>
      releaseImage(eq(images.id, change.imageUrl === undefined ? 0 : (old ?? 0))),
    ),
  });
  const event = await requireEditableEvent(viewer, id);
  if (updated.length === 0) {
    if (versions?.includes(event.version) === false || event.startsAt !== before.startsAt) throw changed();
    if (questions && (await isRewording(sql`events.id in ${planned}`, questions))) throw answeredError();
    throw imageId ? unknownImage() : changed();
  }
  for (const image of released) await deleteFile(image.file);
  for (const row of await selectEvents(viewer).where(sql`events.id in ${planned}`))
    broadcastEvent("event:update", row);
  await publishNotices([...notified, ...seats]);
  return event;
}

/** The periods of an event and the later ones after a change of the first. */
function movePeriods(rows: EventRow[], columns: ReturnType<typeof toColumns>): Period[] {
  const [first] = rows;
  if (!first) return [];
  const startsAt = columns.startsAt ?? first.startsAt;
  const movedBy = clockDifference(startsAt, first.startsAt, zone);
  return rows.map((row) => {
    const start = row === first ? startsAt : moveClock(row.startsAt, movedBy, zone);
    if (columns.endsAt === undefined) return { startsAt: start, endsAt: row.endsAt };
    if (columns.endsAt === null || row === first) return { startsAt: start, endsAt: columns.endsAt };
    return {
      startsAt: start,
      endsAt: moveClock(start, clockDifference(columns.endsAt, startsAt, zone), zone),
    };
  });
}
