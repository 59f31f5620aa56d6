import { and, eq, isNull, not, type SQL, sql } from "drizzle-orm";
import { requireUnmuted } from "#app/platform/auth/guards.server.ts";
import { explainMute, findMute } from "#app/platform/auth/mutes.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { insertOrganizerEntry } from "#db/audit.ts";
import { db, eventOrganizers } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { isBlocking } from "#db/scopes/blocks.ts";
import { hasEventId, mayOrganize } from "#db/scopes/events.ts";
import { isMuted } from "#db/scopes/mutes.ts";
import { closeNotice, notify, withdrawNotices } from "../notices/notify.server.ts";
import { publishNotices } from "../notices/publish.server.ts";
import { broadcastEvent } from "./broadcast.server.ts";
import { type EventRow, organizersOf, selectEvents } from "./events.server.ts";
import { requireEvent } from "./organizing.server.ts";
import { eventTexts, maxCoOrganizers } from "./texts.ts";

const isOf = (eventId: number, userId: number) =>
  and(eq(eventOrganizers.eventId, eventId), eq(eventOrganizers.userId, userId));

const isIn = (rows: SQL | undefined) => sql`exists (select 1 from event_organizers where ${rows})`;

/**
 * Invites a member to co-organize an event, or accepts the viewer's own invitation. Idempotent.
 * @throws HttpError 404, 403 for non-organizers and members who were not invited, 422 for a sixth co-organizer or the
 * organizer, 429
 */
export const addOrganizer = (viewer: Viewer, eventId: number, userId: number): Promise<EventRow> =>
  userId === viewer.id ? accept(viewer, eventId) : askToOrganize(viewer, eventId, userId);

/** @throws HttpError 404, 403, 422, 429 */
export async function askToOrganize(viewer: Viewer, eventId: number, userId: number): Promise<EventRow> {
  requireUnmuted(viewer);
  limitAction("eventChange", viewer.id, eventTexts.tooMany);
  if (userId === viewer.id) throw HttpError.forFields({ member: [eventTexts.notYourself] });
  const now = Date.now();
  const source = sql`events cross join users`;
  const canAsk = and(
    hasEventId(eventId),
    mayOrganize(viewer),
    not(isMuted(viewer.id)),
    sql`users.id = ${userId} and users.status = 'active' and events.organizer_id <> users.id`,
    sql`not ${isBlocking(userId, viewer.id)} and not ${isBlocking(viewer.id, userId)}`,
    sql`(select count(*) from event_organizers where event_id = ${eventId}) < ${maxCoOrganizers}`,
    sql`not ${isIn(isOf(eventId, userId))}`,
  );
  const isAskable = sql`exists (select 1 from users where ${canAsk})`;
  const {
    notified,
    event: [event],
  } = await namedBatch({
    notified: notify(
      {
        kind: "organizing-asked",
        userId,
        subject: eventId,
        actorId: viewer.id,
        facts: sql`json_object('name', ${viewer.name}, 'title', events.title)`,
        now,
      },
      source,
      canAsk,
    ),
    recorded: insertOrganizerEntry(viewer, {
      action: "asked to organize the event",
      eventId,
      memberId: userId,
      isDone: isAskable,
    }),
    asked: insertSelect(
      db,
      eventOrganizers,
      { eventId: sql`events.id`, userId: sql`users.id`, askedAt: now, acceptedAt: null },
      source,
      canAsk,
    ),
    event: selectEvents(viewer).where(hasEventId(eventId)),
  });
  if (!event) throw new HttpError(404, eventTexts.gone);
  if (!event.canEdit) throw HttpError.withCode("not-yours", eventTexts.notYours);
  const others = organizersOf(event).slice(1);
  if (!others.some(({ id }) => id === String(userId))) {
    if (event.organizerId === userId) throw HttpError.forFields({ member: [eventTexts.organizerStays] });
    if (others.length >= maxCoOrganizers) throw HttpError.forFields({ member: [eventTexts.organizersFull] });
    if (await findMute(viewer.id)) throw await explainMute(viewer.id);
    throw HttpError.forFields({ member: [eventTexts.noSuchMember] });
  }
  await publishNotices(notified);
  return event;
}

async function accept(viewer: Viewer, eventId: number): Promise<EventRow> {
  limitAction("eventChange", viewer.id, eventTexts.tooMany);
  const now = Date.now();
  requireUnmuted(viewer);
  const waits = and(isOf(eventId, viewer.id), isNull(eventOrganizers.acceptedAt), not(isMuted(viewer.id)));
  const {
    accepted,
    closed,
    event: [event],
  } = await namedBatch({
    recorded: insertOrganizerEntry(viewer, {
      action: "accepted to organize the event",
      eventId,
      memberId: viewer.id,
      isDone: isIn(waits),
    }),
    accepted: db
      .update(eventOrganizers)
      .set({ acceptedAt: now })
      .where(waits)
      .returning({ id: eventOrganizers.userId }),
    closed: closeNotice(viewer.id, "organizing-asked", eventId, now),
    event: selectEvents(viewer).where(hasEventId(eventId)),
  });
  if (!event) throw new HttpError(404, eventTexts.gone);
  if (!event.isOrganizer) throw new HttpError(403, eventTexts.notAsked);
  if (accepted.length > 0) broadcastEvent("event:update", event);
  await publishNotices(closed);
  return event;
}

/**
 * Organizers may remove anyone, others only themselves. Idempotent. @throws HttpError 404, 403, 422 for the organizer,
 * 429
 */
export async function removeOrganizer(viewer: Viewer, eventId: number, userId: number): Promise<EventRow> {
  limitAction("eventChange", viewer.id, eventTexts.tooMany);
  const isRemovable = and(
    isOf(eventId, userId),
    userId === viewer.id
      ? undefined
      : sql`exists (select 1 from events where ${and(hasEventId(eventId), mayOrganize(viewer))})`,
  );
  const before = await requireEvent(viewer, eventId);
  const {
    withdrawn,
    removed,
    event: [event],
  } = await namedBatch({
    recorded: insertOrganizerEntry(viewer, {
      action: userId === viewer.id ? "no longer organizes the event" : "removed from organizing the event",
      eventId,
      memberId: userId,
      isDone: isIn(isRemovable),
    }),
    withdrawn: withdrawNotices(
      ["organizing-asked"],
      eventId,
      and(sql`user_id = ${userId}`, isIn(isRemovable)),
    ),
    removed: db.delete(eventOrganizers).where(isRemovable).returning({ id: eventOrganizers.userId }),
    event: selectEvents(viewer).where(hasEventId(eventId)),
  });
  if (!event) throw new HttpError(404, eventTexts.gone);
  if (userId !== viewer.id && !before.canEdit) throw HttpError.withCode("not-yours", eventTexts.notYours);
  if (event.organizerId === userId) throw HttpError.forFields({ member: [eventTexts.organizerStays] });
  if (removed.length > 0) broadcastEvent("event:update", event);
  await publishNotices(withdrawn);
  return event;
}
