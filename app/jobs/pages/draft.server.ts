import { and, desc, eq, exists, or, sql } from "drizzle-orm";
import { db, jobDrafts, jobs, users } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { type JobStep, jobSteps } from "../input.server.ts";

/** Selects what a member has typed into the wizard so far. */
export const selectDraft = (userId: number) =>
  db.select({ fields: jobDrafts.fields }).from(jobDrafts).where(eq(jobDrafts.userId, userId));

/** The company and contact of the member's last job, or the company of their profile if they have not posted one. */
export async function offerCompany(userId: number): Promise<Record<string, string>> {
  const [last] = await db
    .select({
      companyName: jobs.companyName,
      companyWebsite: jobs.companyWebsite,
      companyDescription: jobs.companyDescription,
      contactName: jobs.contactName,
      contactEmail: jobs.contactEmail,
      contactPhone: jobs.contactPhone,
    })
    .from(jobs)
    .where(eq(jobs.postedBy, userId))
    .orderBy(desc(jobs.id))
    .limit(1);
  const [profile] = await db.select({ companyName: users.company }).from(users).where(eq(users.id, userId));
  return Object.fromEntries(
    Object.entries(last ?? profile ?? {}).filter((entry) => entry[1] !== null),
  ) as Record<string, string>;
}

/** A last step that arrives alone, without a draft and this soon after a job, is a double submit of that job. */
const doubleClickMs = 60_000;

/** Selects the id of the member's last job. */
export const selectLastJob = (userId: number) =>
  db.select({ id: jobs.id }).from(jobs).where(eq(jobs.postedBy, userId)).orderBy(desc(jobs.id)).limit(1);

/**
 * The statement that merges fields into a member's draft and returns all of them. It does nothing if they were typed
 * before the draft's last change or before the member's last job was posted (a late save), or if they are a last step
 * that has just posted its job.
 * @param typedAt in milliseconds, by the server's clock
 */
export function saveDraft(
  userId: number,
  fields: Record<string, string>,
  step: JobStep,
  typedAt = Date.now(),
) {
  const lastPostedAt = sql`coalesce((
    select ${jobs.postedAt} from ${jobs} where ${jobs.postedBy} = ${userId} order by ${jobs.id} desc limit 1
  ), 0)`;
  const isNewerThanLastJob = sql`${lastPostedAt} <= ${typedAt}`;
  const isAlone = step === 3 && Object.keys(fields).every((name) => name in jobSteps[3]);
  const isNew = isAlone
    ? or(
        exists(db.select().from(jobDrafts).where(eq(jobDrafts.userId, userId))),
        sql`${lastPostedAt} < ${typedAt - doubleClickMs}`,
      )
    : undefined;
  const draft = { userId, fields, updatedAt: typedAt };
  return insertSelect(db, jobDrafts, draft, users, and(eq(users.id, userId), isNewerThanLastJob, isNew))
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

/** The statement that empties a member's draft. The row remains, so that a late save of older text does nothing. */
export const emptyDraft = (userId: number, now = Date.now()) =>
  insertSelect(db, jobDrafts, { userId, fields: {}, updatedAt: now }, users, eq(users.id, userId))
    .onConflictDoUpdate({ target: jobDrafts.userId, set: { fields: {}, updatedAt: now } })
    .returning({ userId: jobDrafts.userId });
