import { and, isNull, sql } from "drizzle-orm";
import { isReadableBy } from "#app/anonymous/report-readers.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { countRows } from "#db/count-rows.ts";
import { db, reports, users } from "#db/index.ts";
import { isApprovable } from "./members/change-member.server.ts";

/** One more than the largest number on a badge. */
const maxCount = 100;

/** The number of open tasks by page. All reports of one item count as one. Moderators have reports only. */
export async function countOpenTasks(viewer: Viewer) {
  const isCounted = and(isApprovable, viewer.isAdmin ? undefined : sql`false`);
  const isOpen = and(isNull(reports.resolvedAt), isReadableBy(viewer), isNewestOfItem(viewer));
  const [[members], [open]] = await db.batch([
    countRows(sql`${users} where ${isCounted}`, maxCount),
    countRows(sql`${reports} where ${isOpen}`, maxCount),
  ]);
  return { "/admin/members": members?.count ?? 0, "/admin/reports": open?.count ?? 0 };
}

/** Whether no later report of the same item is open, among those that the reader may read. */
const isNewestOfItem = ({ isAdmin }: Viewer) => sql`not exists (select 1 from reports as later
  where later.subject = reports.subject and later.subject_id = reports.subject_id and later.id > reports.id
  and later.resolved_at is null and ${isAdmin ? sql`true` : sql`later.for_moderators = 1`})`;
