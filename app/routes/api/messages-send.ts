import { HttpError } from "../../http/problem.server.ts";
import { sendMessage } from "../../messaging/messages.server.ts";
import { messageResponseSchema, sendSchema } from "../../schemas/message.ts";
import { call, endpoint } from "./endpoint.server.ts";
import { readIdempotencyKey } from "./idempotency.server.ts";

const route = endpoint("/api/messages/send", {
  POST: call({
    operationId: "sendMessage",
    summary: "Send a message to a member",
    description:
      "`senderId` is your own id. An `Idempotency-Key` counts as `tempId` where that is absent. 403 also for a member who blocks you, or takes no anonymous messages.",
    auth: "user",
    act: "message",
    body: sendSchema,
    errors: [404],
    responses: {
      201: { description: "The stored message", schema: messageResponseSchema },
      200: {
        description:
          "The message stored before: the same text within 2 seconds, or the same tempId, is stored once",
        schema: messageResponseSchema,
      },
    },
    async handler({ body, session, request }) {
      // Kept with the message itself, so that nothing else remembers who sent an anonymous one.
      const tempId = body.tempId ?? readIdempotencyKey(request);
      const sent = await sendMessage(session, { ...body, tempId });
      if (sent.result === "refused") {
        const { code, errors = {}, retryAfter } = sent;
        throw HttpError.withCode(code, sent.detail, { errors, retryAfter });
      }
      if (sent.result === "failed") throw new HttpError(503, sent.detail);
      return { status: sent.isNew ? 201 : 200, body: sent.message };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
