import { z } from "zod";
import { answerCount, answerText } from "#app/platform/schemas/answers.server.ts";
import { optionalLine } from "#app/platform/schemas/fields.server.ts";
import { cursor, idCursor, queryLimit } from "#app/platform/schemas/query-fields.server.ts";
import { thankedKinds } from "#db/vocabulary.ts";
import { maxThanksLine } from "./texts.ts";

const line = optionalLine(maxThanksLine).meta({
  example: "Your notes carried me through the exam.",
  description: "For the person who gave it, at most 200 characters; null for none",
});

/** The form behind "Add a line". An unchecked box sends nothing. */
export const thanksFormSchema = z.object({
  line,
  withName: z
    .literal("on")
    .optional()
    .transform((value) => value === "on"),
});

export const thanksSchema = z
  .object({
    line,
    withName: z
      .boolean({ error: "withName must be true or false" })
      .nullish()
      .transform((value) => value ?? false)
      .meta({ example: false, description: "Whether the receiver sees who you are" }),
  })
  .meta({ id: "ThanksInput" });

export const thanksResponseSchema = z
  .object({
    thanks: answerCount(4),
    thanked: z.boolean().meta({ example: true, description: "Whether you said so" }),
    line: answerText("Your notes carried me through the exam.").nullable(),
    withName: z.boolean().meta({ example: false }),
  })
  .meta({ id: "Thanks" });

export const thanksListSchema = z.object({
  limit: queryLimit(),
  cursor: cursor(idCursor, "311"),
});

export const receivedThanksSchema = z
  .object({
    id: answerText("41"),
    kind: z.enum(thankedKinds),
    title: answerText("Notes on tides"),
    url: answerText("/resources/64"),
    line: answerText("Your notes carried me through the exam.").nullable(),
    from: z
      .object({ id: answerText("7"), name: answerText("Asha Verma") })
      .nullable()
      .meta({ description: "Null for somebody who thanks without a name" }),
    shown: z.boolean().meta({ example: false, description: "Whether your page shows the line" }),
    day: answerText("2026-01-15"),
  })
  .meta({ id: "ReceivedThanks" });

export const shownSchema = z
  .object({ shown: z.boolean({ error: "shown must be true or false" }).meta({ example: true }) })
  .meta({ id: "ThanksShown" });
