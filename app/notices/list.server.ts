import { and, desc, eq, isNull, lt, sql } from "drizzle-orm";
import { dayMs } from "#app/platform/time/durations.ts";
import { deleteInBatches } from "#db/delete-in-batches.ts";
import { db, notices } from "#db/index.ts";
import { isOfHidden } from "#db/scopes/notices.ts";
import type { ListPosition } from "#db/scopes/pages.ts";
import type { NoticeKindName } from "./kinds.ts";
import { isShownTo } from "./publish.server.ts";
import { noticeParts, noticeText } from "./texts.server.ts";

export async function loadNotices(
  viewer: { id: number; hasScopes: boolean },
  { limit, after, isUnread = false }: { limit: number; after?: ListPosition | undefined; isUnread?: boolean },
) {
  const rows = await db
    .select({
      id: notices.id,
      kind: sql<NoticeKindName>`${notices.kind}`,
      count: notices.count,
      facts: notices.facts,
      actorId: notices.actorId,
      url: notices.url,
      moment: notices.at,
      readAt: notices.readAt,
    })
    .from(notices)
    .where(
      and(
        eq(notices.userId, viewer.id),
        isShownTo(viewer),
        isUnread ? isNull(notices.readAt) : undefined,
        after ? sql`(${notices.at}, ${notices.id}) < (${after.moment}, ${after.id})` : undefined,
      ),
    )
    .orderBy(desc(notices.at), desc(notices.id))
    .limit(limit);
  return rows.map(({ id, kind, count, facts, actorId, url, moment, readAt }) => ({
    id,
    kind,
    parts: noticeParts({ kind, count, facts }),
    /** The actor if there was exactly one, and not anonymous. */
    actorId: count === 1 ? actorId : null,
    url,
    moment,
    isRead: readAt !== null,
    count,
  }));
}

/** The member's latest notice about a page, read or unread, or null. @param url a local path with its query */
export async function findNoticeText(userId: number, url: string): Promise<string | null> {
  const [found] = await db
    .select({ kind: notices.kind, count: notices.count, facts: notices.facts })
    .from(notices)
    .where(and(eq(notices.userId, userId), eq(notices.url, url), sql`not ${isOfHidden}`))
    .orderBy(desc(notices.at), desc(notices.id))
    .limit(1);
  return found ? noticeText(found) : null;
}

const retentionMs = 180 * dayMs;

/** Deletes read and unread notices alike. A timer calls it once an hour. */
export const deleteOldNotices = (now = Date.now()) =>
  deleteInBatches(notices, lt(notices.at, now - retentionMs));
