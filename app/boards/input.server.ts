import { z } from "zod";
import { answerDay, answerText, answerTime } from "#app/platform/schemas/answers.server.ts";
import {
  isBlank,
  oneOf,
  optionalDay,
  parseId,
  requiredLine,
  requiredText,
} from "#app/platform/schemas/fields.server.ts";
import { cursor, idCursor, queryLimit } from "#app/platform/schemas/query-fields.server.ts";
import { boardKinds } from "#db/vocabulary.ts";
import { boardRules as rules, boardTexts as texts } from "./rules.ts";
import { findMistake } from "./tables.server.ts";

const bodyExample =
  "| Day | Breakfast | Lunch |\n| --- | --- | --- |\n| Mon | Idli | Rajma |\n| Tue | Poha | Kadhi |";

/** The fields of the form. */
export const boardFields = {
  title: requiredLine(texts.titleMissing, rules.title).meta({ example: "Mess menu, block C" }),
  kind: oneOf(boardKinds, texts.kindMissing).meta({ example: "menu" }),
  body: requiredText(texts.bodyMissing, rules.body)
    .superRefine((text, context) => {
      const mistake = findMistake(text);
      if (mistake) context.addIssue({ code: "custom", message: mistake });
    })
    .meta({
      override: { type: "string", minLength: 1, maxLength: rules.body },
      example: bodyExample,
      description: "Markdown with tables of at most 200 rows",
    }),
  until: optionalDay(texts.untilWrong).meta({
    override: { type: ["string", "null"], format: "date" },
    example: "2030-12-31",
    description: "The last day on which it is valid; null if it has none",
  }),
};
export const boardFormSchema = z.object(boardFields);
export type BoardContent = z.output<typeof boardFormSchema>;

const keepers = z
  .preprocess(
    (value) => (isBlank(value) ? [] : Array.isArray(value) ? value.slice(0, 100) : value),
    z.array(z.unknown(), { error: texts.keepersWrong }),
  )
  .transform((list) => [...new Set(list.map((id) => parseId(String(id)) ?? 0))])
  .refine((ids) => ids.length <= rules.keepers, texts.manyKeepers)
  .meta({
    override: { type: "array", items: { type: "string" }, maxItems: rules.keepers },
    example: ["7", "12"],
    description: "The ids of the members who keep it. Without this field, you keep a new board",
  });

export const boardSchema = z
  .object({ ...boardFields, keepers: keepers.optional() })
  .meta({ id: "BoardInput" });
export const boardChangeSchema = z
  .object({ ...boardFields, keepers })
  .partial()
  .meta({ id: "BoardChange", example: { until: "2030-12-31" } });

export const remarkSchema = z.object({ remark: requiredLine(texts.remarkMissing, rules.remark) });

export const boardListSchema = z.object({ limit: queryLimit(), cursor: cursor(idCursor, "17") });

export const boardResponseSchema = z
  .object({
    id: answerText("17"),
    slug: answerText("mess-menu-block-c"),
    title: answerText("Mess menu, block C"),
    kind: z.enum(boardKinds),
    body: answerText(bodyExample),
    keepers: z.array(answerText("7")).meta({ example: ["7", "12"], description: "Empty for guests" }),
    until: answerDay("2030-12-31").nullable(),
    updatedAt: answerTime("2026-01-15T10:30:00.000Z"),
  })
  .meta({ id: "Board" });
