import { desc } from "drizzle-orm";
import { env } from "#app/platform/env.server.ts";
import { createFeedResponse } from "#app/platform/feeds/atom.server.ts";
import { toPlainText } from "#app/questions/markdown.server.ts";
import { db, events } from "#db/index.ts";
import { formatPeriod } from "../times.ts";

const maxEntries = 50;

/** The file is the same for everybody. */
export const handle = { cache: { params: [], varyBy: "nobody" } };

export async function loader() {
  const rows = await db.select().from(events).orderBy(desc(events.id)).limit(maxEntries);
  return createFeedResponse("/events", "Events", rows, (event) => ({
    idPath: `/events/${event.id}`,
    path: `/events/${event.id}`,
    title: event.title,
    summary: `${formatPeriod(event.startsAt, event.endsAt, env.TIME_ZONE)}, ${event.location}`,
    content: toPlainText(event.description),
    publishedAt: event.createdAt,
    updatedAt: event.updatedAt,
  }));
}
