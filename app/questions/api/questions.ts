import { z } from "zod";
import { restoreCall } from "#app/moderation/restore-call.server.ts";
import { call, maxTextBytes, nextLink, type Paths } from "#app/platform/api/call.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { askQuestion, deleteQuestion, editQuestion } from "../ask.server.ts";
import {
  helpersSchema,
  questionChangeSchema,
  questionListSchema,
  questionSchema,
  similarSchema,
} from "../input.server.ts";
import { listQuestions, listSimilar } from "../read.server.ts";
import {
  followingSchema,
  helperSchema,
  questionListResponseSchema,
  questionResponseSchema,
} from "../response.server.ts";
import { suggestHelpers } from "../suggestions.server.ts";
import { setFollowing } from "../vote.server.ts";
import { acceptedAnswer, answersOfQuestion } from "./answers.ts";
import { commentCalls, voteCalls } from "./post-calls.server.ts";
import {
  aboutQuestion,
  questionResultSchema,
  readers,
  respondWithQuestion,
  respondWithQuestions,
} from "./question.server.ts";

const respondWithNewQuestion = async (id: number, viewer: Viewer) => ({
  status: 201 as const,
  ...(await respondWithQuestion(id, viewer)),
  headers: { Location: `/api/questions/${id}` },
});

const followResponses = {
  200: { description: "Whether you follow it now", schema: followingSchema },
} as const;

export const questionsPaths: Paths = {
  "/api/questions": {
    GET: call({
      operationId: "listQuestions",
      summary: "List questions",
      description:
        "Words of one or two letters look through the titles of the newest 5,000 questions; other orders than the newest with a tag or a search through the newest 5,000. By `active`, a question that is answered, commented on or edited moves to the front. A tag's old name finds it after it was renamed. A page before the last one may be shorter if its texts are long.",
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
      counts: "question",
      maxBytes: maxTextBytes,
      body: questionSchema,
      responses: { 201: { description: "The question", schema: questionResultSchema } },
      handler: async ({ body, viewer, callKey }) =>
        respondWithNewQuestion(await askQuestion(viewer, body, callKey), viewer),
      repeat: ({ id, viewer }) => respondWithNewQuestion(id, viewer),
    }),
  },

  "/api/questions/similar": {
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
        const similar = await listSimilar(query.title, viewer);
        return { status: 200, body: { success: true, data: await respondWithQuestions(similar, viewer) } };
      },
    }),
  },

  "/api/questions/helpers": {
    GET: call({
      operationId: "listHelpers",
      summary: "List members who could answer a question with these tags: ten at most",
      description:
        "Members who offer one of the tags as a topic or have it as a skill, and let others ask them: those who offer it first, then the best match, then the most recently active. Leaves out members on “not now”, members you asked within the last week, and members who were asked three times in it.",
      auth: "user",
      query: helpersSchema,
      responses: { 200: { description: "Members", schema: z.array(helperSchema) } },
      async handler({ query, viewer }) {
        const helpers = await suggestHelpers(viewer, query.tags);
        return { status: 200, body: helpers.map(({ person: _, ...helper }) => helper) };
      },
    }),
  },

  "/api/questions/{id}": {
    GET: call({
      operationId: "getQuestion",
      summary: "Get a question",
      description: "A hidden question is visible to its author and administrators only.",
      auth: readers,
      responses: { 200: { description: "The question", schema: questionResultSchema } },
      handler: ({ params, viewer, request }) =>
        aboutQuestion(request, params.id, async (id) => ({
          status: 200,
          ...(await respondWithQuestion(id, viewer)),
        })),
    }),

    PUT: call({
      operationId: "updateQuestion",
      summary: "Change a question (its author and administrators)",
      description: "Fields that are not sent keep their values. The old text stays in its history.",
      auth: "user",
      counts: "questionChange",
      maxBytes: maxTextBytes,
      body: questionChangeSchema,
      errors: [412],
      responses: { 200: { description: "The changed question", schema: questionResultSchema } },
      handler: ({ params, viewer, body, ifMatch, request }) =>
        aboutQuestion(request, params.id, async (id) => {
          await editQuestion(viewer, id, body, ifMatch);
          return { status: 200, ...(await respondWithQuestion(id, viewer)) };
        }),
    }),

    DELETE: call({
      operationId: "deleteQuestion",
      summary: "Delete a question (its author while it has no answers, and administrators)",
      auth: "user",
      counts: null,
      errors: [409, 412],
      responses: { 204: { description: "Deleted" } },
      handler: ({ params, viewer, ifMatch, request }) =>
        aboutQuestion(request, params.id, async (id) => {
          await deleteQuestion(viewer, id, ifMatch);
          return { status: 204 };
        }),
    }),
  },

  "/api/questions/{id}/restore": restoreCall("question", questionResponseSchema, async (id, viewer) => {
    const { version, body } = await respondWithQuestion(id, viewer);
    return { version, body: body.data };
  }),

  "/api/questions/{id}/answers": answersOfQuestion,

  "/api/questions/{id}/accepted": acceptedAnswer,

  "/api/questions/{id}/vote": voteCalls("question"),

  "/api/questions/{id}/follow": {
    PUT: call({
      operationId: "followQuestion",
      summary: "Follow a question",
      description: "You follow what you ask and answer. Doing it again changes nothing.",
      auth: "user",
      counts: "following",
      responses: followResponses,
      handler: ({ params, viewer, request }) =>
        aboutQuestion(request, params.id, async (id) => {
          await setFollowing(viewer, id, true);
          return { status: 200, body: { following: true } };
        }),
    }),

    DELETE: call({
      operationId: "unfollowQuestion",
      summary: "Stop following a question",
      auth: "user",
      counts: "following",
      responses: followResponses,
      handler: ({ params, viewer, request }) =>
        aboutQuestion(request, params.id, async (id) => {
          await setFollowing(viewer, id, false);
          return { status: 200, body: { following: false } };
        }),
    }),
  },

  "/api/questions/{id}/comments": commentCalls("question"),
};
