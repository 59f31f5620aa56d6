import { desc } from "drizzle-orm";
import { db, events } from "#db/index.ts";
import { env } from "../../env.server.ts";
import { formatPeriod } from "../../events/times.ts";
import { toPlainText } from "../../questions/markdown.server.ts";
import { createFeedResponse } from "./atom.server.ts";

const maxEntries = 50;

/** Everyone gets the same file. */
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
