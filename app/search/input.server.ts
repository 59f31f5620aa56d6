import { z } from "zod";
import { answerCount, answerText } from "#app/platform/schemas/answers.server.ts";
import { maxTypedLength, normalizeLine } from "#app/platform/schemas/fields.server.ts";
import { cursor, queryChoice, queryLimit } from "#app/platform/schemas/query-fields.server.ts";
import { maxWholeSearchLength as maxLength } from "#app/platform/schemas/search-rules.ts";
import { authorSchema } from "#app/questions/response.server.ts";
import { resultKinds } from "./kinds.ts";

const one = (value: unknown) => (Array.isArray(value) ? value.at(-1) : value);

/** The last value, on one line. Longer texts are refused. */
const wholeSearch = z
  .preprocess(
    (value) => one(value),
    z
      .string()
      .max(maxTypedLength(maxLength), { error: `At most ${maxLength} characters`, abort: true })
      .transform(normalizeLine)
      .refine((text) => Array.from(text).length <= maxLength, `At most ${maxLength} characters`)
      .optional(),
  )
  .meta({
    override: { type: "string", maxLength },
    example: "machine learning",
    description: "Up to five words, in any order. `tag:electives` looks for a tag",
  });

const kind = queryChoice(resultKinds).meta({
  override: { type: "string", enum: [...resultKinds] },
  example: "jobs",
  description: "One kind only; a cursor needs it. Unknown ones count as absent",
});

export const suggestionsSchema = z.object({ q: wholeSearch });

export const searchSchema = z.object({
  q: wholeSearch,
  kind,
  limit: queryLimit(3, 20),
  cursor: cursor(/^[0-5]-[1-9]\d{0,14}$/, "3-93"),
});

const foundKind = z.enum(resultKinds).meta({ example: "questions" });
const foundTitle = answerText("Which elective goes well with machine learning?");
const foundUrl = answerText("/questions/93/which-elective-goes-well-with-machine-learning");

export const suggestionsResponseSchema = z
  .object({
    suggestions: z.array(
      z.object({
        kind: foundKind,
        title: foundTitle,
        url: foundUrl,
        avatarUrl: z.string().nullable().meta({
          description: "The picture of a person who has one",
          example: null,
        }),
      }),
    ),
  })
  .meta({ id: "SearchSuggestions" });

const resultSchema = z
  .object({
    id: answerText("93"),
    title: foundTitle,
    text: answerText("I am in my third year and have one slot left."),
    url: foundUrl,
    person: authorSchema.nullable(),
  })
  .meta({ id: "SearchResult" });

export const searchResponseSchema = z
  .object({
    kinds: z.array(
      z.object({
        kind: foundKind,
        total: answerCount(14),
        totalCountCapped: z
          .boolean()
          .meta({ example: false, description: "Whether there are more than `total`" }),
        results: z.array(resultSchema),
      }),
    ),
  })
  .meta({ id: "SearchAnswer" });
