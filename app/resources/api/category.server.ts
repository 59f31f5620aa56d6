import { asc, desc, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { db, resourceCategories, resources, resourceTotals } from "#db/index.ts";
import { selectResources, serializeResource } from "./resource.server.ts";

const maxCategories = 100;
const latestCount = 6;

/** Lists the categories without the hidden ones, each with its total and its latest six resources. */
export async function listCategories() {
  const total = sql<number>`(select coalesce(sum(${resourceTotals.total}), 0) from ${resourceTotals}
    where ${resourceTotals.categoryId} = resource_categories.id)`;
  const latestIds = sql`(select json_group_array(id) from (select id from ${resources}
    where category_id = resource_categories.id order by id desc limit ${latestCount}))`;
  const categories = await db
    .select({ category: resourceCategories, total, latestIds: latestIds.mapWith(parseIds) })
    .from(resourceCategories)
    .where(eq(resourceCategories.isHidden, false))
    .orderBy(asc(resourceCategories.position), asc(resourceCategories.id))
    .limit(maxCategories);
  const ids = categories.flatMap((category) => category.latestIds);
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

const idsSchema = z.array(z.number());
const parseIds = (json: string): number[] => idsSchema.parse(JSON.parse(json));
