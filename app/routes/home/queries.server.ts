import { desc, sql } from "drizzle-orm";
import { db, events, jobs } from "#db/index.ts";
import { upcomingEvents } from "#db/scopes/events.ts";
import { matchingJobIds } from "#db/scopes/jobs.ts";
import { env } from "../../env.server.ts";
import { formatMoment } from "../../events/times.ts";
import { selectConversations } from "../../messaging/conversations.server.ts";
import { timeAgo, today } from "../../time.server.ts";

/** Unread conversations, events, and jobs. */
const maxItems = 3;
/** Only the latest conversations are looked through for unread ones. */
const maxConversations = 20;
const openJobs = { showOpenOnly: true, opportunityType: [], workplaceType: [] };

/** What is new for a member: their unread conversations, the next events and the latest open jobs, every value as text. */
export async function loadNews(viewerId: number) {
  const upcoming = upcomingEvents(Date.now());
  const [conversations, nextEvents, latestJobs] = await db.batch([
    selectConversations(viewerId, { limit: maxConversations }),
    db
      .select({ id: events.id, title: events.title, location: events.location, startsAt: events.startsAt })
      .from(events)
      .where(upcoming.where)
      .orderBy(...upcoming.orderBy)
      .limit(maxItems),
    db
      .select({ id: jobs.id, title: jobs.title, company: jobs.companyName, postedAt: jobs.postedAt })
      .from(jobs)
      .where(sql`${jobs.id} in (${matchingJobIds(openJobs, today(), maxItems)})`)
      .orderBy(desc(jobs.id)),
  ]);
  const unread = conversations.filter(({ unreadCount }) => unreadCount > 0).slice(0, maxItems);
  return {
    unread: unread.map(({ userId, name, lastMessage, lastMessageAt, isAnonymous }) => ({
      href: `/messages/${userId}${isAnonymous && !userId.startsWith("anon_") ? "?anonymous=1" : ""}`,
      name,
      text: lastMessage.slice(0, 160),
      ago: timeAgo(lastMessageAt),
    })),
    events: nextEvents.map(({ id, title, location, startsAt }) => ({
      href: `/events/${id}`,
      title,
      location,
      when: formatMoment(startsAt, env.TIME_ZONE),
    })),
    jobs: latestJobs.map(({ id, title, company, postedAt }) => ({
      href: `/jobs/${id}`,
      title,
      company,
      ago: timeAgo(postedAt),
    })),
  };
}
export type NewsContent = Awaited<ReturnType<typeof loadNews>>;
