import { findSimilar } from "../../questions/read.server.ts";
import { similarSchema } from "../../schemas/question.ts";
import { questionListResponseSchema } from "../../schemas/question-answer.ts";
import { call, endpoint } from "./endpoint.server.ts";
import { readers, respondWithQuestions } from "./question.server.ts";

const route = endpoint("/api/questions/similar", {
  GET: call({
    operationId: "listSimilarQuestions",
    summary: "Find the questions most like a title: five at most",
    auth: readers,
    query: similarSchema,
    responses: {
      200: {
        description: "Questions, the most alike first",
        schema: questionListResponseSchema,
      },
    },
    async handler({ query, viewer }) {
      const similar = await findSimilar(query.title, viewer);
      return { status: 200, body: { success: true, data: await respondWithQuestions(similar, viewer) } };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
