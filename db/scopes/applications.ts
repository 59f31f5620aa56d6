import { and, isNotNull, type Placeholder, type SQL, sql } from "drizzle-orm";
import { jobApplications } from "../schema/jobs.ts";
import type { ApplicationState } from "../vocabulary.ts";

export const isWaiting = sql`(${jobApplications.answeredAt} is null)`;

/** An answer that can be undone: its applicant is notified later. */
export const isAnswerHeld = (now: number) => sql`(${jobApplications.answeredAt} > ${now})`;

/** What an applicant sees of an answer: nothing while it is held. */
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

/** Whose job closed before these times, with a PDF that is still there. */
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
