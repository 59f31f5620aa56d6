import { db } from "#db/index.ts";
import { pastEvents, upcomingEvents } from "#db/scopes/events.ts";
import { selectEvents } from "../events.server.ts";
import { createCalendarResponse } from "./calendar.server.ts";

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
  const [soon, over] = await db.batch([
    selectEvents(null)
      .where(upcoming.where)
      .orderBy(...upcoming.orderBy)
      .limit(maxUpcoming),
    selectEvents(null)
      .where(past.where)
      .orderBy(...past.orderBy)
      .limit(maxPast),
  ]);
  return createCalendarResponse([...soon, ...over], "events.ics");
}
