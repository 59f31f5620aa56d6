import { z } from "zod";
import { call, type Paths } from "#app/platform/api/call.server.ts";
import { isAreaOn } from "#app/platform/http/area-switch.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { savedSearchResponseSchema, savedSearchSchema } from "./input.server.ts";
import { deleteSearch, saveSearch, selectSearches } from "./saved-searches.server.ts";
import { savedSearchTexts } from "./texts.ts";

export const savedSearchesPaths: Paths = {
  "/api/saved-searches": {
    GET: call({
      operationId: "listSavedSearches",
      summary: "List your saved searches, newest first",
      auth: "user",
      responses: { 200: { description: "Ten at most", schema: z.array(savedSearchResponseSchema) } },
      async handler({ viewer }) {
        const rows = (await selectSearches(viewer.id)).filter(({ kind }) => isAreaOn(kind));
        return { status: 200, body: rows.map((row) => ({ ...row, id: String(row.id) })) };
      },
    }),
    POST: call({
      operationId: "createSavedSearch",
      summary: "Save a search of jobs, or of questions by tag",
      description:
        "You are told of what is new in it. The same query again changes its frequency; the eleventh is 409.",
      auth: "user",
      counts: "savedSearch",
      errors: [409],
      body: savedSearchSchema,
      responses: { 201: { description: "The saved search", schema: savedSearchResponseSchema } },
      async handler({ viewer, body }) {
        const saved = await saveSearch(viewer.id, body);
        return { status: 201, body: { ...saved, id: String(saved.id) } };
      },
    }),
  },

  "/api/saved-searches/{id}": {
    DELETE: call({
      operationId: "deleteSavedSearch",
      summary: "Delete a saved search",
      auth: "user",
      counts: "savedSearch",
      responses: { 204: { description: "Deleted" } },
      async handler({ viewer, params }) {
        if (!(await deleteSearch(viewer.id, toId(params.id))))
          throw new HttpError(404, savedSearchTexts.gone);
        return { status: 204 };
      },
    }),
  },
};
