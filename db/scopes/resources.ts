import { and, eq, getTableColumns, notExists, type SQL, sql } from "drizzle-orm";
import type { Database } from "../index.ts";
import { files, resourceCategories, resources, resourceTotals } from "../schema/resources.ts";
import { containsText, ftsPhrase, maxScannedRows } from "./search.ts";

/** The five categories every community has, in their order (specification, section 9). */
const categories = [
  ["academics-notes", "Academics Notes", "Lecture notes, question papers and solutions, course by course."],
  ["gate-notes", "Gate Notes", "Short notes, formula sheets and past papers for GATE."],
  ["quantum", "Quantum", "Quantum series and other ready guides for the week before an exam."],
  ["placement-resources", "Placement Resources", "Aptitude, coding rounds, interviews and CVs that worked."],
  ["others", "Others", "Everything else that somebody will be glad to find."],
] as const;

/** The statement that makes the missing ones of the five categories, however often it runs. */
export function seedCategories(db: Pick<Database, "insert">) {
  const rows = categories.map(([slug, name, description], position) => ({
    slug,
    name,
    description,
    position,
  }));
  return db.insert(resourceCategories).values(rows).onConflictDoNothing({ target: resourceCategories.slug });
}

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
  const columns = Object.entries(getTableColumns(resources)).map(([name, column]) => {
    const value = { downloadCount: 0, ...values }[name as keyof NewResource];
    return [name, value === undefined || value === null ? sql`null` : sql`${sql.param(value, column)}`];
  });
  const row = db
    .select(Object.fromEntries(columns))
    .from(resourceCategories)
    .where(sql`${resourceCategories.id} = ${values.categoryId}`);
  return [
    db.insert(files).values({ sha256, size, createdAt }).onConflictDoNothing(),
    // Drizzle can not tell that an object built from a table's columns has the table's columns.
    db
      .insert(resources)
      .select(row as never)
      .returning({ id: resources.id }),
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
