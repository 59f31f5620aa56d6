import { z } from "zod";
import { answerText } from "#app/platform/schemas/answers.server.ts";
import { normalizeCode } from "#app/platform/schemas/fields.server.ts";
import { cursor, positionCursor, queryLimit, queryText } from "#app/platform/schemas/query-fields.server.ts";
import { noticeChoices } from "#db/vocabulary.ts";
import { type NoticeKindName, noticeKindNames, noticeKinds } from "./kinds.ts";

export const noticesQuerySchema = z.object({
  unread: queryText(10)
    .transform((text) => text === "true" || text === "1")
    .meta({ override: { type: "boolean" }, example: true, description: "Only those that are not read" }),
  limit: queryLimit(50, 100),
  cursor: cursor(positionCursor, "1768473000000-41"),
});

export const noticeResponseSchema = z
  .object({
    id: answerText("41"),
    kind: z.enum(noticeKindNames).meta({ example: "event-changed" }),
    text: answerText("Changed: “Robotics evening”"),
    url: answerText("/events/23").meta({ description: "A path of the site" }),
    at: answerText("2026-01-15T10:30:00.000Z"),
    read: z.boolean().meta({ example: false }),
    count: z.number().int().meta({ example: 1, description: "How often it happened since it was last read" }),
  })
  .meta({ id: "Notice" });

/** A time of day, `HH:MM`. */
export const timeOfDaySchema = z
  .string()
  .max(40, "Use a time such as 22:00")
  .overwrite(normalizeCode)
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Use a time such as 22:00")
  .meta({ example: "22:00" });
const hour = z
  .number({ error: "digestHour must be a whole number from 0 to 23" })
  .int("digestHour must be a whole number from 0 to 23")
  .min(0, "digestHour must be a whole number from 0 to 23")
  .max(23, "digestHour must be a whole number from 0 to 23")
  .meta({ example: 8, description: "The hour at which the daily digest is due" });
const choice = z.enum(noticeChoices, { error: 'Choose "here", "mail", "digest" or "never"' });
const kind = z.enum(noticeKindNames, { error: "There is no such kind of notice" });

export const noticeSettingsSchema = z.strictObject({
  kinds: z
    .partialRecord(kind, choice)
    .optional()
    .meta({ example: { "event-changed": "digest" } }),
  digestHour: hour.optional(),
  quietFrom: timeOfDaySchema.optional(),
  quietTo: timeOfDaySchema.optional(),
});
export type NoticeSettingsChange = z.output<typeof noticeSettingsSchema>;

export const noticeSettingsResponseSchema = z
  .object({
    kinds: z.object(
      Object.fromEntries(
        noticeKindNames.map((name) => [name, choice.meta({ example: noticeKinds[name].preset })]),
      ) as Record<NoticeKindName, typeof choice>,
    ),
    digestHour: hour,
    quietFrom: timeOfDaySchema,
    quietTo: timeOfDaySchema,
  })
  .meta({ id: "NoticeSettings" });
