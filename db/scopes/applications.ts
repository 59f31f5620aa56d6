import { and, isNotNull, type Placeholder, type SQL, sql } from "drizzle-orm";
import { jobApplications } from "../schema/jobs.ts";
import type { ApplicationState } from "../vocabulary.ts";

export type JobRelation = "yours" | "applied";

/** Whether the member posted the job or applied for it. */
export const jobRelation = (userId: number | Placeholder) =>
  sql<JobRelation | null>`case when jobs.posted_by = ${userId} then 'yours'
    when exists (select 1 from job_applications as sent where sent.job_id = jobs.id and sent.user_id = ${userId})
      or exists (select 1 from job_tracking as tracked where tracked.job_id = jobs.id
        and tracked.user_id = ${userId} and tracked.state is not null) then 'applied' end`;

/** Whether the member has saved the job. */
export const isSavedJob = (userId: number | Placeholder) =>
  sql`exists (select 1 from saved_jobs as kept where kept.job_id = jobs.id and kept.user_id = ${userId})`.mapWith(
    Boolean,
  );

/** Whether a list of jobs could differ for a member: by their own jobs, or because their company shows them. */
export const appearsInJobs = (userId: number | Placeholder) =>
  sql`(exists (select 1 from jobs where posted_by = ${userId})
    or exists (select 1 from job_applications where user_id = ${userId})
    or exists (select 1 from job_tracking where user_id = ${userId} and state is not null)
    or exists (select 1 from saved_jobs where user_id = ${userId})
    or exists (select 1 from users where id = ${userId} and offers_help = 1 and company is not null))`;

export const isUnansweredApplication = sql`(${jobApplications.answeredAt} is null)`;

/** Whether the answer can still be undone. The applicant is notified afterwards. */
export const isAnswerHeld = (now: number) => sql`(${jobApplications.answeredAt} > ${now})`;

/** The answer as the applicant sees it: none while it is held. */
export const shownAnswer = (now = Date.now()) => ({
  state: sql<ApplicationState>`iif(${isAnswerHeld(now)}, ${jobApplications.unansweredState}, ${jobApplications.state})`,
  answer: sql<string | null>`iif(${isAnswerHeld(now)}, null, ${jobApplications.answer})`,
  answeredAt: sql<number | null>`iif(${isAnswerHeld(now)}, null, ${jobApplications.answeredAt})`,
});

export const applicationCounts = {
  applications:
    sql<number>`(select count(*) from job_applications as sent where sent.job_id = jobs.id)`.mapWith(Number),
  waitingApplications: sql<number>`(select count(*) from job_applications as sent
    where sent.job_id = jobs.id and sent.answered_at is null)`.mapWith(Number),
};

/** Applications that still have a PDF and whose job closed before these times. */
export const isFileDue = (closedBefore: number, deadlineBefore: string): SQL | undefined =>
  and(
    isNotNull(jobApplications.file),
    sql`(${jobApplications.jobId} in (select id from jobs where closed_at < ${closedBefore})
      or ${jobApplications.jobId} in (select id from jobs where deadline < ${deadlineBefore}))`,
  );

/** Whether one of two members blocks the other. */
export const isBlockedBetween = (one: number | Placeholder | SQL, other: SQL): SQL =>
  sql`exists (select 1 from blocks where (blocker_id = ${one} and blocked_id = ${other})
    or (blocker_id = ${other} and blocked_id = ${one}))`;
