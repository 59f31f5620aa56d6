import { and, eq, type SQL, sql } from "drizzle-orm";
import { insertOrganizerEntry } from "#db/audit.ts";
import { db, eventRegistrations, users } from "#db/index.ts";
import { hasEventId, mayOrganize } from "#db/scopes/events.ts";
import { containsText } from "#db/scopes/search.ts";
import type { Viewer } from "../auth/sessions.server.ts";
import { HttpError } from "../http/problem.server.ts";
import { limitAction } from "../limits/rate-limit.server.ts";
import { eventTexts } from "../schemas/event-texts.ts";
import { broadcastEvent } from "./broadcast.server.ts";
import { type EventRow, selectEvents } from "./events.server.ts";

/** Those registered for an event. @param search a part of the name */
export const selectAttendees = (eventId: number, search: string | undefined, after?: SQL) =>
  db
    .select({
      id: users.id,
      name: users.name,
      checkedIn: sql<boolean>`${eventRegistrations.checkedInAt} is not null`.mapWith(Boolean),
    })
    .from(eventRegistrations)
    .innerJoin(users, eq(users.id, eventRegistrations.userId))
    .where(
      and(
        eq(eventRegistrations.eventId, eventId),
        search === undefined ? undefined : containsText(users.name, search),
        after,
      ),
    );

/**
 * Says that a registered member came, or did not. Doing it again changes nothing.
 * @throws HttpError 404 also for who is not registered, 403, 429
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
  const [changed, , [member], [event]] = await db.batch([
    db
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
    insertOrganizerEntry(viewer, {
      action: checkedIn ? "checked in at the event" : "took back a check-in at the event",
      eventId,
      memberId: userId,
      isDone: sql`changes() > 0 and organizer_id <> ${viewer.id}`,
    }),
    db.select({ userId: eventRegistrations.userId }).from(eventRegistrations).where(isOf),
    selectEvents(viewer).where(hasEventId(eventId)),
  ]);
  if (!event) throw new HttpError(404, eventTexts.gone);
  if (!event.canEdit) throw HttpError.withCode("not-yours", eventTexts.notYours);
  if (!member) throw new HttpError(404, eventTexts.notRegistered);
  if (changed.length > 0) broadcastEvent("event:update", event);
  return event;
}
