import { deleteComment } from "../../questions/comment.server.ts";
import { toId } from "../../schemas/fields.ts";
import { call, endpoint } from "./endpoint.server.ts";

const route = endpoint("/api/comments/{id}", {
  DELETE: call({
    operationId: "deleteComment",
    summary: "Delete a comment (its author and administrators)",
    auth: "user",
    responses: { 204: { description: "Deleted" } },
    async handler({ params, viewer }) {
      await deleteComment(viewer, toId(params.id));
      return { status: 204 };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
