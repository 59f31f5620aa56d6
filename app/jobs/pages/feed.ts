import { and, desc } from "drizzle-orm";
import { createFeedResponse } from "#app/platform/feeds/atom.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { toPlainText } from "#app/questions/markdown.server.ts";
import { db, jobs } from "#db/index.ts";
import { isListedJob, isOpenJob } from "#db/scopes/jobs.ts";

const maxEntries = 50;

/** The file is the same for everybody. */
export const handle = { cache: { params: [], varyBy: "nobody" } };

export async function loader() {
  const rows = await db
    .select()
    .from(jobs)
    .where(and(isListedJob, isOpenJob(today())))
    .orderBy(desc(jobs.id))
    .limit(maxEntries);
  return createFeedResponse("/jobs", "Job Opportunities", rows, (job) => ({
    idPath: `/jobs/${job.id}`,
    path: `/jobs/${job.id}`,
    title: `${job.title}, ${job.companyName}`,
    summary: job.locations.join(", "),
    content: toPlainText(job.description),
    publishedAt: job.postedAt,
    updatedAt: job.editedAt ?? job.postedAt,
  }));
}
