import { z } from "zod";
import { cutPage } from "#db/scopes/pages.ts";
import { selectBlocks } from "../../messaging/blocks.server.ts";
import {
  blockResponseSchema,
  blocksQuerySchema,
  encodeBlockCursor,
  readBlockCursor,
} from "../../schemas/message.ts";
import { call, endpoint, nextLink } from "./endpoint.server.ts";

const route = endpoint("/api/users/me/blocks", {
  GET: call({
    operationId: "listBlocks",
    summary: "List the members and aliases that you block, the latest first",
    auth: "user",
    query: blocksQuerySchema,
    responses: {
      200: {
        description: "Those you block, with a Link header to the next page",
        schema: z.array(blockResponseSchema),
      },
    },
    async handler({ query, viewer, request }) {
      const { limit, cursor } = query;
      const rows = await selectBlocks(viewer.id, limit + 1, readBlockCursor(cursor));
      const { page, last } = cutPage(rows, limit);
      return {
        status: 200,
        body: page.map(({ id, name }) => ({ id, name })),
        headers: nextLink(request, last && encodeBlockCursor(last)),
      };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
