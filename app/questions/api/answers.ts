import { z } from "zod";
import { restoreCall } from "#app/moderation/restore-call.server.ts";
import { call, maxTextBytes, nextLink, type Paths } from "#app/platform/api/call.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { thanksCalls } from "#app/thanks/calls.server.ts";
import { requireComment, requireQuestion } from "../access.server.ts";
import { acceptAnswer, answerQuestion, deleteAnswer, editAnswer, unacceptAnswer } from "../answer.server.ts";
import { deleteComment } from "../comment.server.ts";
import {
  acceptedSchema,
  answerEditSchema,
  answerListSchema,
  answerSchema as inputSchema,
} from "../input.server.ts";
import { listAnswers, serializeComment } from "../read.server.ts";
import { answerResponseSchema, commentResponseSchema, dataOf } from "../response.server.ts";
import { commentCalls, voteCalls } from "./post-calls.server.ts";
import {
  aboutQuestion,
  answerResultSchema,
  questionResultSchema,
  readers,
  respondWithAnswer,
  respondWithAnswers,
  respondWithQuestion,
} from "./question.server.ts";

const respondWithNewAnswer = async (id: number, viewer: Viewer) => ({
  status: 201 as const,
  ...(await respondWithAnswer(id, viewer)),
  headers: { Location: `/api/answers/${id}` },
});

export const answersOfQuestion: Paths[string] = {
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
        await requireQuestion(id, viewer);
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
    counts: "answer",
    maxBytes: maxTextBytes,
    body: inputSchema,
    responses: { 201: { description: "The answer", schema: answerResultSchema } },
    handler: ({ params, body, viewer, request, callKey }) =>
      aboutQuestion(request, params.id, async (questionId) =>
        respondWithNewAnswer(await answerQuestion(viewer, questionId, body, callKey), viewer),
      ),
    repeat: ({ id, viewer }) => respondWithNewAnswer(id, viewer),
  }),
};

export const acceptedAnswer: Paths[string] = {
  PUT: call({
    operationId: "acceptAnswer",
    summary: "Accept an answer to your question, in place of another",
    auth: "user",
    counts: "accepting",
    body: acceptedSchema,
    responses: { 200: { description: "The question", schema: questionResultSchema } },
    handler: ({ params, body, viewer, request }) =>
      aboutQuestion(request, params.id, async (id) => {
        await acceptAnswer(viewer, id, toId(body.answerId));
        return { status: 200, ...(await respondWithQuestion(id, viewer)) };
      }),
  }),

  DELETE: call({
    operationId: "unacceptAnswer",
    summary: "Withdraw your acceptance of an answer",
    description: "Doing it again changes nothing.",
    auth: "user",
    counts: "accepting",
    responses: { 204: { description: "No answer is accepted" } },
    handler: ({ params, viewer, request }) =>
      aboutQuestion(request, params.id, async (id) => {
        await unacceptAnswer(viewer, id);
        return { status: 204 };
      }),
  }),
};

export const answersPaths: Paths = {
  "/api/answers/{id}": {
    GET: call({
      operationId: "getAnswer",
      summary: "Get an answer",
      auth: readers,
      responses: { 200: { description: "The answer", schema: answerResultSchema } },
      async handler({ params, viewer }) {
        return { status: 200, ...(await respondWithAnswer(toId(params.id), viewer)) };
      },
    }),

    PUT: call({
      operationId: "updateAnswer",
      summary: "Change an answer (its author and administrators)",
      description: "The old text stays in the question's history.",
      auth: "user",
      counts: "questionChange",
      maxBytes: maxTextBytes,
      body: answerEditSchema,
      errors: [412],
      responses: { 200: { description: "The changed answer", schema: answerResultSchema } },
      async handler({ params, viewer, body, ifMatch }) {
        const id = toId(params.id);
        await editAnswer(viewer, id, body.body, ifMatch);
        return { status: 200, ...(await respondWithAnswer(id, viewer)) };
      },
    }),

    DELETE: call({
      operationId: "deleteAnswer",
      summary: "Delete an answer (its author and administrators)",
      description: "If it was accepted, no answer is any more.",
      auth: "user",
      counts: null,
      errors: [412],
      responses: { 204: { description: "Deleted" } },
      async handler({ params, viewer, ifMatch }) {
        await deleteAnswer(viewer, toId(params.id), ifMatch);
        return { status: 204 };
      },
    }),
  },

  "/api/answers/{id}/restore": restoreCall("answer", answerResponseSchema, async (id, viewer) => {
    const { version, body } = await respondWithAnswer(id, viewer);
    return { version, body: body.data };
  }),

  "/api/answers/{id}/vote": voteCalls("answer"),

  "/api/answers/{id}/thanks": thanksCalls("answer"),

  "/api/answers/{id}/comments": commentCalls("answer"),

  "/api/comments/{id}": {
    DELETE: call({
      operationId: "deleteComment",
      summary: "Delete a comment (its author and administrators)",
      auth: "user",
      counts: null,
      responses: { 204: { description: "Deleted" } },
      async handler({ params, viewer }) {
        await deleteComment(viewer, toId(params.id));
        return { status: 204 };
      },
    }),
  },

  "/api/comments/{id}/thanks": thanksCalls("comment"),
  "/api/comments/{id}/restore": restoreCall("comment", commentResponseSchema, async (id, viewer) => ({
    body: serializeComment(await requireComment(id, viewer), viewer),
  })),
};
