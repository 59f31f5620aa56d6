import { and, eq } from "drizzle-orm";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { jobs } from "#db/index.ts";
import { isVisibleJob } from "#db/scopes/jobs.ts";

/** Matches the job with an address's id, if the reader may see it. @param readerId 0 for a guest */
export const hasId = (id: string, readerId: number) => and(eq(jobs.id, toId(id)), isVisibleJob(readerId));

export const jobNotFound = () => new HttpError(404, "This job is no longer available.");
