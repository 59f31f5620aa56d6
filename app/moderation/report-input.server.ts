import { z } from "zod";
import { type MuteLength, muteRules, muteTexts } from "#app/platform/auth/mute-texts.ts";
import { oneOf, optionalLine, optionalOneOf, requiredText } from "#app/platform/schemas/fields.server.ts";
import { queryText } from "#app/platform/schemas/query-fields.server.ts";
import { jobReportKinds, reportSubjects } from "#db/vocabulary.ts";
import { maxReasonLength, reportTexts } from "./report-texts.ts";

export const reportTargetSchema = z.object({
  subject: z.enum(reportSubjects).exclude(["mute"]),
  id: queryText(60).transform((id) => id ?? ""),
});

const reportFields = { reason: requiredText(reportTexts.reasonMissing, 1_000) };
export const reportSchema = z.object(reportFields);
/** A form that was loaded before it had the choice sends no kind. */
export const reportOfJobFields = {
  ...reportFields,
  kind: optionalOneOf(jobReportKinds, reportTexts.kindUnknown),
};
export const reportOfJobSchema = z.object(reportOfJobFields);

/** The reason sent to the owner of a removed item. */
export const removalSchema = z.object({ reason: optionalLine(maxReasonLength) });

export interface Muting {
  reason: string;
  /** Ignored for the room, where authors can be identified only until midnight. */
  length: MuteLength;
}

const { min, max } = muteRules.reason;
export const muteFields = {
  reason: requiredText(muteTexts.reasonMissing, max)
    .refine((text) => text === "" || Array.from(text).length >= min, muteTexts.reasonTooShort)
    .meta({ override: { type: "string", minLength: min, maxLength: max } }),
  length: oneOf(["day", "week", "open"], muteTexts.lengthMissing),
};
export const muteSchema = z.object(muteFields);
/** Mutes the author of a line in the anonymous room, always until midnight. */
export const roomMuteSchema = muteSchema.pick({ reason: true });

/** A muted member's answer. Administrators receive it as a report. */
export const appealFields = { reason: requiredText(muteTexts.appealMissing, 1_000) };
export const appealSchema = z.object(appealFields);
