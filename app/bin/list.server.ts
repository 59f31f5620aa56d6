import { and, desc, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import { binMs } from "#db/bin.ts";
import { bin, db } from "#db/index.ts";
import { canRestore } from "#db/scopes/bin.ts";
import { type ListPage, pageOf, readIdCursor } from "#db/scopes/pages.ts";
import type { BinSubject } from "#db/vocabulary.ts";
import type { Viewer } from "../auth/sessions.server.ts";
import { formatDateTime, timeAgo } from "../time/time.server.ts";

export interface BinItem {
  subject: BinSubject;
  id: string;
  title: string;
  facts: string[];
}

const pageSize = 20;
const recent = () => gt(bin.deletedAt, Date.now() - binMs);

async function list(url: URL, condition: SQL | undefined, isForAdmins: boolean): Promise<ListPage<BinItem>> {
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
    })
    .from(bin)
    .where(and(recent(), condition, lt(bin.id, readIdCursor(url))))
    .orderBy(desc(bin.id))
    .limit(pageSize + 1);
  return pageOf(rows, pageSize, ({ subject, subjectId, title, deletedAt, author, deletedBy }) => ({
    subject,
    id: String(subjectId),
    title,
    facts: [
      ...(isForAdmins
        ? [`By ${author}`, `removed by ${deletedBy} ${timeAgo(deletedAt)}`]
        : [`Deleted ${timeAgo(deletedAt)}`]),
      `goes for good on ${formatDateTime(deletedAt + binMs)}`,
    ],
  }));
}

/** What a member deleted and may bring back. */
export const listOwnBin = (viewer: Viewer, url: URL) =>
  list(
    url,
    and(eq(bin.deletedBy, viewer.id), eq(bin.isRemoved, false), canRestore(viewer, Date.now() - binMs)),
    false,
  );

/** What administrators removed. */
export const listRemoved = (url: URL) => list(url, eq(bin.isRemoved, true), true);
