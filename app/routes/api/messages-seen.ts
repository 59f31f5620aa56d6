import { HttpError } from "../../http/problem.server.ts";
import { markMessageSeen } from "../../messaging/messages.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { seenResponseSchema } from "../../schemas/message.ts";
import { call, endpoint } from "./endpoint.server.ts";

const route = endpoint("/api/messages/seen/{messageId}", {
  PUT: call({
    operationId: "markMessageSeen",
    summary: "Mark a message you received as seen",
    description: "Doing it again changes nothing. Anyone but its receiver gets 404.",
    auth: "user",
    responses: {
      200: {
        description: "The message is marked as seen",
        schema: seenResponseSchema,
      },
    },
    async handler({ params, viewer }) {
      const id = parseId(params.messageId);
      const isSeen = id !== null && (await markMessageSeen(viewer.id, id));
      if (!isSeen) throw new HttpError(404, "No such message.");
      return { status: 200, body: { id: String(id), seen: true } };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
