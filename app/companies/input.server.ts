import { z } from "zod";
import { getAlumniYear } from "#app/people/study-status.server.ts";
import {
  integerUpTo,
  isBlank,
  normalizeLine,
  oneOf,
  optionalNumber,
  optionalText,
  requiredLine,
  requiredName,
  toNumber,
} from "#app/platform/schemas/fields.server.ts";
import { cursor, idCursor, queryLimit, queryText } from "#app/platform/schemas/query-fields.server.ts";
import { maxFilterNameLength } from "#app/platform/schemas/search-rules.ts";
import { currencies, experienceKinds, salaryTypes } from "#db/vocabulary.ts";
import { experienceRules as rules, experienceTexts as texts } from "./texts.ts";

/** A list of texts, or a form's text with one per line. */
const rounds = z
  .preprocess(
    (value) => (typeof value === "string" ? value.split("\n") : (value ?? [])),
    z.array(z.string({ error: "Must be a list of texts" }), { error: "Must be a list of texts" }),
  )
  .refine((list) => list.length <= 10 * rules.rounds, { error: texts.manyRounds, abort: true })
  .refine((list) => list.every((round) => round.length <= 10 * rules.round), {
    error: texts.longRound,
    abort: true,
  })
  .transform((list) => list.map(normalizeLine).filter(Boolean))
  .refine((list) => list.length <= rules.rounds, texts.manyRounds)
  .refine((list) => list.every((round) => Array.from(round).length <= rules.round), texts.longRound)
  .meta({
    override: { type: "array", items: { type: "string", maxLength: rules.round }, maxItems: rules.rounds },
    example: ["Aptitude test, 60 minutes", "Two technical interviews"],
    description: "A few words for each",
  });

const offers: Record<string, boolean | null> = { yes: true, no: false };

/** The choice of a form, or JSON's true, false and null. */
const offer = z
  .preprocess(
    (value) => (isBlank(value) ? null : typeof value === "string" ? (offers[value] ?? value) : value),
    z.boolean({ error: "Must be true, false or null" }).nullable(),
  )
  .optional()
  .transform((value) => value ?? null)
  .meta({
    override: { type: ["boolean", "null"] },
    example: true,
    description: "Whether there was an offer; null to leave that open",
  });

const isAnonymous = z
  .preprocess(
    (value) => (value === "on" ? true : (value ?? undefined)),
    z.boolean({ error: "Must be true or false" }).optional(),
  )
  .meta({
    override: { type: "boolean" },
    example: false,
    description: "Under an alias. This can't be changed later",
  });

const ownText = optionalText(rules.texts.max).transform((text) => text ?? "");

const commonFields = {
  companyName: requiredName(texts.companyMissing, rules.company).meta({ example: "Northlight Robotics" }),
  role: requiredLine(texts.roleMissing, rules.role).meta({ example: "Firmware intern" }),
  year: integerUpTo(texts.yearMissing, () => ({
    invalid: `Year must be from ${rules.minYear} to ${getAlumniYear()}`,
    min: rules.minYear,
    max: getAlumniYear(),
  })).meta({ example: 2026 }),
  kind: oneOf(experienceKinds, texts.kindMissing).meta({ example: "interview" }),
  rounds,
  questions: ownText.meta({
    override: { type: "string", maxLength: rules.texts.max },
    example:
      "They asked how an interrupt differs from polling, and to find the mistake in a short loop that reads a sensor.",
    description: "With `advice` 100 to 5,000 characters",
  }),
  advice: ownText.meta({
    override: { type: "string", maxLength: rules.texts.max },
    example: "Bring a project that you built yourself.",
  }),
  offer,
  isAnonymous,
};

const amount = (name: string) => optionalNumber(`${name} must be a number`);
const isAbove = (min: number | null, max: number | null) => min !== null && max !== null && min > max;
const stipendBounds = "The maximum must not be below the minimum";

const stipendSchema = z
  .object({
    currency: oneOf(currencies, "Currency is not one of the list").default("INR"),
    type: oneOf(salaryTypes, "Type is not one of the list").default("per month"),
    minAmount: amount("The minimum").meta({ example: 25_000 }),
    maxAmount: amount("The maximum").meta({ example: 40_000 }),
  })
  .refine(({ minAmount, maxAmount }) => !isAbove(minAmount, maxAmount), {
    error: stipendBounds,
    path: ["maxAmount"],
  })
  .nullish()
  .transform((stipend) =>
    stipend && (stipend.minAmount !== null || stipend.maxAmount !== null) ? stipend : null,
  );
type Stipend = z.output<typeof stipendSchema>;

const hasTexts = (context: z.RefinementCtx<{ questions?: unknown; advice?: unknown }>) => {
  const { questions, advice } = context.value;
  const length = Array.from(`${questions ?? ""}${advice ?? ""}`).length;
  const message = length < rules.texts.min ? texts.short : length > rules.texts.max ? texts.long : null;
  if (message) context.addIssue({ code: "custom", path: ["questions"], message, input: questions });
};
const withTexts = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object(shape).superRefine((_, context) => hasTexts(context as z.RefinementCtx<object>));

export const experienceSchema = withTexts({ ...commonFields, stipend: stipendSchema }).meta({
  id: "ExperienceInput",
});
export type ExperienceInput = Omit<z.output<typeof experienceSchema>, "stipend"> & { stipend: Stipend };

/** The fields to change; the whole experience must be valid afterwards. */
export const experienceChangeSchema = z
  .object({ ...commonFields, stipend: stipendSchema })
  .partial()
  .meta({ id: "ExperienceChange", example: { advice: "Bring a project that you built yourself." } });

const { isAnonymous: _, ...namelessFields } = commonFields;
/** The form's fields beside the box for an alias. It has one for each part of the stipend. */
export const experienceFields = {
  ...namelessFields,
  stipendCurrency: oneOf(currencies, "Currency is not one of the list").default("INR"),
  stipendType: oneOf(salaryTypes, "Type is not one of the list").default("per month"),
  stipendMin: amount("The minimum"),
  stipendMax: amount("The maximum"),
};
export const experienceFormSchema = withTexts({ ...experienceFields, isAnonymous })
  .refine(({ stipendMin, stipendMax }) => !isAbove(stipendMin as number, stipendMax as number), {
    error: stipendBounds,
    path: ["stipendMax"],
  })
  .transform(({ stipendCurrency, stipendType, stipendMin, stipendMax, ...common }): ExperienceInput => {
    const isEmpty = stipendMin === null && stipendMax === null;
    const stipend = {
      currency: stipendCurrency,
      type: stipendType,
      minAmount: stipendMin,
      maxAmount: stipendMax,
    };
    return { ...common, stipend: isEmpty ? null : stipend };
  });

const filterFields = {
  role: queryText(rules.role).meta({ example: "firmware", description: "Words of the role" }),
  year: queryText(10)
    .transform((text) => {
      const year = toNumber(text);
      return typeof year === "number" && Number.isInteger(year) ? year : undefined;
    })
    .meta({
      override: { type: "integer" },
      example: 2026,
      description: "Finds only years that everybody sees",
    }),
};
export const experienceFilterSchema = z.object(filterFields);

export const experienceListSchema = z.object({
  company: queryText(maxFilterNameLength).meta({
    example: "Northlight Robotics",
    description: "The whole name, in any case",
  }),
  ...filterFields,
  limit: queryLimit(),
  cursor: cursor(idCursor, "17"),
});

/** The name of the last company of the page before, encoded. */
export const companyCursor = /^name\.([\w-]{1,590})$/;

export const companyListSchema = z.object({
  limit: queryLimit(),
  cursor: cursor(companyCursor, "name.Tm9ydGhsaWdodCBSb2JvdGljcw"),
});
