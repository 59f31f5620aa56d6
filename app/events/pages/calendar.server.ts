import { setImmediate as nextTurn } from "node:timers/promises";
import ical, { ICalCalendarMethod } from "ical-generator";
import { siteOrigin } from "#app/platform/mail/link.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { toPlainText } from "#app/questions/markdown.server.ts";
import type { EventRow } from "../events.server.ts";
import { eventTypeLabels } from "../texts.ts";

/** How often subscribed calendars should refresh, in seconds. */
const refreshSeconds = 60 * 60;

/** How long events are written before yielding to the event loop. */
const maxTurnMs = 10;

/** Cached lines of events, least recently written first. Holds more than `/events.ics` contains. */
const writtenEvents = new Map<string, string>();
const maxWrittenEvents = 700;

/** Events as an iCalendar file (RFC 5545), all times in UTC. The same events produce the same bytes. */
export async function createCalendarResponse(events: EventRow[], fileName: string): Promise<Response> {
  const [head = "", end = ""] = createCalendar()
    .toString()
    .split(/(?=END:VCALENDAR)/);
  const parts = [head];
  let turnStarted = performance.now();
  for (const event of events) {
    if (performance.now() - turnStarted > maxTurnMs) {
      await nextTurn();
      turnStarted = performance.now();
    }
    parts.push(writeEvent(event));
  }
  return new Response(`${parts.join("")}${end}\r\n`, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "public, max-age=60",
    },
  });
}

const createCalendar = () =>
  ical({
    name: `${settings.siteName} events`,
    prodId: { company: settings.siteName, product: "events", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshSeconds,
  });

/** Returns the lines of an event, cached per version. */
function writeEvent(event: EventRow): string {
  const key = `${event.id} ${event.version} ${event.updatedAt}`;
  const written = writtenEvents.get(key);
  if (written !== undefined) return written;
  const calendar = createCalendar();
  const { hostname } = new URL(siteOrigin);
  const url = `${siteOrigin}/events/${event.id}`;
  calendar.createEvent({
    id: `event-${event.id}@${hostname}`,
    start: new Date(event.startsAt),
    end: event.endsAt === null ? null : new Date(event.endsAt),
    stamp: new Date(event.updatedAt),
    created: new Date(event.createdAt),
    lastModified: new Date(event.updatedAt),
    // Calendars treat the copy with the higher number as the newer one.
    sequence: Math.floor((event.updatedAt - event.createdAt) / 1000),
    summary: event.title,
    description: `${toPlainText(event.description)}\n\n${url}`,
    location: event.location,
    categories: [{ name: eventTypeLabels[event.eventType] }],
    url,
  });
  const text = calendar.toString();
  const lines = text.slice(text.indexOf("BEGIN:VEVENT\r\n"), text.lastIndexOf("END:VCALENDAR"));
  writtenEvents.set(key, lines);
  const [oldest] = writtenEvents.keys();
  if (writtenEvents.size > maxWrittenEvents && oldest !== undefined) writtenEvents.delete(oldest);
  return lines;
}
