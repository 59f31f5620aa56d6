import { HttpError } from "../../http/problem.server.ts";
import { RateLimit } from "../../http/rate-limit.server.ts";
import { sendMessage } from "../../messaging/messages.server.ts";
import { messageResponseSchema, sendSchema } from "../../schemas/message.ts";
import { call, endpoint } from "./endpoint.server.ts";

/** As many as frames may send. */
const perMember = new RateLimit(1_200, 60);

const route = endpoint("/api/messages/send", {
  POST: call({
    summary: "Send a message to a member",
    auth: "user",
    body: sendSchema,
    responses: {
      201: { description: "The message, stored", schema: messageResponseSchema },
      200: {
        description: "The first message: the same text within 2 seconds, or the same tempId, is stored once",
        schema: messageResponseSchema,
      },
    },
    async handler({ body, viewer }) {
      const wait = await perMember.consume(String(viewer.id));
      if (wait > 0) throw new HttpError(429, undefined, { retryAfter: wait });
      const sent = await sendMessage(viewer, body);
      if (sent.result === "refused")
        throw new HttpError(sent.status, sent.detail, { errors: sent.errors ?? {} });
      if (sent.result === "failed") throw new HttpError(503, sent.detail);
      return { status: sent.isNew ? 201 : 200, body: sent.message };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
