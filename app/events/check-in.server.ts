import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { insertOrganizerEntry } from "#db/audit.ts";
import { db, eventRegistrations, users } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { hasEventId, mayOrganize } from "#db/scopes/events.ts";
import { idList } from "#db/scopes/search.ts";
import { findIds, maxCandidates } from "#db/search.ts";
import { broadcastEvent } from "./broadcast.server.ts";
import { type EventRow, selectEvents } from "./events.server.ts";
import { eventTexts } from "./texts.ts";

/** A condition for registered members whose name contains a text. */
export async function isNamed(eventId: number, search: string | undefined): Promise<SQL | undefined> {
  if (search === undefined) return undefined;
  const isRegistered = sql`exists (select 1 from event_registrations as taken
    where taken.event_id = ${eventId} and taken.user_id = users.id)`;
  const names = [{ text: search, columns: ["name"] }];
  const { ids } = await findIds("users", names, { where: isRegistered, limit: maxCandidates });
  return sql`${users.id} in (${idList(ids)})`;
}

/** Selects the members registered for an event. */
export const selectAttendees = (eventId: number, where: SQL | undefined) =>
  db
    .select({
      id: users.id,
      name: users.name,
      checkedIn: sql<boolean>`${eventRegistrations.checkedInAt} is not null`.mapWith(Boolean),
      answers: eventRegistrations.answers,
    })
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .where(and(eq(eventRegistrations.eventId, eventId), where));

/**
 * Checks a registered member in, or undoes it. Idempotent.
 * @throws HttpError 404 (also for members who are not registered), 403, 429
 */
export async function checkIn(
  viewer: Viewer,
  eventId: number,
  userId: number,
  checkedIn: boolean,
): Promise<EventRow> {
  limitAction("checkIn", viewer.id, eventTexts.tooMany);
  const now = Date.now();
  const isOf = and(eq(eventRegistrations.eventId, eventId), eq(eventRegistrations.userId, userId));
  const {
    changed,
    member: [member],
    event: [event],
  } = await namedBatch({
    changed: db
      .update(eventRegistrations)
      .set({ checkedInAt: checkedIn ? now : null })
      .where(
        and(
          isOf,
          sql`(checked_in_at is not null) <> ${checkedIn ? 1 : 0}`,
          sql`exists (select 1 from events where ${and(hasEventId(eventId), mayOrganize(viewer))})`,
        ),
      )
      .returning({ userId: eventRegistrations.userId }),
    recorded: insertOrganizerEntry(viewer, {
      action: checkedIn ? "checked in at the event" : "took back a check-in at the event",
      eventId,
      memberId: userId,
      isDone: sql`changes() > 0 and organizer_id <> ${viewer.id}`,
    }),
    member: db.select({ userId: eventRegistrations.userId }).from(eventRegistrations).where(isOf),
    event: selectEvents(viewer).where(hasEventId(eventId)),
  });
  if (!event) throw new HttpError(404, eventTexts.gone);
  if (!event.canEdit) throw HttpError.withCode("not-yours", eventTexts.notYours);
  if (!member) throw new HttpError(404, eventTexts.notRegistered);
  if (changed.length > 0) broadcastEvent("event:update", event);
  return event;
}
