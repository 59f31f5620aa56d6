import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { createContext, data, type RouterContextProvider } from "react-router";
import type { z } from "zod";
import { currencies, type OpportunityType, salaryTypes } from "#db/vocabulary.ts";
import { mutedText, type Viewer } from "../../auth/session.server.ts";
import { consumeAct } from "../../http/rate-limit.server.ts";
import { getFieldErrorTexts } from "../../schemas/field-errors.ts";
import { completeWebLink } from "../../schemas/fields.ts";
import { checkDeadline, type JobInput, jobFields, jobTexts } from "../../schemas/job.ts";
import {
  opportunityLabels,
  suggestedIndustries,
  suggestedLocations,
  wizardOpportunities,
  wizardWorkplaces,
} from "../../schemas/job-labels.ts";
import { today } from "../../time.server.ts";
import { formFailure } from "../../ui/form.tsx";
import type { JobChoices } from "./form-fields.tsx";
import { type JobFormReply, loggedOut, submitFailure } from "./submission.ts";

/**
 * The choices of the posting form.
 * @param storedType the type of the job that is edited: it is offered even if the wizard does not have it
 */
export function getJobChoices(storedType?: OpportunityType): JobChoices {
  const isOffered = wizardOpportunities.some(([value]) => value === storedType);
  return {
    opportunities:
      storedType === undefined || isOffered
        ? wizardOpportunities
        : [...wizardOpportunities, [storedType, opportunityLabels[storedType]]],
    workplaces: wizardWorkplaces,
    locations: suggestedLocations,
    industries: suggestedIndustries,
    currencies,
    salaryTypes,
  };
}

const texts = getFieldErrorTexts(jobFields);
/** The error texts of every field. Link and email are required only by their application method. */
export const jobErrorTexts: typeof texts = {
  ...texts,
  applicationLink: { ...texts.applicationLink, missing: "Application link is required" },
  applicationEmail: { ...texts.applicationEmail, missing: "Application email is required" },
};

/** What is kept of one field, in characters: more than any field accepts, so that the form can say so. */
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
 * @returns the parsed fields, or the form to show again
 */
export function parseJob<Schema extends z.ZodType<Partial<JobInput>>>(
  schema: Schema,
  fields: Record<string, string>,
  storedDeadline: string | null = null,
): { value: z.output<Schema> } | { result: SubmissionResult<string[]> } {
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) {
    const method = methodOfField[name];
    // The form's other field may hold what was typed before the method was changed.
    if (method && method !== fields.applicationMethod && fields.applicationMethod) continue;
    form.append(name, linkFields.includes(name) ? completeWebLink(text) : text);
  }
  const submission = parseWithZod(form, { schema, disableAutoCoercion: true });
  if (submission.status !== "success") return { result: submission.reply() };
  const { deadline = null } = submission.value;
  const deadlineError = checkDeadline(deadline, today(), storedDeadline);
  return deadlineError
    ? { result: submission.reply({ fieldErrors: { deadline: [deadlineError] } }) }
    : { value: submission.value };
}

/** Set when a guest's submission is shown again, so that the page's loader does not redirect to the log-in. */
export const guestReplyContext = createContext(false);

/** Shows a guest the form with what was typed: their session ended while they were typing. */
export function replyToGuest(context: Readonly<RouterContextProvider>, fields: Record<string, string>) {
  context.set(guestReplyContext, true);
  return replyToForm({ ...formFailure(loggedOut), initialValue: fields }, 401);
}

/** Shows the form with what was typed after the database failed. */
export const replyToFailure = (fields: Record<string, string>) =>
  replyToForm({ ...formFailure(submitFailure), initialValue: fields }, 503);

/** Shows a muted member the form again, with what they typed. */
export const replyToMuted = (fields: Record<string, string>) =>
  replyToForm({ ...formFailure(mutedText), initialValue: fields }, 403);

/** Shows the form with what was typed to a member who is muted or has posted many jobs; null to all others. */
export function refusePosting(viewer: Viewer, fields: Record<string, string>) {
  if (viewer.isMuted) return replyToMuted(fields);
  const retryAfter = consumeAct("job", viewer.id);
  if (retryAfter === 0) return null;
  return replyToForm({ ...formFailure(jobTexts.tooMany), initialValue: fields }, 429, {
    "Retry-After": String(retryAfter),
  });
}

export function replyToForm(
  result: SubmissionResult<string[]>,
  status = 422,
  headers: Record<string, string> = {},
) {
  const reply: JobFormReply = { result, isLoggedOut: status === 401, repliedAt: Date.now() };
  return data(reply, { status, headers });
}
