import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from "ical-generator";
import { siteOrigin } from "#app/platform/mail/link.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { toPlainText } from "#app/questions/markdown.server.ts";
import type { CalendarMemory } from "#db/index.ts";
import { yieldToRequests } from "#db/yield-to-requests.ts";
import type { EventRow } from "../events.server.ts";
import { eventTypeLabels } from "../texts.ts";

/** How often subscribed calendars should refresh, in seconds. */
const refreshSeconds = 60 * 60;

/** How long entries are written before yielding to the event loop. */
const maxTurnMs = 10;

/** Cached lines of entries, least recently written first. Holds more than `/events.ics` contains. */
const writtenEntries = new Map<string, string>();
const maxWrittenEntries = 1_500;

export interface CalendarEntry {
  /** Its UID without the host's name. It never changes. */
  uid: string;
  startsAt: number;
  endsAt: number | null;
  /** Markdown. */
  description: string;
  title: string;
  location: string | null;
  category: string | null;
  path: string;
  createdAt: number;
  updatedAt: number;
}

/** An entry with the number and time of its last change. Without a path it is cancelled and has no other details. */
export type WrittenEntry = Pick<
  CalendarMemory,
  "uid" | "startsAt" | "endsAt" | "sequence" | "changedAt" | "digest"
> &
  Partial<CalendarEntry>;

export const isEventUid = (uid: string) => uid.startsWith("event-");

type EventColumns = Pick<
  EventRow,
  | "id"
  | "title"
  | "description"
  | "startsAt"
  | "endsAt"
  | "location"
  | "eventType"
  | "createdAt"
  | "updatedAt"
>;

/** Never contains the address of an online event. */
export const toEventEntry = (event: EventColumns): CalendarEntry => ({
  uid: `event-${event.id}`,
  startsAt: event.startsAt,
  endsAt: event.endsAt,
  title: event.title,
  description: event.description,
  location: event.location,
  category: eventTypeLabels[event.eventType],
  path: `/events/${event.id}`,
  createdAt: event.createdAt,
  updatedAt: event.updatedAt,
});

/** The day of a deadline. */
export const toDeadlineEntry = (job: {
  id: number;
  title: string;
  companyName: string;
  deadline: string;
  postedAt: number;
  editedAt: number | null;
}): CalendarEntry => ({
  uid: `job-${job.id}`,
  startsAt: Date.parse(job.deadline),
  endsAt: null,
  title: `Deadline: ${job.title}, ${job.companyName}`,
  description: "",
  location: null,
  category: null,
  path: `/jobs/${job.id}`,
  createdAt: job.postedAt,
  updatedAt: job.editedAt ?? job.postedAt,
});

/** Calendars treat the copy with the higher number as the newer one. */
export const firstSequence = ({ createdAt, updatedAt }: CalendarEntry): number =>
  Math.max(0, Math.floor((updatedAt - createdAt) / 1000));

/** An iCalendar file (RFC 5545), all times in UTC. The same entries produce the same bytes. */
export async function createCalendarResponse(
  entries: WrittenEntry[],
  fileName: string,
  cacheControl = "public, max-age=60",
): Promise<Response> {
  const [head = "", end = ""] = createCalendar()
    .toString()
    .split(/(?=END:VCALENDAR)/);
  const parts = [head];
  let turnStarted = performance.now();
  for (const entry of entries) {
    if (performance.now() - turnStarted > maxTurnMs) {
      await yieldToRequests();
      turnStarted = performance.now();
    }
    parts.push(writeEntry(entry));
  }
  return new Response(`${parts.join("")}${end}\r\n`, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": cacheControl,
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

/** Returns the lines of an entry, cached per version. */
function writeEntry(entry: WrittenEntry): string {
  const isCancelled = entry.path === undefined;
  const key = `${entry.uid} ${entry.sequence} ${entry.changedAt} ${isCancelled} ${entry.digest}`;
  const written = writtenEntries.get(key);
  if (written !== undefined) return written;
  const calendar = createCalendar();
  const { hostname } = new URL(siteOrigin);
  const url = `${siteOrigin}${entry.path}`;
  const isDay = !isEventUid(entry.uid);
  const changedAt = new Date(entry.changedAt);
  calendar.createEvent({
    id: `${entry.uid}@${hostname}`,
    start: new Date(entry.startsAt),
    end: entry.endsAt === null ? null : new Date(entry.endsAt),
    allDay: isDay,
    stamp: changedAt,
    lastModified: changedAt,
    sequence: entry.sequence,
    summary: entry.title ?? "Cancelled",
    ...(isDay && { transparency: ICalEventTransparency.TRANSPARENT }),
    ...(isCancelled
      ? { status: ICalEventStatus.CANCELLED }
      : {
          created: new Date(entry.createdAt ?? entry.changedAt),
          description: [entry.description && toPlainText(entry.description), url]
            .filter(Boolean)
            .join("\n\n"),
          location: entry.location ?? null,
          categories: entry.category ? [{ name: entry.category }] : [],
          url,
        }),
  });
  const text = calendar.toString();
  const lines = text.slice(text.indexOf("BEGIN:VEVENT\r\n"), text.lastIndexOf("END:VCALENDAR"));
  writtenEntries.set(key, lines);
  const [oldest] = writtenEntries.keys();
  if (writtenEntries.size > maxWrittenEntries && oldest !== undefined) writtenEntries.delete(oldest);
  return lines;
}
