import { and, eq, type SQL, sql } from "drizzle-orm";
import { resourceCategories, resources, resourceTotals } from "../schema/resources.ts";
import { containsText, ftsPhrase, maxScannedRows } from "./search.ts";

export interface ResourceFilter {
  categorySlug?: string | undefined;
  categoryId?: number | undefined;
  year?: number | undefined;
  search?: string | undefined;
}

export const canEditResource = (viewer: { id: number; isAdmin: boolean } | null): SQL<boolean> =>
  sql<boolean>`(${resources.userId} = ${viewer?.id ?? 0} or ${viewer?.isAdmin ? 1 : 0})`.mapWith(Boolean);

/** Numbered pages end there: SQLite walks over every skipped row. */
export const maxCountedResults = 10_000;

export function pageRange(page: number, pageSize: number): { limit: number; offset: number } {
  const offset = Math.min((page - 1) * pageSize, maxCountedResults);
  return { limit: Math.min(pageSize, maxCountedResults - offset), offset };
}

export const countPages = (total: number, pageSize: number): number =>
  Math.ceil(Math.min(total, maxCountedResults) / pageSize);

/** Newest first. Texts too short for the full-text table are looked for in the newest titles. */
export function matchingResourceIds(
  filter: ResourceFilter,
  { limit, offset = 0 }: { limit: number; offset?: number },
): SQL {
  const { search } = filter;
  const phrase = search && ftsPhrase(search);
  const conditions = and(
    filter.categorySlug === undefined
      ? undefined
      : eq(
          resources.categoryId,
          sql`(select id from ${resourceCategories} where slug = ${filter.categorySlug})`,
        ),
    filter.categoryId === undefined ? undefined : eq(resources.categoryId, filter.categoryId),
    filter.year === undefined ? undefined : eq(resources.year, filter.year),
    search && !phrase
      ? sql`${containsText(resources.title, search)}
          and ${resources.id} > coalesce((select id from resources order by id desc limit 1 offset ${maxScannedRows}), 0)`
      : undefined,
  );
  const page = sql`limit ${limit} offset ${offset}`;
  if (!phrase)
    return sql`select ${resources.id} from ${resources} where ${conditions ?? sql`true`} order by ${resources.id} desc ${page}`;
  if (!conditions)
    return sql`select rowid from resources_search where resources_search match ${phrase} order by rowid desc ${page}`;
  // "cross join" keeps SQLite from swapping the two tables.
  return sql`select resources_search.rowid from resources_search cross join ${resources}
    on ${resources.id} = resources_search.rowid
    where resources_search match ${phrase} and ${conditions} order by resources_search.rowid desc ${page}`;
}

export function countResources(filter: ResourceFilter): SQL<number> {
  if (filter.search)
    return sql<number>`(select count(*) from (${matchingResourceIds(filter, { limit: maxCountedResults + 1 })}))`;
  const conditions = and(
    filter.categorySlug === undefined
      ? undefined
      : sql`category_id = (select id from ${resourceCategories} where slug = ${filter.categorySlug})`,
    filter.categoryId === undefined ? undefined : sql`category_id = ${filter.categoryId}`,
    filter.year === undefined ? undefined : sql`year = ${filter.year}`,
  );
  return sql<number>`(select coalesce(sum(total), 0) from ${resourceTotals} where ${conditions ?? sql`true`})`;
}

export const olderDuplicateTitle = sql<string | null>`(select older.title from resources as older
  where older.file_sha256 = resources.file_sha256 and older.id < resources.id order by older.id limit 1)`;
