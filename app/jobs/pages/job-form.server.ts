import type { z } from "zod";
import { parseForm } from "#app/platform/forms/submit.server.ts";
import type { FieldErrors } from "#app/platform/http/problem.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { completeWebLink } from "#app/platform/schemas/fields.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { checkDeadline, type JobInput, jobFields } from "../input.server.ts";

const rules = getFieldRules(jobFields);
/** The rules of every field. Link and email are required only by their application method. */
export const jobRules: typeof rules = {
  ...rules,
  applicationLink: { ...rules.applicationLink, missing: "Application link is required" },
  applicationEmail: { ...rules.applicationEmail, missing: "Application email is required" },
};

/** Maximum stored length of one field, longer than any field accepts, so that the form can show the error. */
const maxFieldLengths: Record<string, number> = { description: 12_000, companyDescription: 4_000 };
const maxFieldLength = 2_500;

/** The job fields of a posted form, as text. Files and other fields are left out. */
export function readJobFields(form: FormData): Record<string, string> {
  const fields = Object.keys(jobFields).flatMap((name) => {
    const value = form.get(name);
    const maxLength = maxFieldLengths[name] ?? maxFieldLength;
    return typeof value === "string" ? [[name, value.slice(0, maxLength).toWellFormed()] as const] : [];
  });
  return Object.fromEntries(fields);
}

const linkFields = ["applicationLink", "companyWebsite"];
const methodOfField: Record<string, string> = { applicationLink: "website", applicationEmail: "email" };

/**
 * Parses all or some of a job's fields.
 * @param storedDeadline the job's current deadline, accepted even if it has passed
 * @returns the parsed fields, or their errors
 */
export function parseJob<Schema extends z.ZodType<Partial<JobInput>>>(
  schema: Schema,
  fields: Record<string, string>,
  storedDeadline: string | null = null,
): { value: z.output<Schema> } | { errors: FieldErrors } {
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) {
    const method = methodOfField[name];
    // The field of the other method may still hold what was typed before the method was changed.
    if (method && method !== fields.applicationMethod && fields.applicationMethod) continue;
    form.append(name, linkFields.includes(name) ? completeWebLink(text) : text);
  }
  const parsed = parseForm(form, schema);
  if ("errors" in parsed) return parsed;
  const { deadline = null } = parsed.value;
  const deadlineError = checkDeadline(deadline, today(), storedDeadline);
  return deadlineError ? { errors: { deadline: [deadlineError] } } : parsed;
}
