import { and, eq, exists, not, sql } from "drizzle-orm";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { db, eventRegistrations, events, eventWaiting } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { hasEventId, hasFreeSeat, isRegistered, isUpcoming } from "#db/scopes/events.ts";
import { closeNotice } from "../notices/notify.server.ts";
import { publishNotices } from "../notices/publish.server.ts";
import { broadcastEvent } from "./broadcast.server.ts";
import { type EventRow, selectEvents } from "./events.server.ts";
import { parseAnswers, type SentAnswers, saveAnswers, stillAsks } from "./questions.server.ts";
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

const requireUpcomingById = async (viewer: Viewer, eventId: number, now: number) =>
  requireUpcoming((await selectEvents(viewer).where(hasEventId(eventId)))[0], now);

const isFull = ({ registrationLimit, registrationCount }: EventRow) =>
  registrationLimit !== null && registrationCount >= registrationLimit;

/**
 * Idempotent. Answers of a registered member replace the earlier ones.
 * @throws HttpError 404, 409 if the event is full or over or its questions changed, 422 at `answers.{id}`, 429
 */
export async function register(viewer: Viewer, eventId: number, sent?: SentAnswers): Promise<EventRow> {
  limitAction("participation", viewer.id, eventTexts.tooMany);
  const now = Date.now();
  const before = await requireUpcomingById(viewer, eventId, now);
  if (before.isRegistered && sent === undefined) return before;
  if (!before.isRegistered && isFull(before)) throw HttpError.withCode("event-full", eventTexts.full);
  const answers = parseAnswers(before.questions, sent ?? {});
  const isAsked = and(hasEventId(eventId), isUpcoming(now), stillAsks(before.questions));
  const row = { eventId: events.id, userId: viewer.id, createdAt: now };
  const {
    added,
    event: [found],
  } = await namedBatch({
    added: insertSelect(db, eventRegistrations, row, events, and(isAsked, hasFreeSeat, isStillActive(viewer)))
      .onConflictDoNothing()
      .returning({ eventId: eventRegistrations.eventId }),
    answered: saveAnswers(eventId, viewer.id, answers, isAsked),
    event: selectEvents(viewer).where(hasEventId(eventId)),
  });
  const event = requireUpcoming(found, now);
  requireSameQuestions(before, event);
  if (!event.isRegistered) throw HttpError.withCode("event-full", eventTexts.full);
  if (added.length > 0) broadcastEvent("event:register", event);
  return event;
}

function requireSameQuestions(before: EventRow, { questions }: EventRow): void {
  if (JSON.stringify(questions) !== JSON.stringify(before.questions))
    throw HttpError.withCode("changed-meanwhile", eventTexts.questionsChanged);
}

/**
 * Replaces a registered member's answers.
 * @throws HttpError 404, 409 if they are not registered, the event has begun or its questions changed, 422 at
 * `answers.{id}`, 429
 */
export async function changeAnswers(viewer: Viewer, eventId: number, sent: SentAnswers): Promise<EventRow> {
  limitAction("participation", viewer.id, eventTexts.tooMany);
  const now = Date.now();
  const before = await requireUpcomingById(viewer, eventId, now);
  if (!before.isRegistered) throw new HttpError(409, eventTexts.registerFirst);
  const answers = parseAnswers(before.questions, sent);
  const isAsked = and(
    hasEventId(eventId),
    isUpcoming(now),
    stillAsks(before.questions),
    isStillActive(viewer),
  );
  const {
    saved,
    notified,
    event: [found],
  } = await namedBatch({
    saved: saveAnswers(eventId, viewer.id, answers, isAsked),
    notified: closeNotice(viewer.id, "event-asked", eventId, now, sql`changes() > 0`),
    event: selectEvents(viewer).where(hasEventId(eventId)),
  });
  const event = requireUpcoming(found, now);
  requireSameQuestions(before, event);
  if (saved.length === 0) throw new HttpError(409, eventTexts.registerFirst);
  await publishNotices(notified);
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
