import { findComment } from "../../questions/access.server.ts";
import { commentOn } from "../../questions/comment.server.ts";
import { serializeComment } from "../../questions/read.server.ts";
import { commentSchema as inputSchema } from "../../schemas/question.ts";
import { call, endpoint } from "./endpoint.server.ts";
import { aboutQuestion, commentSchema } from "./question.server.ts";

const route = endpoint("/api/questions/{id}/comments", {
  POST: call({
    operationId: "commentOnQuestion",
    summary: "Comment on a question",
    description: "Plain text. A post holds a hundred comments; then, and on a locked question, it is 409.",
    auth: "user",
    act: "comment",
    hasIdempotencyKey: true,
    body: inputSchema,
    responses: { 201: { description: "The comment", schema: commentSchema } },
    handler: ({ params, body, viewer, request }) =>
      aboutQuestion(request, params.id, async (questionId) => {
        const id = await commentOn(viewer, { questionId }, body.body);
        const comment = serializeComment(await findComment(id, viewer), viewer);
        return {
          status: 201,
          body: { success: true, data: comment },
          headers: { Location: `/api/comments/${id}` },
        };
      }),
  }),
});
export const loader = route.loader;
export const action = route.action;
