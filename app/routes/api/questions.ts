import type { Viewer } from "../../auth/session.server.ts";
import { askQuestion } from "../../questions/ask.server.ts";
import { listQuestions } from "../../questions/read.server.ts";
import { questionSchema as inputSchema, questionListSchema } from "../../schemas/question.ts";
import { questionListResponseSchema } from "../../schemas/question-answer.ts";
import { call, endpoint, nextLink } from "./endpoint.server.ts";
import { questionSchema, readers, respondWithQuestion, respondWithQuestions } from "./question.server.ts";

/** A question's texts are longer than others. */
export const handle = { body: { maxBytes: 262_144 } };

const respondWithNewQuestion = async (id: number, viewer: Viewer) => ({
  status: 201 as const,
  ...(await respondWithQuestion(id, viewer)),
  headers: { Location: `/api/questions/${id}` },
});

const route = endpoint("/api/questions", {
  GET: call({
    operationId: "listQuestions",
    summary: "List questions",
    description:
      "Searches of one or two characters look through the titles of the newest 5,000 questions; other orders than the newest with a tag or a search through the newest 5,000. A tag's old name finds it after it was renamed.",
    auth: readers,
    query: questionListSchema,
    responses: {
      200: {
        description: "Questions; the Link header has the next page",
        schema: questionListResponseSchema,
      },
    },
    async handler({ query: { limit, cursor, ...filter }, viewer, request }) {
      const { page, next } = await listQuestions(filter, viewer, { limit, cursor });
      return {
        status: 200,
        body: { success: true, data: await respondWithQuestions(page, viewer) },
        headers: nextLink(request, next),
      };
    },
  }),

  POST: call({
    operationId: "askQuestion",
    summary: "Ask a question, by name or anonymously",
    description:
      "Nothing ties an anonymous question to you. Those in `ask` get a mail at once, unless somebody asked them within the last week; anyone who does not match is 422.",
    auth: "user",
    act: "question",
    body: inputSchema,
    responses: { 201: { description: "The question", schema: questionSchema } },
    handler: async ({ body, viewer, callKey }) =>
      respondWithNewQuestion(await askQuestion(viewer, body, callKey), viewer),
    repeat: ({ id, viewer }) => respondWithNewQuestion(id, viewer),
  }),
});
export const loader = route.loader;
export const action = route.action;
