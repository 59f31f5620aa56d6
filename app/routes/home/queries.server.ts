import { desc, sql } from "drizzle-orm";
import { db, jobs } from "#db/index.ts";
import { matchingJobIds } from "#db/scopes/jobs.ts";
import { selectConversations } from "#db/scopes/messages.ts";
import { timeAgo, today } from "../../time.server.ts";

/** Unread conversations, and jobs. */
const maxItems = 3;
/** Only the latest conversations are looked through for unread ones. */
const maxConversations = 20;
const openJobs = { showOpenOnly: true, opportunityType: [], workplaceType: [] };

/** What is new for a member: their unread conversations and the latest open jobs, every value as text. */
export async function loadNews(viewerId: number) {
  const [conversations, latestJobs] = await db.batch([
    selectConversations(viewerId, { limit: maxConversations }),
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
    jobs: latestJobs.map(({ id, title, company, postedAt }) => ({
      href: `/jobs/${id}`,
      title,
      company,
      ago: timeAgo(postedAt),
    })),
  };
}
export type NewsContent = Awaited<ReturnType<typeof loadNews>>;
