import { setImmediate as nextTurn } from "node:timers/promises";
import ical, { ICalCalendarMethod } from "ical-generator";
import { env } from "../../env.server.ts";
import type { EventRow } from "../../events/events.server.ts";
import { siteOrigin } from "../../mail/link.server.ts";
import { toPlainText } from "../../questions/markdown.server.ts";
import { eventTypeLabels } from "../../schemas/event-texts.ts";

/** How often calendars that subscribe are asked to look again, in seconds. */
const refreshSeconds = 60 * 60;

/** How long one turn of the event loop may read descriptions. */
const maxTurnMs = 10;

/** Events as an iCalendar file (RFC 5545), all times in UTC. The same events give the same bytes. */
export async function createCalendarResponse(events: EventRow[], fileName: string): Promise<Response> {
  const { hostname } = new URL(siteOrigin);
  const calendar = ical({
    name: `${env.SITE_NAME} events`,
    prodId: { company: env.SITE_NAME, product: "events", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshSeconds,
  });
  let turnStarted = performance.now();
  for (const event of events) {
    if (performance.now() - turnStarted > maxTurnMs) {
      await nextTurn();
      turnStarted = performance.now();
    }
    const url = `${siteOrigin}/events/${event.id}`;
    calendar.createEvent({
      id: `event-${event.id}@${hostname}`,
      start: new Date(event.startsAt),
      end: event.endsAt === null ? null : new Date(event.endsAt),
      stamp: new Date(event.updatedAt),
      created: new Date(event.createdAt),
      lastModified: new Date(event.updatedAt),
      // A calendar takes a copy with a higher number for the newer one.
      sequence: Math.floor((event.updatedAt - event.createdAt) / 1000),
      summary: event.title,
      description: `${toPlainText(event.description)}\n\n${url}`,
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
