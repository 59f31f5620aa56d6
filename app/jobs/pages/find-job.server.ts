import { eq } from "drizzle-orm";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { db, jobs } from "#db/index.ts";

/** Matches the job with an address's id. */
export const hasId = (id: string) => eq(jobs.id, toId(id));

export const jobNotFound = () => new HttpError(404, "This job is not here any more.");

/** Why a viewer's condition matched no job: it does not exist, or belongs to someone else. */
export async function explainRejection(id: string) {
  const [job] = await db.select({ id: jobs.id }).from(jobs).where(hasId(id));
  return job ? new HttpError(403, "Only the person who posted this job can change it.") : jobNotFound();
}
