import { z } from "zod";
import { answerText, answerTime } from "#app/platform/schemas/answers.server.ts";
import { oneOf, optionalText } from "#app/platform/schemas/fields.server.ts";
import { cursor, idCursor, queryLimit } from "#app/platform/schemas/query-fields.server.ts";
import { type TrackingState, trackingStates } from "#db/vocabulary.ts";
import { jobResponseSchema } from "./response.server.ts";
import { trackingTexts } from "./tracking-texts.ts";

export const trackingFields = {
  state: z
    .preprocess(
      (value) => (value === "" ? null : value),
      oneOf(trackingStates, trackingTexts.state).nullable(),
    )
    .meta({ example: "applied", description: "null ends the tracking and deletes the note" }),
  note: optionalText(1_000).meta({ example: "Second round on Friday", description: "Only you see it" }),
};

/** Without a note, the stored note is unchanged. */
export const trackingSchema = z.object(trackingFields).partial({ note: true }).meta({ id: "TrackingInput" });
export type TrackingInput = { state: TrackingState | null; note?: string | null | undefined };

export const trackedJobSchema = z
  .object({
    job: jobResponseSchema,
    state: z.enum(trackingStates).nullable().meta({ example: "applied" }),
    note: answerText("Second round on Friday").nullable(),
    changedAt: answerTime("2026-01-16T08:00:00.000Z").nullable(),
  })
  .meta({ id: "TrackedJob" });

export const trackedListSchema = z.object({ limit: queryLimit(), cursor: cursor(idCursor, "41") });
