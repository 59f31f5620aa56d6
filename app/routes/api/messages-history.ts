import { eq } from "drizzle-orm";
import { z } from "zod";
import { conversations, db, users } from "#db/index.ts";
import { conversationId } from "#db/scopes/conversations.ts";
import { HttpError } from "../../http/problem.server.ts";
import { serializeMessage } from "../../messaging/messages.server.ts";
import { selectThread } from "../../messaging/threads.server.ts";
import { historyQuerySchema, messageResponseSchema, parsePartnerId } from "../../schemas/message.ts";
import { messageTexts } from "../../schemas/message-rules.ts";
import { call, endpoint, nextLink } from "./endpoint.server.ts";

const route = endpoint("/api/messages/history/{userA}/{userB}", {
  GET: call({
    operationId: "listMessages",
    summary: "List the messages between you and another member, oldest first",
    description: "One of the two is you, else 403. `Link` continues in the direction of `before` or `after`.",
    auth: "user",
    query: historyQuerySchema,
    errors: [403],
    responses: {
      200: {
        description: "The newest messages, the newest before `before`, or the oldest after `after`",
        schema: z.array(messageResponseSchema),
      },
    },
    async handler({ params, query, viewer, request }) {
      const { userA, userB } = params;
      const viewerId = String(viewer.id);
      if (userA !== viewerId && userB !== viewerId)
        throw HttpError.withCode("not-yours", "You can only read your own conversations.");
      const partnerId = parsePartnerId(userA === viewerId ? userB : userA);
      if (partnerId === null || partnerId === viewer.id)
        throw new HttpError(404, messageTexts.unknownReceiver);

      const { anonymous: isAnonymous, limit, before, after } = query;
      const key = { viewerId: viewer.id, partnerId, isAnonymous };
      // The extra row says whether there is another page.
      const [rows, [partner]] = await db.batch([
        selectThread(key, { before, after, limit: limit + 1 }),
        typeof partnerId === "string"
          ? db
              .select({ id: conversations.id })
              .from(conversations)
              .where(eq(conversations.id, conversationId(key)))
          : db.select({ id: users.id }).from(users).where(eq(users.id, partnerId)),
      ]);
      if (!partner) throw new HttpError(404, messageTexts.unknownReceiver);
      const isForward = after !== undefined;
      const page = isForward ? rows.slice(0, limit) : rows.slice(-limit);
      const cursor = isForward ? page.at(-1)?.id : page[0]?.id;
      return {
        status: 200,
        body: page.map((row) => serializeMessage(row, viewer.id)),
        headers: rows.length > limit ? nextLink(request, cursor, isForward ? "after" : "before") : {},
      };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
