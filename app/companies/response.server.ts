import { z } from "zod";
import { salarySchema } from "#app/jobs/response.server.ts";
import { answerCount, answerText } from "#app/platform/schemas/answers.server.ts";
import { authorSchema } from "#app/questions/response.server.ts";
import { experienceKinds } from "#db/vocabulary.ts";

export const experienceResponseSchema = z
  .object({
    id: answerText("17"),
    companyName: answerText("Northlight Robotics"),
    role: answerText("Firmware intern"),
    year: z.number().int().nullable().meta({
      example: 2026,
      description:
        "Null, except for its author, while it is one of fewer than three anonymous experiences with its company",
    }),
    kind: z.enum(experienceKinds),
    rounds: z.array(z.string()).meta({ example: ["Aptitude test, 60 minutes", "Two technical interviews"] }),
    questions: answerText("They asked how an interrupt differs from polling."),
    advice: answerText("Bring a project that you built yourself."),
    offer: z.boolean().nullable().meta({ example: true, description: "Whether there was an offer" }),
    stipend: salarySchema,
    isAnonymous: z.boolean().meta({ example: false }),
    author: authorSchema,
    own: z.boolean().meta({
      example: false,
      description: "Whether it is yours. For a token with scopes what you posted anonymously is not",
    }),
    thanks: answerCount(4),
    thanked: z.boolean().meta({ example: false, description: "Whether you have thanked for it" }),
    month: answerText("2026-01").meta({ description: "When it was shared" }),
  })
  .meta({ id: "Experience" });

export const companyResponseSchema = z
  .object({
    name: answerText("Northlight Robotics"),
    jobs: answerCount(3).meta({ description: "Open jobs, 100 at most" }),
    people: answerCount(2).meta({
      description: "Members whose profile says that they work there, 100 at most",
    }),
    experiences: answerCount(4).meta({ description: "100 at most" }),
  })
  .meta({ id: "Company" });
