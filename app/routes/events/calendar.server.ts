import ical, { ICalCalendarMethod } from "ical-generator";
import { env } from "../../env.server.ts";
import type { EventRow } from "../../events/events.server.ts";
import { siteOrigin } from "../../mail/link.server.ts";
import { eventTypeLabels } from "../../schemas/event-texts.ts";

/** How often calendars that subscribe are asked to look again, in seconds. */
const refreshSeconds = 60 * 60;

/** Events as an iCalendar file (RFC 5545), all times in UTC. The same events give the same bytes. */
export function createCalendarResponse(events: EventRow[], fileName: string): Response {
  const { hostname } = new URL(siteOrigin);
  const calendar = ical({
    name: `${env.SITE_NAME} events`,
    prodId: { company: env.SITE_NAME, product: "events", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshSeconds,
  });
  for (const event of events) {
    const url = `${siteOrigin}/events/${event.id}`;
    calendar.createEvent({
      id: `event-${event.id}@${hostname}`,
      start: new Date(event.startsAt),
      stamp: new Date(event.updatedAt),
      created: new Date(event.createdAt),
      lastModified: new Date(event.updatedAt),
      // A calendar takes a copy with a higher number for the newer one.
      sequence: Math.floor((event.updatedAt - event.createdAt) / 1000),
      summary: event.title,
      description: `${event.description}\n\n${url}`,
      location: event.location,
      categories: [{ name: eventTypeLabels[event.eventType] }],
      url,
    });
  }
  return new Response(`${calendar}\r\n`, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "public, max-age=60",
    },
  });
}
