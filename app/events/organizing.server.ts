import { and, eq, inArray, not, or, type SQL, sql } from "drizzle-orm";
import { requireUnmuted } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { env } from "#app/platform/env.server.ts";
import { releaseImage } from "#app/platform/files/images.server.ts";
import { deleteFile } from "#app/platform/files/storage.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { batchOnce, type CallKey } from "#app/platform/limits/call-key.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { insertAuditEntryUnlessOwn } from "#db/audit.ts";
import { moveToBin, noticeBeforeMs } from "#db/bin.ts";
import { db, events, images, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { eventColumns, hasEventId, isOrganizedBy, isUpcoming, mayOrganize } from "#db/scopes/events.ts";
import { undoMs, withdrawNotices } from "../notices/notify.server.ts";
import { publishNotices } from "../notices/publish.server.ts";
import { notifyOrganizer, notifyRemoved, type Removal } from "../notices/removal-notices.server.ts";
import { broadcastEvent } from "./broadcast.server.ts";
import { type EventRow, selectEvents } from "./events.server.ts";
import { type EventInput, getImageName } from "./input.server.ts";
import { notifyOfCancellation, notifyOfChange, notifyOfQuestions } from "./notices.server.ts";
import {
  answeredError,
  asksMore,
  deleteAnswersOfRemoved,
  identify,
  isRewording,
  rewordsAnswered,
} from "./questions.server.ts";
import { eventTexts } from "./texts.ts";
import { parseMoment } from "./times.ts";
import { promoteWaiting } from "./waiting-list.server.ts";

const toMoment = (text: string) => parseMoment(text, env.TIME_ZONE);

export const toColumns = ({ date, endDate, imageUrl: _, questions: __, ...fields }: Partial<EventInput>) => ({
  ...fields,
  startsAt: date === undefined ? undefined : toMoment(date),
  endsAt: typeof endDate === "string" ? toMoment(endDate) : endDate,
});

export type Period = Pick<EventRow, "startsAt" | "endsAt">;

/** An event's period after a change. */
const periodOf = (columns: ReturnType<typeof toColumns>, before: Period): Period => ({
  startsAt: columns.startsAt ?? before.startsAt,
  endsAt: columns.endsAt === undefined ? before.endsAt : columns.endsAt,
});

export const isEndBeforeStart = ({ startsAt, endsAt }: Period) => endsAt !== null && endsAt <= startsAt;

export const endBeforeStart = () => HttpError.forFields({ endDate: [eventTexts.endBeforeStart] });

export const unknownImage = () => HttpError.forFields({ imageUrl: [eventTexts.unknownImage] });

export const changed = () => HttpError.withCode("version-mismatch");

const isEditableBy = (viewer: Viewer, id: number, versions: number[] | undefined) =>
  and(hasEventId(id), mayOrganize(viewer), versions && inArray(events.version, versions));

export const usableImageId = (file: string, viewer: Viewer, currentImageId: SQL = sql`null`) =>
  sql`(select id from images where file = ${file} and (user_id = ${viewer.id} or id = ${currentImageId}))`;

/** @throws HttpError 422 for another member's image or an end before the start, 429 */
export async function createEvent(viewer: Viewer, input: EventInput, callKey?: CallKey): Promise<EventRow> {
  requireUnmuted(viewer);
  limitAction("event", viewer.id, eventTexts.tooMany);
  const now = Date.now();
  const columns = toColumns(input);
  const period = periodOf(columns, { startsAt: now, endsAt: null });
  if (isEndBeforeStart(period)) throw endBeforeStart();
  const file = getImageName(input.imageUrl);
  const imageId = file === null ? null : usableImageId(file, viewer);
  const row = {
    ...columns,
    ...period,
    questions: identify([], input.questions),
    title: input.title,
    description: input.description,
    location: input.location,
    eventType: input.eventType,
    imageId,
    registrationCount: 0,
    waitingCount: 0,
    organizerId: users.id,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  const {
    created: [event],
  } = await batchOnce(
    callKey,
    {
      created: insertSelect(
        db,
        events,
        row,
        users,
        and(eq(users.id, viewer.id), imageId ? sql`${imageId} is not null` : undefined),
      ).returning(eventColumns(viewer)),
    },
    "created",
  );
  if (!event) throw unknownImage();
  broadcastEvent("event:new", event);
  return event;
}

export async function requireEvent(viewer: Viewer, id: number): Promise<EventRow> {
  const [event] = await selectEvents(viewer).where(hasEventId(id));
  if (!event) throw new HttpError(404, eventTexts.gone);
  return event;
}

/** @throws HttpError 404, 403 for non-organizers */
export async function requireEditableEvent(viewer: Viewer, id: number): Promise<EventRow> {
  const event = await requireEvent(viewer, id);
  if (!event.canEdit) throw HttpError.withCode("not-yours", eventTexts.notYours);
  return event;
}

/** @param versions undefined for any @throws HttpError 404, 403, 412, 422 as for a new event, 429 */
export async function updateEvent(
  viewer: Viewer,
  id: number,
  change: Partial<EventInput>,
  versions?: number[],
): Promise<EventRow> {
  requireUnmuted(viewer);
  const before = await requireEditableEvent(viewer, id);
  limitAction("eventChange", viewer.id, eventTexts.tooMany);
  const now = Date.now();
  const columns = toColumns(change);
  const questions = change.questions && identify(before.questions, change.questions);
  const file = getImageName(change.imageUrl ?? null);
  const imageId = file === null ? null : usableImageId(file, viewer, sql`${events.imageId}`);
  const starts = columns.startsAt ?? events.startsAt;
  const ends = columns.endsAt === undefined ? events.endsAt : columns.endsAt;
  const isEditable = and(
    isEditableBy(viewer, id, versions),
    sql`coalesce(${ends} > ${starts}, 1)`,
    questions && not(rewordsAnswered(questions)),
    imageId ? sql`${imageId} is not null` : undefined,
  );
  const announced = {
    id,
    title: columns.title ?? before.title,
    ...periodOf(columns, before),
    location: columns.location ?? before.location,
  };
  const isMoved = or(
    columns.startsAt === undefined ? undefined : sql`${events.startsAt} <> ${columns.startsAt}`,
    columns.endsAt === undefined ? undefined : sql`${events.endsAt} is not ${columns.endsAt}`,
    columns.location === undefined ? undefined : sql`${events.location} <> ${columns.location}`,
  );
  const concernsFuture = or(isUpcoming(now), sql`${announced.startsAt} >= ${now}`);
  const {
    notified,
    asked,
    updated,
    seats,
    released,
    event: [event],
  } = await namedBatch({
    recorded: insertAuditEntryUnlessOwn({
      viewer,
      verb: "changed",
      kind: "event",
      id,
      condition: isEditable,
    }),
    notified: notifyOfChange({
      event: announced,
      actorId: viewer.id,
      condition: and(isEditable, isMoved ?? sql`false`, concernsFuture),
      now,
    }),
    asked: notifyOfQuestions({
      event: announced,
      actorId: viewer.id,
      condition: asksMore(before.questions, questions) ? and(isEditable, concernsFuture) : sql`false`,
      now,
    }),
    forgotten: questions ? [deleteAnswersOfRemoved(questions, isEditable)] : [],
    updated: db
      .update(events)
      .set({
        ...columns,
        questions,
        imageId: change.imageUrl === undefined ? undefined : imageId,
        updatedAt: now,
      })
      .where(isEditable)
      .returning({ id: events.id }),
    seats: promoteWaiting(id, now),
    released: releaseImage(eq(images.id, change.imageUrl === undefined ? 0 : (before.imageId ?? 0))),
    event: selectEvents(viewer).where(hasEventId(id)),
  });
  for (const image of released) await deleteFile(image.file);
  if (!event) throw new HttpError(404, eventTexts.gone);
  if (updated.length === 0) {
    if (versions?.includes(event.version) === false) throw changed();
    if (isEndBeforeStart(periodOf(columns, event))) throw endBeforeStart();
    throw questions && (await isRewording(hasEventId(id), questions)) ? answeredError() : unknownImage();
  }
  broadcastEvent("event:update", event);
  await publishNotices([...notified, ...asked, ...seats]);
  return event;
}

/**
 * Moves the event to the bin.
 * @param canUndo whether the attendees of an event that begins soon are notified after a minute
 * @throws HttpError 404, 403, 412, 429
 */
export async function deleteEvent(
  viewer: Viewer,
  id: number,
  { versions, report, reason = report?.reason }: Removal = {},
  canUndo = false,
): Promise<void> {
  const event = await (report ? requireEvent(viewer, id) : requireEditableEvent(viewer, id));
  limitAction("eventChange", viewer.id, eventTexts.tooMany);
  const now = Date.now();
  const isEditable = report ? and(hasEventId(id), report.mayDecide) : isEditableBy(viewer, id, versions);
  const isTold = canUndo ? sql`false` : sql`${events.startsAt} <= ${now + noticeBeforeMs}`;
  // A co-organizer deletes an event as its organizer, even if they are an administrator.
  const isOrganizer = isOrganizedBy(viewer.id);
  const { removed, told, untold, cancelled, deleted } = await namedBatch({
    removed: notifyRemoved(viewer, "event", id, { isTaken: and(isEditable, not(isOrganizer)), reason, now }),
    told: notifyOrganizer(viewer, id, isEditable, now),
    untold: withdrawNotices(
      ["thanks"],
      `event-${id}`,
      sql`exists (select 1 from ${events} where ${isEditable})`,
    ),
    recorded: insertAuditEntryUnlessOwn({
      viewer,
      verb: "removed",
      kind: "event",
      id,
      condition: isEditable,
      isForModerators: report?.about.isForModerators,
    }),
    cancelled: notifyOfCancellation(
      { event, actorId: viewer.id, condition: and(isEditable, isUpcoming(now)), now },
      isTold,
    ),
    binned: moveToBin("event", id, {
      deletedBy: viewer.id,
      condition: isEditable,
      isRemoved: not(isOrganizer),
      holdMs: canUndo ? undoMs : undefined,
      now,
    }),
    deleted: db.delete(events).where(isEditable).returning({ id: events.id }),
  });
  if (deleted.length === 0) {
    await requireEvent(viewer, id);
    throw changed();
  }
  broadcastEvent("event:delete", event);
  await publishNotices([...removed, ...told, ...untold, ...cancelled]);
}
