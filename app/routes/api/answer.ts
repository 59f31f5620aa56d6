import { deleteAnswer, editAnswer } from "../../questions/answer.server.ts";
import { toId } from "../../schemas/fields.ts";
import { answerEditSchema } from "../../schemas/question.ts";
import { call, endpoint } from "./endpoint.server.ts";
import { answerSchema, readers, respondWithAnswer } from "./question.server.ts";

/** A question's texts are longer than others. */
export const handle = { body: { maxBytes: 262_144 } };

const route = endpoint("/api/answers/{id}", {
  GET: call({
    operationId: "getAnswer",
    summary: "Get an answer",
    auth: readers,
    responses: { 200: { description: "The answer", schema: answerSchema } },
    async handler({ params, viewer }) {
      return { status: 200, ...(await respondWithAnswer(toId(params.id), viewer)) };
    },
  }),

  PUT: call({
    operationId: "updateAnswer",
    summary: "Change an answer (its author and administrators)",
    description: "What it was stays in the question's history.",
    auth: "user",
    act: "questionChange",
    body: answerEditSchema,
    errors: [412],
    responses: { 200: { description: "The changed answer", schema: answerSchema } },
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
    errors: [412],
    responses: { 204: { description: "Deleted" } },
    async handler({ params, viewer, ifMatch }) {
      await deleteAnswer(viewer, toId(params.id), ifMatch);
      return { status: 204 };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
