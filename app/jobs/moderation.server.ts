import { and, eq, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { insertAuditEntry } from "#db/audit.ts";
import { isRowInBin } from "#db/bin.ts";
import { binRows, db, jobApplications, jobs, notices } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { notify } from "../notices/notify.server.ts";
import { publishNotices } from "../notices/publish.server.ts";
import type { Reason, ReportedRemoval } from "../notices/removal-notices.server.ts";

const notifyPoster = (id: number, done: "hidden" | "restored", condition: SQL | undefined, now: number) =>
  notify(
    {
      kind: "post-hidden",
      userId: sql`${jobs.postedBy}`,
      subject: `jobs/${id}`,
      facts: sql`json_object('what', 'job', 'title', ${jobs.title}, 'done', ${done})`,
      now,
    },
    jobs,
    and(eq(jobs.id, id), condition),
  );

/**
 * Statements that hide a job and notify its poster.
 * @param isReported the report that hides it is stored
 * @param isDue the job is hidden now, not only reported
 */
export const hideJob = (
  id: number,
  { isReported, isDue, now }: { isReported: SQL; isDue: SQL; now: number },
) => ({
  hidden: db
    .update(jobs)
    .set({ hiddenAt: now })
    .where(and(eq(jobs.id, id), isNull(jobs.hiddenAt), isReported, isDue))
    .returning({ id: jobs.id }),
  posterNotified: notifyPoster(id, "hidden", and(eq(jobs.hiddenAt, now), isReported), now),
});

/** Statements that show a hidden job again, even one in the bin, and notify its poster. */
export function showJob(viewer: Viewer, id: number, { isDecided, now }: { isDecided: SQL; now: number }) {
  const isShown = and(isNotNull(jobs.hiddenAt), isDecided);
  return [
    notifyPoster(id, "restored", and(isShown, ne(jobs.postedBy, viewer.id)), now),
    db
      .update(jobs)
      .set({ hiddenAt: null })
      .where(and(eq(jobs.id, id), isShown)),
    db
      .update(binRows)
      .set({ row: sql`json_set("row", '$.hidden_at', null)` })
      .where(and(isRowInBin(jobs, id), isDecided)),
  ] as const;
}

const notifyOfRemoval = (
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

/** Deletes a reported application and notifies its applicant. The report keeps the PDF until it is decided. */
export async function removeApplication(
  admin: Viewer,
  id: number,
  { reason, mayDecide, about }: ReportedRemoval,
): Promise<void> {
  const isRemoved = and(eq(jobApplications.id, id), mayDecide);
  const { notified } = await namedBatch({
    notified: notifyOfRemoval(
      "application",
      {
        userId: sql`${jobApplications.userId}`,
        subject: sql`'jobs/' || ${jobs.id} || '?application=' || ${id}`,
      },
      reason,
      isRemoved,
    ),
    removed: db.delete(jobApplications).where(isRemoved),
    recorded: insertAuditEntry(admin.id, "removed the application", about),
  });
  await publishNotices(notified);
}

/**
 * Deletes the text of a reported answer, here and in the applicant's notice, and notifies the poster. The invitation or
 * rejection remains.
 */
export async function removeAnswer(
  admin: Viewer,
  id: number,
  { reason, mayDecide, about }: ReportedRemoval,
): Promise<void> {
  const isRemoved = and(eq(jobApplications.id, id), mayDecide);
  const { notified } = await namedBatch({
    notified: notifyOfRemoval(
      "answer to an application",
      {
        userId: sql`${jobs.postedBy}`,
        subject: sql`'jobs/' || ${jobs.id} || '/applications/' || ${jobApplications.id}`,
      },
      reason,
      and(isRemoved, isNotNull(jobApplications.answer)),
    ),
    emptied: db
      .update(notices)
      .set({ facts: sql`json_set(${notices.facts}, '$.words', '')` })
      .where(
        and(
          eq(notices.kind, "application-answered"),
          sql`(${notices.userId}, ${notices.subject}) = (select sent.user_id, cast(sent.job_id as text)
            from job_applications as sent where sent.id = ${id})`,
          mayDecide,
        ),
      ),
    removed: db.update(jobApplications).set({ answer: null }).where(isRemoved),
    recorded: insertAuditEntry(admin.id, "removed the answer to an application", about),
  });
  await publishNotices(notified);
}

/** Deletes a reported application that is in the bin with its job. */
export const removeBinnedApplication = (admin: Viewer, id: number, { mayDecide, about }: ReportedRemoval) =>
  db.batch([
    db.delete(binRows).where(and(isRowInBin(jobApplications, id), mayDecide)),
    insertAuditEntry(admin.id, "removed the application", about),
  ]);

/** Deletes the text of a reported answer to an application that is in the bin with its job. */
export const removeBinnedAnswer = (admin: Viewer, id: number, { mayDecide, about }: ReportedRemoval) =>
  db.batch([
    db
      .update(binRows)
      .set({ row: sql`json_set("row", '$.answer', null)` })
      .where(and(isRowInBin(jobApplications, id), sql`"row" ->> 'answer' is not null`, mayDecide)),
    insertAuditEntry(admin.id, "removed the answer to an application", about),
  ]);
