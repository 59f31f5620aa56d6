import { and, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { insertAuditEntryUnlessOwn } from "#db/audit.ts";
import { moveToBin } from "#db/bin.ts";
import { db, jobApplications, jobs, notices } from "#db/index.ts";
import { namedBatch } from "#db/named-batch.ts";
import { canEditJob } from "#db/scopes/jobs.ts";
import { notify } from "../notices/notify.server.ts";
import { publishNotices } from "../notices/publish.server.ts";
import { notifyRemoved, type Reason, type Removal } from "../notices/removal-notices.server.ts";

/**
 * Deletes a job for its poster or an administrator. Returns false if it does not exist, has another version or belongs
 * to someone else.
 */
export async function deleteJob(
  viewer: Viewer,
  id: number,
  { versions, reason }: Removal = {},
): Promise<boolean> {
  const isDeletable = and(eq(jobs.id, id), canEditJob(viewer), versions && inArray(jobs.version, versions));
  const { notified, deleted } = await namedBatch({
    notified: notifyRemoved(viewer, "job", id, { isTaken: isDeletable, reason }),
    recorded: insertAuditEntryUnlessOwn({ viewer, verb: "removed", kind: "job", id, condition: isDeletable }),
    binned: moveToBin("job", id, { deletedBy: viewer.id, condition: isDeletable }),
    deleted: db.delete(jobs).where(isDeletable).returning({ id: jobs.id }),
  });
  await publishNotices(notified);
  return deleted.length > 0;
}

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

/** Deletes a reported application and notifies its applicant. The report keeps the PDF until it is decided. */
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

/**
 * Deletes the text of a reported answer, here and in the applicant's notice, and notifies the poster. The invitation or
 * rejection remains.
 */
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
