import { z } from "zod";
import { reportSubjects } from "#db/vocabulary.ts";
import { oneOf, requiredText } from "./fields.ts";
import { queryText } from "./query-fields.ts";
import { reportTexts } from "./report-texts.ts";

/** What an address of `/reports/new` names. `id` is an id, or an alias. */
export const reportTargetSchema = z.object({
  subject: z.enum(reportSubjects),
  id: queryText(60).transform((id) => id ?? ""),
});

/** The form of a report. */
export const reportFields = { reason: requiredText(reportTexts.reasonMissing, 1_000) };
export const reportSchema = z.object(reportFields);

/** The form of an administrator about a report. */
export const resolutionSchema = z.object({
  intent: oneOf(["dismiss", "remove", "mute"], "This page does not have that button."),
  /** Beside `remove`. */
  mute: z.literal("on").optional(),
});
export type Resolution = z.output<typeof resolutionSchema>;
