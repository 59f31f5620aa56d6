import { z } from "zod";
import { earliestBatch, latestBatch } from "#app/account/input.server.ts";
import {
  answerCount,
  answerDay,
  answerText,
  answerTime,
  personSchema,
} from "#app/platform/schemas/answers.server.ts";
import { optionalNumber, requiredDay, requiredText } from "#app/platform/schemas/fields.server.ts";
import { cursor, idCursor, queryLimit } from "#app/platform/schemas/query-fields.server.ts";
import { addDays, today } from "#app/platform/time/time.server.ts";
import { announcementTexts } from "./texts.ts";

const maxText = 1_000;

const optionalBatch = optionalNumber(announcementTexts.batchWrong, earliestBatch).refine(
  (year) => year === null || (Number.isInteger(year) && year <= latestBatch()),
  announcementTexts.batchWrong,
);
const batchBounds = {
  type: ["integer" as const, "null" as const],
  minimum: earliestBatch,
  get maximum() {
    return latestBatch();
  },
};

export const announcementFields = {
  batchYear: optionalBatch.meta({
    override: batchBounds,
    example: 2027,
    description: "The batch that it is for; null for all members",
  }),
  text: requiredText(announcementTexts.textMissing, maxText).meta({
    example: "The library stays open until midnight through the exams.",
  }),
  until: requiredDay(announcementTexts.untilMissing, announcementTexts.untilWrong).meta({
    example: addDays(today(), 30),
    description: "The last day on which it is shown: today or later, at most a year from now",
  }),
};
export const announcementSchema = z.object(announcementFields).meta({ id: "AnnouncementInput" });
export type AnnouncementInput = z.output<typeof announcementSchema>;

/** @param today `YYYY-MM-DD` */
export function checkUntil(until: string, today: string): string | null {
  if (until < today) return announcementTexts.untilPast;
  return until > lastDay(today) ? announcementTexts.untilFar : null;
}

/** The same day next year. */
export const lastDay = (today: string): string => `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`;

export const announcerFields = {
  batchYear: optionalBatch.meta({
    override: batchBounds,
    example: 2027,
    description: "The batch that they may announce to; null for none",
  }),
};
export const announcerSchema = z.object(announcerFields);

export const announcerResponseSchema = z
  .object({ id: answerText("12"), name: answerText("Rohan Pillai"), batchYear: answerCount(2027).nullable() })
  .meta({ id: "Announcer" });

export const announcementListSchema = z.object({
  limit: queryLimit(),
  cursor: cursor(idCursor, "17"),
});

export const announcementResponseSchema = z
  .object({
    id: answerText("17"),
    text: answerText("The library stays open until midnight through the exams."),
    batchYear: answerCount(2027).nullable(),
    until: answerDay("2030-12-31"),
    author: personSchema,
    createdAt: answerTime("2026-01-15T10:30:00.000Z"),
    reads: z
      .union([z.number().int(), z.literal("<5")])
      .nullable()
      .meta({
        example: 34,
        description:
          "For members who may announce there: how many have read their notice of it; null for others",
      }),
  })
  .meta({ id: "Announcement" });
