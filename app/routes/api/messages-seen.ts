import { z } from "zod";
import { HttpError } from "../../http/problem.server.ts";
import { markMessageSeen } from "../../messaging/messages.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { call, endpoint } from "./endpoint.server.ts";

const route = endpoint("/api/messages/seen/{messageId}", {
  PUT: call({
    summary: "Say that a message was seen: its receiver",
    auth: "user",
    responses: {
      200: {
        description: "Seen, now or before",
        schema: z.object({ id: z.string(), seen: z.literal(true) }),
      },
    },
    async handler({ params, viewer }) {
      const id = parseId(params.messageId);
      const done = id !== null && (await markMessageSeen(viewer.id, id));
      if (!done) throw new HttpError(404, "There is no such message.");
      return { status: 200, body: { id: String(id), seen: true } };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
