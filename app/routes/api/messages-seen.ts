import { z } from "zod";
import { api, call, json } from "../../http/api.server.ts";
import { problem } from "../../http/problem.server.ts";
import { markSeen } from "../../realtime/messages.server.ts";
import { rowId } from "../../schemas/fields.ts";

const route = api("/api/messages/seen/{messageId}", {
  PUT: call({
    summary: "Say that a message was seen: its receiver",
    who: "user",
    answers: {
      200: {
        description: "Seen, now or before",
        schema: z.object({ id: z.string(), seen: z.literal(true) }),
      },
    },
    async run({ params, viewer }) {
      const id = rowId(params.messageId);
      const done = id !== null && (await markSeen(viewer.id, id));
      return done ? json({ id: String(id), seen: true }) : problem(404, "There is no such message.");
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
