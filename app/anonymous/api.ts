import { z } from "zod";
import { lineChangeTexts } from "#app/messages/change-texts.ts";
import { reactionSchema } from "#app/messages/input.server.ts";
import { call, nextLink, type Paths } from "#app/platform/api/call.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { readIdempotencyKey } from "#app/platform/limits/idempotency.server.ts";
import { log } from "#app/platform/process/log.server.ts";
import { parseId } from "#app/platform/schemas/fields.server.ts";
import { lineInputSchema, lineResponseSchema, linesQuerySchema } from "./input.server.ts";
import { listRoomLines, reactInRoom, removeRoomLine, sendRoomLine } from "./room.server.ts";
import { roomTexts } from "./rules.ts";

export const anonymousMessagesPaths: Paths = {
  "/api/anonymous-messages": {
    GET: call({
      operationId: "listAnonymousMessages",
      summary: "List the lines of the anonymous room, oldest first",
      description: "`Link` continues in the direction of `before` or `after`.",
      auth: "user",
      query: linesQuerySchema,
      responses: {
        200: {
          description: "The newest lines, the newest before `before`, or the oldest after `after`",
          schema: z.array(lineResponseSchema),
        },
      },
      async handler({ query, viewer, request }) {
        const page = await listRoomLines(viewer.id, query).catch((error: Error) => {
          log.error({ cause: error.name }, "room lines not loaded");
          throw new HttpError(503, roomTexts.loadFailed);
        });
        const isForward = query.after !== undefined;
        const cursor = isForward ? page.lines.at(-1)?.id : page.lines[0]?.id;
        return {
          status: 200,
          body: page.lines,
          headers: page.hasMore ? nextLink(request, cursor, isForward ? "after" : "before") : {},
        };
      },
    }),
    POST: call({
      operationId: "postAnonymousMessage",
      summary: "Write a line in the anonymous room",
      description:
        "The server's clock and your label of the day (`Guest 417`) replace `timestamp` and `guestId`. With an `Idempotency-Key` a line is stored once a day.",
      auth: "user",
      counts: null,
      body: lineInputSchema,
      errors: [429],
      responses: { 201: { description: "The stored line", schema: lineResponseSchema } },
      async handler({ body, session, request }) {
        // Stored with the line itself, so that no other row records who sent it.
        const { content, replyTo } = body;
        return {
          status: 201,
          body: await sendRoomLine(session, content, replyTo, readIdempotencyKey(request)),
        };
      },
    }),
  },

  "/api/anonymous-messages/{lineId}": {
    DELETE: call({
      operationId: "deleteAnonymousMessage",
      summary: "Delete your line of the anonymous room",
      description: "Only on the day on which you wrote it, otherwise 403. Doing it again changes nothing.",
      auth: "user",
      counts: null,
      errors: [403, 404, 429],
      responses: { 200: { description: "The line, without its text", schema: lineResponseSchema } },
      handler: async ({ params, session }) => ({
        status: 200,
        body: await removeRoomLine(session, readId(params.lineId)),
      }),
    }),
  },

  "/api/anonymous-messages/{lineId}/reaction": {
    PUT: call({
      operationId: "reactToAnonymousMessage",
      summary: "React to a line of the anonymous room with one of six signs",
      description: "It replaces the one of today. Nothing reveals who reacted. 409 for a deleted line.",
      auth: "user",
      counts: null,
      body: reactionSchema,
      errors: [403, 404, 409, 429],
      responses: { 200: { description: "The line", schema: lineResponseSchema } },
      handler: async ({ params, body, session }) => ({
        status: 200,
        body: await reactInRoom(session, readId(params.lineId), body.sign),
      }),
    }),
    DELETE: call({
      operationId: "unreactToAnonymousMessage",
      summary: "Take back your reaction of today to a line",
      description: "Doing it again changes nothing.",
      auth: "user",
      counts: null,
      errors: [403, 404, 409, 429],
      responses: { 200: { description: "The line", schema: lineResponseSchema } },
      handler: async ({ params, session }) => ({
        status: 200,
        body: await reactInRoom(session, readId(params.lineId), null),
      }),
    }),
  },
};

function readId(text: string | undefined): number {
  const id = parseId(text);
  if (id === null) throw new HttpError(404, lineChangeTexts.unknownLine);
  return id;
}
