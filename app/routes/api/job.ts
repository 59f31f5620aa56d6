import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { db, jobs, users } from "#db/index.ts";
import type { Viewer } from "../../auth/session.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { checkDeadline, jobFields, jobResponseSchema, jobSchema } from "../../schemas/job.ts";
import { today } from "../../time.server.ts";
import { call, endpoint, parseInput } from "./endpoint.server.ts";
import { posterColumns, serializeJob } from "./job.server.ts";

async function findJob(id: string | undefined) {
  const [row] = await db
    .select({ job: jobs, poster: posterColumns })
    .from(jobs)
    .innerJoin(users, eq(users.id, jobs.postedBy))
    .where(eq(jobs.id, parseId(id) ?? 0));
  if (!row) throw new HttpError(404, "There is no such job.");
  return row;
}

async function findChangeable(id: string | undefined, viewer: Viewer) {
  const row = await findJob(id);
  if (!viewer.isAdmin && row.job.postedBy !== viewer.id)
    throw new HttpError(403, "Only who posted a job may change it.");
  return row;
}

/** A change names what changes; the whole job must be right after it. `isOpen` closes and reopens. */
const jobChange = z
  .object({ ...jobFields, isOpen: z.boolean({ error: "Must be true or false" }) })
  .partial()
  .meta({ id: "JobChange" });

const route = endpoint("/api/jobs/{id}", {
  GET: call({
    summary: "One job",
    auth: "anyone",
    responses: { 200: { description: "The job", schema: jobResponseSchema } },
    async handler({ params, viewer }) {
      const { job, poster } = await findJob(params.id);
      return { status: 200, body: serializeJob(job, poster, today(), viewer !== null) };
    },
  }),

  PUT: call({
    summary: "Change a job: its poster and administrators",
    auth: "user",
    body: jobChange,
    responses: { 200: { description: "The job as it is now", schema: jobResponseSchema } },
    async handler({ params, viewer, body, sent }) {
      const { job, poster } = await findChangeable(params.id, viewer);
      // Only what was sent is written: what someone else changes meanwhile stays.
      const { isOpen, ...change } = Object.fromEntries(
        Object.entries(body).filter(([name]) => sent.has(name)),
      ) as typeof body;
      const whole = parseInput(jobSchema, { ...job, ...change });
      const day = today();
      const late = checkDeadline(whole.deadline, day, job.deadline);
      if (late) throw HttpError.forFields({ deadline: [late] });
      const closedAt = isOpen === undefined ? {} : { closedAt: isOpen ? null : Date.now() };
      if (Object.keys(change).length === 0 && isOpen === undefined)
        return { status: 200, body: serializeJob(job, poster, day, true) };
      const [changed] = await db
        .update(jobs)
        .set({ ...change, ...closedAt })
        .where(and(eq(jobs.id, job.id), eq(jobs.postedBy, job.postedBy)))
        .returning();
      if (!changed) throw new HttpError(404, "There is no such job.");
      return { status: 200, body: serializeJob(changed, poster, day, true) };
    },
  }),

  DELETE: call({
    summary: "Delete a job: its poster and administrators",
    auth: "user",
    responses: { 204: { description: "Deleted" } },
    async handler({ params, viewer }) {
      const { job } = await findChangeable(params.id, viewer);
      await db.delete(jobs).where(eq(jobs.id, job.id));
      return { status: 204 };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
