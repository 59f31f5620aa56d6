import type { Route } from "./+types/event-calendar.ts";
import { createCalendarResponse, firstSequence, toEventEntry } from "./calendar.server.ts";
import { requireShownEvent } from "./read-events.server.ts";

/** One event for a calendar: `/events/{id}.ics`. */
export async function loader({ params }: Route.LoaderArgs) {
  const event = await requireShownEvent(null, params.id);
  const entry = toEventEntry(event);
  const written = {
    ...entry,
    sequence: firstSequence(entry),
    changedAt: event.updatedAt,
    digest: `version ${event.version}`,
  };
  return createCalendarResponse([written], `event-${event.id}.ics`);
}
