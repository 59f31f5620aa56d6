import { hasEventId } from "#db/scopes/events.ts";
import { selectEvents } from "../../events/events.server.ts";
import type { Route } from "./+types/event-calendar.ts";
import { createCalendarResponse } from "./calendar.server.ts";
import { eventNotFound, requireEventId } from "./queries.server.ts";

/** One event for a calendar: `/events/{id}.ics`. */
export async function loader({ params }: Route.LoaderArgs) {
  const id = requireEventId(params.id);
  const events = await selectEvents(null).where(hasEventId(id));
  if (events.length === 0) throw eventNotFound();
  return createCalendarResponse(events, `event-${id}.ics`);
}
