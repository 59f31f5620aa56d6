import { z } from "zod";
import {
  applicationMethods,
  currencies,
  type OpportunityType,
  salaryTypes,
  type WorkplaceType,
} from "#db/vocabulary.ts";
import {
  email,
  normalizeText,
  oneOf,
  optionalDay,
  optionalEmail,
  optionalLink,
  optionalNumber,
  optionalText,
  queryLimit,
  queryList,
  queryText,
  requiredText,
  textList,
} from "./fields.ts";

/** Stored opportunity types with the one short label that everything shows. */
export const opportunityLabels = {
  "full-time": "Full Time",
  "part-time": "Part Time",
  internship: "Internship",
  contract: "Contract",
  freelance: "Freelance",
  "contract-or-freelance": "Contract / Freelance",
  volunteer: "Volunteer",
} as const satisfies Record<OpportunityType, string>;
export const workplaceLabels = {
  "on-site": "On-site",
  remote: "Remote",
  hybrid: "Hybrid",
} as const satisfies Record<WorkplaceType, string>;

/** The wizard's longer words for the same things (specification, section 5). */
export const wizardOpportunities = [
  ["full-time", "Full Time"],
  ["internship", "Internship"],
  ["contract-or-freelance", "Contractual / Freelance work"],
  ["volunteer", "Volunteer"],
] as const;
export const wizardWorkplaces = [
  ["on-site", "On-site / Work from office"],
  ["remote", "Remote / Work from home"],
  ["hybrid", "Hybrid"],
] as const;

/** The filter panel's words. Contract and Freelance each also find what the wizard calls by both names. */
export const filterOpportunities = [
  "full-time",
  "part-time",
  "internship",
  "contract",
  "freelance",
  "volunteer",
] as const;

export const suggestedLocations = [
  "Bangalore",
  "Mumbai",
  "Delhi",
  "Hyderabad",
  "Chennai",
  "Pune",
  "Kolkata",
  "Ahmedabad",
  "Kochi",
  "Pan India",
] as const;
export const suggestedIndustries = [
  "Information Technology",
  "Banking & Finance",
  "Healthcare",
  "Manufacturing",
  "Retail",
  "Education",
  "Marketing & Advertising",
  "Consulting",
  "E-commerce",
  "Transportation & Logistics",
] as const;

const foldSpelling = (text: string) => text.toLowerCase().replace(/[\s_-]+/g, "");

/** Every spelling of a word, folded, to what is stored. */
function spellings<T extends string>(...lists: Iterable<readonly [T, string]>[]): Map<string, T> {
  const known = new Map<string, T>();
  for (const list of lists)
    for (const [stored, label] of list)
      known.set(foldSpelling(stored), stored).set(foldSpelling(label), stored);
  return known;
}
const labelEntries = <T extends string>(labels: Record<T, string>) => Object.entries(labels) as [T, string][];
const opportunitySpellings = spellings(labelEntries(opportunityLabels), wizardOpportunities);
const workplaceSpellings = spellings(labelEntries(workplaceLabels), wizardWorkplaces);

/** Takes any of the specification's spellings of a word. */
function spelled<T extends string>(
  known: Map<string, T>,
  labels: Record<T, string>,
  missing: string,
  invalid: string,
) {
  return z
    .string({ error: missing })
    .overwrite(normalizeText)
    .min(1, missing)
    .transform((text, context): T => {
      const stored = known.get(foldSpelling(text));
      if (stored) return stored;
      if (text !== "") context.addIssue({ code: "custom", message: invalid, input: text });
      return z.NEVER;
    })
    .meta({ override: { type: "string", enum: Object.values(labels) } });
}

const stepFields = {
  1: {
    opportunityType: spelled(
      opportunitySpellings,
      opportunityLabels,
      "Opportunity type is required",
      "Opportunity type is not one of the list",
    ),
    title: requiredText("Title is required", 150),
    locations: textList(10, 80).refine((list) => list.length > 0, "Location is required"),
    industry: optionalText(80),
    workplaceType: spelled(
      workplaceSpellings,
      workplaceLabels,
      "Workplace type is required",
      "Workplace type is not one of the list",
    ),
    salaryCurrency: z.preprocess(
      blankToUndefined,
      oneOf(currencies, "Currency is not one of the list").default("INR"),
    ),
    salaryType: z.preprocess(
      blankToUndefined,
      oneOf(salaryTypes, "Salary type is not one of the list").default("per year"),
    ),
    salaryMin: optionalNumber("Minimum salary must be a number"),
    salaryMax: optionalNumber("Maximum salary must be a number"),
    description: requiredText("Description is required", 10_000),
  },
  2: {
    requiredSkills: textList(),
    minExperience: optionalNumber("Minimum experience must be a number not below 0", 0, 80),
    maxExperience: optionalNumber("Maximum experience must be a number not below 0", 0, 80),
    education: optionalText(200),
    deadline: optionalDay(),
    applicationMethod: oneOf(applicationMethods, "Application method is required"),
    applicationLink: optionalLink(),
    applicationEmail: optionalEmail(),
  },
  3: {
    companyName: requiredText("Company name is required", 120),
    companyWebsite: optionalLink(),
    companyDescription: optionalText(3_000),
    contactName: requiredText("Contact name is required", 120),
    contactEmail: email("Contact email is required"),
    contactPhone: optionalText(30),
  },
};

function blankToUndefined(value: unknown) {
  return value === "" || value === null ? undefined : value;
}

/** The fields of each step of the posting wizard. */
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

/** Rules between fields. Each is checked as soon as its own fields can be read. */
function checkFieldsTogether(context: z.RefinementCtx<CrossCheckedFields>): void {
  const job = context.value;
  const say = (path: keyof CrossCheckedFields, message: string) =>
    context.addIssue({ code: "custom", path: [path], message, input: job[path] });
  const above = (min: unknown, max: unknown) =>
    typeof min === "number" && typeof max === "number" && min > max;
  if (above(job.salaryMin, job.salaryMax)) say("salaryMax", "Maximum salary must not be below the minimum");
  if (above(job.minExperience, job.maxExperience))
    say("maxExperience", "Maximum experience must not be below the minimum");
  if (job.applicationMethod === "website" && job.applicationLink === null)
    say("applicationLink", "Application link is required");
  if (job.applicationMethod === "email" && job.applicationEmail === null)
    say("applicationEmail", "Application email is required");
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

/** A job as the posting form and `POST /api/jobs` send it. */
export const jobSchema = withCrossChecks(jobFields).meta({ id: "JobInput" });
export const jobStepSchema = {
  1: withCrossChecks(stepFields[1]),
  2: withCrossChecks(stepFields[2]),
  3: withCrossChecks(stepFields[3]),
};
export type JobInput = z.output<typeof jobSchema>;

/** What is wrong with a deadline that is set or changed: one in the past. */
export function checkDeadline(
  deadline: string | null,
  today: string,
  before: string | null = null,
): string | null {
  return deadline !== null && deadline !== before && deadline < today
    ? "Deadline must not be in the past"
    : null;
}

/** What a list of jobs may be asked for, by address and by `GET /api/jobs`. Unknown values count as absent. */
export const jobFilterSchema = z.object({
  showOpenOnly: queryText().transform((text) => text === "true" || text === "on"),
  opportunityType: queryList().transform((list) => toStoredTypes(list, opportunitySpellings)),
  workplaceType: queryList().transform((list) => toStoredTypes(list, workplaceSpellings)),
  locations: queryText(),
  industry: queryText(),
  search: queryText(),
});
export type JobFilter = z.output<typeof jobFilterSchema>;

export const jobListSchema = jobFilterSchema.extend({ limit: queryLimit(50, 200), cursor: queryText(20) });

const toStoredTypes = <T extends string>(list: string[], spelling: Map<string, T>): T[] => [
  ...new Set(list.flatMap((text) => spelling.get(foldSpelling(text)) ?? [])),
];

/** A job as the API answers it. */
export const jobResponseSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    companyName: z.string(),
    companyLogo: z.string().nullable(),
    companyWebsite: z.string().nullable(),
    companyDescription: z.string().nullable(),
    locations: z.array(z.string()),
    industry: z.string().nullable(),
    workplaceType: z.enum(Object.values(workplaceLabels)),
    opportunityType: z.enum(Object.values(opportunityLabels)),
    salary: z
      .object({
        currency: z.string(),
        type: z.string(),
        minAmount: z.number().nullable(),
        maxAmount: z.number().nullable(),
      })
      .nullable(),
    description: z.string(),
    requiredSkills: z.array(z.string()),
    minExperience: z.number().nullable(),
    maxExperience: z.number().nullable(),
    education: z.string().nullable(),
    deadline: z.string().nullable(),
    applicationMethod: z.enum(applicationMethods),
    applicationLink: z.string().nullable(),
    applicationEmail: z.string().nullable(),
    postedAt: z.string(),
    isOpen: z.boolean(),
    postedBy: z.object({ id: z.string(), name: z.string() }),
    contactName: z.string().nullable().optional().meta({ description: "For logged-in users only" }),
    contactEmail: z.string().nullable().optional(),
    contactPhone: z.string().nullable().optional(),
  })
  .meta({ id: "Job" });
