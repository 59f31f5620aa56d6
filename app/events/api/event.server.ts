import { inArray, type Placeholder, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { parseId } from "#app/platform/schemas/fields.server.ts";
import { db } from "#db/index.ts";
import { events } from "#db/schema/events.ts";
import { type EventReader, shownEventColumns } from "#db/scopes/events.ts";
import { serializePublicEvent } from "../broadcast.server.ts";
import type { ShownEvent } from "../events.server.ts";
import type { eventDataSchema } from "../input.server.ts";
import { eventTexts } from "../texts.ts";

type EventData = z.infer<typeof eventDataSchema>;

/** The ids of an event's registered members as a JSON list. */
const registeredIds = sql<string>`(select json_group_array(cast(user_id as text)) from event_registrations
  where event_id = events.id)`;

/** Selects events with their registrations, which are hidden from guests. */
export const selectEventData = (viewer: EventReader, now: number | Placeholder = Date.now()) =>
  db
    .select({ ...shownEventColumns(viewer, now), registeredIds: viewer ? registeredIds : sql<string>`'[]'` })
    .from(events);

/** The ids of the registered members of events, as JSON lists. Guests get none. */
export async function findRegisteredIds(viewer: Viewer | null, ids: readonly number[]) {
  if (!viewer) return new Map<number, string>();
  const rows = await db
    .select({ id: events.id, registeredIds })
    .from(events)
    .where(inArray(events.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row.registeredIds]));
}

export const serializeEvent = (event: ShownEvent & { registeredIds: string }): EventData => ({
  ...serializePublicEvent(event),
  questions: event.questions,
  registrations: (JSON.parse(event.registeredIds) as string[]).map((userId) => ({ userId })),
  onlineUrl: event.onlineUrl,
  waiting: event.waiting,
});

/** Parses the id of an address. @throws HttpError 404 */
export function requireEventId(id: string | undefined): number {
  const parsed = parseId(id);
  if (parsed === null) throw new HttpError(404, eventTexts.gone);
  return parsed;
}

/** @throws HttpError 404 */
export async function requireEventData(viewer: Viewer | null, id: number) {
  const [event] = await selectEventData(viewer).where(sql`${events.id} = ${id}`);
  if (!event) throw new HttpError(404, eventTexts.gone);
  return event;
}

/** The response with one event. @throws HttpError 404 */
export async function respondWithEvent(viewer: Viewer | null, id: number) {
  const event = await requireEventData(viewer, id);
  return { version: event.version, body: { success: true as const, data: serializeEvent(event) } };
}
