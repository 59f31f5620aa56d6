import { and, eq, notExists, type SQL, sql } from "drizzle-orm";
import type { Database } from "../client.ts";
import { insertSelect } from "../insert-select.ts";
import { files, resourceCategories, resources, resourceTotals } from "../schema/resources.ts";
import { containsText, ftsPhrase, maxScannedRows } from "./search.ts";

/** Which resources a list is about. A search is a substring of title or description, in any case. */
export interface ResourceFilter {
  categorySlug?: string | undefined;
  categoryId?: number | undefined;
  year?: number | undefined;
  search?: string | undefined;
}

/** Past this the hits of a search are not counted, and no numbered page leads. */
export const maxCounted = 10_000;

/** How many rows a numbered page may show: none of the hits that a search does not count. */
export const reachableRows = (filter: ResourceFilter, limit: number, offset: number): number =>
  filter.search === undefined ? limit : Math.max(0, Math.min(limit, maxCounted - offset));

/**
 * The ids of at most `limit` resources that pass a filter, newest first, as a subquery.
 *
 * A search of three characters or more is driven by the full-text table, which gives its hits newest first and so
 * stops at the limit. Shorter texts are looked for in the newest rows only.
 */
export function matchingResourceIds(filter: ResourceFilter, limit: number, offset = 0): SQL {
  const { search } = filter;
  const quoted = search && ftsPhrase(search);
  const conditions = and(
    filter.categorySlug === undefined
      ? undefined
      : eq(
          resources.categoryId,
          sql`(select id from ${resourceCategories} where slug = ${filter.categorySlug})`,
        ),
    filter.categoryId === undefined ? undefined : eq(resources.categoryId, filter.categoryId),
    filter.year === undefined ? undefined : eq(resources.year, filter.year),
    search && !quoted
      ? sql`(${containsText(resources.title, search)} or ${containsText(resources.description, search)})
          and ${resources.id} > coalesce((select id from resources order by id desc limit 1 offset ${maxScannedRows}), 0)`
      : undefined,
  );
  const page = sql`limit ${limit} offset ${offset}`;
  if (!quoted)
    return sql`select ${resources.id} from ${resources} where ${conditions ?? sql`true`} order by ${resources.id} desc ${page}`;
  if (!conditions)
    return sql`select rowid from resources_search where resources_search match ${quoted} order by rowid desc ${page}`;
  // "cross join" keeps SQLite from turning the order around.
  return sql`select resources_search.rowid from resources_search cross join ${resources}
    on ${resources.id} = resources_search.rowid
    where resources_search match ${quoted} and ${conditions} order by resources_search.rowid desc ${page}`;
}

/** How many resources pass a filter, as a subquery: kept totals without a search, else counted, to 10,001. */
export function resourceCount(filter: ResourceFilter): SQL<number> {
  if (filter.search)
    return sql<number>`(select count(*) from (${matchingResourceIds(filter, maxCounted + 1)}))`;
  const conditions = and(
    filter.categorySlug === undefined
      ? undefined
      : sql`category_id = (select id from ${resourceCategories} where slug = ${filter.categorySlug})`,
    filter.categoryId === undefined ? undefined : sql`category_id = ${filter.categoryId}`,
    filter.year === undefined ? undefined : sql`year = ${filter.year}`,
  );
  return sql<number>`(select coalesce(sum(total), 0) from ${resourceTotals} where ${conditions ?? sql`true`})`;
}

export type NewResource = Omit<typeof resources.$inferInsert, "id" | "downloadCount">;

/** Takes a file off the list of what is stored when no resource uses it any more; answers its name if it did. */
export function deleteUnusedFile(db: Database, sha256: string) {
  const used = db.select({ one: sql`1` }).from(resources).where(eq(resources.fileSha256, files.sha256));
  return db
    .delete(files)
    .where(and(eq(files.sha256, sha256), notExists(used)))
    .returning({ sha256: files.sha256 });
}

/** The batch that stores a resource, if there is its category: the second result holds the row, or nothing. */
export function insertResource(db: Database, values: NewResource) {
  const { fileSha256: sha256, size, createdAt } = values;
  return [
    db.insert(files).values({ sha256, size, createdAt }).onConflictDoNothing(),
    insertSelect(
      db,
      resources,
      { ...values, downloadCount: 0 },
      resourceCategories,
      eq(resourceCategories.id, values.categoryId),
    ).returning({ id: resources.id }),
    deleteUnusedFile(db, sha256),
  ] as const;
}

/** The batch that deletes a resource that a member may delete, and its file with the last one that uses it. */
export function deleteResource(
  db: Database,
  resource: { id: number; sha256: string },
  viewer: { id: number; isAdmin: boolean },
) {
  const mine = viewer.isAdmin ? undefined : eq(resources.userId, viewer.id);
  return [
    db
      .delete(resources)
      .where(and(eq(resources.id, resource.id), mine))
      .returning({ id: resources.id }),
    deleteUnusedFile(db, resource.sha256),
  ] as const;
}
