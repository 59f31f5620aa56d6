import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { call, nextLink, type Paths } from "#app/platform/api/call.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { parseId, toId } from "#app/platform/schemas/fields.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { db, jobs, jobTracking } from "#db/index.ts";
import { isVisibleJob } from "#db/scopes/jobs.ts";
import { cutPage } from "#db/scopes/pages.ts";
import { isTracked, trackedFirst, trackJob } from "../tracking.server.ts";
import { trackedJobSchema, trackedListSchema, trackingSchema } from "../tracking-input.server.ts";
import { type JobRow, jobColumns, serializeJob } from "./job.server.ts";

const tracked = { state: jobTracking.state, note: jobTracking.note, changedAt: jobTracking.changedAt };
type Tracked = Pick<typeof jobTracking.$inferSelect, keyof typeof tracked>;

const noSuchJob = () => new HttpError(404, "There is no such job.");

const serializeTracked = (job: JobRow, row: Tracked | null): z.infer<typeof trackedJobSchema> => ({
  job: serializeJob(job, true),
  state: row?.state ?? null,
  note: row?.note ?? null,
  changedAt: row?.changedAt ? new Date(row.changedAt).toISOString() : null,
});

export const jobTrackingPaths: Paths = {
  "/api/jobs/tracked": {
    GET: call({
      operationId: "listTrackedJobs",
      summary: "List the jobs that you track, the newest job first",
      auth: "user",
      query: trackedListSchema,
      responses: {
        200: { description: "Jobs; the Link header has the next page", schema: z.array(trackedJobSchema) },
      },
      async handler({ query: { limit, cursor }, viewer, request }) {
        const rows = await db
          .select({ job: jobColumns(today()), tracked })
          .from(jobTracking)
          .innerJoin(jobs, eq(jobs.id, jobTracking.jobId))
          .where(isTracked(viewer.id, parseId(cursor) ?? undefined))
          .orderBy(trackedFirst)
          .limit(limit + 1);
        const { page, last } = cutPage(rows, limit);
        return {
          status: 200,
          body: page.map((row) => serializeTracked(row.job, row.tracked)),
          headers: nextLink(request, last?.job.id),
        };
      },
    }),
  },

  "/api/jobs/{id}/tracking": {
    PUT: call({
      operationId: "trackJob",
      summary: "Set your progress with a job, and a note",
      description:
        "Only you see it; the job's poster sees counts. A note that is not sent keeps its value; the state null ends the tracking.",
      auth: "user",
      counts: "jobTracking",
      body: trackingSchema,
      responses: { 200: { description: "The job and your tracking of it", schema: trackedJobSchema } },
      async handler({ params, viewer, body, sent }) {
        const id = toId(params.id);
        const input = { state: body.state, ...(sent.has("note") && { note: body.note ?? null }) };
        if (!(await trackJob(viewer.id, id, input))) throw noSuchJob();
        const [row] = await db
          .select({ job: jobColumns(today()), tracked })
          .from(jobs)
          .leftJoin(jobTracking, and(eq(jobTracking.jobId, jobs.id), eq(jobTracking.userId, viewer.id)))
          .where(and(eq(jobs.id, id), isVisibleJob(viewer.id)));
        if (!row) throw noSuchJob();
        return { status: 200, body: serializeTracked(row.job, row.tracked) };
      },
    }),
  },
};
