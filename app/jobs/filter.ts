import {
  currencies,
  type JobChoice,
  type JobCondition,
  type JobNumber,
  type JobText,
  type jobSorts,
  salaryTypes,
} from "#db/vocabulary.ts";
import {
  filterOpportunities,
  opportunityLabels,
  suggestedIndustries,
  suggestedLocations,
  wizardOpportunities,
  wizardWorkplaces,
  workplaceLabels,
} from "./labels.ts";

// Used in the browser, which loads neither the schemas nor zod: docs/decisions/0005.

interface Described {
  /** On the page. */
  label: string;
  /** In the OpenAPI document. */
  example: unknown;
  description: string;
}

/** Only jobs that are open. */
interface OpenFilter extends Described {
  kind: "open";
}

/** Matches a text within any of these columns, ignoring case. */
interface TextFilter extends Described {
  kind: "text";
  columns: readonly JobText[];
  placeholder: string;
  suggestions?: { name: string; texts: readonly string[] };
}

/** Matches any of the chosen values of a column. */
interface ChoicesFilter extends Described {
  kind: "choices";
  column: JobChoice;
  labels: Readonly<Record<string, string>>;
  /** The choices on the page. */
  shown: readonly string[];
  /** Spellings accepted in addition to a value and its label. */
  spellings: readonly (readonly [string, string])[];
  /** Further values that a choice matches. */
  alsoFinds?: Readonly<Record<string, readonly string[]>>;
  /** Prefix of the index term for saved searches with a single choice. It is stored, so do not change it. */
  term: string;
}

/** A non-negative number. */
interface NumberFilter extends Described {
  kind: "number";
  of: JobNumber;
  max: number;
  placeholder: string;
  /** The choices on the page. Without them the page shows a text input. */
  shown?: readonly (readonly [number, string])[];
}

/** One of several values. It adds no condition of its own. */
interface OneFilter extends Described {
  kind: "one";
  labels: Readonly<Record<string, string>>;
  /** Shown if nothing is chosen. */
  placeholder: string;
}

export type AnyJobFilter = OpenFilter | TextFilter | ChoicesFilter | NumberFilter | OneFilter;

const sameLabels = <Value extends string>(values: readonly Value[]) =>
  Object.fromEntries(values.map((value) => [value, value])) as Record<Value, Value>;
const sortLabels = {
  newest: "Newest first",
  deadline: "Soonest deadline first",
} as const satisfies Record<(typeof jobSorts)[number], string>;

/**
 * The filters of the job list in the page's order. The API call, the page, its address and saved searches derive from
 * them: docs/recipes/change-a-field.md.
 */
export const jobFilters = {
  search: {
    kind: "text",
    label: "Search",
    columns: ["title", "companyName", "description", "requiredSkills"],
    placeholder: "Title, company, skill",
    example: "firmware",
    description: "A text in title, company, description or skills",
  },
  sort: {
    kind: "one",
    label: "Sort by",
    labels: sortLabels,
    placeholder: sortLabels.newest,
    example: "deadline",
    description:
      "`newest` or `deadline`, which sorts the newest 5,000 jobs: the soonest first, then those without one, then those that ended",
  },
  showOpenOnly: {
    kind: "open",
    label: "Show open only",
    example: true,
    description: "Only jobs that are open",
  },
  opportunityType: {
    kind: "choices",
    label: "Opportunity type",
    column: "opportunityType",
    labels: opportunityLabels,
    shown: filterOpportunities,
    spellings: wizardOpportunities,
    alsoFinds: { contract: ["contract-or-freelance"], freelance: ["contract-or-freelance"] },
    term: "type",
    example: ["Internship"],
    description: describeChoices(opportunityLabels),
  },
  workplaceType: {
    kind: "choices",
    label: "Workplace type",
    column: "workplaceType",
    labels: workplaceLabels,
    shown: Object.keys(workplaceLabels) as (keyof typeof workplaceLabels)[],
    spellings: wizardWorkplaces,
    term: "place",
    example: ["Remote"],
    description: describeChoices(workplaceLabels),
  },
  minSalary: {
    kind: "number",
    label: "Minimum salary",
    of: "salary",
    max: 1e12,
    placeholder: "Amount",
    example: 25_000,
    description:
      "Compared with a job's maximum, or its minimum where it has none, in `currency` and `salaryType`. Jobs without a salary are left out. Filters by a number look through the newest 5,000 jobs",
  },
  currency: {
    kind: "one",
    label: "Currency",
    labels: sameLabels(currencies),
    placeholder: "Currency",
    example: "INR",
    description: "Of `minSalary`; by default the one that most salaries have",
  },
  salaryType: {
    kind: "one",
    label: "Paid",
    labels: sameLabels(salaryTypes),
    placeholder: "Period",
    example: "per month",
    description: "Of `minSalary`; by default the one that most salaries have",
  },
  maxExperience: {
    kind: "number",
    label: "Experience",
    of: "experience",
    max: 80,
    placeholder: "Any",
    shown: [
      [0, "None needed"],
      [1, "1 year is enough"],
      [2, "2 years are enough"],
      [3, "3 years are enough"],
      [5, "5 years are enough"],
      [10, "10 years are enough"],
    ],
    example: 2,
    description: "Only jobs that ask for at most so many years; one that says nothing asks for none",
  },
  postedWithin: {
    kind: "number",
    label: "Posted within",
    of: "age",
    max: 3_660,
    placeholder: "Any time",
    shown: [
      [1, "A day"],
      [3, "3 days"],
      [7, "A week"],
      [30, "A month"],
    ],
    example: 7,
    description: "Only jobs of the last so many days",
  },
  company: {
    kind: "text",
    label: "Company",
    columns: ["companyName"],
    placeholder: "Company",
    example: "Northlight",
    description: "Part of the company's name, in any case",
  },
  locations: {
    kind: "text",
    label: "Location",
    columns: ["locations"],
    placeholder: "City",
    suggestions: { name: "locations", texts: suggestedLocations },
    example: "Pune",
    description: "Part of one of the locations, in any case",
  },
  industry: {
    kind: "text",
    label: "Industry",
    columns: ["industry"],
    placeholder: "Industry",
    suggestions: { name: "industries", texts: suggestedIndustries },
    example: "Manufacturing",
    description: "Part of the industry, in any case",
  },
} as const satisfies Record<string, AnyJobFilter>;

export type JobFilterName = keyof typeof jobFilters;
export const jobFilterNames = Object.keys(jobFilters) as JobFilterName[];

type ValueOf<Filter> = Filter extends { kind: "choices"; labels: infer Labels }
  ? (keyof Labels)[]
  : Filter extends { kind: "text" }
    ? string | undefined
    : Filter extends { kind: "number" }
      ? number | undefined
      : Filter extends { kind: "one"; labels: infer Labels }
        ? keyof Labels | undefined
        : boolean;
export type JobFilter = { [Name in JobFilterName]: ValueOf<(typeof jobFilters)[Name]> };

/** Maps each filter to what `read` returns for it. */
export function mapJobFilters<Value>(
  read: (name: JobFilterName, definition: AnyJobFilter) => Value,
): Record<JobFilterName, Value> {
  const entries = jobFilterNames.map((name) => [name, read(name, jobFilters[name])]);
  return Object.fromEntries(entries) as Record<JobFilterName, Value>;
}

/** The chosen values of one filter, as text. */
export const chosenIn = (filter: JobFilter, name: JobFilterName): string[] => {
  const value = filter[name];
  return value === undefined || value === false ? [] : [value].flat().map(String);
};

/** The conditions of a filter, for `matchingJobIds`. Without any, every job matches. */
export const conditionsOf = (filter: JobFilter): JobCondition[] =>
  jobFilterNames.flatMap((name) => {
    const chosen = chosenIn(filter, name);
    return chosen.length > 0 ? conditionOf(jobFilters[name], chosen, filter) : [];
  });

function conditionOf(definition: AnyJobFilter, chosen: string[], filter: JobFilter): JobCondition[] {
  switch (definition.kind) {
    case "open":
      return [{ kind: "open" }];
    case "text":
      return [{ kind: "text", columns: definition.columns, text: chosen.join(" ") }];
    case "choices": {
      const values = chosen.flatMap((choice) => [choice, ...alsoFound(definition, choice)]);
      return [{ kind: "choices", column: definition.column, values }];
    }
    case "number":
      return [numberCondition(definition.of, Number(chosen[0]), filter)];
    case "one":
      return [];
  }
}

function numberCondition(of: JobNumber, number: number, filter: JobFilter): JobCondition {
  switch (of) {
    case "salary":
      return { kind: of, atLeast: number, currency: filter.currency, salaryType: filter.salaryType };
    case "experience":
      return { kind: of, atMost: number };
    case "age":
      return { kind: of, days: number };
  }
}

/** Parses a number from an address; undefined if it is invalid or above the filter's maximum. */
export function readNumber({ max }: NumberFilter, text: string | undefined): number | undefined {
  const digits = text?.replace(/[,\s]/g, "") ?? "";
  return /^\d{1,13}(\.\d{1,2})?$/.test(digits) && Number(digits) <= max ? Number(digits) : undefined;
}

export const readOne = ({ labels }: OneFilter, text: string | undefined): string | undefined =>
  text !== undefined && Object.hasOwn(labels, text) ? text : undefined;

/** The choices that match a stored value. */
export const choicesFinding = (definition: ChoicesFilter, stored: string): string[] =>
  Object.keys(definition.labels).filter(
    (choice) => choice === stored || alsoFound(definition, choice).includes(stored),
  );

const alsoFound = ({ alsoFinds }: ChoicesFilter, choice: string): readonly string[] =>
  alsoFinds?.[choice] ?? [];

function describeChoices(labels: Readonly<Record<string, string>>): string {
  return `Any of ${Object.values(labels).join(", ")}, in any spelling. Repeat it for more; unknown ones count as absent`;
}
