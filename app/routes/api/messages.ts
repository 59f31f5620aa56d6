import { eq } from "drizzle-orm";
import { z } from "zod";
import { conversations, db, users } from "#db/index.ts";
import { conversationId } from "#db/scopes/conversations.ts";
import { cutPage } from "#db/scopes/pages.ts";
import { HttpError } from "../../http/problem.server.ts";
import { readIdempotencyKey } from "../../limits/idempotency.server.ts";
import { selectConversations } from "../../messaging/conversations.server.ts";
import { markMessageSeen, sendMessage, serializeMessage } from "../../messaging/messages.server.ts";
import { selectThread } from "../../messaging/threads.server.ts";
import { parseId } from "../../schemas/fields.ts";
import {
  conversationResponseSchema,
  conversationsQuerySchema,
  historyQuerySchema,
  messageResponseSchema,
  parsePartnerId,
  seenResponseSchema,
  sendSchema,
} from "../../schemas/message.ts";
import { messageTexts } from "../../schemas/message-rules.ts";
import { call, nextLink, type Paths } from "./call.server.ts";

export const messagesPaths: Paths = {
  "/api/messages/send": {
    POST: call({
      operationId: "sendMessage",
      summary: "Send a message to a member",
      description:
        "`senderId` is your own id. An `Idempotency-Key` counts as `tempId` where that is absent. 403 also for a member who blocks you, or takes no anonymous messages.",
      auth: "user",
      limit: "message",
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
  },

  "/api/messages/history/{userA}/{userB}": {
    GET: call({
      operationId: "listMessages",
      summary: "List the messages between you and another member, oldest first",
      description:
        "One of the two is you, else 403. `Link` continues in the direction of `before` or `after`.",
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
  },

  "/api/messages/seen/{messageId}": {
    PUT: call({
      operationId: "markMessageSeen",
      summary: "Mark a message you received as seen",
      description: "Doing it again changes nothing. Anyone but its receiver gets 404.",
      auth: "user",
      limit: null,
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
  },

  "/api/messages/conversations": {
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
  },
};
