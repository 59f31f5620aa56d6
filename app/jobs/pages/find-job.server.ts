import { and, eq } from "drizzle-orm";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { db, jobs } from "#db/index.ts";
import { isVisibleJob } from "#db/scopes/jobs.ts";

/** Matches the job with an address's id, if the reader may see it. @param readerId 0 for a guest */
export const hasId = (id: string, readerId: number) => and(eq(jobs.id, toId(id)), isVisibleJob(readerId));

export const jobNotFound = () => new HttpError(404, "This job is not here any more.");

/** Why a viewer's condition matched no job: it does not exist for them, or belongs to someone else. */
export async function explainRejection(id: string, viewerId: number) {
  const [job] = await db.select({ id: jobs.id }).from(jobs).where(hasId(id, viewerId));
  return job ? new HttpError(403, "Only the person who posted this job can change it.") : jobNotFound();
}
