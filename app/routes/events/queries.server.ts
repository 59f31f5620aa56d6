import { data } from "react-router";
import { db } from "#db/index.ts";
import { pastEvents, upcomingEvents } from "#db/scopes/events.ts";
import type { Position } from "#db/scopes/pages.ts";
import type { Viewer } from "../../auth/session.server.ts";
import { env } from "../../env.server.ts";
import { serializePublicEvent } from "../../events/broadcast.server.ts";
import { type EventRow, selectEvents } from "../../events/events.server.ts";
import { eventTexts } from "../../schemas/event-texts.ts";
import { parseId } from "../../schemas/fields.ts";
import { presentEvent } from "./present-event.ts";

export const eventNotFound = () => data(eventTexts.gone, 404);

/** The id of an address. @throws a 404 */
export function requireEventId(id: string): number {
  const parsed = parseId(id);
  if (parsed === null) throw eventNotFound();
  return parsed;
}

/** The latest past events that the page shows: specification, section 9. */
const pastShown = 3;

/** The upcoming events, at most `limit` of them, and the latest past ones. */
export function selectEventLists(viewer: Viewer | null, limit: number, now: number, after?: Position) {
  const upcoming = upcomingEvents(now, after);
  const past = pastEvents(now);
  return db.batch([
    selectEvents(viewer)
      .where(upcoming.where)
      .orderBy(...upcoming.orderBy)
      .limit(limit),
    selectEvents(viewer)
      .where(past.where)
      .orderBy(...past.orderBy)
      .limit(pastShown),
  ]);
}

/** A stored event as the pages show it. */
export const toListItem = (event: EventRow, now: number) =>
  presentEvent(serializePublicEvent(event), event, env.TIME_ZONE, now);
