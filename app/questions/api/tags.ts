import { z } from "zod";
import { call, type Paths } from "#app/platform/api/call.server.ts";
import { tagSearchSchema } from "../input.server.ts";
import { searchTags } from "../read.server.ts";
import { tagCountSchema } from "../response.server.ts";
import { readers } from "./question.server.ts";

export const tagsPaths: Paths = {
  "/api/tags": {
    GET: call({
      operationId: "listTags",
      summary: "List the tags of questions, the most used first: fifty at most",
      auth: readers,
      query: tagSearchSchema,
      responses: {
        200: { description: "Tags with their questions' number", schema: z.array(tagCountSchema) },
      },
      async handler({ query }) {
        return { status: 200, body: await searchTags(query.search) };
      },
    }),
  },
};
