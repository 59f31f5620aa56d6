import { isNull } from "drizzle-orm";
import { calendars, db } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { pastEvents, upcomingEvents } from "#db/scopes/events.ts";
import { selectEvents } from "../events.server.ts";
import { createCalendarResponse, toEventEntry } from "./calendar.server.ts";
import { isBetween, rememberEntries } from "./calendar-memory.server.ts";

const maxUpcoming = 500;
/**
 * Subscribed calendars drop events that are missing from the file, so the latest past events stay in it for a while.
 */
const maxPast = 100;

/** The file is the same for everybody. */
export const handle = { cache: { params: [], varyBy: "nobody" } };

/** The events as a calendar to subscribe to: `/events.ics`. */
export async function loader() {
  const now = Date.now();
  const [upcoming, past] = [upcomingEvents(now), pastEvents(now)];
  const {
    soon,
    over,
    stored: [stored],
  } = await namedBatch({
    soon: selectEvents(null)
      .where(upcoming.where)
      .orderBy(...upcoming.orderBy)
      .limit(maxUpcoming),
    over: selectEvents(null)
      .where(past.where)
      .orderBy(...past.orderBy)
      .limit(maxPast),
    stored: db.select().from(calendars).where(isNull(calendars.userId)),
  });
  const from = over.length < maxPast ? Number.NEGATIVE_INFINITY : (over.at(-1)?.startsAt ?? now);
  const entries = await rememberEntries(stored, [...soon, ...over].map(toEventEntry), ({ startsAt }) =>
    isBetween(startsAt, from, soon, maxUpcoming) ? "inside" : "outside",
  );
  return createCalendarResponse(entries, "events.ics");
}
