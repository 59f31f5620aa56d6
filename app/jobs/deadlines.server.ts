import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { addDays, formatDay, today } from "#app/platform/time/time.server.ts";
import { db, jobs, write } from "#db/index.ts";
import { isListedJob } from "#db/scopes/jobs.ts";
import { yieldToRequests } from "#db/yield-to-requests.ts";
import { notify } from "../notices/notify.server.ts";
import { publishNotices } from "../notices/publish.server.ts";

const jobsPerBatch = 200;
const membersPerBatch = 200;

/** Members, as `saver`, who saved or track a job and have not been notified of this deadline. */
const toRemind = (jobId: number, deadline: string) =>
  sql`(select user_id as id from saved_jobs where job_id = ${jobId}
      union select user_id from job_tracking where job_id = ${jobId} and state <> 'closed') as saver
    cross join users on users.id = saver.id and users.status = 'active'
    where not exists (select 1 from notices notified where +notified.kind = 'job-deadline'
        and notified.subject = ${String(jobId)} and notified.user_id = saver.id
        and notified.facts ->> 'deadline' = ${deadline})
      and not exists (select 1 from notice_settings chosen where chosen.user_id = saver.id
        and chosen.kind = 'job-deadline' and chosen.choice = 'never')`;

/** Notifies members of jobs whose deadline is tomorrow, one job at a time. */
export async function remindOfDeadlines(now = Date.now()): Promise<void> {
  const tomorrow = addDays(today(now), 1);
  for (let after = 0, isMore = true; isMore; ) {
    const due = await db
      .select({ id: jobs.id, title: jobs.title, companyName: jobs.companyName })
      .from(jobs)
      .where(and(eq(jobs.deadline, tomorrow), isNull(jobs.closedAt), isListedJob, gt(jobs.id, after)))
      .orderBy(jobs.id)
      .limit(jobsPerBatch);
    for (const job of due) {
      after = job.id;
      await remindOf(job, tomorrow, now);
      await yieldToRequests();
    }
    isMore = due.length === jobsPerBatch;
  }
}

type DueJob = Pick<typeof jobs.$inferSelect, "id" | "title" | "companyName">;

async function remindOf(job: DueJob, deadline: string, now: number): Promise<void> {
  const waits = () =>
    db
      .select({ id: sql`saver.id` })
      .from(sql`${toRemind(job.id, deadline)}`)
      .limit(1);
  while ((await waits()).length > 0) {
    const notified = await remindSome(job, deadline, now);
    if (notified.length === 0) return;
    await publishNotices(notified);
    await yieldToRequests();
  }
}

/** The statement checks the job again: its deadline may have changed since the query. */
function remindSome(job: DueJob, deadline: string, now: number) {
  const facts = { title: job.title, company: job.companyName, deadline, when: formatDay(deadline) };
  return write(() =>
    notify(
      { kind: "job-deadline", userId: sql`reminded.id`, subject: job.id, facts, now },
      sql`(select saver.id from ${toRemind(job.id, deadline)} and exists (select 1 from jobs
        where id = ${job.id} and closed_at is null and ${isListedJob} and deadline = ${deadline}) limit ${membersPerBatch}) as reminded`,
    ),
  );
}
