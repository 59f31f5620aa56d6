import { desc } from "drizzle-orm";
import { db, jobs } from "#db/index.ts";
import { isOpenJob } from "#db/scopes/jobs.ts";
import { toPlainText } from "../../questions/markdown.server.ts";
import { today } from "../../time/time.server.ts";
import { createFeedResponse } from "./atom.server.ts";

const maxEntries = 50;

/** Everyone gets the same file. */
export const handle = { cache: { params: [], varyBy: "nobody" } };

export async function loader() {
  const rows = await db
    .select()
    .from(jobs)
    .where(isOpenJob(today()))
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
