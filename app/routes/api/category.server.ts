import { asc, desc, inArray, sql } from "drizzle-orm";
import { db, resourceCategories, resources, resourceTotals } from "#db/index.ts";
import { selectResources, serializeResource } from "./resource.server.ts";

/** Categories there may be; the five and whatever a community adds by hand. */
const maxCategories = 100;
const latestCount = 6;

/** Every category with its total and its latest six resources. */
export async function listCategories() {
  const total = sql<number>`(select coalesce(sum(${resourceTotals.total}), 0) from ${resourceTotals}
    where ${resourceTotals.categoryId} = resource_categories.id)`;
  const newest = sql`(select json_group_array(id) from (select id from ${resources}
    where category_id = resource_categories.id order by id desc limit ${latestCount}))`;
  const categories = await db
    .select({ category: resourceCategories, total, newest: newest.mapWith(parseIds) })
    .from(resourceCategories)
    .orderBy(asc(resourceCategories.position), asc(resourceCategories.id))
    .limit(maxCategories);
  const ids = categories.flatMap(({ newest: some }) => some);
  const rows = await selectResources().where(inArray(resources.id, ids)).orderBy(desc(resources.id));
  return categories.map(({ category, total: resourceCount }) => ({
    id: String(category.id),
    name: category.name,
    slug: category.slug,
    description: category.description,
    resourceCount,
    resources: rows.filter((row) => row.category.id === category.id).map(serializeResource),
  }));
}

const parseIds = (json: string): number[] => JSON.parse(json);
