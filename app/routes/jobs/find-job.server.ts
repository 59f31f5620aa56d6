import { eq } from "drizzle-orm";
import { data } from "react-router";
import { db, jobs } from "#db/index.ts";
import { toId } from "../../schemas/fields.ts";

/** The condition that a job has the id of an address. */
export const hasId = (id: string) => eq(jobs.id, toId(id));

export const jobNotFound = () => data("This job is not here any more.", 404);

/** Why a viewer's condition matched no job: there is none, or it is someone else's. */
export async function explainRejection(id: string) {
  const [job] = await db.select({ id: jobs.id }).from(jobs).where(hasId(id));
  return job ? data("Only the person who posted this job can change it.", 403) : jobNotFound();
}
