import { deleteAnswer, editAnswer } from "../../questions/answer.server.ts";
import { toId } from "../../schemas/fields.ts";
import { answerEditSchema } from "../../schemas/question.ts";
import { call, endpoint } from "./endpoint.server.ts";
import { answerSchema, respondWithAnswer } from "./question.server.ts";

/** A question's texts are longer than others. */
export const handle = { body: { maxBytes: 262_144 } };

const route = endpoint("/api/answers/{id}", {
  PUT: call({
    operationId: "updateAnswer",
    summary: "Change an answer (its author and administrators)",
    description: "What it was stays in the question's history.",
    auth: "user",
    act: "questionChange",
    body: answerEditSchema,
    responses: { 200: { description: "The changed answer", schema: answerSchema } },
    async handler({ params, viewer, body }) {
      const id = toId(params.id);
      await editAnswer(viewer, id, body.body);
      return { status: 200, body: await respondWithAnswer(id, viewer) };
    },
  }),

  DELETE: call({
    operationId: "deleteAnswer",
    summary: "Delete an answer (its author and administrators)",
    description: "If it was accepted, no answer is any more.",
    auth: "user",
    responses: { 204: { description: "Deleted" } },
    async handler({ params, viewer }) {
      await deleteAnswer(viewer, toId(params.id));
      return { status: 204 };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
