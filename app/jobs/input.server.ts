import { z } from "zod";
import {
  email,
  normalizeCode,
  normalizeLine,
  oneOf,
  optionalCode,
  optionalDay,
  optionalEmail,
  optionalLine,
  optionalLink,
  optionalNumber,
  optionalText,
  requiredLine,
  requiredMarkdown,
  requiredName,
  requiredTextList,
  textList,
} from "#app/platform/schemas/fields.server.ts";
import { cursor, queryLimit, queryList, queryText } from "#app/platform/schemas/query-fields.server.ts";
import {
  applicationMethods,
  currencies,
  opportunityTypes,
  salaryTypes,
  workplaceTypes,
} from "#db/vocabulary.ts";
import {
  type AnyJobFilter,
  type JobFilter,
  type JobFilterName,
  mapJobFilters,
  readNumber,
  readOne,
} from "./filter.ts";
import { opportunityLabels, wizardOpportunities, wizardWorkplaces, workplaceLabels } from "./labels.ts";

export const jobTexts = {
  tooMany: "You've posted many jobs in a short time. Please post the next one later.",
} as const;

const foldSpelling = (text: string) => text.toLowerCase().replace(/[\s_-]+/g, "");

/** Maps every accepted spelling, folded, to the stored value: the value itself, its label and the wizard's label. */
function mapSpellings<T extends string>(
  values: readonly T[],
  labels: Record<T, string>,
  wizardLabels: readonly (readonly [T, string])[],
): Map<string, T> {
  return new Map([
    ...values.map((value) => [foldSpelling(value), value] as const),
    ...values.map((value) => [foldSpelling(labels[value]), value] as const),
    ...wizardLabels.map(([value, label]) => [foldSpelling(label), value] as const),
  ]);
}
const opportunitySpellings = mapSpellings(opportunityTypes, opportunityLabels, wizardOpportunities);
const workplaceSpellings = mapSpellings(workplaceTypes, workplaceLabels, wizardWorkplaces);

const maxSpellingLength = 100;
function anySpellingOf<T extends string>(
  spellings: Map<string, T>,
  labels: Record<T, string>,
  missing: string,
  invalid: string,
) {
  return z
    .string({ error: missing })
    .refine((text) => text.length <= maxSpellingLength, { error: invalid, abort: true })
    .overwrite(normalizeLine)
    .min(1, missing)
    .transform((text, context): T => {
      const stored = spellings.get(foldSpelling(text));
      if (stored) return stored;
      if (text !== "") context.addIssue({ code: "custom", message: invalid, input: text });
      return z.NEVER;
    })
    .meta({ override: { type: "string", enum: Object.values(labels) }, description: "In any spelling" });
}

const stepFields = {
  1: {
    opportunityType: anySpellingOf(
      opportunitySpellings,
      opportunityLabels,
      "Opportunity type is required",
      "Opportunity type is not one of the list",
    ).meta({ example: "Internship" }),
    title: requiredLine("Title is required", 150).meta({ example: "Firmware intern, motor control" }),
    locations: requiredTextList("Location is required", 10, 80).meta({ example: ["Pune", "Kochi"] }),
    industry: optionalLine(80).meta({ example: "Manufacturing" }),
    workplaceType: anySpellingOf(
      workplaceSpellings,
      workplaceLabels,
      "Workplace type is required",
      "Workplace type is not one of the list",
    ).meta({ example: "On-site" }),
    salaryCurrency: z
      .preprocess(blankToUndefined, oneOf(currencies, "Currency is not one of the list").default("INR"))
      .meta({ example: "INR" }),
    salaryType: z
      .preprocess(
        blankToUndefined,
        oneOf(salaryTypes, "Salary type is not one of the list").default("per year"),
      )
      .meta({ example: "per month" }),
    salaryMin: optionalNumber("Minimum salary must be a number").meta({ example: 25_000 }),
    salaryMax: optionalNumber("Maximum salary must be a number").meta({ example: 40_000 }),
    description: requiredMarkdown("Description is required", 10_000).meta({
      example: "Write and test the control loops of small robots.",
      description: "Markdown",
    }),
  },
  2: {
    requiredSkills: textList().meta({ example: ["C", "oscilloscope"] }),
    minExperience: optionalNumber("Minimum experience must be a number not below 0", 0, 80).meta({
      example: 0,
    }),
    maxExperience: optionalNumber("Maximum experience must be a number not below 0", 0, 80).meta({
      example: 2,
    }),
    education: optionalLine(200).meta({ example: "Any branch, third year or later" }),
    deadline: optionalDay().meta({
      example: "2030-12-31",
      description: "The last day on which it is open; today or later",
    }),
    applicationMethod: z
      .enum(applicationMethods, {
        error: ({ input }) =>
          blankToUndefined(input) === undefined
            ? "Application method is required"
            : "Application method is not one of the list",
      })
      .meta({ example: "website" }),
    applicationLink: optionalLink().meta({
      example: "https://northlight.example/apply",
      description: "Required for the method website",
    }),
    applicationEmail: optionalEmail().meta({
      example: null,
      description: "Required for the method email",
    }),
  },
  3: {
    companyName: requiredName("Company name is required", 120).meta({ example: "Northlight Robotics" }),
    companyWebsite: optionalLink().meta({ example: "https://northlight.example" }),
    companyDescription: optionalText(3_000).meta({ example: "Small robots for narrow rooms." }),
    contactName: requiredName("Contact name is required", 120).meta({ example: "Ila Rao" }),
    contactEmail: email("Contact email is required").meta({ example: "ila.rao@northlight.example" }),
    contactPhone: optionalCode(30).meta({ example: "+91 98200 00000" }),
  },
};

function blankToUndefined(value: unknown) {
  return value === "" || value === null ? undefined : value;
}

export const jobSteps = stepFields;
export type JobStep = keyof typeof stepFields;
export const jobFields = { ...stepFields[1], ...stepFields[2], ...stepFields[3] };
export type JobField = keyof typeof jobFields;

interface CrossCheckedFields {
  salaryMin?: unknown;
  salaryMax?: unknown;
  minExperience?: unknown;
  maxExperience?: unknown;
  applicationMethod?: unknown;
  applicationLink?: unknown;
  applicationEmail?: unknown;
}

function checkFieldsTogether(context: z.RefinementCtx<CrossCheckedFields>): void {
  const job = context.value;
  const addIssue = (path: keyof CrossCheckedFields, message: string) =>
    context.addIssue({ code: "custom", path: [path], message, input: job[path] });
  const isAbove = (min: unknown, max: unknown) =>
    typeof min === "number" && typeof max === "number" && min > max;
  if (isAbove(job.salaryMin, job.salaryMax))
    addIssue("salaryMax", "Maximum salary must not be below the minimum");
  if (isAbove(job.minExperience, job.maxExperience))
    addIssue("maxExperience", "Maximum experience must not be below the minimum");
  if (job.applicationMethod === "website" && job.applicationLink === null)
    addIssue("applicationLink", "Application link is required");
  if (job.applicationMethod === "email" && job.applicationEmail === null)
    addIssue("applicationEmail", "Application email is required");
}

const withCrossChecks = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .object(shape)
    .superRefine(
      (_, context) => checkFieldsTogether(context as unknown as z.RefinementCtx<CrossCheckedFields>),
      {
        when: ({ value }) => typeof value === "object" && value !== null,
      },
    );

export const jobSchema = withCrossChecks(jobFields).meta({ id: "JobInput" });
export const jobStepSchema = {
  1: withCrossChecks(stepFields[1]),
  2: withCrossChecks(stepFields[2]),
  3: withCrossChecks(stepFields[3]),
};
export type JobInput = z.output<typeof jobSchema>;

/** @param storedDeadline the job's current deadline, accepted even if it has passed */
export function checkDeadline(
  deadline: string | null,
  today: string,
  storedDeadline: string | null = null,
): string | null {
  return deadline !== null && deadline !== storedDeadline && deadline < today
    ? "Deadline must not be in the past"
    : null;
}

const toStoredTypes = (list: string[], { labels, spellings }: AnyJobFilter & { kind: "choices" }) => {
  const known = mapSpellings(Object.keys(labels), labels, spellings);
  return [...new Set(list.flatMap((text) => known.get(foldSpelling(text)) ?? []))];
};

function filterField(definition: AnyJobFilter) {
  const { example, description } = definition;
  switch (definition.kind) {
    case "text":
      return queryText().meta({ example, description });
    case "choices":
      return queryList()
        .transform((list) => toStoredTypes(list, definition))
        .meta({ example, description });
    case "open":
      return queryText()
        .transform((text) => text === "true" || text === "on")
        .meta({ override: { type: "boolean" }, example, description });
    case "number":
      return queryText()
        .transform((text) => readNumber(definition, text && normalizeCode(text)))
        .meta({ override: { type: "number", minimum: 0, maximum: definition.max }, example, description });
    case "one":
      return queryText()
        .transform((text) => readOne(definition, text))
        .meta({ override: { type: "string", enum: Object.keys(definition.labels) }, example, description });
  }
}

/** The filters of the job list, in the page's address and in `GET /api/jobs`. Unknown values are ignored. */
export const jobFilterSchema = z.object(
  mapJobFilters((_, definition) => filterField(definition)) as unknown as {
    [Name in JobFilterName]: z.ZodType<JobFilter[Name]>;
  },
);

/** Parses the job filter from a query string. */
export const parseJobFilter = (query: URLSearchParams): JobFilter =>
  jobFilterSchema.parse(mapJobFilters((name) => query.getAll(name)));

export const jobListSchema = jobFilterSchema.extend({
  limit: queryLimit(),
  cursor: cursor(/^[1-9]\d{0,14}(-\d{1,15})?$/, "41"),
});

export const logoSchema = z
  .object({
    logo: z.string().meta({
      override: { type: "string", format: "binary" },
      example: "(the bytes of the picture)",
      description: "At most 10 MB",
    }),
  })
  .meta({ id: "LogoUpload" });

/** The address of a company's logo. @param file its name in `images` */
export const logoUrl = (file: string): string => `/files/images/${file}`;
