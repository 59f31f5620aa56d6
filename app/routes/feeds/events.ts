import { desc } from "drizzle-orm";
import { db, events } from "#db/index.ts";
import { env } from "../../env.server.ts";
import { formatPeriod } from "../../events/times.ts";
import { toPlainText } from "../../questions/markdown.server.ts";
import { createFeedResponse } from "./atom.server.ts";

const maxEntries = 50;

export async function loader() {
  const rows = await db.select().from(events).orderBy(desc(events.id)).limit(maxEntries);
  const entries = rows.map((event) => ({
    idPath: `/events/${event.id}`,
    path: `/events/${event.id}`,
    title: event.title,
    summary: `${formatPeriod(event.startsAt, event.endsAt, env.TIME_ZONE)}, ${event.location}`,
    content: toPlainText(event.description),
    publishedAt: event.createdAt,
    updatedAt: event.updatedAt,
  }));
  return createFeedResponse("/events", "Events", entries);
}
