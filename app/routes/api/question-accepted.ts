import { acceptAnswer, unacceptAnswer } from "../../questions/answer.server.ts";
import { toId } from "../../schemas/fields.ts";
import { acceptedSchema } from "../../schemas/question.ts";
import { call, endpoint } from "./endpoint.server.ts";
import { aboutQuestion, questionSchema, respondWithQuestion } from "./question.server.ts";

const route = endpoint("/api/questions/{id}/accepted", {
  PUT: call({
    operationId: "acceptAnswer",
    summary: "Accept an answer to your question, in place of another",
    auth: "user",
    act: "accepting",
    body: acceptedSchema,
    responses: { 200: { description: "The question", schema: questionSchema } },
    handler: ({ params, body, viewer, request }) =>
      aboutQuestion(request, params.id, async (id) => {
        await acceptAnswer(viewer, id, toId(body.answerId));
        return { status: 200, ...(await respondWithQuestion(id, viewer)) };
      }),
  }),

  DELETE: call({
    operationId: "unacceptAnswer",
    summary: "Take back that you accepted an answer",
    description: "Doing it again changes nothing.",
    auth: "user",
    act: "accepting",
    responses: { 204: { description: "No answer is accepted" } },
    handler: ({ params, viewer, request }) =>
      aboutQuestion(request, params.id, async (id) => {
        await unacceptAnswer(viewer, id);
        return { status: 204 };
      }),
  }),
});
export const loader = route.loader;
export const action = route.action;
