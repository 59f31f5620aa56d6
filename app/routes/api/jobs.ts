import { desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { db, jobs, users } from "#db/index.ts";
import { matchingJobIds } from "#db/scopes/jobs.ts";
import { HttpError } from "../../http/problem.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { checkDeadline, jobListSchema, jobResponseSchema, jobSchema } from "../../schemas/job.ts";
import { today } from "../../time.server.ts";
import { call, endpoint, nextLink } from "./endpoint.server.ts";
import { posterColumns, serializeJob } from "./job.server.ts";

const route = endpoint("/api/jobs", {
  GET: call({
    summary: "The jobs, newest first",
    auth: "anyone",
    query: jobListSchema,
    responses: {
      200: { description: "Jobs; a Link header names what comes next", schema: z.array(jobResponseSchema) },
    },
    async handler({ query, viewer, request }) {
      const { limit, cursor, ...filter } = query;
      const day = today();
      const ids = matchingJobIds(filter, day, limit + 1, parseId(cursor) ?? undefined);
      const rows = await db
        .select({ job: jobs, poster: posterColumns })
        .from(jobs)
        .innerJoin(users, eq(users.id, jobs.postedBy))
        .where(sql`${jobs.id} in (${ids})`)
        .orderBy(desc(jobs.id));
      const shown = rows.slice(0, limit);
      const next = rows.length > limit ? shown.at(-1)?.job.id : undefined;
      return {
        status: 200,
        body: shown.map(({ job, poster }) => serializeJob(job, poster, day, viewer !== null)),
        headers: nextLink(request, next),
      };
    },
  }),

  POST: call({
    summary: "Post a job: open, and posted now by the server's clock",
    auth: "user",
    body: jobSchema,
    responses: { 201: { description: "The job", schema: jobResponseSchema } },
    async handler({ body, viewer }) {
      const day = today();
      const late = checkDeadline(body.deadline, day);
      if (late) throw HttpError.forFields({ deadline: [late] });
      const [job] = await db
        .insert(jobs)
        .values({ ...body, postedBy: viewer.id, postedAt: Date.now() })
        .returning();
      if (!job) throw new Error("the insert returned no row");
      return {
        status: 201,
        body: serializeJob(job, viewer, day, true),
        headers: { Location: `/api/jobs/${job.id}` },
      };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
