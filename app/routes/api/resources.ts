import { desc, sql } from "drizzle-orm";
import { db, resources } from "#db/index.ts";
import {
  countPages,
  countResources,
  matchingResourceIds,
  maxCountedResults,
  pageRange,
} from "#db/scopes/resources.ts";
import { createResource, describeUpload } from "../../resources/resources.server.ts";
import { toId } from "../../schemas/fields.ts";
import {
  resourceCreatedSchema,
  resourceListQuerySchema,
  resourceListResponseSchema,
  resourceUploadSchema,
} from "../../schemas/resource.ts";
import { call, endpoint, nextLink } from "./endpoint.server.ts";
import { readResource, selectResources, serializeResource } from "./resource.server.ts";

export const handle = { body: { hasFile: true } };

async function respondWithNewResource({ id, message }: { id: number; message: string }) {
  const { version, data } = await readResource(id);
  return {
    status: 201 as const,
    version,
    body: { success: true as const, message, data },
    headers: { Location: `/api/resources/${id}` },
  };
}

const route = endpoint("/api/resources", {
  GET: call({
    operationId: "listResources",
    summary: "List resources, newest first, in numbered pages",
    description:
      "An unknown category is an empty list. Counts of searches stop at 10,000 and say so. Searches of one or two characters look through the titles of the newest 5,000 resources.",
    auth: "anyone",
    cache: "role",
    query: resourceListQuerySchema,
    responses: {
      200: {
        description: "A page of resources; the Link header has the next",
        schema: resourceListResponseSchema,
      },
    },
    async handler({ query, request }) {
      const { limit, page = 1, categorySlug, categoryId, year, search } = query;
      const filter = {
        categorySlug,
        year,
        search,
        // An id that cannot exist matches nothing.
        categoryId: categoryId === undefined ? undefined : toId(categoryId),
      };
      const [rows, [count]] = await db.batch([
        selectResources()
          .where(sql`${resources.id} in (${matchingResourceIds(filter, pageRange(page, limit))})`)
          .orderBy(desc(resources.id)),
        db.select({ total: countResources(filter) }).from(sql`(select 1)`),
      ]);
      const total = Math.min(
        count?.total ?? 0,
        search === undefined ? Number.POSITIVE_INFINITY : maxCountedResults,
      );
      const totalPages = countPages(total, limit);
      return {
        status: 200,
        headers: nextLink(request, page < totalPages ? page + 1 : undefined, "page"),
        body: {
          success: true,
          data: rows.map(serializeResource),
          message: total === 0 ? "No resources found" : "Resources found",
          currentPage: page,
          totalPages,
          totalCount: total,
          totalCountCapped: (count?.total ?? 0) > total,
        },
      };
    },
  }),

  POST: call({
    operationId: "uploadResource",
    summary: "Upload a resource: one file of at most 50 MB",
    description: "The extension must be one of the list, and the content must agree with it: else 415.",
    auth: "user",
    act: "upload",
    multipart: resourceUploadSchema,
    responses: { 201: { description: "The resource", schema: resourceCreatedSchema } },
    handler: async ({ request, session, callKey }) =>
      respondWithNewResource(await createResource(request, session, callKey)),
    repeat: async ({ id }) => respondWithNewResource(await describeUpload(id)),
  }),
});
export const loader = route.loader;
export const action = route.action;
