import { z } from "zod";
import { answerCount, answerText, answerTime, personSchema } from "#app/platform/schemas/answers.server.ts";
import { oneOf, optionalText, requiredText } from "#app/platform/schemas/fields.server.ts";
import { cursor, idCursor, queryLimit } from "#app/platform/schemas/query-fields.server.ts";
import { applicationStates } from "#db/vocabulary.ts";
import { applicationTexts, letterRules, maxAnswerLength } from "./application-texts.ts";

const { min, max } = letterRules;
const letterExample = "I wrote the motor control of our solar car and would like to go on with small robots.";

export const applicationFields = {
  letter: requiredText(applicationTexts.letterMissing, max)
    .refine((text) => text === "" || Array.from(text).length >= min, applicationTexts.letterTooShort)
    .meta({ override: { type: "string", minLength: min, maxLength: max }, example: letterExample }),
};
export const applicationSchema = z.object(applicationFields);

export const applicationUploadSchema = applicationSchema
  .extend({
    file: z.string().meta({
      override: { type: "string", format: "binary" },
      example: "(the bytes of the PDF)",
      description: "A PDF of at most 5 MB",
    }),
  })
  .meta({ id: "ApplicationUpload" });

export const answerFields = {
  state: oneOf(["read", "invited", "declined"], applicationTexts.state).meta({ example: "invited" }),
  text: optionalText(maxAnswerLength).meta({
    example: "Come and see the workshop on Friday at ten.",
    description: "The applicant reads it with the answer",
  }),
};
export const applicationAnswerSchema = z
  .object(answerFields)
  .partial({ text: true })
  .meta({ id: "ApplicationAnswer" });
export type ApplicationAnswer = z.output<typeof applicationAnswerSchema>;

export const applicationResponseSchema = z
  .object({
    id: answerText("7"),
    job: z.object({
      id: answerText("41"),
      title: answerText("Firmware intern, motor control"),
      companyName: answerText("Northlight Robotics"),
    }),
    applicant: personSchema,
    letter: answerText(letterExample),
    file: z
      .object({
        url: answerText("/files/applications/7/cv.pdf"),
        name: answerText("cv.pdf"),
        size: answerCount(84_210),
      })
      .nullable()
      .meta({ description: "For the applicant and the poster only; null 60 days after the job closed" }),
    state: z.enum(applicationStates).meta({ example: "sent" }),
    text: answerText("Come and see the workshop on Friday at ten.").nullable(),
    sentAt: answerTime("2026-01-16T08:00:00.000Z"),
    answeredAt: answerTime("2026-01-17T08:00:00.000Z").nullable(),
  })
  .meta({ id: "Application" });

export const applicationListSchema = z.object({ limit: queryLimit(), cursor: cursor(idCursor, "41") });
