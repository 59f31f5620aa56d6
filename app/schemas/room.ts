import { z } from "zod";
import { parseId, queryLimit, queryText, requiredText } from "./fields.ts";
import { maxLineLength, roomTexts } from "./room-rules.ts";

/** The text of a line in the anonymous room. */
export const lineContent = requiredText(roomTexts.blank, maxLineLength);

/** `POST /api/anonymous-messages`. The server's clock and the session's own label replace the other two. */
export const lineInputSchema = z
  .object({
    content: lineContent,
    guestId: z.unknown().meta({ description: "Ignored", override: { type: "string" } }),
    timestamp: z.unknown().meta({ description: "Ignored", override: { type: "string" } }),
  })
  .partial({ guestId: true, timestamp: true })
  .meta({ id: "AnonymousMessageInput" });

/** A line as everyone in the room gets it. */
export const publicLineSchema = z.object({
  id: z.string(),
  content: z.string(),
  guestId: z.string(),
  timestamp: z.string(),
});
export type PublicLine = z.infer<typeof publicLineSchema>;

/** A line as the API returns it. `own` is true for the caller's lines of today. */
export const lineResponseSchema = publicLineSchema
  .extend({ own: z.boolean() })
  .meta({ id: "AnonymousMessage" });
export type RoomLine = z.infer<typeof lineResponseSchema>;

const lineId = () =>
  queryText(20)
    .transform((text) => parseId(text) ?? undefined)
    .meta({ override: { type: "string" } });

export const linesQuerySchema = z.object({ limit: queryLimit(50, 200), before: lineId(), after: lineId() });
export type LinesQuery = z.output<typeof linesQuerySchema>;
