import { desc, eq, type Placeholder, sql } from "drizzle-orm";
import { z } from "zod";
import { db, jobs } from "#db/index.ts";
import { matchingJobIds } from "#db/scopes/jobs.ts";
import { cutPage } from "#db/scopes/pages.ts";
import type { JobCondition } from "#db/vocabulary.ts";
import { requireUnmuted } from "../../auth/session.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { batchOnce } from "../../limits/call-key.server.ts";
import { limitAction } from "../../limits/rate-limit.server.ts";
import { notifyOfJob } from "../../notices/searches.server.ts";
import { publishNotices } from "../../notices/unread.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { checkDeadline, jobListSchema, jobSchema, jobTexts } from "../../schemas/job.ts";
import { jobResponseSchema } from "../../schemas/job-answer.ts";
import { conditionsOf } from "../../schemas/job-filter.ts";
import { today } from "../../time.server.ts";
import { call, endpoint, nextLink } from "./endpoint.server.ts";
import { type JobRow, jobColumns, serializeJob } from "./job.server.ts";

const selectJobs = (
  asked: readonly JobCondition[],
  day: string | Placeholder,
  limit: number | Placeholder,
  before: number | Placeholder | undefined,
) =>
  db
    .select(jobColumns(day))
    .from(jobs)
    .where(sql`${jobs.id} in (${matchingJobIds(asked, day, limit, before)})`)
    .orderBy(desc(jobs.id));

const { placeholder } = sql;
const newestJobs = selectJobs([], placeholder("day"), placeholder("limit"), placeholder("before")).prepare();

/** A job's texts are longer than others. */
export const handle = { body: { maxBytes: 262_144 } };

const respondWithNewJob = (job: JobRow) => ({
  status: 201 as const,
  version: job.version,
  body: serializeJob(job, true),
  headers: { Location: `/api/jobs/${job.id}` },
});

const route = endpoint("/api/jobs", {
  GET: call({
    operationId: "listJobs",
    summary: "List jobs, newest first",
    description:
      "Searches of one or two characters look through the titles and companies of the newest 5,000 jobs.",
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
      const asked = conditionsOf(filter);
      const rows =
        asked.length === 0
          ? await newestJobs.execute({ day, limit: limit + 1, before: before ?? Number.MAX_SAFE_INTEGER })
          : await selectJobs(asked, day, limit + 1, before);
      const { page, last } = cutPage(rows, limit);
      return {
        status: 200,
        body: page.map((job) => serializeJob(job, viewer !== null)),
        headers: nextLink(request, last?.id),
      };
    },
  }),

  POST: call({
    operationId: "createJob",
    summary: "Post a job; it is open, and `postedAt` is the server's time",
    description: "A minimum above its maximum and a deadline in the past are 422.",
    auth: "user",
    act: "job",
    body: jobSchema,
    responses: { 201: { description: "The job", schema: jobResponseSchema } },
    async handler({ body, viewer, callKey }) {
      requireUnmuted(viewer);
      const day = today();
      const deadlineError = checkDeadline(body.deadline, day);
      if (deadlineError) throw HttpError.forFields({ deadline: [deadlineError] });
      limitAction("job", viewer.id, jobTexts.tooMany);
      const [[job], told] = await batchOnce(callKey, [
        db
          .insert(jobs)
          .values({ ...body, postedBy: viewer.id, postedAt: Date.now() })
          .returning(jobColumns(day)),
        notifyOfJob(viewer.id, body),
      ]);
      await publishNotices(told);
      if (!job) throw new Error("the insert returned no row");
      return respondWithNewJob(job);
    },
    async repeat({ id }) {
      const [job] = await db.select(jobColumns(today())).from(jobs).where(eq(jobs.id, id));
      if (!job) throw new HttpError(404, "There is no such job.");
      return respondWithNewJob(job);
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
