import { z } from "zod";
import { cutPage } from "#db/scopes/pages.ts";
import { selectConversations } from "../../messaging/conversations.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { conversationResponseSchema, conversationsQuerySchema } from "../../schemas/message.ts";
import { call, endpoint, nextLink } from "./endpoint.server.ts";

const route = endpoint("/api/messages/conversations", {
  GET: call({
    operationId: "listConversations",
    summary: "List your conversations, newest first",
    description: "One for each `userId` and `isAnonymous`.",
    auth: "user",
    query: conversationsQuerySchema,
    responses: {
      200: {
        description: "The conversations, with a Link header to the next page",
        schema: z.array(conversationResponseSchema),
      },
    },
    async handler({ query, viewer, request }) {
      const { limit, cursor } = query;
      const rows = await selectConversations(viewer.id, {
        limit: limit + 1,
        before: parseId(cursor) ?? undefined,
      });
      const { page, last } = cutPage(rows, limit);
      return {
        status: 200,
        body: page.map((row) => ({
          userId: row.userId,
          name: row.name,
          email: row.email,
          lastMessage: row.lastMessage,
          lastMessageTime: new Date(row.lastMessageAt).toISOString(),
          unreadCount: row.unreadCount,
          isAnonymous: row.isAnonymous === 1,
        })),
        headers: nextLink(request, last?.cursor),
      };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
