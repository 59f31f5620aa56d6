import { z } from "zod";
import { oneOf, requiredText } from "./fields.ts";
import { queryText } from "./query-fields.ts";
import { reportTexts } from "./report-texts.ts";

/** What can be reported: the values of `db/schema/site.ts`. */
export const reportSubjects = ["user", "alias", "message", "room-line", "job", "event", "resource"] as const;
export type ReportSubject = (typeof reportSubjects)[number];

/** What an address of `/reports/new` names. `id` is an id, or an alias. */
export const reportTargetSchema = z.object({
  subject: z.enum(reportSubjects),
  id: queryText(60).transform((id) => id ?? ""),
});

/** The form of a report. */
export const reportFields = { reason: requiredText(reportTexts.reasonMissing, 1_000) };
export const reportSchema = z.object(reportFields);

/** The form of an administrator about a report. */
export const verdictSchema = z.object({
  intent: oneOf(["dismiss", "remove", "mute"], "This page does not have that button."),
  /** Beside `remove`. */
  mute: z.literal("on").optional(),
});
export type Verdict = z.output<typeof verdictSchema>;
