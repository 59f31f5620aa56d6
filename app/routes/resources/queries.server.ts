import { desc, eq, type SQL, sql } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import { db, resourceCategories, resources, users } from "#db/index.ts";
import { getRequestContext } from "../../http/request-context.server.ts";
import { log } from "../../log.server.ts";
import { fileUrl, formatFileSize } from "../../schemas/resource.ts";
import { timeAgo } from "../../time.server.ts";

/** Resources as lists show them, newest first. `ids` is a subquery, which bounds them. */
export const selectListedResources = (ids: SQL) =>
  db
    .select({
      id: resources.id,
      title: resources.title,
      excerpt: sql<string | null>`substr(${resources.description}, 1, 200)`,
      category: resourceCategories.name,
      year: resources.year,
      fileName: resources.fileName,
      fileType: resources.fileType,
      size: resources.size,
      downloadCount: resources.downloadCount,
      hasThumbnail: resources.hasThumbnail,
      createdAt: resources.createdAt,
      sharedBy: users.name,
    })
    .from(resources)
    .innerJoin(resourceCategories, eq(resourceCategories.id, resources.categoryId))
    .innerJoin(users, eq(users.id, resources.userId))
    .where(sql`${resources.id} in (${ids})`)
    .orderBy(desc(resources.id));

/** Something was counted: "1 download", "12 downloads". */
export const createTimes = (count: number, thing: string): string =>
  `${count.toLocaleString("en-IN")} ${thing}${count === 1 ? "" : "s"}`;

/** A resource as a list shows it, every value in words. */
export function presentResource(row: Awaited<ReturnType<typeof selectListedResources>>[number]) {
  return {
    id: String(row.id),
    title: row.title,
    excerpt: row.excerpt,
    category: row.category,
    year: row.year,
    type: row.fileType.toUpperCase(),
    size: formatFileSize(row.size),
    downloads: createTimes(row.downloadCount, "download"),
    sharedBy: row.sharedBy,
    shared: timeAgo(row.createdAt),
    href: fileUrl(row.id, row.fileName),
    thumbnail: row.hasThumbnail ? `/files/thumbnails/${row.id}` : null,
  };
}
export type PresentedResource = ReturnType<typeof presentResource>;

/** Every category's id, name, slug and description, in their order. */
export const loadCategories = () =>
  db.select().from(resourceCategories).orderBy(resourceCategories.position, resourceCategories.id).limit(100);

/** Reads for a page that says itself when it can not: null then, and the cause is in the log. */
export async function orFailed<T>(
  context: Readonly<RouterContextProvider>,
  read: () => Promise<T>,
): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    log.error({ requestId: getRequestContext(context).id, err: error }, "resources could not be read");
    return null;
  }
}
