import { toPlainText } from "#app/questions/markdown.server.ts";
import type { EventRow } from "../events.server.ts";
import { imageUrl } from "../input.server.ts";

/** An event as schema.org's Event for search engines: JSON that is safe inside a script element. */
export function serializeSchemaEvent(event: EventRow, origin: string): string {
  const url = `${origin}/events/${event.id}`;
  const schemaEvent = {
    "@context": "https://schema.org",
    "@type": "Event",
    name: event.title,
    description: toPlainText(event.description),
    startDate: new Date(event.startsAt).toISOString(),
    endDate: event.endsAt === null ? undefined : new Date(event.endsAt).toISOString(),
    eventStatus: "https://schema.org/EventScheduled",
    location: { "@type": "Place", name: event.location, address: event.location },
    organizer: { "@type": "Person", name: event.organizerName },
    image: event.imageFile ? [origin + imageUrl(event.imageFile)] : undefined,
    maximumAttendeeCapacity: event.registrationLimit ?? undefined,
    url,
  };
  return JSON.stringify(schemaEvent).replaceAll("<", "\\u003c");
}
