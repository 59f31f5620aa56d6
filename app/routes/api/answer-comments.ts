import { findComment } from "../../questions/access.server.ts";
import { commentOn } from "../../questions/comment.server.ts";
import { serializeComment } from "../../questions/read.server.ts";
import { toId } from "../../schemas/fields.ts";
import { commentSchema as inputSchema } from "../../schemas/question.ts";
import { call, endpoint } from "./endpoint.server.ts";
import { commentSchema } from "./question.server.ts";

const route = endpoint("/api/answers/{id}/comments", {
  POST: call({
    operationId: "commentOnAnswer",
    summary: "Comment on an answer",
    description: "Plain text. A post holds a hundred comments; then, and on a locked question, it is 409.",
    auth: "user",
    act: "comment",
    hasIdempotencyKey: true,
    body: inputSchema,
    responses: { 201: { description: "The comment", schema: commentSchema } },
    async handler({ params, body, viewer }) {
      const answerId = toId(params.id);
      const id = await commentOn(viewer, { answerId }, body.body);
      const comment = serializeComment(await findComment(id, viewer), viewer);
      return {
        status: 201,
        body: { success: true, data: comment },
        headers: { Location: `/api/comments/${id}` },
      };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
