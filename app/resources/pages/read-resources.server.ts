import { and, desc, eq, lt, or, type SQL, sql } from "drizzle-orm";
import { personColumns, presentName, presentPerson } from "#app/people/person.server.ts";
import { formatFileSize } from "#app/platform/files/file-size.ts";
import { getFieldRules } from "#app/platform/schemas/field-rules.server.ts";
import { timeAgo } from "#app/platform/time/time.server.ts";
import { noteCoverUrl } from "#app/ui/covers/cover.ts";
import { db, events, resourceCategories, resources, users } from "#db/index.ts";
import { courseCodes, newestResourceIds, type ResourceFilter } from "#db/scopes/resources.ts";
import { describeKind, fileUrl, resourceFields } from "../input.server.ts";
import { fieldLabels } from "./upload-fields.ts";

/** Selects resources for a list, newest first. `ids` is a subquery that limits them. */
export const selectListedResources = (ids: SQL) =>
  db
    .select({
      id: resources.id,
      title: resources.title,
      excerpt: sql<string | null>`substr(${resources.description}, 1, 200)`,
      category: resourceCategories.name,
      year: resources.year,
      courseCode: resources.courseCode,
      resourceType: resources.resourceType,
      paperYear: resources.paperYear,
      exam: resources.exam,
      fileName: resources.fileName,
      fileType: resources.fileType,
      size: resources.size,
      downloadCount: resources.downloadCount,
      hasThumbnail: resources.hasThumbnail,
      createdAt: resources.createdAt,
      sharedBy: personColumns,
    })
    .from(resources)
    .innerJoin(resourceCategories, eq(resourceCategories.id, resources.categoryId))
    .innerJoin(users, eq(users.id, resources.userId))
    .where(sql`${resources.id} in (${ids})`)
    .orderBy(desc(resources.id));

/** Selects matching resources, newest first. */
export const selectResources = (filter: ResourceFilter, range: { limit: number; offset?: number }) =>
  selectListedResources(newestResourceIds(filter, range));

/** Formats a row for a list, every value as text. Guests see only the name of the member who shared it. */
export const presentResource =
  (isMember: boolean) => (row: Awaited<ReturnType<typeof selectListedResources>>[number]) => ({
    id: String(row.id),
    title: row.title,
    excerpt: row.excerpt,
    category: row.category,
    year: row.year,
    courseCode: row.courseCode,
    kind: describeKind(row),
    paperYear: row.paperYear,
    exam: row.exam,
    type: row.fileType.toUpperCase(),
    size: formatFileSize(row.size),
    downloads: formatCount(row.downloadCount, "download"),
    sharedBy: isMember ? presentPerson(row.sharedBy) : presentName(row.sharedBy.name),
    sharedAgo: timeAgo(row.createdAt),
    href: fileUrl(row.id, row.fileName),
    thumbnail: row.hasThumbnail ? `/files/thumbnails/${row.id}` : null,
    cover: noteCoverUrl(row.title, String(row.id)),
  });
export type PresentedResource = ReturnType<ReturnType<typeof presentResource>>;

/** "1 download", "12 downloads". */
export const formatCount = (count: number, noun: string): string =>
  `${count.toLocaleString("en-IN")} ${noun}${count === 1 ? "" : "s"}`;

/** The categories without the hidden ones. @param isChosen a condition for those that are listed in any case */
export const selectCategories = (isChosen?: SQL) =>
  db
    .select()
    .from(resourceCategories)
    .where(or(eq(resourceCategories.isHidden, false), isChosen))
    .orderBy(resourceCategories.position, resourceCategories.id)
    .limit(100);

/** Lists the categories as choices of a field. */
export const listCategoryChoices = async (current: number) =>
  (await selectCategories(eq(resourceCategories.id, current))).map(
    ({ id, name }) => [String(id), name] as const,
  );

const maxSuggestedCodes = 200;

/** Lists the course codes that a field suggests. */
export const listCourseCodes = async (): Promise<string[]> =>
  (await db.select({ code: sql<string>`code` }).from(sql`(${courseCodes(maxSuggestedCodes)})`)).map(
    ({ code }) => code,
  );

const rules = getFieldRules(resourceFields);
const requiredField = (name: keyof typeof rules) => ({
  ...rules[name],
  missing: `${fieldLabels[name]} is required`,
});
/** The field rules of the upload and edit forms, which name each missing field. */
export const resourceRules = {
  title: requiredField("title"),
  categoryId: requiredField("categoryId"),
  year: requiredField("year"),
  resourceType: rules.resourceType,
  paperYear: rules.paperYear,
  exam: rules.exam,
  courseCode: rules.courseCode,
  description: rules.description,
  eventId: rules.eventId,
};

/** Finds a past event that a resource may belong to. */
export async function findOfferedEvent(id: number): Promise<{ id: string; title: string } | null> {
  const [event] = await db
    .select({ title: events.title })
    .from(events)
    .where(and(eq(events.id, id), lt(events.startsAt, Date.now())));
  return event ? { id: String(id), title: event.title } : null;
}
