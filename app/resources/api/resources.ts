import { desc, sql } from "drizzle-orm";
import { z } from "zod";
import { restoreCall } from "#app/moderation/restore-call.server.ts";
import { call, nextLink, type Paths } from "#app/platform/api/call.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { thanksCalls } from "#app/thanks/calls.server.ts";
import { db, resources, write } from "#db/index.ts";
import { cutPage } from "#db/scopes/pages.ts";
import {
  countPages,
  countResources,
  describeCount,
  newestResourceIds,
  pageRange,
} from "#db/scopes/resources.ts";
import { idList } from "#db/scopes/search.ts";
import { seedCategories } from "#db/seed.ts";
import { findHits, orderLike } from "../find.server.ts";
import {
  categoryListResponseSchema,
  resourceCreatedSchema,
  resourceCursor,
  resourceDataSchema,
  resourceFields,
  resourceListQuerySchema,
  resourceListResponseSchema,
  resourceResponseSchema,
  resourceUploadSchema,
} from "../input.server.ts";
import { createResource, deleteResource, describeUpload, updateResource } from "../resources.server.ts";
import { listCategories, requireResource, selectResources, serializeResource } from "./resource.server.ts";

async function respondWithNewResource({ id, message }: { id: number; message: string }) {
  const { version, data } = await requireResource(id);
  return {
    status: 201 as const,
    version,
    body: { success: true as const, message, data },
    headers: { Location: `/api/resources/${id}` },
  };
}

/** The fields to change. */
const resourceChange = z
  .object(resourceFields)
  .partial()
  .meta({ id: "ResourceChange", example: { title: "Notes on tides, corrected", year: 3 } });

export const resourcesPaths: Paths = {
  "/api/resources": {
    GET: call({
      operationId: "listResources",
      summary: "List resources, newest first",
      description:
        "An unknown category is an empty list. A search also looks into the text of PDFs: what is found only there comes last, and `textMatch` is the line. Counts of searches stop at 10,000 and say so, and so do numbered pages; the Link header continues. Words of one or two letters look through the titles and course codes of the newest 5,000 resources.",
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
        const { limit, search, page: asked = 1, cursor, ...filter } = query;
        const [, read, inTexts, readId] = resourceCursor.exec(cursor ?? "") ?? [];
        const page = read === undefined ? asked : Number(read);
        const before = readId === undefined ? undefined : Number(readId);
        const { offset, limit: size } = before === undefined ? pageRange(asked, limit) : { offset: 0, limit };
        const range = { before, offset, limit: size + 1 };
        const hits = search === undefined ? undefined : await findHits(search, filter);
        const found =
          before === undefined
            ? { ids: hits?.ids.slice(offset, offset + range.limit) ?? [], stoppedAt: hits?.stoppedAt }
            : await hits?.after({ isInTexts: inTexts === "t", before }, range.limit);
        const ids = hits && found ? idList(found.ids) : newestResourceIds(filter, range);
        const [rows, [count]] = await db.batch([
          selectResources().where(sql`${resources.id} in (${ids})`).orderBy(desc(resources.id)),
          db.select({ total: countResources(filter) }).from(sql`(select 1)`),
        ]);
        const ordered = hits && found ? orderLike(rows, found.ids, ({ resource }) => resource.id) : rows;
        const { page: shown, last } = cutPage(ordered, size);
        const { total, isCapped } = hits?.count ?? describeCount(filter, count?.total);
        const next = last?.resource.id ?? (hits && found?.stoppedAt);
        const isNextInTexts = last && hits?.inTexts.isOnlyThere(last.resource.id);
        const lines = await hits?.inTexts.readLines(shown.map(({ resource }) => resource.id));
        return {
          status: 200,
          headers: nextLink(request, next && `${page + 1}-${isNextInTexts ? "t" : ""}${next}`),
          body: {
            success: true,
            data: shown.map((row) => ({
              ...serializeResource(row),
              textMatch: lines?.get(row.resource.id) ?? null,
            })),
            message: total === 0 ? "No resources found" : "Resources found",
            currentPage: page,
            totalPages: countPages(total, limit),
            totalCount: total,
            totalCountCapped: isCapped,
          },
        };
      },
    }),

    POST: call({
      operationId: "uploadResource",
      summary: "Upload a resource: one file of at most 50 MB",
      description: "The extension must be one of the list, and the content must agree with it: else 415.",
      auth: "user",
      counts: "upload",
      multipart: resourceUploadSchema,
      responses: { 201: { description: "The resource", schema: resourceCreatedSchema } },
      handler: async ({ request, session, callKey }) =>
        respondWithNewResource(await createResource(request, session, callKey)),
      repeat: async ({ id }) => respondWithNewResource(await describeUpload(id)),
    }),
  },

  "/api/resources/categories": {
    GET: call({
      operationId: "listResourceCategories",
      summary: "List the categories, each with its latest six resources",
      auth: "anyone",
      cache: "role",
      responses: { 200: { description: "The categories", schema: categoryListResponseSchema } },
      async handler() {
        const data = await listCategories();
        const message = data.length === 0 ? "No categories available" : "Categories found";
        return { status: 200, body: { success: true, data, message } };
      },
    }),
  },

  "/api/resources/{id}": {
    GET: call({
      operationId: "getResource",
      summary: "Get one resource",
      auth: "anyone",
      responses: { 200: { description: "The resource", schema: resourceResponseSchema } },
      async handler({ params }) {
        const { version, data } = await requireResource(params.id);
        return { status: 200, version, body: { success: true, data } };
      },
    }),

    PUT: call({
      operationId: "updateResource",
      summary:
        "Change a resource's texts, category, year, course, kind or exam, as its uploader or an administrator",
      description: "Fields that are not sent keep their values. The file stays as it is.",
      auth: "user",
      counts: "resourceChange",
      body: resourceChange,
      errors: [412],
      responses: { 200: { description: "The changed resource", schema: resourceResponseSchema } },
      async handler({ params, viewer, body, sent, ifMatch }) {
        const change = Object.fromEntries(Object.entries(body).filter(([name]) => sent.has(name)));
        await updateResource(toId(params.id), viewer, change, ifMatch);
        const { version, data } = await requireResource(params.id);
        return { status: 200, version, body: { success: true, data } };
      },
    }),

    DELETE: call({
      operationId: "deleteResource",
      summary: "Delete a resource, as its uploader or an administrator",
      description: "Its file stays while another resource has the same one.",
      auth: "user",
      counts: "resourceChange",
      errors: [412],
      responses: { 200: { description: "The deleted resource", schema: resourceResponseSchema } },
      async handler({ params, viewer, ifMatch }) {
        const { data } = await requireResource(params.id);
        await deleteResource(Number(data.id), viewer, { versions: ifMatch });
        return { status: 200, body: { success: true, data } };
      },
    }),
  },

  "/api/resources/{id}/thanks": thanksCalls("resource"),
  "/api/resources/{id}/restore": restoreCall("resource", resourceDataSchema, async (id) => {
    const { version, data } = await requireResource(String(id));
    return { version, body: data };
  }),

  "/api/seed-categories": {
    POST: call({
      operationId: "seedResourceCategories",
      summary: "Create those of the five categories that are missing",
      description: "Doing it again changes nothing.",
      auth: "user",
      counts: null,
      responses: { 200: { description: "All categories", schema: categoryListResponseSchema } },
      async handler() {
        await write(() => seedCategories(db));
        return {
          status: 200,
          body: { success: true, data: await listCategories(), message: "Categories are ready" },
        };
      },
    }),
  },
};
