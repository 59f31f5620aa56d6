import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { personColumns } from "#app/people/person.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { db, jobApplications, jobs, jobTracking, users } from "#db/index.ts";
import { applicationCounts, isSavedJob, jobRelation } from "#db/scopes/applications.ts";
import { canEditJob, isOpenJob, isVisibleJob } from "#db/scopes/jobs.ts";
import { canRefer } from "../referrals.server.ts";
import { isTrackingOf, trackingCounts } from "../tracking.server.ts";

const viewer = { id: sql.placeholder("viewerId"), isAdmin: sql.placeholder("isAdmin") };
const day = sql.placeholder("day");

/** Prepared once: building it for each request would take a fifth of the page's time. */
const storedJob = db
  .select({
    ...getTableColumns(jobs),
    poster: {
      ...personColumns,
      positions: users.positions,
      createdAt: users.createdAt,
      hasColleague: sql`exists (select 1 from users as colleague
        where colleague.company collate nocase = ${jobs.companyName} and colleague.company is not null
          and colleague.status = 'active')`.mapWith(Boolean),
    },
    tracking: jobTracking,
    application: jobApplications,
    isSaved: isSavedJob(viewer.id),
    isOpen: isOpenJob(day),
    relation: jobRelation(viewer.id),
    canEdit: canEditJob(viewer),
    canRefer: sql`${canRefer(viewer.id, day)}`.mapWith(Boolean),
  })
  .from(jobs)
  .innerJoin(users, eq(users.id, jobs.postedBy))
  .leftJoin(jobTracking, isTrackingOf(viewer.id, jobs.id))
  .leftJoin(jobApplications, and(eq(jobApplications.jobId, jobs.id), eq(jobApplications.userId, viewer.id)))
  .where(and(eq(jobs.id, sql.placeholder("id")), isVisibleJob(viewer.id)))
  .prepare();

/** A job with its reader's tracking of it, if they may see it. */
export async function findJob(reader: Viewer | null, id: number) {
  const { id: viewerId, isAdmin } = reader ?? { id: 0, isAdmin: false };
  const [job] = await storedJob.execute({ id, viewerId, isAdmin, day: today() });
  return job;
}

/** How many members opened the link, applied and await an answer. For the poster only. */
export async function countInterest(id: number) {
  const [counts] = await db
    .select({ ...trackingCounts, ...applicationCounts })
    .from(jobs)
    .where(eq(jobs.id, id));
  return counts ?? null;
}
