import { z } from "zod";
import { suggestHelpers } from "../../questions/suggestions.server.ts";
import { helpersSchema } from "../../schemas/question.ts";
import { helperSchema } from "../../schemas/question-answer.ts";
import { call, endpoint } from "./endpoint.server.ts";

const route = endpoint("/api/questions/helpers", {
  GET: call({
    operationId: "listHelpers",
    summary: "List members who could answer a question with these tags: ten at most",
    description:
      "Members with a skill among the tags who let others ask them: the best match first, then the one who was here last. Members asked within the last week are left out.",
    auth: "user",
    query: helpersSchema,
    responses: { 200: { description: "Members", schema: z.array(helperSchema) } },
    async handler({ query, viewer }) {
      return { status: 200, body: await suggestHelpers(viewer.id, query.tags) };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
