import { z } from "zod";
import type { Viewer } from "../../auth/session.server.ts";
import { findQuestion } from "../../questions/access.server.ts";
import { answerQuestion } from "../../questions/answer.server.ts";
import { listAnswers } from "../../questions/read.server.ts";
import { answerListSchema, answerSchema as inputSchema } from "../../schemas/question.ts";
import { answerResponseSchema, dataOf } from "../../schemas/question-answer.ts";
import { call, endpoint, nextLink } from "./endpoint.server.ts";
import {
  aboutQuestion,
  answerSchema,
  readers,
  respondWithAnswer,
  respondWithAnswers,
} from "./question.server.ts";

/** A question's texts are longer than others. */
export const handle = { body: { maxBytes: 262_144 } };

const respondWithNewAnswer = async (id: number, viewer: Viewer) => ({
  status: 201 as const,
  ...(await respondWithAnswer(id, viewer)),
  headers: { Location: `/api/answers/${id}` },
});

const route = endpoint("/api/questions/{id}/answers", {
  GET: call({
    operationId: "listAnswers",
    summary: "List the answers to a question: the accepted one, then by votes, then the oldest",
    auth: readers,
    query: answerListSchema,
    responses: {
      200: {
        description: "Answers; the Link header has the next page",
        schema: dataOf(z.array(answerResponseSchema)).meta({ id: "AnswerList" }),
      },
    },
    handler: ({ params, query, viewer, request }) =>
      aboutQuestion(request, params.id, async (id) => {
        await findQuestion(id, viewer);
        const { page, next } = await listAnswers(id, viewer, query);
        return {
          status: 200,
          body: { success: true, data: await respondWithAnswers(page, viewer) },
          headers: nextLink(request, next),
        };
      }),
  }),

  POST: call({
    operationId: "answerQuestion",
    summary: "Answer a question",
    description:
      "If you asked it anonymously your answer is anonymous, too, whatever is sent. Anybody else's `isAnonymous: true` is 422. A locked question is 409.",
    auth: "user",
    act: "answer",
    body: inputSchema,
    responses: { 201: { description: "The answer", schema: answerSchema } },
    handler: ({ params, body, viewer, request, callKey }) =>
      aboutQuestion(request, params.id, async (questionId) =>
        respondWithNewAnswer(await answerQuestion(viewer, questionId, body, callKey), viewer),
      ),
    repeat: ({ id, viewer }) => respondWithNewAnswer(id, viewer),
  }),
});
export const loader = route.loader;
export const action = route.action;
