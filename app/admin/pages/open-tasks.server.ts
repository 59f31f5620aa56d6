import { isNull, sql } from "drizzle-orm";
import { countRows } from "#db/count-rows.ts";
import { db, reports, users } from "#db/index.ts";
import { isApprovable } from "./members/membership.server.ts";

/** One more than the largest number on a badge. */
const maxCount = 100;

/** The number of open tasks for administrators, by page. */
export async function countOpenTasks() {
  const [[members], [open]] = await db.batch([
    countRows(sql`${users} where ${isApprovable}`, maxCount),
    countRows(sql`${reports} where ${isNull(reports.resolvedAt)}`, maxCount),
  ]);
  return { "/admin/members": members?.count ?? 0, "/admin/reports": open?.count ?? 0 };
}
