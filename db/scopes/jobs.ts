import { and, gte, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { jobs } from "../schema/jobs.ts";
import type { OpportunityType, WorkplaceType } from "../vocabulary.ts";
import { containsText, ftsPhrase, maxScannedRows } from "./search.ts";

/** Which jobs a list is about. Texts are substrings in any case; absent ones and empty lists leave all in. */
export interface JobFilter {
  showOpenOnly: boolean;
  opportunityType: OpportunityType[];
  workplaceType: WorkplaceType[];
  locations?: string | undefined;
  industry?: string | undefined;
  search?: string | undefined;
}

/** Neither closed by its poster nor past the end of its deadline's day. */
export const isOpenJob = (today: string) =>
  and(isNull(jobs.closedAt), or(isNull(jobs.deadline), gte(jobs.deadline, today)));

/** The other filters that a job of this type is also found under. */
const includedTypes: Partial<Record<OpportunityType, OpportunityType[]>> = {
  contract: ["contract", "contract-or-freelance"],
  freelance: ["freelance", "contract-or-freelance"],
};

/**
 * The ids of at most `limit` jobs that pass a filter, newest first, as a subquery.
 *
 * A search of three characters or more is driven by the full-text table, which gives its hits newest first and so
 * stops at the limit, however many there are. Shorter texts are looked for in the newest rows only.
 * @param today the day in the community's time zone, `YYYY-MM-DD`
 * @param before only jobs with a lower id: where the page before this one ended
 */
export function matchingJobIds(filter: JobFilter, today: string, limit: number, before?: number): SQL {
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
  const short = [
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
    ...short,
    short.length > 0 && phrases.length === 0
      ? sql`${jobs.id} > coalesce((select id from jobs order by id desc limit 1 offset ${maxScannedRows}), 0)`
      : undefined,
  );
  const where = conditions ?? sql`true`;
  if (phrases.length === 0)
    return sql`select ${jobs.id} from ${jobs} where ${where} order by ${jobs.id} desc limit ${limit}`;
  // "cross join" keeps SQLite from turning the order around.
  return sql`select jobs_search.rowid from jobs_search cross join ${jobs} on ${jobs.id} = jobs_search.rowid
    where jobs_search match ${phrases.join(" AND ")} and ${where} order by jobs_search.rowid desc limit ${limit}`;
}
