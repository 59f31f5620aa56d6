import { type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { env } from "#app/platform/env.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { db, jobs, jobTracking } from "#db/index.ts";
import { parseMoment } from "../events/times.ts";
import { type JobMonth, toMonthNumber } from "./report-input.server.ts";
import { roughCount } from "./tracking-texts.ts";

const toMonth = (number: number): string =>
  `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, "0")}`;

const startOf = (number: number): number => parseMoment(`${toMonth(number)}-01T00:00`, env.TIME_ZONE);

const isIn = (moment: SQL) => sql`${moment} >= value ->> 'start' and ${moment} < value ->> 'end'`;

/** Maximum number of rows counted per month. */
const maxCounted = 100_000;

const countOf = (rows: SQL) =>
  sql<number>`(select count(*) from (select 1 from ${rows} limit ${maxCounted}))`;

/** Counts members, without each job's poster. */
const countTracked = (moment: SQL) =>
  countOf(sql`${jobTracking} as tracked join ${jobs} as job on job.id = tracked.job_id
    where ${isIn(moment)} and tracked.user_id <> job.posted_by`);

/**
 * Rough figures about the jobs of each month. Without months, the last twelve.
 * @throws HttpError 403 for non-administrators
 */
export async function reportJobs(
  viewer: Viewer,
  { from, to }: { from?: string | undefined; to?: string | undefined } = {},
): Promise<JobMonth[]> {
  if (!viewer.isAdmin) throw new HttpError(403, "Only administrators can see the report of jobs.");
  const first = from ? toMonthNumber(from) : toMonthNumber(to ?? today().slice(0, 7)) - 11;
  const last = to ? toMonthNumber(to) : first + 11;
  const months = Array.from({ length: last - first + 1 }, (_, index) => ({
    month: toMonth(first + index),
    start: startOf(first + index),
    end: startOf(first + index + 1),
  }));
  const rows = await db
    .select({
      month: sql<string>`value ->> 'month'`,
      postings: countOf(sql`${jobs} as job where ${isIn(sql`job.posted_at`)}`),
      opened: countTracked(sql`tracked.opened_at`),
      applied: countTracked(sql`tracked.applied_at`),
      offers: countTracked(sql`tracked.offered_at`),
    })
    .from(sql`json_each(${JSON.stringify(months)})`)
    .orderBy(sql`key`);
  return rows.map(({ month, postings, opened, applied, offers }) => ({
    month,
    postings: roughCount(postings),
    opened: roughCount(opened),
    applied: roughCount(applied),
    offers: roughCount(offers),
  }));
}
