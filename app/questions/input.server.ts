import { z } from "zod";
import { requiredLine, requiredText, requiredTextList } from "#app/platform/schemas/fields.server.ts";
import { cursor, positionCursor, queryLimit, queryText } from "#app/platform/schemas/query-fields.server.ts";
import { questionSorts } from "#db/vocabulary.ts";
import { type QuestionFilterName, questionRules as rules, questionTexts as texts } from "./texts.ts";

/** Counts characters: an emoji counts as one. An empty text has an error message of its own. */
const hasLength = (min: number) => (text: string) => text === "" || Array.from(text).length >= min;

const described = (bounds: { min: number; max: number }, example: string) => ({
  example,
  override: { type: "string" as const, minLength: bounds.min, maxLength: bounds.max },
});

export const tagPattern = /^[a-z0-9+#.-]{1,30}$/;

const tagList = requiredTextList(texts.tagsMissing, rules.maxTags, rules.maxTagsLength)
  .transform((list) => [...new Set(list.map((tag) => tag.toLowerCase()))])
  .refine((list) => list.every((tag) => tagPattern.test(tag)), texts.tagsWrong)
  .meta({
    example: ["electives", "machine-learning"],
    description: "One to five, each of 1 to 30 of the characters a-z 0-9 + # . -",
  });

/** A form's checkbox, or JSON's true and false. */
const flag = z
  .preprocess(
    (value) => (value === "on" ? true : (value ?? undefined)),
    z.boolean({ error: "Must be true or false" }).optional(),
  )
  .transform((value) => value ?? false)
  .meta({ override: { type: "boolean" }, example: false });

const maxAskedSent = 20;
const askedIds = z
  .preprocess(
    (value) => [value ?? []].flat().slice(0, maxAskedSent),
    z.array(z.string({ error: texts.notSuggested })),
  )
  .transform((list) => [...new Set(list)])
  .refine((list) => list.length <= rules.maxAsked, `At most ${rules.maxAsked} people`)
  .meta({
    override: { type: "array", items: { type: "string" }, maxItems: rules.maxAsked },
    example: [],
    description: "Members to ask by mail, from the suggestions of `GET /api/questions/helpers`",
  });

const markdownNote = "Markdown: paragraphs, emphasis, lists, code, quotes and links";

const changeableFields = {
  title: requiredLine(texts.titleMissing, rules.title.max)
    .refine(hasLength(rules.title.min), texts.titleShort)
    .meta(described(rules.title, "Which elective goes well with machine learning?")),
  body: requiredText(texts.bodyMissing, rules.body.max)
    .refine(hasLength(rules.body.min), texts.bodyShort)
    .meta({
      ...described(rules.body, "I am in my third year and have *one* slot left."),
      description: markdownNote,
    }),
  tags: tagList,
};

export const questionFields = { ...changeableFields, isAnonymous: flag, ask: askedIds };
export const questionSchema = z.object(questionFields).meta({ id: "QuestionInput" });
export type QuestionInput = z.output<typeof questionSchema>;

export const questionEditSchema = z.object(changeableFields);
export const questionChangeSchema = questionEditSchema
  .partial()
  .meta({ id: "QuestionChange", example: { title: "Which elective goes with machine learning?" } });
export type QuestionChange = z.output<typeof questionChangeSchema>;

const answerBody = requiredText(texts.answerMissing, rules.answer.max)
  .refine(hasLength(rules.answer.min), texts.answerShort)
  .meta({
    ...described(rules.answer, "Take *Optimisation*: it explains the rest."),
    description: markdownNote,
  });

export const answerEditSchema = z.object({ body: answerBody }).meta({ id: "AnswerChange" });
export const answerSchema = z
  .object({
    body: answerBody,
    isAnonymous: flag.meta({
      description: "Only for the anonymous asker of the question, and then always true",
    }),
  })
  .meta({ id: "AnswerInput" });

export const commentSchema = z
  .object({
    body: requiredText(texts.commentMissing, rules.comment.max)
      .refine(hasLength(rules.comment.min), texts.commentShort)
      .meta({ ...described(rules.comment, "Does it need linear algebra?"), description: "Plain text" }),
  })
  .meta({ id: "CommentInput" });

export const acceptedSchema = z
  .object({
    answerId: z.string({ error: "Name the answer" }).max(40, "Name the answer").meta({ example: "96" }),
  })
  .meta({ id: "AcceptedAnswer" });

const tagText = queryText(100).transform((text) => text?.toLowerCase());

/** The filters of the list, in the page's address and in `GET /api/questions`. Unknown values are ignored. */
export const questionFilterSchema = z.object({
  sort: queryText(20)
    .transform((text) => questionSorts.find((sort) => sort === text) ?? "newest")
    .meta({
      override: { type: "string", enum: [...questionSorts], default: "newest" },
      example: "newest",
      description:
        "`unanswered`: no answer yet, oldest first of the last 60 days, then older ones. `active`: the latest answer, comment or edit first",
    }),
  tag: tagText.meta({
    override: { type: "string" },
    example: "electives",
    description: "One tag, in any case",
  }),
  search: queryText().meta({ example: "elective", description: "A text in title or body" }),
} satisfies Record<QuestionFilterName, z.ZodType>);
export type QuestionFilterInput = z.output<typeof questionFilterSchema>;

export const questionListSchema = questionFilterSchema.extend({
  limit: queryLimit(),
  cursor: cursor(positionCursor, "1768473000000-93"),
});

export const answerListSchema = z.object({
  limit: queryLimit(),
  cursor: cursor(/^[01]-\d{1,9}-\d{1,15}$/, "0-2-96"),
});

export const similarSchema = z.object({
  title: queryText(rules.title.max).meta({
    example: "elective machine learning",
    description: "What is typed so far",
  }),
});

export const helpersSchema = z.object({
  tags: queryText(400)
    .transform((text) =>
      [...new Set((text ?? "").toLowerCase().split(/[\s,]+/))]
        .filter((tag) => tagPattern.test(tag))
        .slice(0, rules.maxTags),
    )
    .meta({ override: { type: "string" }, example: "python,electives", description: "Separated by commas" }),
});

export const tagSearchSchema = z.object({
  search: tagText.meta({
    override: { type: "string" },
    example: "elec",
    description: "The beginning of a tag",
  }),
});

export const hideSchema = z.object({
  reason: requiredLine("Say why, for the person who wrote it", 300),
});

/** The question's number or its address. */
export const mergeSchema = z.object({
  into: requiredLine("Name the other question", 300)
    .transform((text) => /^(?:.*\/questions\/)?([1-9]\d{0,14})(?:[/?#].*)?$/.exec(text)?.[1] ?? "")
    .refine((id) => id !== "", "Name the other question by its number or address")
    .transform(Number),
});

export const renameTagSchema = z.object({
  tag: requiredLine("Choose a tag", 30),
  name: requiredLine("Write the new name", 30)
    .transform((name) => name.toLowerCase())
    .refine((name) => tagPattern.test(name), texts.tagsWrong),
});
