import { z } from "zod";
import { call, maxTextBytes, nextLink, type Paths } from "#app/platform/api/call.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { parseId } from "#app/platform/schemas/fields.server.ts";
import { cutPage } from "#db/scopes/pages.ts";
import {
  createBoard,
  deleteBoard,
  editBoard,
  listBoards,
  requireBoard,
  requireOwnBoard,
  serializeBoard,
} from "./boards.server.ts";
import { boardChangeSchema, boardListSchema, boardResponseSchema, boardSchema } from "./input.server.ts";

async function loadAs(viewer: Viewer | null, key: string | number) {
  const board = await requireBoard(key, viewer);
  return { version: board.version, body: serializeBoard(board, viewer !== null) };
}

async function respondWithNew(viewer: Viewer, id: number) {
  const read = await loadAs(viewer, id);
  return { status: 201 as const, ...read, headers: { Location: `/api/boards/${read.body.slug}` } };
}

export const boardsPaths: Paths = {
  "/api/boards": {
    GET: call({
      operationId: "listBoards",
      summary: "List the boards, newest first: timetables, exam dates, menus, buses and contacts",
      auth: "anyone",
      query: boardListSchema,
      responses: {
        200: {
          description: "Boards; the Link header has the next page",
          schema: z.array(boardResponseSchema),
        },
      },
      async handler({ query: { limit, cursor }, viewer, request }) {
        const before = parseId(cursor) ?? Number.MAX_SAFE_INTEGER;
        const { page, last } = cutPage(await listBoards(viewer, { limit: limit + 1, before }), limit);
        return {
          status: 200,
          body: page.map((row) => serializeBoard(row, viewer !== null)),
          headers: nextLink(request, last?.id),
        };
      },
    }),

    POST: call({
      operationId: "createBoard",
      summary: "Create a board (announcers and administrators)",
      description: "There are 50 boards at most: one more is 409. Its slug is made from the title and stays.",
      auth: "user",
      counts: "board",
      errors: [409],
      maxBytes: maxTextBytes,
      body: boardSchema,
      responses: { 201: { description: "The board", schema: boardResponseSchema } },
      handler: async ({ viewer, body, callKey }) =>
        respondWithNew(viewer, await createBoard(viewer, body, callKey)),
      repeat: ({ id, viewer }) => respondWithNew(viewer, id),
    }),
  },

  "/api/boards/{slug}": {
    GET: call({
      operationId: "getBoard",
      summary: "Get a board",
      auth: "anyone",
      responses: { 200: { description: "The board", schema: boardResponseSchema } },
      handler: async ({ params, viewer }) => ({ status: 200, ...(await loadAs(viewer, params.slug ?? "")) }),
    }),

    PUT: call({
      operationId: "updateBoard",
      summary: "Change a board (its keepers and administrators)",
      description: "Fields that are not sent keep their values.",
      auth: "user",
      counts: "boardChange",
      maxBytes: maxTextBytes,
      body: boardChangeSchema,
      errors: [412],
      responses: { 200: { description: "The changed board", schema: boardResponseSchema } },
      async handler({ params, viewer, body, sent, ifMatch }) {
        const stored = await requireOwnBoard(params.slug ?? "", viewer);
        const { title, kind, body: text, until } = stored;
        const change = Object.fromEntries(
          Object.entries(body).filter(([name]) => sent.has(name) && name !== "keepers"),
        );
        const content = { title, kind, body: text, until, ...change };
        const keepers = (sent.has("keepers") && body.keepers) || stored.keepers;
        await editBoard(viewer, stored, { content, keepers }, ifMatch);
        return { status: 200, ...(await loadAs(viewer, stored.id)) };
      },
    }),

    DELETE: call({
      operationId: "deleteBoard",
      summary: "Delete a board (its creator and administrators)",
      auth: "user",
      counts: "boardChange",
      errors: [412],
      responses: { 204: { description: "Deleted" } },
      async handler({ params, viewer, ifMatch }) {
        const { id } = await requireBoard(params.slug ?? "", viewer);
        await deleteBoard(viewer, id, { versions: ifMatch });
        return { status: 204 };
      },
    }),
  },
};
