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
      "Those whose skills are among the tags and who let others ask them, best match first, then those who were here last. Nobody whom someone asked within the last week.",
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
