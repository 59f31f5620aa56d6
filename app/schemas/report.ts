import { z } from "zod";
import { reportSubjects } from "#db/vocabulary.ts";
import { oneOf, optionalLine, requiredText } from "./fields.ts";
import { queryText } from "./query-fields.ts";
import { maxReasonLength, reportTexts } from "./report-texts.ts";

export const reportTargetSchema = z.object({
  subject: z.enum(reportSubjects),
  id: queryText(60).transform((id) => id ?? ""),
});

export const reportFields = { reason: requiredText(reportTexts.reasonMissing, 1_000) };
export const reportSchema = z.object(reportFields);

/** What the owner of a removed thing is told. */
export const removalSchema = z.object({ reason: optionalLine(maxReasonLength) });

export const resolutionSchema = z.object({
  intent: oneOf(["dismiss", "remove", "mute"], "This page does not have that button."),
  /** Beside `remove`. */
  mute: z.literal("on").optional(),
  /** Beside `remove`. */
  ...removalSchema.shape,
});
export type Resolution = z.output<typeof resolutionSchema>;
