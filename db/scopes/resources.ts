import { and, type SQL, sql } from "drizzle-orm";
import { resourceCategories, resources, resourceTotals } from "../schema/resources.ts";
import { isStillAdmin } from "./users.ts";

/** The filters other than the search. `resource_totals` also has category and year. */
const conditions = {
  categorySlug: (slug: string) =>
    sql`category_id = (select id from ${resourceCategories} where slug = ${slug})`,
  categoryId: (id: number) => sql`category_id = ${id}`,
  year: (year: number) => sql`year = ${year}`,
  courseCode: (code: string) => sql`${resources.courseCode} = ${code}`,
  eventId: (id: number) => sql`${resources.eventId} = ${id}`,
  resourceType: (type: string) => sql`${resources.resourceType} = ${type}`,
  paperYear: (year: number) => sql`${resources.paperYear} = ${year}`,
  exam: (exam: string) => sql`${resources.exam} = ${exam}`,
};
const conditionNames = Object.keys(conditions) as (keyof typeof conditions)[];

export type ResourceFilter = {
  [Name in keyof typeof conditions]?: Parameters<(typeof conditions)[Name]>[0] | undefined;
};

/** Undefined for an empty filter. */
export const resourceConditions = (filter: ResourceFilter): SQL | undefined =>
  and(
    ...conditionNames.map((name) => {
      const value = filter[name];
      const condition = conditions[name] as (value: string | number) => SQL;
      return value === undefined ? undefined : condition(value);
    }),
  );

export const canEditResource = (viewer: { id: number; isAdmin: boolean } | null): SQL<boolean> =>
  sql<boolean>`(${resources.userId} = ${viewer?.id ?? 0} or ${isStillAdmin(viewer)})`.mapWith(Boolean);

/** A resource can be from an event that has begun. It keeps its event while that is in the bin. */
export const canBeOfEvent = (
  eventId: number | null,
  now: number,
  current: SQL = sql`null`,
): SQL | undefined =>
  eventId === null
    ? undefined
    : sql`(${eventId} = ${current} or exists (select 1 from events where events.id = ${eventId}
        and events.starts_at < ${now}))`;

/** Numbered pages end here, because SQLite reads every skipped row. */
export const maxCountedResults = 10_000;

export function pageRange(page: number, pageSize: number): { limit: number; offset: number } {
  const offset = Math.min((page - 1) * pageSize, maxCountedResults);
  return { limit: Math.min(pageSize, maxCountedResults - offset), offset };
}

export const countPages = (total: number, pageSize: number): number =>
  Math.ceil(Math.min(total, maxCountedResults) / pageSize);

/** Newest first. */
export const newestResourceIds = (
  filter: ResourceFilter,
  { limit, offset = 0, before }: { limit: number; offset?: number; before?: number | undefined },
): SQL =>
  sql`select ${resources.id} from ${resources} where ${resourceConditions(filter) ?? sql`true`}
    and ${before === undefined ? sql`true` : sql`${resources.id} < ${before}`}
    order by ${resources.id} desc limit ${limit} offset ${offset}`;

/** A course's newest past papers, or its other resources. */
export const courseResourceIds = (code: string, { papers, limit }: { papers: boolean; limit: number }): SQL =>
  sql`select ${resources.id} from ${resources} where ${resources.courseCode} = ${code}
    and +${resources.resourceType} ${papers ? sql`is` : sql`is not`} 'past-paper'
    order by ${resources.id} desc limit ${limit}`;

const isCountedByTotals = ({ courseCode, eventId, resourceType, paperYear, exam }: ResourceFilter): boolean =>
  [courseCode, eventId, resourceType, paperYear, exam].every((value) => value === undefined);

export function countResources(filter: ResourceFilter): SQL<number> {
  if (!isCountedByTotals(filter))
    return sql<number>`(select count(*) from (${newestResourceIds(filter, { limit: maxCountedResults + 1 })}))`;
  return sql<number>`(select coalesce(sum(total), 0) from ${resourceTotals} where ${resourceConditions(filter) ?? sql`true`})`;
}

export function describeCount(filter: ResourceFilter, counted = 0): { total: number; isCapped: boolean } {
  const total = isCountedByTotals(filter) ? counted : Math.min(counted, maxCountedResults);
  return { total, isCapped: counted > total };
}

export const olderDuplicateTitle = sql<string | null>`(select older.title from resources as older
  where older.file_sha256 = resources.file_sha256 and older.id < resources.id order by older.id limit 1)`;

/** The resources' course codes in order, with one index lookup per code. */
export const courseCodes = (limit: number): SQL<string> => sql<string>`with recursive codes(code) as (
    select min(course_code) from resources where course_code is not null
    union all select (select min(course_code) from resources where course_code > code) from codes
    where code is not null limit ${limit})
  select code from codes where code is not null`;
