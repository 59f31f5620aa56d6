import type { z } from "zod";
import { parseForm } from "#app/platform/forms/submit.server.ts";
import type { FieldErrors } from "#app/platform/http/problem.server.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { completeWebLink } from "#app/platform/schemas/fields.server.ts";
import { today } from "#app/platform/time/time.server.ts";
import { checkDeadline, type JobInput, jobFields } from "../input.server.ts";

const rules = getFieldRules(jobFields);
/** Of every field. Link and email are required only by their application method. */
export const jobRules: typeof rules = {
  ...rules,
  applicationLink: { ...rules.applicationLink, missing: "Application link is required" },
  applicationEmail: { ...rules.applicationEmail, missing: "Application email is required" },
};

/** The characters that are kept of one field: more than any field accepts, so that the form can say so. */
const maxFieldLengths: Record<string, number> = { description: 12_000, companyDescription: 4_000 };
const maxFieldLength = 2_500;

/** The job's fields of a posted form, as text; files and everything else are left out. */
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
 * Parses a job's fields, or some of them.
 * @param storedDeadline the deadline that the job already has, which may have passed
 * @returns the parsed fields, or what is wrong with them
 */
export function parseJob<Schema extends z.ZodType<Partial<JobInput>>>(
  schema: Schema,
  fields: Record<string, string>,
  storedDeadline: string | null = null,
): { value: z.output<Schema> } | { errors: FieldErrors } {
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) {
    const method = methodOfField[name];
    // The form's other field may hold what was typed before the method was changed.
    if (method && method !== fields.applicationMethod && fields.applicationMethod) continue;
    form.append(name, linkFields.includes(name) ? completeWebLink(text) : text);
  }
  const parsed = parseForm(form, schema);
  if ("errors" in parsed) return parsed;
  const { deadline = null } = parsed.value;
  const deadlineError = checkDeadline(deadline, today(), storedDeadline);
  return deadlineError ? { errors: { deadline: [deadlineError] } } : parsed;
}
