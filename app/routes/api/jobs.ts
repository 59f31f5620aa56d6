import { desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { db, jobs, users } from "#db/index.ts";
import { matchingJobs } from "#db/jobs.ts";
import { api, call, json, nextLink } from "../../http/api.server.ts";
import { fieldProblem } from "../../http/problem.server.ts";
import { today } from "../../http/time.server.ts";
import { rowId } from "../../schemas/fields.ts";
import { deadlineError, jobListSchema, jobOut, jobSchema } from "../../schemas/job.ts";
import { jobAnswer, posterColumns } from "./job.server.ts";

const route = api("/api/jobs", {
  GET: call({
    summary: "The jobs, newest first",
    who: "anyone",
    query: jobListSchema,
    answers: { 200: { description: "Jobs; a Link header names what comes next", schema: z.array(jobOut) } },
    async run({ query, viewer, request }) {
      const { limit, cursor, ...filter } = query;
      const day = today();
      const ids = matchingJobs(filter, day, limit + 1, rowId(cursor) ?? undefined);
      const rows = await db
        .select({ job: jobs, poster: posterColumns })
        .from(jobs)
        .innerJoin(users, eq(users.id, jobs.postedBy))
        .where(sql`${jobs.id} in (${ids})`)
        .orderBy(desc(jobs.id));
      const shown = rows.slice(0, limit);
      const next = rows.length > limit ? shown.at(-1)?.job.id : undefined;
      return json(
        shown.map(({ job, poster }) => jobAnswer(job, poster, day, viewer !== null)),
        200,
        nextLink(request, next),
      );
    },
  }),

  POST: call({
    summary: "Post a job: open, and posted now by the server's clock",
    who: "user",
    body: jobSchema,
    answers: { 201: { description: "The job", schema: jobOut } },
    async run({ body, viewer }) {
      const day = today();
      const late = deadlineError(body.deadline, day);
      if (late) return fieldProblem({ deadline: [late] });
      const [job] = await db
        .insert(jobs)
        .values({ ...body, postedBy: viewer.id, postedAt: Date.now() })
        .returning();
      if (!job) throw new Error("an insert without its row");
      return json(jobAnswer(job, viewer, day, true), 201, { Location: `/api/jobs/${job.id}` });
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
