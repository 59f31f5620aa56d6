import { and, eq, exists, not, sql } from "drizzle-orm";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { db, eventRegistrations, events, eventWaiting } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { hasEventId, hasFreeSeat, isRegistered, isUpcoming } from "#db/scopes/events.ts";
import { publishNotices } from "../notices/publish.server.ts";
import { broadcastEvent } from "./broadcast.server.ts";
import { type EventRow, selectEvents } from "./events.server.ts";
import { eventTexts } from "./texts.ts";
import { promoteWaiting } from "./waiting-list.server.ts";

// The statement that takes a seat decides whether there is one.

/** @throws HttpError 404 for an unknown event, 409 for a past one */
function requireUpcoming(event: EventRow | undefined, now: number): EventRow {
  if (!event) throw new HttpError(404, eventTexts.gone);
  if (event.startsAt < now) {
    const isRunning = event.endsAt !== null && now < event.endsAt;
    throw HttpError.withCode("event-over", isRunning ? eventTexts.running : eventTexts.over);
  }
  return event;
}

/** Refuses a seat if the account was deleted or suspended after the request began. */
const isStillActive = ({ id }: Viewer) =>
  sql`exists (select 1 from users where users.id = ${id} and users.status = 'active')`;

/** Idempotent. @throws HttpError 404, 409 if the event is full or over, 429 */
export async function register(viewer: Viewer, eventId: number): Promise<EventRow> {
  limitAction("participation", viewer.id, eventTexts.tooMany);
  const now = Date.now();
  const row = { eventId: events.id, userId: viewer.id, createdAt: now };
  const [added, [found]] = await db.batch([
    insertSelect(
      db,
      eventRegistrations,
      row,
      events,
      and(hasEventId(eventId), isUpcoming(now), hasFreeSeat, isStillActive(viewer)),
    )
      .onConflictDoNothing()
      .returning({ eventId: eventRegistrations.eventId }),
    selectEvents(viewer).where(hasEventId(eventId)),
  ]);
  const event = requireUpcoming(found, now);
  if (!event.isRegistered) throw HttpError.withCode("event-full", eventTexts.full);
  if (added.length > 0) broadcastEvent("event:register", event);
  return event;
}

/** @throws HttpError 404, 409 if the event is over, 429 */
export async function unregister(viewer: Viewer, eventId: number): Promise<EventRow> {
  limitAction("participation", viewer.id, eventTexts.tooMany);
  const now = Date.now();
  const upcoming = db
    .select({ one: sql`1` })
    .from(events)
    .where(and(hasEventId(eventId), isUpcoming(now)));
  const {
    removed,
    seats,
    event: [found],
  } = await namedBatch({
    removed: db
      .delete(eventRegistrations)
      .where(
        and(
          eq(eventRegistrations.eventId, eventId),
          eq(eventRegistrations.userId, viewer.id),
          exists(upcoming),
        ),
      )
      .returning({ eventId: eventRegistrations.eventId }),
    seats: promoteWaiting(eventId, now),
    event: selectEvents(viewer).where(hasEventId(eventId)),
  });
  const event = requireUpcoming(found, now);
  if (removed.length > 0) {
    broadcastEvent("event:unregister", event);
    await publishNotices(seats);
  }
  return event;
}

/** @throws HttpError 404, 409 if a seat is free, the member is registered or the event is over, 429 */
export async function joinWaitingList(viewer: Viewer, eventId: number): Promise<EventRow> {
  limitAction("participation", viewer.id, eventTexts.tooMany);
  const now = Date.now();
  const row = { eventId: events.id, userId: viewer.id, createdAt: now };
  const canWait = and(
    hasEventId(eventId),
    isUpcoming(now),
    not(hasFreeSeat),
    not(isRegistered(viewer.id)),
    isStillActive(viewer),
  );
  const [added, [found]] = await db.batch([
    insertSelect(db, eventWaiting, row, events, canWait)
      .onConflictDoNothing()
      .returning({ id: eventWaiting.id }),
    selectEvents(viewer).where(hasEventId(eventId)),
  ]);
  const event = requireUpcoming(found, now);
  if (event.isRegistered) throw HttpError.withCode("already-registered", eventTexts.alreadyRegistered);
  if (event.waiting === null) throw HttpError.withCode("seats-left", eventTexts.notFull);
  if (added.length > 0) broadcastEvent("event:update", event);
  return event;
}

/** @throws HttpError 404, 429 */
export async function leaveWaitingList(viewer: Viewer, eventId: number): Promise<EventRow> {
  limitAction("participation", viewer.id, eventTexts.tooMany);
  const [removed, [event]] = await db.batch([
    db
      .delete(eventWaiting)
      .where(
        and(
          eq(eventWaiting.eventId, eventId),
          eq(eventWaiting.userId, viewer.id),
          sql`exists (select 1 from events where ${hasEventId(eventId)})`,
        ),
      )
      .returning({ id: eventWaiting.id }),
    selectEvents(viewer).where(hasEventId(eventId)),
  ]);
  if (!event) throw new HttpError(404, eventTexts.gone);
  if (removed.length > 0) broadcastEvent("event:update", event);
  return event;
}
