import { desc, type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { formatDateTime, timeAgo } from "#app/platform/time/time.server.ts";
import { binMs } from "#db/bin.ts";
import { bin, db } from "#db/index.ts";
import { canDeleteForGood, canRestore } from "#db/scopes/bin.ts";
import { type ListPage, pageOf, readIdCursor } from "#db/scopes/pages.ts";
import type { BinSubject } from "#db/vocabulary.ts";

export interface BinItem {
  subject: BinSubject;
  id: string;
  title: string;
  facts: string[];
  canDelete: boolean;
}

const pageSize = 20;

/** @param newest conditions that each use an index to find entries. `condition` then filters them */
async function list(
  url: URL,
  viewer: Viewer,
  { newest, condition, isForAdmins }: { newest: SQL[]; condition?: SQL; isForAdmins: boolean },
): Promise<ListPage<BinItem>> {
  const after = Date.now() - binMs;
  const found = newest.map(
    (isFound) => sql`select id from (select bin.id from bin where ${isFound} and bin.id < ${readIdCursor(url)}
      and bin.deleted_at > ${after} and ${condition ?? sql`true`} order by bin.id desc limit ${pageSize + 1})`,
  );
  const rows = await db
    .select({
      id: bin.id,
      subject: bin.subject,
      subjectId: bin.subjectId,
      title: bin.title,
      deletedAt: bin.deletedAt,
      author: sql<string>`coalesce((select label from question_aliases where alias = bin.alias),
        (select name from users where id = bin.author_id))`,
      deletedBy: sql<string>`(select name from users where id = bin.deleted_by)`,
      isByOther: sql<boolean>`bin.author_id = ${viewer.id} and bin.deleted_by <> ${viewer.id}`.mapWith(
        Boolean,
      ),
      canDelete: sql<boolean>`${canDeleteForGood(viewer, after)}`.mapWith(Boolean),
    })
    .from(bin)
    .where(sql`bin.id in (${sql.join(found, sql` union all `)})`)
    .orderBy(desc(bin.id))
    .limit(pageSize + 1);
  return pageOf(rows, pageSize, ({ subject, subjectId, title, deletedAt, author, deletedBy, ...row }) => ({
    canDelete: row.canDelete && !isForAdmins,
    subject,
    id: String(subjectId),
    title,
    facts: [
      ...(isForAdmins
        ? [`By ${author}`, `removed by ${deletedBy} ${timeAgo(deletedAt)}`]
        : [`Deleted${row.isByOther ? ` by ${deletedBy}` : ""} ${timeAgo(deletedAt)}`]),
      `will be deleted for good on ${formatDateTime(deletedAt + binMs)}`,
    ],
  }));
}

/** What a member may restore: what they deleted, and their own items that someone else deleted. */
export const listOwnBin = (viewer: Viewer, url: URL) =>
  list(url, viewer, {
    newest: [
      sql`bin.deleted_by = ${viewer.id}`,
      sql`bin.author_id = ${viewer.id} and bin.deleted_by <> ${viewer.id}`,
    ],
    condition: sql`not bin.is_removed and ${canRestore(viewer, Date.now() - binMs)}`,
    isForAdmins: false,
  });

/** Everything that was removed or that co-organizers deleted. Moderators see what they may restore. */
export const listRemoved = (viewer: Viewer, url: URL) =>
  list(url, viewer, {
    newest: [
      sql`bin.is_removed = 1`,
      sql`bin.subject = 'event' and not bin.is_removed and bin.author_id <> bin.deleted_by`,
    ],
    ...(!viewer.isAdmin && { condition: canRestore(viewer, Date.now() - binMs) }),
    isForAdmins: true,
  });
