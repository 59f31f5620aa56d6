import { z } from "zod";
import { cutPage, readPosition } from "#db/scopes/pages.ts";
import { loadNotices } from "../../notices/list.server.ts";
import { noticeResponseSchema, noticesQuerySchema } from "../../schemas/notice.ts";
import { call, endpoint, nextLink } from "./endpoint.server.ts";

const route = endpoint("/api/notices", {
  GET: call({
    operationId: "listNotices",
    summary: "List what happened to you, newest first",
    description:
      "Each is of one kind and about one thing; `count` says how often it happened. Kept 180 days.",
    auth: "user",
    query: noticesQuerySchema,
    responses: {
      200: {
        description: "Your notices, with a Link header to the next page",
        schema: z.object({ success: z.literal(true), data: z.array(noticeResponseSchema) }),
      },
    },
    async handler({ query, viewer, request }) {
      const { unread, limit, cursor } = query;
      const rows = await loadNotices(viewer.id, {
        limit: limit + 1,
        after: readPosition(cursor ?? null),
        isUnread: unread,
      });
      const { page, last } = cutPage(rows, limit);
      return {
        status: 200,
        body: {
          success: true,
          data: page.map(({ id, kind, text, url, moment, isRead, count }) => ({
            id: String(id),
            kind,
            text,
            url,
            at: new Date(moment).toISOString(),
            read: isRead,
            count,
          })),
        },
        headers: nextLink(request, last && `${last.moment}-${last.id}`),
      };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
