import { and, eq, sql } from "drizzle-orm";
import { db, jobDrafts, jobs, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { notifyOfJob } from "../../notices/searches.server.ts";
import { publishNotices } from "../../notices/unread.server.ts";
import type { JobInput } from "../../schemas/job.ts";

/** A query of what a member has typed into the wizard so far. */
export const selectDraft = (userId: number) =>
  db.select({ fields: jobDrafts.fields }).from(jobDrafts).where(eq(jobDrafts.userId, userId));

/**
 * The statement that adds fields to a member's draft and returns the whole of it. It does nothing when they were typed
 * before the draft's last change, or before the member's last job was posted: a late save.
 * @param typedAt in milliseconds, by the server's clock
 */
export function saveDraft(userId: number, fields: Record<string, string>, typedAt = Date.now()) {
  const lastPostedAt = sql`(
    select ${jobs.postedAt} from ${jobs} where ${jobs.postedBy} = ${userId} order by ${jobs.id} desc limit 1
  )`;
  const isNewerThanLastJob = sql`coalesce(${lastPostedAt}, 0) <= ${typedAt}`;
  const draft = { userId, fields, updatedAt: typedAt };
  return insertSelect(db, jobDrafts, draft, users, and(eq(users.id, userId), isNewerThanLastJob))
    .onConflictDoUpdate({
      target: jobDrafts.userId,
      set: {
        fields: sql`json_patch(${jobDrafts.fields}, excluded.fields)`,
        updatedAt: sql`excluded.updated_at`,
      },
      setWhere: sql`excluded.updated_at >= ${jobDrafts.updatedAt}`,
    })
    .returning({ fields: jobDrafts.fields });
}

/**
 * Posts a member's draft as a job and deletes the draft. Without a draft it does nothing: a form that is submitted
 * twice posts one job. Returns the job's id, or undefined.
 */
export async function postDraft(userId: number, job: JobInput, now = Date.now()) {
  const row = { ...job, postedBy: userId, postedAt: now, version: 1 };
  const [[posted], told] = await db.batch([
    insertSelect(db, jobs, row, jobDrafts, eq(jobDrafts.userId, userId)).returning({ id: jobs.id }),
    notifyOfJob(userId, job, now),
    db.delete(jobDrafts).where(eq(jobDrafts.userId, userId)),
  ]);
  await publishNotices(told);
  return posted?.id;
}
