import { eq } from "drizzle-orm";
import { z } from "zod";
import { db, users } from "#db/index.ts";
import { selectThread } from "#db/scopes/messages.ts";
import { HttpError } from "../../http/problem.server.ts";
import { serializeMessage } from "../../messaging/messages.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { historyQuerySchema, messageResponseSchema } from "../../schemas/message.ts";
import { messageTexts } from "../../schemas/message-rules.ts";
import { call, endpoint, nextLink } from "./endpoint.server.ts";

const route = endpoint("/api/messages/history/{userA}/{userB}", {
  GET: call({
    summary: "The messages of two members, oldest first: one of the two may read them",
    auth: "user",
    query: historyQuerySchema,
    responses: {
      200: {
        description: "The latest messages, those before `before`, or the oldest ones after `after`",
        schema: z.array(messageResponseSchema),
      },
    },
    async handler({ params, query, viewer, request }) {
      const { userA, userB } = params;
      const me = String(viewer.id);
      if (userA !== me && userB !== me)
        throw new HttpError(403, "Only the two who wrote these may read them.");
      const otherId = parseId(userA === me ? userB : userA);
      if (otherId === null || otherId === viewer.id) throw new HttpError(404, messageTexts.noReceiver);

      const { anonymous, limit, before, after } = query;
      const pair = { viewerId: viewer.id, otherId, anonymous };
      const [rows, [other]] = await db.batch([
        selectThread(pair, { before, after, limit: limit + 1 }),
        db.select({ id: users.id }).from(users).where(eq(users.id, otherId)),
      ]);
      if (!other) throw new HttpError(404, messageTexts.noReceiver);
      // One more than asked for says whether there is more: at the end after `after`, at the beginning otherwise.
      const more = rows.length > limit;
      const shown = !more ? rows : after === undefined ? rows.slice(1) : rows.slice(0, limit);
      const name = after === undefined ? "before" : "after";
      const edge = after === undefined ? shown[0] : shown.at(-1);
      return {
        status: 200,
        body: shown.map((row) => serializeMessage(row, viewer.id)),
        headers: more ? nextLink(request, edge?.id, name) : {},
      };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
