import { z } from "zod";
import { saveSearch, selectSearches } from "../../notices/searches.server.ts";
import { savedSearchResponseSchema, savedSearchSchema } from "../../schemas/saved-search.ts";
import { call, endpoint } from "./endpoint.server.ts";

const route = endpoint("/api/saved-searches", {
  GET: call({
    operationId: "listSavedSearches",
    summary: "List your saved searches, newest first",
    auth: "user",
    responses: { 200: { description: "Ten at most", schema: z.array(savedSearchResponseSchema) } },
    async handler({ viewer }) {
      const rows = await selectSearches(viewer.id);
      return { status: 200, body: rows.map((row) => ({ ...row, id: String(row.id) })) };
    },
  }),
  POST: call({
    operationId: "createSavedSearch",
    summary: "Save a search of jobs, or of questions by tag",
    description:
      "You are told of what is new in it. The same query again changes its frequency; the eleventh is 409.",
    auth: "user",
    act: "savedSearch",
    errors: [409],
    body: savedSearchSchema,
    responses: { 201: { description: "The saved search", schema: savedSearchResponseSchema } },
    async handler({ viewer, body }) {
      const saved = await saveSearch(viewer.id, body);
      return { status: 201, body: { ...saved, id: String(saved.id) } };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
