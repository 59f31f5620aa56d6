import { and, eq, type Placeholder, sql } from "drizzle-orm";
import { requireUnmuted } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { db, jobReferrals, jobs, users, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { isBlockedBetween } from "#db/scopes/applications.ts";
import { isOpenJob, isVisibleJob } from "#db/scopes/jobs.ts";
import { personColumns } from "../people/person.server.ts";

const maxReferrers = 20;

const worksThere = (userId: number | Placeholder) => sql`exists (select 1 from ${users} as colleague
  where colleague.id = ${userId} and colleague.company = ${jobs.companyName} collate nocase)`;

export const canRefer = (userId: number | Placeholder, day: string | Placeholder = today()) =>
  and(worksThere(userId), isOpenJob(day));

/** @throws HttpError 403 for members who do not work there, 404, 409 for a closed job, 429 */
export async function offerReferral(viewer: Viewer, jobId: number): Promise<void> {
  requireUnmuted(viewer);
  limitAction("jobTracking", viewer.id);
  const row = { userId: viewer.id, jobId: jobs.id, createdAt: Date.now() };
  const offered = await write(() =>
    insertSelect(
      db,
      jobReferrals,
      row,
      jobs,
      and(eq(jobs.id, jobId), isVisibleJob(viewer.id), canRefer(viewer.id)),
    )
      .onConflictDoUpdate({ target: [jobReferrals.userId, jobReferrals.jobId], set: { userId: viewer.id } })
      .returning({ jobId: jobReferrals.jobId }),
  );
  if (offered.length > 0) return;
  const [job] = await db
    .select({ isOpen: isOpenJob(today()), company: jobs.companyName })
    .from(jobs)
    .where(and(eq(jobs.id, jobId), isVisibleJob(viewer.id)));
  if (!job) throw new HttpError(404, "This job is no longer available.");
  if (!job.isOpen) throw new HttpError(409, "Applications for this job are closed.");
  throw new HttpError(403, `Only members who say that they work at ${job.company} can refer somebody.`);
}

/** @throws HttpError 404, 429 */
export async function withdrawReferral(viewer: Viewer, jobId: number): Promise<void> {
  limitAction("jobTracking", viewer.id);
  const [, [job]] = await db.batch([
    db.delete(jobReferrals).where(and(eq(jobReferrals.userId, viewer.id), eq(jobReferrals.jobId, jobId))),
    db
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.id, jobId), isVisibleJob(viewer.id))),
  ]);
  if (!job) throw new HttpError(404, "This job is no longer available.");
}

const viewerId = sql.placeholder("viewerId");

/** The members who can refer for a job: they still work there, and neither they nor the viewer blocks the other. */
const storedReferrers = db
  .select(personColumns)
  .from(jobReferrals)
  .innerJoin(jobs, eq(jobs.id, jobReferrals.jobId))
  .innerJoin(users, eq(users.id, jobReferrals.userId))
  .where(
    and(
      eq(jobReferrals.jobId, sql.placeholder("jobId")),
      sql`${users.status} = 'active' and ${users.company} = ${jobs.companyName} collate nocase`,
      sql`not ${isBlockedBetween(viewerId, sql`${users.id}`)}`,
    ),
  )
  .orderBy(jobReferrals.userId)
  .limit(maxReferrers)
  .prepare();

export const listReferrers = (viewerId: number, jobId: number) =>
  storedReferrers.execute({ viewerId, jobId });
