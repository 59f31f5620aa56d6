import {
  type AnyColumn,
  and,
  desc,
  eq,
  isNotNull,
  isNull,
  lt,
  ne,
  type Placeholder,
  type SQL,
  sql,
} from "drizzle-orm";
import { limitAction } from "#app/platform/limits/rate-limit.server.ts";
import { db, jobs, jobTracking, savedJobs, write } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { isVisibleJob } from "#db/scopes/jobs.ts";
import type { TrackingInput } from "./tracking-input.server.ts";

export const isTrackingOf = (userId: number | Placeholder, jobId: number | AnyColumn) =>
  and(eq(jobTracking.userId, userId), eq(jobTracking.jobId, jobId));
const key = [jobTracking.userId, jobTracking.jobId];

/**
 * Sets a member's progress with a job; null clears it, including the note. Without a note, the stored note is
 * unchanged.
 * @returns false if the job does not exist @throws HttpError 429
 */
export async function trackJob(
  userId: number,
  jobId: number,
  { state, note }: TrackingInput,
): Promise<boolean> {
  limitAction("jobTracking", userId);
  const now = Date.now();
  const ended = { state: null, note: null, appliedAt: null, offeredAt: null, changedAt: null };
  const offeredAt =
    state === "offer"
      ? sql`coalesce(${jobTracking.offeredAt}, ${now})`
      : state === "closed"
        ? jobTracking.offeredAt
        : null;
  const row = {
    userId,
    jobId: jobs.id,
    state,
    note: state === null ? null : (note ?? null),
    appliedAt: state === null ? null : now,
    offeredAt: state === "offer" ? now : null,
    changedAt: state === null ? null : now,
  };
  const set = {
    state,
    ...(note !== undefined && { note }),
    appliedAt: sql`coalesce(${jobTracking.appliedAt}, ${now})`,
    offeredAt,
    changedAt: now,
  };
  const tracked = await write(() =>
    insertSelect(db, jobTracking, row, jobs, and(eq(jobs.id, jobId), isVisibleJob(userId)))
      .onConflictDoUpdate({ target: key, set: state === null ? ended : set })
      .returning({ jobId: jobTracking.jobId }),
  );
  return tracked.length > 0;
}

/** Records the first time a member follows the link to apply. The poster's own visits do not count. */
export const noteOpening = (userId: number, jobId: number) =>
  write(() =>
    insertSelect(
      db,
      jobTracking,
      { userId, jobId: jobs.id, openedAt: Date.now() },
      jobs,
      and(eq(jobs.id, jobId), isVisibleJob(userId), ne(jobs.postedBy, userId)),
    ).onConflictDoUpdate({
      target: key,
      set: { openedAt: sql`excluded.opened_at` },
      setWhere: isNull(jobTracking.openedAt),
    }),
  );

/** Records that a member has not applied, so that they are not asked again. @throws HttpError 429 */
export async function declineTracking(userId: number, jobId: number): Promise<void> {
  limitAction("jobTracking", userId);
  await write(() =>
    db.update(jobTracking).set({ declinedAt: Date.now() }).where(isTrackingOf(userId, jobId)),
  );
}

/**
 * Records that a member was asked how it went, so that they are not asked again. Returns null for an unknown job.
 * @throws HttpError 429
 */
export async function answerHowItWent(userId: number, jobId: number) {
  limitAction("jobTracking", userId);
  await write(() => db.update(jobTracking).set({ saidHowItWent: true }).where(isTrackingOf(userId, jobId)));
  const [job] = await db
    .select({ companyName: jobs.companyName, title: jobs.title })
    .from(jobs)
    .where(eq(jobs.id, jobId));
  return job ?? null;
}

/** Saves a job that the condition matches. Returns false if there is none. @throws HttpError 429 */
export async function saveJob(userId: number, jobId: number, condition: SQL | undefined): Promise<boolean> {
  limitAction("jobChange", userId);
  const saved = await write(() =>
    insertSelect(db, savedJobs, { userId, jobId: jobs.id }, jobs, and(eq(jobs.id, jobId), condition))
      .onConflictDoUpdate({ target: [savedJobs.userId, savedJobs.jobId], set: { userId } })
      .returning({ id: savedJobs.jobId }),
  );
  return saved.length > 0;
}

/** @throws HttpError 429 */
export async function forgetJob(userId: number, jobId: number): Promise<void> {
  limitAction("jobChange", userId);
  await write(() =>
    db.delete(savedJobs).where(and(eq(savedJobs.userId, userId), eq(savedJobs.jobId, jobId))),
  );
}

/** The condition for a page of tracked jobs, joined with `jobs`, newest job first. */
export const isTracked = (userId: number, before: number | undefined) =>
  and(
    eq(jobTracking.userId, userId),
    isNotNull(jobTracking.state),
    isVisibleJob(userId),
    before === undefined ? undefined : lt(jobTracking.jobId, before),
  );
export const trackedFirst = desc(jobTracking.jobId);

const maxCounted = 10_000;

const countOf = (moment: SQL): SQL<number> =>
  sql<number>`(select count(*) from (select 1 from ${jobTracking} as tracked where tracked.job_id = ${jobs.id}
    and ${moment} is not null and tracked.user_id <> ${jobs.postedBy} limit ${maxCounted}))`.mapWith(Number);

/** How many members opened a job's link, and how many say they applied. Show them to its poster only, and rounded. */
export const trackingCounts = {
  opened: countOf(sql`tracked.opened_at`),
  applied: countOf(sql`tracked.applied_at`),
};
