import { z } from "zod";
import { answeredId, deletedAt, reactionsSchema } from "#app/messages/input.server.ts";
import { answerText, answerTime } from "#app/platform/schemas/answers.server.ts";
import { requiredText } from "#app/platform/schemas/fields.server.ts";
import { idInList, queryLimit } from "#app/platform/schemas/query-fields.server.ts";
import { maxLineLength, roomTexts } from "./rules.ts";

export const lineContent = requiredText(roomTexts.blank, maxLineLength).meta({
  example: "Does anyone have last year's paper?",
});

/**
 * `POST /api/anonymous-messages`. `guestId` and `timestamp` are replaced by the session's own label and the server's
 * clock.
 */
export const lineInputSchema = z
  .object({
    content: lineContent,
    guestId: z.unknown().meta({ description: "Ignored", override: { type: "string" } }),
    timestamp: z.unknown().meta({ description: "Ignored", override: { type: "string" } }),
    replyTo: answeredId,
  })
  .partial({ guestId: true, timestamp: true })
  .meta({ id: "AnonymousMessageInput" });

export const publicLineSchema = z
  .object({
    id: answerText("318"),
    content: answerText("Does anyone have last year's paper?"),
    guestId: answerText("Guest 417"),
    timestamp: answerTime("2026-01-15T10:30:00.000Z"),
    replyTo: z
      .object({
        id: answerText("317"),
        guestId: answerText("Guest 80"),
        content: answerText("Which paper?").meta({ description: "Its first words" }),
      })
      .optional()
      .meta({ description: "The line that this one answers" }),
    reactions: reactionsSchema,
    deletedAt,
  })
  .meta({ id: "AnonymousLine" });
export type PublicLine = z.infer<typeof publicLineSchema>;

/** A line as the API returns it. `own` is true for lines that the caller wrote today. */
export const lineResponseSchema = publicLineSchema
  .extend({ own: z.boolean().meta({ example: true, description: "Whether the caller wrote it today" }) })
  .meta({ id: "AnonymousMessage" });
export type RoomLine = z.infer<typeof lineResponseSchema>;

export const linesQuerySchema = z.object({
  limit: queryLimit(),
  before: idInList("318", "A line's id: the newest lines before it"),
  after: idInList("318", "A line's id: the oldest lines after it"),
});
export type LinesQuery = z.output<typeof linesQuerySchema>;
