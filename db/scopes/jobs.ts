import { and, inArray, lt, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { jobs } from "../schema/jobs.ts";
import type { OpportunityType, WorkplaceType } from "../vocabulary.ts";
import { containsText, ftsPhrase, maxScannedRows } from "./search.ts";

/** The filters of a job list. Texts match substrings in any case; absent texts and empty lists match every job. */
export interface JobFilter {
  showOpenOnly: boolean;
  opportunityType: OpportunityType[];
  workplaceType: WorkplaceType[];
  locations?: string | undefined;
  industry?: string | undefined;
  search?: string | undefined;
}

/**
 * Whether a job is open: neither closed nor past its deadline's day. A condition, and a column to select.
 * @param today the day in the community's time zone, `YYYY-MM-DD`
 */
export const isOpenJob = (today: string | Placeholder): SQL<boolean> =>
  sql<boolean>`(${jobs.closedAt} is null and (${jobs.deadline} is null or ${jobs.deadline} >= ${today}))`.mapWith(
    Boolean,
  );

/** Whether a viewer can change and delete a job: its poster and administrators. A condition, and a column to select. */
export const canEditJob = (viewer: { id: number; isAdmin: boolean } | null): SQL<boolean> =>
  sql<boolean>`(${jobs.postedBy} = ${viewer?.id ?? 0} or ${viewer?.isAdmin ? 1 : 0})`.mapWith(Boolean);

/** The filter that every job passes, for statements that are prepared once. */
export const everyJob: JobFilter = { showOpenOnly: false, opportunityType: [], workplaceType: [] };

export const isEveryJob = (filter: JobFilter): boolean =>
  !filter.showOpenOnly &&
  filter.opportunityType.length + filter.workplaceType.length === 0 &&
  !(filter.search || filter.locations || filter.industry);

/** The stored types that a filter finds beyond its own. */
const includedTypes: Partial<Record<OpportunityType, OpportunityType[]>> = {
  contract: ["contract", "contract-or-freelance"],
  freelance: ["freelance", "contract-or-freelance"],
};

/**
 * A subquery of the ids of at most `limit` jobs that match a filter, newest first.
 *
 * A search of three characters or more reads the full-text table, which returns its hits newest first and so stops at
 * the limit, however many there are. Shorter texts are only looked for in the newest rows.
 * @param today the day in the community's time zone, `YYYY-MM-DD`
 * @param before only jobs with a lower id: the last id of the previous page
 */
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
