import { z } from "zod";
import { answerCount, answerText, answerTime } from "#app/platform/schemas/answers.server.ts";
import { cursor, idCursor, queryChoice, queryLimit } from "#app/platform/schemas/query-fields.server.ts";

/** The kinds of contributions, in the order of a member's page. */
export const contributionKinds = ["answers", "resources", "events", "jobs"] as const;
export type ContributionKind = (typeof contributionKinds)[number];

export const isContributionKind = (text: unknown): text is ContributionKind =>
  contributionKinds.includes(text as ContributionKind);

export const contributionQuerySchema = z.object({
  kind: queryChoice(contributionKinds)
    .transform((kind) => kind ?? "answers")
    .meta({
      override: { type: "string", enum: [...contributionKinds], default: "answers" },
      example: "answers",
      description: "What to list",
    }),
  limit: queryLimit(),
  cursor: cursor(idCursor, "128"),
});

export const contributionResponseSchema = z
  .object({
    id: answerText("128").meta({ description: "The id of the answer, resource, event or job" }),
    kind: z.enum(contributionKinds),
    title: answerText("Where do I find exam papers of the last few years?").meta({
      description: "For an answer, the title of its question",
    }),
    url: answerText("/questions/31/where-do-i-find-exam-papers?answer=128#answer-128").meta({
      description: "Relative",
    }),
    at: answerTime("2026-11-20T09:30:00.000Z").meta({
      description: "When it was answered, shared or posted; of an event when it starts",
    }),
    helped: answerCount(18).meta({ description: "How many say that it helped; 0 for a job" }),
    isAccepted: z.boolean().meta({ example: true, description: "Whether the asker accepted the answer" }),
  })
  .meta({ id: "Given" });
