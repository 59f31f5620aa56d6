import { eq } from "drizzle-orm";
import { z } from "zod";
import { call, nextLink, type Paths } from "#app/platform/api/call.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { readIdempotencyKey } from "#app/platform/limits/idempotency.server.ts";
import { parseId } from "#app/platform/schemas/fields.server.ts";
import { settings } from "#app/platform/settings.server.ts";
import { conversations, db, users } from "#db/index.ts";
import { conversationId } from "#db/scopes/conversations.ts";
import { cutPage } from "#db/scopes/pages.ts";
import { changeTexts } from "./change-texts.ts";
import { deleteMessage, editMessage, reactToMessage } from "./changes.server.ts";
import { selectConversations } from "./conversations.server.ts";
import {
  conversationChangeSchema,
  conversationQuerySchema,
  conversationResponseSchema,
  conversationsQuerySchema,
  editSchema,
  foundMessageSchema,
  historyQuerySchema,
  messageResponseSchema,
  messageSearchSchema,
  parsePartnerId,
  reactionSchema,
  seenResponseSchema,
  sendSchema,
} from "./input.server.ts";
import { markMessageSeen, sendMessage, serializeMessage } from "./messages.server.ts";
import { changeConversation } from "./quiet.server.ts";
import { messageTexts } from "./rules.ts";
import { searchMessages } from "./search.server.ts";
import { selectThread } from "./threads.server.ts";

export const messagesPaths: Paths = {
  "/api/messages/send": {
    POST: call({
      operationId: "sendMessage",
      summary: "Send a message to a member",
      description:
        "`senderId` is your own id. An `Idempotency-Key` counts as `tempId` where that is absent. 403 also for a member who blocks you, or takes no anonymous messages.",
      auth: "user",
      counts: "message",
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
        // Stored with the message itself, so that no other row records who sent an anonymous one.
        const tempId = body.tempId ?? readIdempotencyKey(request);
        const { message, isNew } = await sendMessage(session, { ...body, tempId });
        return { status: isNew ? 201 : 200, body: message };
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
        if (settings.anonymousMessages === "off" && (isAnonymous || typeof partnerId === "string"))
          throw new HttpError(404, messageTexts.anonymousSwitchedOff);
        const key = { viewerId: viewer.id, partnerId, isAnonymous };
        // The extra row shows whether there is another page.
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
      counts: null,
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

  "/api/messages/search": {
    GET: call({
      operationId: "searchMessages",
      summary: "Search your conversations, newest first",
      description:
        "What you wrote or received, with `partnerId`: read the lines around it by `before` and `after` of the history. An anonymous partner is found as an alias only. Deleted messages are not found. 30 searches a minute.",
      auth: "user",
      counts: "search",
      query: messageSearchSchema,
      responses: {
        200: {
          description: "The messages, with a Link header to the next page",
          schema: z.array(foundMessageSchema),
        },
      },
      async handler({ query: { q, limit, cursor }, viewer, request }) {
        const before = parseId(cursor) ?? undefined;
        const page = q ? await searchMessages(viewer.id, q, { before, limit }) : null;
        return { status: 200, body: page?.found ?? [], headers: nextLink(request, page?.next) };
      },
    }),
  },

  "/api/messages/{messageId}": {
    PUT: call({
      operationId: "editMessage",
      summary: "Edit a message that you sent",
      description:
        "For 15 minutes, else 409. Its time, order and `seen` stay, and `editedAt` is set. A message of a conversation that is not yours is 404, your partner's 403. 403 also for a member who blocks you.",
      auth: "user",
      counts: "messageChange",
      body: editSchema,
      errors: [403, 404, 409],
      responses: { 200: { description: "The message", schema: messageResponseSchema } },
      handler: async ({ params, body, session }) => ({
        status: 200,
        body: await editMessage(session, readId(params.messageId), body.content),
      }),
    }),
    DELETE: call({
      operationId: "deleteMessage",
      summary: "Delete a message that you sent, for both",
      description:
        "At any time. `content` then says that it was deleted. Doing it again changes nothing. A message of a conversation that is not yours is 404, your partner's 403.",
      auth: "user",
      counts: "messageChange",
      errors: [403, 404],
      responses: { 200: { description: "The message, without its text", schema: messageResponseSchema } },
      handler: async ({ params, session }) => ({
        status: 200,
        body: await deleteMessage(session, readId(params.messageId)),
      }),
    }),
  },

  "/api/messages/{messageId}/reaction": {
    PUT: call({
      operationId: "reactToMessage",
      summary: "React to a message with one of six signs",
      description:
        "It replaces your earlier one. A message of a conversation that is not yours is 404, a deleted one 409.",
      auth: "user",
      counts: "messageChange",
      body: reactionSchema,
      errors: [403, 404, 409],
      responses: { 200: { description: "The message", schema: messageResponseSchema } },
      handler: async ({ params, body, session }) => ({
        status: 200,
        body: await reactToMessage(session, readId(params.messageId), body.sign),
      }),
    }),
    DELETE: call({
      operationId: "unreactToMessage",
      summary: "Take back your reaction to a message",
      description: "Doing it again changes nothing.",
      auth: "user",
      counts: "messageChange",
      errors: [403, 404, 409],
      responses: { 200: { description: "The message", schema: messageResponseSchema } },
      handler: async ({ params, session }) => ({
        status: 200,
        body: await reactToMessage(session, readId(params.messageId), null),
      }),
    }),
  },

  "/api/messages/conversations": {
    GET: call({
      operationId: "listConversations",
      summary: "List your conversations, newest first",
      description:
        "One for each `userId` and `isAnonymous`. A new message moves its conversation to the front.",
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
          isArchived: query.archived,
        });
        const { page, last } = cutPage(rows, limit);
        return {
          status: 200,
          body: page.map(serializeConversation),
          headers: nextLink(request, last?.cursor),
        };
      },
    }),
  },

  "/api/messages/conversations/{userId}": {
    PUT: call({
      operationId: "changeConversation",
      summary: "Mute a conversation, archive it or mark it as unread",
      description:
        "Changes your side only, and the other member does not learn of it. Fields that are not sent keep their values. 404 if nothing has been written yet.",
      auth: "user",
      counts: "conversation",
      query: conversationQuerySchema,
      body: conversationChangeSchema,
      errors: [404],
      responses: { 200: { description: "The conversation", schema: conversationResponseSchema } },
      async handler({ params, query, body, viewer }) {
        const partnerId = parsePartnerId(params.userId);
        if (partnerId === null || partnerId === viewer.id)
          throw new HttpError(404, changeTexts.unknownConversation);
        const key = { viewerId: viewer.id, partnerId, isAnonymous: query.anonymous };
        await changeConversation(key, body);
        const [row] = await selectConversations(viewer.id, { limit: 1, only: key });
        if (!row) throw new HttpError(404, changeTexts.unknownConversation);
        return { status: 200, body: serializeConversation(row) };
      },
    }),
  },
};

const serializeConversation = (row: Awaited<ReturnType<typeof selectConversations>>[number]) => ({
  userId: row.userId,
  name: row.name,
  email: row.email,
  lastMessage: row.lastMessage,
  lastMessageTime: new Date(row.lastMessageAt).toISOString(),
  unreadCount: row.unreadCount,
  isAnonymous: row.isAnonymous === 1,
  ...(row.isMuted && { muted: true as const }),
  ...(row.isArchived && { archived: true as const }),
});

function readId(text: string | undefined): number {
  const id = parseId(text);
  if (id === null) throw new HttpError(404, changeTexts.unknownMessage);
  return id;
}
