import type { Route } from "./+types/event-calendar.ts";
import { createCalendarResponse } from "./calendar.server.ts";
import { requireEvent } from "./read-events.server.ts";

/** One event for a calendar: `/events/{id}.ics`. */
export async function loader({ params }: Route.LoaderArgs) {
  const event = await requireEvent(null, params.id);
  return createCalendarResponse([event], `event-${event.id}.ics`);
}
