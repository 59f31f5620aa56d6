import { z } from "zod";
import { answerText, answerTime, personSchema } from "#app/platform/schemas/answers.server.ts";
import { oneOf, optionalLine, requiredLine, requiredText } from "#app/platform/schemas/fields.server.ts";
import { cursor, idCursor, queryLimit, queryText } from "#app/platform/schemas/query-fields.server.ts";
import { mentoringKinds, mentoringStates } from "#db/vocabulary.ts";
import { mentoringTexts } from "./texts.ts";

const [minLength, maxLength] = [60, 1_000];
/** Maximum length of the line that answers a request or ends a mentoring. */
const maxLine = 300;

export const mentoringFields = {
  topic: requiredLine(mentoringTexts.topicMissing, 60)
    .overwrite((topic) => topic.toLowerCase())
    .meta({
      override: { type: "string", minLength: 1, maxLength: 60 },
      example: "python",
      description: "One of the topics that they offer",
    }),
  text: requiredText(mentoringTexts.textMissing, maxLength)
    .refine((text) => text === "" || Array.from(text).length >= minLength, mentoringTexts.textTooShort)
    .meta({
      override: { type: "string", minLength, maxLength },
      example:
        "I would like to write firmware for small motors and don't know where to begin. Could we talk once a month?",
    }),
};
export const mentoringFormSchema = z.object(mentoringFields);
export type MentoringInput = z.output<typeof mentoringFormSchema>;

export const mentoringSchema = z.object({
  userId: requiredLine("userId is missing", 20).meta({
    override: { type: "string", minLength: 1, maxLength: 20 },
    example: "12",
    description: "The id of the member you ask",
  }),
  ...mentoringFields,
});

export const mentoringLineFields = {
  text: optionalLine(maxLine).meta({
    override: { type: ["string", "null"], maxLength: maxLine },
    example: "Gladly. Write to me whenever it suits you.",
    description: "A line to the other member. Declining without one sends a kind standard sentence.",
  }),
};
export const mentoringLineSchema = z.object(mentoringLineFields);

export const mentoringActs = ["accepted", "declined", "ended"] as const;
export type MentoringAct = (typeof mentoringActs)[number];
export const mentoringChangeSchema = z.object({
  state: oneOf(mentoringActs, 'Choose "accepted", "declined" or "ended"').meta({ example: "accepted" }),
  ...mentoringLineFields,
});

export const mentoringListSchema = z.object({
  kind: queryText(20)
    .transform((text) => mentoringKinds.find((kind) => kind === text))
    .meta({
      override: { type: "string", enum: [...mentoringKinds] },
      example: "received",
      description: "Your requests, requests to you, current or past mentorings; without it all of them",
    }),
  limit: queryLimit(),
  cursor: cursor(idCursor, "17"),
});

export const mentoringResponseSchema = z
  .object({
    id: answerText("17"),
    role: z.enum(["mentor", "mentee"]).meta({ example: "mentee", description: "Which of the two you are" }),
    user: personSchema.meta({ description: "The other" }),
    topic: answerText("python"),
    text: answerText("I would like to write firmware for small motors and don't know where to begin."),
    state: z.enum(mentoringStates).meta({ example: "accepted" }),
    askedAt: answerTime("2026-01-15T10:30:00.000Z"),
    answeredAt: answerTime("2026-01-16T09:00:00.000Z").nullable(),
    answer: answerText("Gladly. Write to me whenever it suits you.").nullable(),
    endedAt: answerTime("2026-05-15T10:30:00.000Z").nullable(),
    endedBy: z.enum(["me", "them"]).nullable().meta({ example: "me" }),
    thanks: answerText("Thank you for every hour.").nullable(),
  })
  .meta({ id: "Mentoring" });
