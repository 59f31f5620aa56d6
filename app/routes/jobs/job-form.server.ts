import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import { db, jobDrafts, jobs } from "#db/index.ts";
import { insertSelect } from "#db/insert-select.ts";
import { currencies, salaryTypes } from "#db/vocabulary.ts";
import {
  checkDeadline,
  type JobInput,
  jobFields,
  suggestedIndustries,
  suggestedLocations,
  wizardOpportunities,
  wizardWorkplaces,
} from "../../schemas/job.ts";
import { today } from "../../time.server.ts";
import type { JobChoices } from "./form-fields.tsx";

export const jobChoices: JobChoices = {
  opportunities: [...wizardOpportunities],
  workplaces: [...wizardWorkplaces],
  locations: [...suggestedLocations],
  industries: [...suggestedIndustries],
  currencies: [...currencies],
  salaryTypes: [...salaryTypes],
};

/** The texts of a posted form that belong to a job; files and everything else are left out. */
export function readJobFields(form: FormData): Record<string, string> {
  const texts = Object.keys(jobFields).flatMap((name) => {
    const value = form.get(name);
    return typeof value === "string" ? [[name, value.slice(0, 20_000).toWellFormed()] as const] : [];
  });
  return Object.fromEntries(texts);
}

/**
 * Reads a job's fields, or some of them.
 * @param before the deadline that the job already has: it may stay in the past
 * @returns what was read, or the form to show again
 */
export function parseJob<Schema extends z.ZodType>(
  schema: Schema,
  texts: Record<string, string>,
  before: string | null = null,
): { value: z.output<Schema> } | { reply: SubmissionResult<string[]> } {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.append(name, text);
  const submission = parseWithZod(form, { schema, disableAutoCoercion: true });
  if (submission.status !== "success") return { reply: submission.reply() };
  const { deadline = null } = submission.value as Partial<JobInput>;
  const late = checkDeadline(deadline, today(), before);
  return late
    ? { reply: submission.reply({ fieldErrors: { deadline: [late] } }) }
    : { value: submission.value };
}

/**
 * The statement that turns a member's draft into a job. Without a draft it does nothing: a form that is sent twice
 * posts one job.
 */
export function insertJobFromDraft(job: JobInput, viewerId: number, now = Date.now()) {
  const values = { ...job, postedBy: viewerId, postedAt: now };
  return insertSelect(db, jobs, values, jobDrafts, eq(jobDrafts.userId, viewerId)).returning({ id: jobs.id });
}
