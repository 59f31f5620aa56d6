import { and, isNull, sql } from "drizzle-orm";
import { isReadableBy } from "#app/anonymous/report-readers.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { countRows } from "#db/count-rows.ts";
import { db, reports, users } from "#db/index.ts";
import { isApprovable } from "./members/change-member.server.ts";

/** One more than the largest number on a badge. */
const maxCount = 100;

/** The number of open tasks by page. Moderators have reports only. */
export async function countOpenTasks(viewer: Viewer) {
  const isCounted = and(isApprovable, viewer.isAdmin ? undefined : sql`false`);
  const [[members], [open]] = await db.batch([
    countRows(sql`${users} where ${isCounted}`, maxCount),
    countRows(sql`${reports} where ${and(isNull(reports.resolvedAt), isReadableBy(viewer))}`, maxCount),
  ]);
  return { "/admin/members": members?.count ?? 0, "/admin/reports": open?.count ?? 0 };
}
