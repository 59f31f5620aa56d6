import { asc, desc, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { parseId } from "#app/platform/schemas/fields.server.ts";
import { db, resourceCategories, resources, resourceTotals, users } from "#db/index.ts";
import { fileUrl, type resourceDataSchema, resourceTexts } from "../input.server.ts";

const columns = {
  resource: resources,
  category: {
    id: resourceCategories.id,
    name: resourceCategories.name,
    slug: resourceCategories.slug,
  },
  user: { id: users.id, name: users.name },
};

/** Selects resources with their category and the member who shared them. */
export const selectResources = () =>
  db
    .select(columns)
    .from(resources)
    .innerJoin(resourceCategories, eq(resourceCategories.id, resources.categoryId))
    .innerJoin(users, eq(users.id, resources.userId));

type ResourceRow = Awaited<ReturnType<typeof selectResources>>[number];

export function serializeResource({
  resource,
  category,
  user,
}: ResourceRow): z.infer<typeof resourceDataSchema> {
  return {
    id: String(resource.id),
    title: resource.title,
    description: resource.description,
    category: { ...category, id: String(category.id) },
    year: resource.year,
    courseCode: resource.courseCode,
    resourceType: resource.resourceType,
    paperYear: resource.paperYear,
    exam: resource.exam,
    fileUrl: fileUrl(resource.id, resource.fileName),
    fileType: resource.fileType,
    size: resource.size,
    downloadCount: resource.downloadCount,
    eventId: resource.eventId === null ? null : String(resource.eventId),
    user: { ...user, id: String(user.id) },
    createdAt: new Date(resource.createdAt).toISOString(),
  };
}

/** Reads one resource as the API returns it, and its version. @throws HttpError 404 */
export async function requireResource(id: string | number | undefined) {
  const [row] = await selectResources().where(eq(resources.id, parseId(String(id)) ?? 0));
  if (!row) throw new HttpError(404, resourceTexts.gone);
  return { version: row.resource.version, data: serializeResource(row) };
}

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
