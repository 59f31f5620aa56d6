import { and, asc, eq, gte, sql } from "drizzle-orm";
import { findCalendar } from "#app/account/calendar.server.ts";
import { isAreaOn } from "#app/platform/http/area-switch.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { getRequestContext } from "#app/platform/http/request-context.server.ts";
import { addressKey, limitAction, RateLimit } from "#app/platform/limits/rate-limit.server.ts";
import { dayMs } from "#app/platform/time/durations.ts";
import { today } from "#app/platform/time/time.server.ts";
import { db, events, jobs } from "#db/index.ts";
import { isListedJob } from "#db/scopes/jobs.ts";
import type { Route } from "./+types/own-calendar.ts";
import { createCalendarResponse, isEventUid, toDeadlineEntry, toEventEntry } from "./calendar.server.ts";
import { isBetween, rememberEntries } from "./calendar-memory.server.ts";

const maxEvents = 500;
const maxDeadlines = 200;
const maxSaved = 1_000;
const pastMs = 90 * dayMs;

const noStore = "private, no-store";
const unknownLimit = new RateLimit(30, 15 * 60);

/** A member's own events and deadlines at a secret address, `/calendar/{code}.ics`. The code opens nothing else. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const requestContext = getRequestContext(context);
  requestContext.responseHeaders.set("Cache-Control", noStore);
  requestContext.responseHeaders.set("Referrer-Policy", "strict-origin");
  const calendar = await findCalendar(params.code);
  if (!calendar) {
    const retryAfter = unknownLimit.consume(addressKey(requestContext.address));
    throw retryAfter > 0 ? new HttpError(429, undefined, { retryAfter }) : new HttpError(404);
  }
  limitAction("calendar", calendar.userId);
  const from = Date.now() - pastMs;
  const { own, saved } = await loadOwn(calendar.userId, calendar.hasDeadlines, from);
  const entries = await rememberEntries(calendar, [...own, ...saved], ({ uid, startsAt }) => {
    const isEvent = isEventUid(uid);
    if (!isAreaOn(isEvent ? "events" : "jobs")) return "off";
    const [rows, limit] = isEvent ? [own, maxEvents] : [saved, maxDeadlines];
    return isBetween(startsAt, from, rows, limit) ? "inside" : "outside";
  });
  return createCalendarResponse(entries, "calendar.ics", noStore);
}

async function loadOwn(userId: number, hasDeadlines: boolean, from: number) {
  const [own, saved] = await db.batch([
    db
      .select({
        id: events.id,
        title: events.title,
        description: events.description,
        startsAt: events.startsAt,
        endsAt: events.endsAt,
        location: events.location,
        eventType: events.eventType,
        createdAt: events.createdAt,
        updatedAt: events.updatedAt,
      })
      .from(events)
      .where(
        and(
          sql`${events.id} in (
            select event_id from (select event_id from event_registrations where user_id = ${userId}
              order by event_id desc limit ${maxEvents})
            union select id from (select id from events where organizer_id = ${userId}
              order by id desc limit ${maxEvents})
            union select event_id from (select event_id from event_organizers where user_id = ${userId}
              and accepted_at is not null order by event_id desc limit ${maxEvents}))`,
          gte(events.startsAt, from),
        ),
      )
      .orderBy(asc(events.startsAt), asc(events.id))
      .limit(maxEvents),
    db
      .select({
        id: jobs.id,
        title: jobs.title,
        companyName: jobs.companyName,
        deadline: sql<string>`${jobs.deadline}`,
        postedAt: jobs.postedAt,
        editedAt: jobs.editedAt,
      })
      .from(jobs)
      .where(
        and(
          sql`${jobs.id} in (select job_id from saved_jobs where user_id = ${userId}
            order by job_id desc limit ${maxSaved})`,
          isListedJob,
          // Without the index of open jobs: the list above is short.
          sql`+${jobs.closedAt} is null`,
          gte(jobs.deadline, today(from)),
          hasDeadlines ? undefined : eq(jobs.id, 0),
        ),
      )
      .orderBy(asc(jobs.deadline), asc(jobs.id))
      .limit(maxDeadlines),
  ]);
  return {
    own: isAreaOn("events") ? own.map(toEventEntry) : [],
    saved: isAreaOn("jobs") ? saved.map(toDeadlineEntry) : [],
  };
}
