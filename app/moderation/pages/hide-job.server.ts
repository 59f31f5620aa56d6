import { and, eq, sql } from "drizzle-orm";
import { hideJob } from "#app/jobs/moderation.server.ts";
import { dayMs } from "#app/platform/time/durations.ts";
import { jobs, users } from "#db/index.ts";
import { isMutedNow } from "#db/scopes/mutes.ts";
import { notifyReaders, type ReportReaders } from "./report-notices.server.ts";

const enoughMembers = 3;
const minAccountAgeMs = 30 * dayMs;
/** A member with this many dismissed reports that a job asks for money no longer counts. */
const tooManyDismissed = 2;

/**
 * How many members' open reports say that a job asks for money. Reports from before a decision about the job do not
 * count, because a moderator may not have read all of them.
 */
const countMembers = (jobId: string) => sql`(select count(distinct reporter.id) from reports as report
  join users as reporter on reporter.id = report.reporter_id and reporter.status = 'active'
    and not ${isMutedNow("reporter")} and reporter.created_at < report.created_at - ${minAccountAgeMs}
  where report.subject = 'job' and report.subject_id = ${jobId} and report.kind = 'asks-for-money'
    and report.resolved_at is null and report.created_at > coalesce((select max(decided.resolved_at)
      from reports as decided where decided.subject = 'job' and decided.subject_id = ${jobId}), 0)
    and (select count(*) from (select 1 from reports as earlier where earlier.reporter_id = reporter.id
      and earlier.kind = 'asks-for-money' and earlier.outcome = 'dismissed' limit ${tooManyDismissed}))
      < ${tooManyDismissed})`;

/**
 * Statements to run after the one that stores a report that a job asks for money. If enough members have reported this,
 * they hide the job and notify its poster, and the administrators and moderators who may read the report.
 * @returns `hidden` has a row if the job was hidden now
 */
export function hideReportedJob(jobId: string, reporterId: number, readers: ReportReaders, now: number) {
  const id = Number(jobId);
  const isReported = sql`exists (select 1 from reports as stored where stored.id = (select max(id) from reports)
    and stored.reporter_id = ${reporterId} and stored.subject = 'job' and stored.subject_id = ${jobId}
    and stored.created_at = ${now})`;
  return {
    ...hideJob(id, { isReported, isDue: sql`${countMembers(jobId)} >= ${enoughMembers}`, now }),
    readersNotified: notifyReaders(
      readers,
      {
        subject: `jobs/${jobId}`,
        facts: sql`json_object('title', ${jobs.title})`,
        condition: and(
          eq(jobs.id, id),
          eq(jobs.hiddenAt, now),
          isReported,
          sql`users.id <> ${jobs.postedBy}`,
        ),
        now,
      },
      sql`${users} cross join ${jobs}`,
    ),
  };
}
