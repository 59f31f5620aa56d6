import { api, call, json } from "../../http/api.server.ts";
import { Limit } from "../../http/limit.server.ts";
import { problem } from "../../http/problem.server.ts";
import { sendMessage } from "../../realtime/messages.server.ts";
import { messageOut, sendSchema } from "../../schemas/message.ts";

/** As many as frames may send. */
const perMember = new Limit(1_200, 60);

const route = api("/api/messages/send", {
  POST: call({
    summary: "Send a message to a member",
    who: "user",
    body: sendSchema,
    answers: {
      201: { description: "The message, stored", schema: messageOut },
      200: {
        description: "The first message: the same text within 2 seconds, or the same tempId, is stored once",
        schema: messageOut,
      },
    },
    async run({ body, viewer }) {
      const wait = await perMember.take(String(viewer.id));
      if (wait > 0) return problem(429, undefined, { headers: { "Retry-After": String(wait) } });
      const sent = await sendMessage(viewer, body);
      if (sent.result === "refused") return problem(sent.status, sent.detail, { errors: sent.errors ?? {} });
      if (sent.result === "failed") return problem(503, sent.detail);
      return json(sent.message, sent.isNew ? 201 : 200);
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
