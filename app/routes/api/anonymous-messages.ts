import { z } from "zod";
import { listRoomLines, sendRoomLine } from "../../anonymous-room/room.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { readIdempotencyKey } from "../../limits/idempotency.server.ts";
import { log } from "../../process/log.server.ts";
import { lineInputSchema, lineResponseSchema, linesQuerySchema } from "../../schemas/room.ts";
import { roomTexts } from "../../schemas/room-rules.ts";
import { call, nextLink, type Paths } from "./call.server.ts";

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
      limit: null,
      body: lineInputSchema,
      errors: [429],
      responses: { 201: { description: "The stored line", schema: lineResponseSchema } },
      async handler({ body, session, request }) {
        // Kept with the line itself, so that nothing else remembers who sent it.
        const sent = await sendRoomLine(session, body.content, readIdempotencyKey(request));
        if (sent.result === "stored") return { status: 201, body: sent.line };
        const { code, detail, retryAfter } = sent;
        throw HttpError.withCode(code, detail, { retryAfter });
      },
    }),
  },
};
