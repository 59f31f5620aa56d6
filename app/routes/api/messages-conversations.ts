import { z } from "zod";
import { inbox } from "#db/messages.ts";
import { api, call, json, nextLink } from "../../http/api.server.ts";
import { rowId } from "../../schemas/fields.ts";
import { inboxSchema, summaryOut } from "../../schemas/message.ts";

const route = api("/api/messages/conversations", {
  GET: call({
    summary: "One's conversations, newest first",
    who: "user",
    query: inboxSchema,
    answers: {
      200: {
        description: "Conversations; a Link header names what comes next",
        schema: z.array(summaryOut),
      },
    },
    async run({ query, viewer, request }) {
      const { limit, cursor } = query;
      const rows = await inbox(viewer.id, { limit: limit + 1, before: rowId(cursor) ?? undefined });
      const shown = rows.slice(0, limit);
      return json(
        shown.map((row) => ({
          userId: row.userId,
          name: row.name,
          email: row.email,
          lastMessage: row.lastMessage,
          lastMessageTime: new Date(row.lastMessageAt).toISOString(),
          unreadCount: row.unreadCount,
          isAnonymous: row.isAnonymous === 1,
        })),
        200,
        nextLink(request, rows.length > limit ? shown.at(-1)?.cursor : undefined),
      );
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
