import { and, eq, inArray } from "drizzle-orm";
import { requireUnmuted } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { batchOnce, type CallKey } from "#app/platform/limits/call-key.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { insertAuditEntryUnlessOwn } from "#db/audit.ts";
import { moveToBin } from "#db/bin.ts";
import { isRefusedByCheck } from "#db/failures.ts";
import { db, jobDrafts, jobs, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { namedBatch } from "#db/named-batch.ts";
import { canEditJob, isOpenJob, isVisibleJob } from "#db/scopes/jobs.ts";
import { publishNotices } from "../notices/publish.server.ts";
import { notifyRemoved, type Removal } from "../notices/removal-notices.server.ts";
import { notifyOfJob } from "../saved-searches/saved-searches.server.ts";
import { checkDeadline, type JobInput, jobTexts } from "./input.server.ts";
import { lastLogo, nextLogo } from "./logo.server.ts";

/**
 * Posts a job and notifies the members with a matching saved search. A job from the member's draft deletes the draft,
 * and without a draft nothing is posted, so a double submit posts one job.
 * @returns its id, undefined without a draft or after the account was deleted
 * @throws HttpError 403 for a muted member, 422 for a deadline in the past, 429
 */
export async function postJob(
  viewer: Viewer,
  job: JobInput,
  { callKey, isDraft = false }: { callKey?: CallKey | undefined; isDraft?: boolean } = {},
): Promise<number | undefined> {
  requireUnmuted(viewer);
  const deadlineError = checkDeadline(job.deadline, today());
  if (deadlineError) throw HttpError.forFields({ deadline: [deadlineError] });
  limitAction("job", viewer.id, jobTexts.tooMany);
  const now = Date.now();
  const row = {
    ...job,
    companyLogo: (isDraft ? nextLogo : lastLogo)(viewer.id, job.companyName),
    postedBy: viewer.id,
    postedAt: now,
  };
  const ownDraft = eq(jobDrafts.userId, viewer.id);
  const { posted, notified } = await batchOnce(
    callKey,
    {
      posted: (isDraft
        ? insertSelect(db, jobs, row, jobDrafts, ownDraft)
        : insertSelect(db, jobs, row, users, eq(users.id, viewer.id))
      ).returning({ id: jobs.id }),
      notified: notifyOfJob(viewer.id, job, now),
      emptied: isDraft ? [db.delete(jobDrafts).where(ownDraft)] : [],
    },
    "posted",
  );
  await publishNotices(notified);
  return posted[0]?.id;
}

type Job = typeof jobs.$inferInsert;

interface JobChange {
  /** Undefined values stay as they are. */
  values: { [Name in Exclude<keyof Job, "id" | "postedBy">]?: Job[Name] | undefined };
  /** For the audit trail. */
  verb?: string;
  /** Undefined for any. */
  versions?: readonly number[] | undefined;
}

const isEditable = (viewer: Viewer, id: number, versions: readonly number[] | undefined) =>
  and(eq(jobs.id, id), canEditJob(viewer), versions && inArray(jobs.version, [...versions]));

/**
 * Changes a job for its poster or an administrator. Returns null if it does not exist, has another version or belongs to
 * someone else.
 * @throws HttpError 409 if a concurrent change makes the job invalid, 429
 */
export async function changeJob(
  viewer: Viewer,
  id: number,
  { values, verb = "changed", versions }: JobChange,
): Promise<{ isOpen: boolean } | null> {
  limitAction("jobChange", viewer.id);
  const condition = isEditable(viewer, id, versions);
  const { changed } = await namedBatch({
    recorded: insertAuditEntryUnlessOwn({ viewer, verb, kind: "job", id, condition }),
    changed: db
      .update(jobs)
      .set({ ...values, editedAt: Date.now() })
      .where(condition)
      .returning({ isOpen: isOpenJob(today()) }),
  }).catch(explainConflict);
  return changed[0] ?? null;
}

/** Why a condition matched no job: it does not exist for them, belongs to someone else, or has changed. */
export async function explainRejection(
  viewer: Viewer,
  id: number,
  notFound = new HttpError(404, "There is no such job."),
): Promise<HttpError> {
  const [job] = await db
    .select({ canEdit: canEditJob(viewer) })
    .from(jobs)
    .where(and(eq(jobs.id, id), isVisibleJob(viewer.id)));
  if (!job) return notFound;
  return job.canEdit
    ? HttpError.withCode("version-mismatch")
    : HttpError.withCode("not-yours", "Only the person who posted this job can change it.");
}

/** Two concurrent changes, each valid alone, can break a rule between fields. The table's check refuses the second. */
function explainConflict(error: unknown): never {
  if (isRefusedByCheck(error)) {
    throw HttpError.withCode(
      "changed-meanwhile",
      "This job was changed at the same time, perhaps by you. Please try again.",
    );
  }
  throw error;
}

/**
 * Deletes a job for its poster or an administrator. Returns false if it does not exist, has another version or belongs
 * to someone else.
 * @throws HttpError 429, but not for the decision of a report
 */
export async function deleteJob(
  viewer: Viewer,
  id: number,
  { versions, report, reason = report?.reason }: Removal = {},
): Promise<boolean> {
  if (!report) limitAction("jobChange", viewer.id);
  const isDeletable = report ? and(eq(jobs.id, id), report.mayDecide) : isEditable(viewer, id, versions);
  const { notified, deleted } = await namedBatch({
    notified: notifyRemoved(viewer, "job", id, { isTaken: isDeletable, reason }),
    recorded: insertAuditEntryUnlessOwn({
      viewer,
      verb: "removed",
      kind: "job",
      id,
      condition: isDeletable,
      isForModerators: report?.about.isForModerators,
    }),
    binned: moveToBin("job", id, { deletedBy: viewer.id, condition: isDeletable }),
    deleted: db.delete(jobs).where(isDeletable).returning({ id: jobs.id }),
  });
  await publishNotices(notified);
  return deleted.length > 0;
}
