import { desc, sql } from "drizzle-orm";
import { db, resources } from "#db/index.ts";
import { counted, matchingResources, reachable, resourceCount } from "#db/resources.ts";
import { api, call, json } from "../../http/api.server.ts";
import { problem } from "../../http/problem.server.ts";
import { shareResource } from "../../http/resources.server.ts";
import { UploadRefused } from "../../http/upload.server.ts";
import { rowId } from "../../schemas/fields.ts";
import {
  resourceCreated,
  resourceList,
  resourceListSchema,
  resourceUpload,
  resourceWords,
} from "../../schemas/resource.ts";
import { readResource, resourceAnswer, resourceQuery } from "./resource.server.ts";

const route = api("/api/resources", {
  GET: call({
    summary: "The resources, newest first, in numbered pages",
    who: "anyone",
    query: resourceListSchema,
    answers: { 200: { description: "A page of resources", schema: resourceList } },
    async run({ query }) {
      const { limit, page = 1, categorySlug, categoryId, year, search } = query;
      const filter = {
        ...{ categorySlug, year, search },
        // A category that can not exist has no resources.
        categoryId: categoryId === undefined ? undefined : (rowId(categoryId) ?? 0),
      };
      const offset = (page - 1) * limit;
      const [rows, [count]] = await db.batch([
        resourceQuery()
          .where(
            sql`${resources.id} in (${matchingResources(filter, reachable(filter, limit, offset), offset)})`,
          )
          .orderBy(desc(resources.id)),
        db.select({ total: resourceCount(filter) }).from(sql`(select 1)`),
      ]);
      const total = Math.min(count?.total ?? 0, search === undefined ? Number.POSITIVE_INFINITY : counted);
      return json({
        success: true,
        data: rows.map(resourceAnswer),
        message: total === 0 ? "No resources found" : "Resources found",
        currentPage: page,
        totalPages: Math.ceil(total / limit),
        totalCount: total,
        totalCountCapped: (count?.total ?? 0) > total,
      });
    },
  }),

  POST: call({
    summary: "Share a resource: one file of at most 50 MB",
    who: "user",
    multipart: resourceUpload,
    answers: { 201: { description: "The resource", schema: resourceCreated } },
    async run({ request, viewer }) {
      try {
        const { id, sameAs } = await shareResource(request, viewer);
        const message =
          sameAs === null
            ? resourceWords.uploaded
            : `${resourceWords.uploaded}. The same file is already here: ${sameAs}`;
        return json({ success: true, message, data: await readResource(id) }, 201, {
          Location: `/api/resources/${id}`,
        });
      } catch (error) {
        if (error instanceof UploadRefused) return error.problem();
        if (request.signal.aborted) return problem(400, resourceWords.brokeOff);
        throw error;
      }
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
