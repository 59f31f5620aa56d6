import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { restoreCall } from "#app/moderation/restore-call.server.ts";
import { call, maxTextBytes, nextLink, type Paths } from "#app/platform/api/call.server.ts";
import { parseInput } from "#app/platform/api/input.server.ts";
import { requireUnmuted } from "#app/platform/auth/guards.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { parseId, toId } from "#app/platform/schemas/fields.server.ts";
import { unknownCursor } from "#app/platform/schemas/query-fields.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { db, jobs } from "#db/index.ts";
import { canEditJob, deadlineOrder, isListedJob, isVisibleJob, newestJobIds } from "#db/scopes/jobs.ts";
import { cutPage, positionOf, readPosition } from "#db/scopes/pages.ts";
import { findJobIds, findSoonestJobIds } from "#db/search.ts";
import type { JobCondition } from "#db/vocabulary.ts";
import { conditionsOf } from "../filter.ts";
import { checkDeadline, jobFields, jobListSchema, jobSchema, logoSchema } from "../input.server.ts";
import { changeJob, deleteJob, explainRejection, postJob } from "../jobs.server.ts";
import { storeJobLogo } from "../logo.server.ts";
import { listReferrers, offerReferral, withdrawReferral } from "../referrals.server.ts";
import { jobResponseSchema } from "../response.server.ts";
import { trackingCounts } from "../tracking.server.ts";
import { roughCount } from "../tracking-texts.ts";
import { type JobRow, jobColumns, serializeJob } from "./job.server.ts";

const { placeholder } = sql;
const newestJobs = db
  .select(jobColumns(placeholder("day")))
  .from(jobs)
  .where(sql`${jobs.id} in (${newestJobIds(isListedJob, placeholder("limit"), placeholder("before"))})`)
  .orderBy(desc(jobs.id))
  .prepare();

async function listJobs(
  wanted: readonly JobCondition[],
  day: string,
  page: { limit: number; before: number | undefined },
) {
  const { ids, stoppedAt } = await findJobIds(wanted, day, page);
  const rows = await db
    .select(jobColumns(day))
    .from(jobs)
    .where(sql`${jobs.id} in (${ids})`)
    .orderBy(desc(jobs.id));
  return { rows, stoppedAt };
}

const respondWithNewJob = async (viewer: Viewer, id: number) => ({
  status: 201 as const,
  ...(await loadAs(viewer, await requireJob(String(id), viewer))),
  headers: { Location: `/api/jobs/${id}` },
});

const hasId = (id: string | undefined) => eq(jobs.id, toId(id));

const storedJob = db
  .select(jobColumns(placeholder("day")))
  .from(jobs)
  .where(and(eq(jobs.id, placeholder("id")), isVisibleJob(placeholder("readerId"))))
  .prepare();

/** @throws HttpError 404, also for a job that is hidden from the reader */
async function requireJob(id: string | undefined, reader: Viewer | null): Promise<JobRow> {
  const [job] = await storedJob.execute({ id: toId(id), readerId: reader?.id ?? 0, day: today() });
  if (!job) throw new HttpError(404, "There is no such job.");
  return job;
}

/** The response for one job: adds rough counts for its poster, and for members the people who can refer. */
async function loadAs(viewer: Viewer | null, job: JobRow) {
  const body = serializeJob(job, viewer !== null);
  if (!viewer) return { version: job.version, body };
  const referrers = await listReferrers(viewer.id, job.id);
  const [counts] =
    job.postedBy === viewer.id ? await db.select(trackingCounts).from(jobs).where(eq(jobs.id, job.id)) : [];
  return {
    version: job.version,
    body: {
      ...body,
      ...(counts && { counts: { opened: roughCount(counts.opened), applied: roughCount(counts.applied) } }),
      referrers: referrers.map(({ id, name }) => ({ id: String(id), name })),
    },
  };
}

/** The fields to change; the whole job must be valid afterwards. `isOpen` closes and reopens. */
const jobChange = z
  .object({ ...jobFields, isOpen: z.boolean({ error: "Must be true or false" }).meta({ example: true }) })
  .partial()
  .meta({ id: "JobChange", example: { salaryMax: 45_000, deadline: "2031-01-31" } });

export const jobsPaths: Paths = {
  "/api/jobs": {
    GET: call({
      operationId: "listJobs",
      summary: "List jobs, newest first or by deadline",
      description:
        "Words of one or two letters look through all but the description of the newest 5,000 jobs.",
      auth: "anyone",
      cache: "role",
      query: jobListSchema,
      responses: {
        200: { description: "Jobs; the Link header has the next page", schema: z.array(jobResponseSchema) },
      },
      async handler({ query, viewer, request }) {
        const { limit, cursor, ...filter } = query;
        const day = today();
        const before = parseId(cursor) ?? undefined;
        const wanted = conditionsOf(filter);
        const isByDeadline = filter.sort === "deadline";
        const position = readPosition(cursor ?? null);
        if (cursor !== undefined && isByDeadline !== (position !== undefined))
          throw HttpError.forFields({ cursor: [unknownCursor] });
        if (isByDeadline) {
          const { ids } = await findSoonestJobIds(wanted, day, limit + 1, position);
          const rows = await db
            .select({ ...jobColumns(day), moment: deadlineOrder(day) })
            .from(jobs)
            .where(sql`${jobs.id} in (${ids})`)
            .orderBy(deadlineOrder(day), desc(jobs.id));
          const soonest = cutPage(rows, limit);
          return {
            status: 200,
            body: soonest.page.map((job) => serializeJob(job, viewer !== null)),
            headers: nextLink(request, soonest.last && positionOf(soonest.last)),
          };
        }
        const { rows, stoppedAt } =
          wanted.length === 0
            ? {
                rows: await newestJobs.execute({
                  day,
                  limit: limit + 1,
                  before: before ?? Number.MAX_SAFE_INTEGER,
                }),
              }
            : await listJobs(wanted, day, { limit: limit + 1, before });
        const { page, last } = cutPage(rows, limit);
        return {
          status: 200,
          body: page.map((job) => serializeJob(job, viewer !== null)),
          headers: nextLink(request, last?.id ?? stoppedAt),
        };
      },
    }),

    POST: call({
      operationId: "createJob",
      summary: "Post a job; it is open, and `postedAt` is the server's time",
      description: "A minimum above its maximum and a deadline in the past are 422.",
      auth: "user",
      counts: "job",
      maxBytes: maxTextBytes,
      body: jobSchema,
      responses: { 201: { description: "The job", schema: jobResponseSchema } },
      async handler({ body, viewer, callKey }) {
        const id = await postJob(viewer, body, { callKey });
        // The account was deleted meanwhile.
        if (!id) throw new HttpError(401);
        return respondWithNewJob(viewer, id);
      },
      repeat: ({ id, viewer }) => respondWithNewJob(viewer, id),
    }),
  },

  "/api/jobs/{id}": {
    GET: call({
      operationId: "getJob",
      summary: "Get a job",
      auth: "anyone",
      responses: { 200: { description: "The job", schema: jobResponseSchema } },
      handler: async ({ params, viewer }) => ({
        status: 200,
        ...(await loadAs(viewer, await requireJob(params.id, viewer))),
      }),
    }),

    PUT: call({
      operationId: "updateJob",
      summary: "Change a job (its poster and administrators)",
      description:
        "Fields that are not sent keep their values; the whole job must be valid afterwards. `isOpen` closes and reopens it.",
      auth: "user",
      counts: "jobChange",
      maxBytes: maxTextBytes,
      body: jobChange,
      errors: [409, 412],
      responses: { 200: { description: "The changed job", schema: jobResponseSchema } },
      async handler({ params, viewer, body, sent, ifMatch }) {
        const isOnlyClosing = sent.size === 1 && body.isOpen === false;
        if (!isOnlyClosing) requireUnmuted(viewer);
        const isEditable = and(
          hasId(params.id),
          canEditJob(viewer),
          ifMatch && inArray(jobs.version, ifMatch),
        );
        const day = today();
        const [job] = await db.select(jobColumns(day)).from(jobs).where(isEditable);
        if (!job) throw await explainRejection(viewer, toId(params.id));
        // Writes only the fields that were sent, so that a concurrent change to another field is not lost.
        const { isOpen, ...change } = Object.fromEntries(
          Object.entries(body).filter(([name]) => sent.has(name)),
        ) as typeof body;
        const { deadline } = parseInput(jobSchema, { ...job, ...change });
        const deadlineError = checkDeadline(deadline, day, job.deadline);
        if (deadlineError) throw HttpError.forFields({ deadline: [deadlineError] });
        const closedAt = isOpen ? null : Date.now();
        const changed = await changeJob(viewer, job.id, {
          values: { ...change, ...(isOpen !== undefined && { closedAt }) },
          versions: ifMatch,
        });
        if (!changed) throw await explainRejection(viewer, toId(params.id));
        const after = await requireJob(params.id, viewer);
        return { status: 200, ...(await loadAs(viewer, after)) };
      },
    }),

    DELETE: call({
      operationId: "deleteJob",
      summary: "Delete a job (its poster and administrators)",
      auth: "user",
      counts: "jobChange",
      errors: [412],
      responses: { 200: { description: "The deleted job", schema: jobResponseSchema } },
      async handler({ params, viewer, ifMatch }) {
        const isEditable = and(
          hasId(params.id),
          canEditJob(viewer),
          ifMatch && inArray(jobs.version, ifMatch),
        );
        const [job] = await db.select(jobColumns(today())).from(jobs).where(isEditable);
        const isDeleted = await deleteJob(viewer, toId(params.id), { versions: ifMatch });
        if (!job || !isDeleted) throw await explainRejection(viewer, toId(params.id));
        return { status: 200, body: serializeJob(job, true) };
      },
    }),
  },

  "/api/jobs/{id}/logo": {
    PUT: call({
      operationId: "setJobLogo",
      summary: "Upload a logo for a job's company (its poster and administrators)",
      description:
        "JPEG, PNG, GIF or WebP. It is stored square, as WebP without metadata. Your next job of the company has it too.",
      auth: "user",
      counts: "upload",
      multipart: logoSchema,
      responses: { 200: { description: "The changed job", schema: jobResponseSchema } },
      async handler({ params, request, session, viewer }) {
        if (!(await storeJobLogo(request, session, toId(params.id))))
          throw await explainRejection(viewer, toId(params.id));
        return { status: 200, ...(await loadAs(viewer, await requireJob(params.id, viewer))) };
      },
    }),
  },

  "/api/jobs/{id}/referral": {
    PUT: call({
      operationId: "offerReferral",
      summary: "Say that you can refer somebody for a job of your company",
      description: "Your profile says that you work there; a closed job is 409.",
      auth: "user",
      counts: "jobTracking",
      errors: [409],
      responses: { 204: { description: "You are among its `referrers`" } },
      async handler({ params, viewer }) {
        await offerReferral(viewer, toId(params.id));
        return { status: 204 };
      },
    }),
    DELETE: call({
      operationId: "withdrawReferral",
      summary: "Withdraw that you can refer somebody",
      auth: "user",
      counts: "jobTracking",
      responses: { 204: { description: "You are not among its `referrers`" } },
      async handler({ params, viewer }) {
        await withdrawReferral(viewer, toId(params.id));
        return { status: 204 };
      },
    }),
  },

  "/api/jobs/{id}/restore": restoreCall("job", jobResponseSchema, async (id, viewer) => {
    const job = await requireJob(String(id), viewer);
    return { version: job.version, body: serializeJob(job, true) };
  }),
};
