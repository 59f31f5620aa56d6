import type { JobChoice, JobCondition, JobText } from "#db/vocabulary.ts";
import {
  filterOpportunities,
  opportunityLabels,
  suggestedIndustries,
  suggestedLocations,
  wizardOpportunities,
  wizardWorkplaces,
  workplaceLabels,
} from "./job-labels.ts";

// Used in the browser, where the schemas and their library do not go: docs/decisions/0005.

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

/** A text that is part of one of some columns, in any case. */
interface TextFilter extends Described {
  kind: "text";
  columns: readonly JobText[];
  placeholder: string;
  suggestions?: { name: string; texts: readonly string[] };
}

/** One of the chosen values of a column. */
interface ChoicesFilter extends Described {
  kind: "choices";
  column: JobChoice;
  labels: Readonly<Record<string, string>>;
  /** The choices on the page. */
  shown: readonly string[];
  /** Other spellings that are accepted beside a value and its label. */
  spellings: readonly (readonly [string, string])[];
  /** Values that a choice finds beside itself. */
  alsoFinds?: Readonly<Record<string, readonly string[]>>;
  /** Begins the term by which saved searches with one choice are found: stored, so it stays. */
  term: string;
}

export type AnyJobFilter = OpenFilter | TextFilter | ChoicesFilter;

/**
 * The filters of the job list in the page's order. The call, the page, its address and saved searches come from here:
 * docs/change-a-field.md.
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
    : boolean;
export type JobFilter = { [Name in JobFilterName]: ValueOf<(typeof jobFilters)[Name]> };

/** The values of an address or form by their filters; those of each kind are read by `read`. */
export function mapJobFilters<Value>(
  read: (name: JobFilterName, definition: AnyJobFilter) => Value,
): Record<JobFilterName, Value> {
  const entries = jobFilterNames.map((name) => [name, read(name, jobFilters[name])]);
  return Object.fromEntries(entries) as Record<JobFilterName, Value>;
}

/** What a filter asks of a job, for `matchingJobIds`. Nothing is asked of every job. */
export const conditionsOf = (filter: JobFilter): JobCondition[] =>
  jobFilterNames.flatMap((name) => {
    const chosen = [filter[name] || []].flat().map(String);
    return chosen.length > 0 ? [conditionOf(jobFilters[name], chosen)] : [];
  });

function conditionOf(definition: AnyJobFilter, chosen: string[]): JobCondition {
  switch (definition.kind) {
    case "open":
      return { kind: "open" };
    case "text":
      return { kind: "text", columns: definition.columns, text: chosen.join(" ") };
    case "choices": {
      const values = chosen.flatMap((choice) => [choice, ...alsoFound(definition, choice)]);
      return { kind: "choices", column: definition.column, values };
    }
  }
}

/** The choices that find a stored value. */
export const choicesFinding = (definition: ChoicesFilter, stored: string): string[] =>
  Object.keys(definition.labels).filter(
    (choice) => choice === stored || alsoFound(definition, choice).includes(stored),
  );

const alsoFound = ({ alsoFinds }: ChoicesFilter, choice: string): readonly string[] =>
  alsoFinds?.[choice] ?? [];

function describeChoices(labels: Readonly<Record<string, string>>): string {
  return `Any of ${Object.values(labels).join(", ")}, in any spelling. Repeat it for more; unknown ones count as absent`;
}
