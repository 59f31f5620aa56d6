import { and, inArray, lt, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { jobs } from "../schema/jobs.ts";
import type { OpportunityType, WorkplaceType } from "../vocabulary.ts";
import { containsText, ftsPhrase, maxScannedRows } from "./search.ts";

export interface JobFilter {
  showOpenOnly: boolean;
  opportunityType: OpportunityType[];
  workplaceType: WorkplaceType[];
  locations?: string | undefined;
  industry?: string | undefined;
  search?: string | undefined;
}

/** @param today the day in `TIME_ZONE`, `YYYY-MM-DD` */
export const isOpenJob = (today: string | Placeholder): SQL<boolean> =>
  sql<boolean>`(${jobs.closedAt} is null and (${jobs.deadline} is null or ${jobs.deadline} >= ${today}))`.mapWith(
    Boolean,
  );

export const canEditJob = (viewer: { id: number; isAdmin: boolean } | null): SQL<boolean> =>
  sql<boolean>`(${jobs.postedBy} = ${viewer?.id ?? 0} or ${viewer?.isAdmin ? 1 : 0})`.mapWith(Boolean);

export const everyJob: JobFilter = { showOpenOnly: false, opportunityType: [], workplaceType: [] };

export const isEveryJob = (filter: JobFilter): boolean =>
  !filter.showOpenOnly &&
  filter.opportunityType.length + filter.workplaceType.length === 0 &&
  !(filter.search || filter.locations || filter.industry);

const includedTypes: Partial<Record<OpportunityType, OpportunityType[]>> = {
  contract: ["contract", "contract-or-freelance"],
  freelance: ["freelance", "contract-or-freelance"],
};

/** Newest first. Texts too short for the full-text table are looked for in the newest rows only. */
export function matchingJobIds(
  filter: JobFilter,
  today: string | Placeholder,
  limit: number | Placeholder,
  before?: number | Placeholder,
): SQL {
  const { search, locations, industry } = filter;
  const columns = {
    "{title company_name description required_skills}": search,
    locations,
    industry,
  };
  const phrases = Object.entries(columns).flatMap(([column, text]) => {
    const quoted = text && ftsPhrase(text);
    return quoted ? [`${column} : ${quoted}`] : [];
  });
  const isShort = (text: string | undefined): text is string =>
    text !== undefined && ftsPhrase(text) === null;
  const shortTextConditions = [
    isShort(search)
      ? or(
          containsText(jobs.title, search),
          containsText(jobs.companyName, search),
          containsText(jobs.description, search),
          containsText(jobs.requiredSkills, search),
        )
      : undefined,
    isShort(locations) ? containsText(jobs.locations, locations) : undefined,
    isShort(industry) ? containsText(jobs.industry, industry) : undefined,
  ].filter((condition) => condition !== undefined);

  const types = filter.opportunityType.flatMap((type) => includedTypes[type] ?? [type]);
  const conditions = and(
    filter.showOpenOnly ? isOpenJob(today) : undefined,
    types.length > 0 ? inArray(jobs.opportunityType, types) : undefined,
    filter.workplaceType.length > 0 ? inArray(jobs.workplaceType, filter.workplaceType) : undefined,
    before === undefined ? undefined : lt(jobs.id, before),
    ...shortTextConditions,
    shortTextConditions.length > 0 && phrases.length === 0
      ? sql`${jobs.id} > coalesce((select id from jobs order by id desc limit 1 offset ${maxScannedRows}), 0)`
      : undefined,
  );
  const where = conditions ?? sql`true`;
  if (phrases.length === 0)
    return sql`select ${jobs.id} from ${jobs} where ${where} order by ${jobs.id} desc limit ${limit}`;
  // "cross join" keeps SQLite from swapping the tables.
  return sql`select jobs_search.rowid from jobs_search cross join ${jobs} on ${jobs.id} = jobs_search.rowid
    where jobs_search match ${phrases.join(" AND ")} and ${where} order by jobs_search.rowid desc limit ${limit}`;
}
