import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { db, jobApplications, jobs, notices } from "#db/index.ts";
import { notify } from "../notices/notify.server.ts";
import type { Reason } from "../notices/removal.server.ts";

const hasId = (id: number) => eq(jobApplications.id, id);

const tell = (
  what: "application" | "answer to an application",
  to: { userId: SQL; subject: SQL },
  reason: Reason,
  condition: SQL | undefined,
) =>
  notify(
    {
      kind: "post-hidden",
      ...to,
      facts: sql`json_object('what', ${what}, 'title', ${jobs.title}, 'done', 'removed', 'reason', ${reason ?? ""})`,
      now: Date.now(),
    },
    sql`${jobApplications} join ${jobs} on ${jobs.id} = ${jobApplications.jobId}`,
    condition,
  );

/** An administrator's removal of a reported application, told to its applicant. The report keeps the PDF until it is decided. */
export const removeApplication = (id: number, reason: Reason) =>
  [
    tell(
      "application",
      {
        userId: sql`${jobApplications.userId}`,
        subject: sql`'jobs/' || ${jobs.id} || '?application=' || ${id}`,
      },
      reason,
      hasId(id),
    ),
    db.delete(jobApplications).where(hasId(id)),
  ] as const;

/** The same for the words of an answer, also in the applicant's notice. That they are invited or declined stays. */
export const removeAnswer = (id: number, reason: Reason) =>
  [
    tell(
      "answer to an application",
      {
        userId: sql`${jobs.postedBy}`,
        subject: sql`'jobs/' || ${jobs.id} || '/applications/' || ${jobApplications.id}`,
      },
      reason,
      and(hasId(id), isNotNull(jobApplications.answer)),
    ),
    db
      .update(notices)
      .set({ facts: sql`json_set(${notices.facts}, '$.words', '')` })
      .where(
        and(
          eq(notices.kind, "application-answered"),
          sql`(${notices.userId}, ${notices.subject}) = (select sent.user_id, cast(sent.job_id as text)
            from job_applications as sent where sent.id = ${id})`,
        ),
      ),
    db.update(jobApplications).set({ answer: null }).where(hasId(id)),
  ] as const;
