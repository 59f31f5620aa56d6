import { z } from "zod";
import { answerCount, answerText, answerTime } from "#app/platform/schemas/answers.server.ts";

export const authorSchema = z
  .object({ id: answerText("12").nullable(), name: answerText("Rohan Pillai") })
  .meta({
    id: "Author",
    description: "`id` is null for `Anonymous student`, `Anonymous alum`, and for what guests read",
  });

const own = z.boolean().meta({
  example: false,
  description:
    "Whether it is yours. For a token with scopes what you posted anonymously is not, nor is it `voted` or `following`",
});
const votes = answerCount(4);
const voted = z.boolean().meta({ example: false, description: "Whether you voted for it" });
const editedAt = answerTime("2026-01-16T09:00:00.000Z").nullable();
const html = (text: string) => answerText(`<p>${text}</p>`).meta({ description: "`body`, rendered" });

export const commentResponseSchema = z
  .object({
    id: answerText("311"),
    body: answerText("Does it need linear algebra?"),
    author: authorSchema,
    own,
    at: answerTime("2026-01-15T11:20:00.000Z"),
  })
  .meta({ id: "Comment" });

const comments = z.array(commentResponseSchema).meta({ description: "Oldest first, a hundred at most" });

export const answerResponseSchema = z
  .object({
    id: answerText("96"),
    questionId: answerText("93"),
    body: answerText("Take Optimisation: it explains the rest."),
    html: html("Take Optimisation: it explains the rest."),
    author: authorSchema,
    own,
    answeredAt: answerTime("2026-01-15T11:00:00.000Z"),
    editedAt,
    votes,
    voted,
    accepted: z.boolean().meta({ example: true }),
    comments,
  })
  .meta({ id: "Answer" });

export const questionResponseSchema = z
  .object({
    id: answerText("93"),
    title: answerText("Which elective goes well with machine learning?"),
    slug: answerText("which-elective-goes-well-with-machine-learning"),
    body: answerText("I am in my third year and have one slot left."),
    html: html("I am in my third year and have one slot left."),
    tags: z.array(z.string()).meta({ example: ["electives", "machine-learning"] }),
    author: authorSchema,
    isAnonymous: z.boolean().meta({ example: false }),
    own,
    askedAt: answerTime("2026-01-15T10:30:00.000Z"),
    editedAt,
    answers: answerCount(2).meta({ description: "How many" }),
    acceptedAnswerId: answerText("96").nullable(),
    votes,
    voted,
    following: z.boolean().meta({ example: true }),
    isLocked: z
      .boolean()
      .meta({ example: false, description: "Whether the question is closed to new answers and comments" }),
    isHidden: z.boolean().meta({
      example: false,
      description: "An administrator has hidden it from everyone but its author",
    }),
    comments,
  })
  .meta({ id: "Question" });

export const votesSchema = z.object({ votes, voted });
export const followingSchema = z.object({ following: z.boolean().meta({ example: true }) });
export const helperSchema = z.object({
  id: answerText("12"),
  name: answerText("Rohan Pillai"),
  topics: z
    .array(z.string())
    .meta({ example: ["electives"], description: "What they like to be asked about" }),
  skills: z.array(z.string()).meta({ example: ["Python", "Machine Learning"] }),
});
export const tagCountSchema = z.object({ name: answerText("electives"), count: answerCount(7) });

/** `{success, data}` around an object or a list. */
export const dataOf = <Schema extends z.ZodType>(data: Schema) =>
  z.object({ success: z.literal(true), data });

export const questionListResponseSchema = dataOf(z.array(questionResponseSchema)).meta({
  id: "QuestionList",
});
