import { deleteQuestion, editQuestion } from "../../questions/ask.server.ts";
import { questionChangeSchema } from "../../schemas/question.ts";
import { call, endpoint } from "./endpoint.server.ts";
import { aboutQuestion, questionSchema, readers, respondWithQuestion } from "./question.server.ts";

/** A question's texts are longer than others. */
export const handle = { body: { maxBytes: 262_144 } };

const route = endpoint("/api/questions/{id}", {
  GET: call({
    operationId: "getQuestion",
    summary: "Get a question",
    description: "A hidden one is there for its author and administrators only.",
    auth: readers,
    responses: { 200: { description: "The question", schema: questionSchema } },
    handler: ({ params, viewer, request }) =>
      aboutQuestion(request, params.id, async (id) => ({
        status: 200,
        ...(await respondWithQuestion(id, viewer)),
      })),
  }),

  PUT: call({
    operationId: "updateQuestion",
    summary: "Change a question (its author and administrators)",
    description: "Fields that are not sent keep their values. What it was stays in its history.",
    auth: "user",
    act: "questionChange",
    body: questionChangeSchema,
    errors: [412],
    responses: { 200: { description: "The changed question", schema: questionSchema } },
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
    errors: [409, 412],
    responses: { 204: { description: "Deleted" } },
    handler: ({ params, viewer, ifMatch, request }) =>
      aboutQuestion(request, params.id, async (id) => {
        await deleteQuestion(viewer, id, ifMatch);
        return { status: 204 };
      }),
  }),
});
export const loader = route.loader;
export const action = route.action;
