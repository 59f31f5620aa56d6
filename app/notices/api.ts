import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { call, nextLink, type Paths } from "#app/platform/api/call.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { db, notices } from "#db/index.ts";
import { cutPage, readPosition } from "#db/scopes/pages.ts";
import {
  noticeResponseSchema,
  noticeSettingsResponseSchema,
  noticeSettingsSchema,
  noticesQuerySchema,
} from "./input.server.ts";
import { loadNotices } from "./list.server.ts";
import { isShownTo, markRead } from "./publish.server.ts";
import { loadNoticeSettings, saveNoticeSettings } from "./settings.server.ts";

const settingsResponses = {
  200: { description: "Your settings", schema: noticeSettingsResponseSchema },
};

export const noticesPaths: Paths = {
  "/api/users/me/notice-settings": {
    GET: call({
      operationId: "getNoticeSettings",
      summary: "Get your notice settings",
      auth: "user",
      responses: settingsResponses,
      handler: async ({ viewer }) => ({ status: 200, body: await loadNoticeSettings(viewer.id) }),
    }),
    PUT: call({
      operationId: "updateNoticeSettings",
      summary: "Change your notice settings",
      description: "Fields that are not sent keep their values.",
      auth: "user",
      counts: "noticeSettings",
      body: noticeSettingsSchema,
      responses: settingsResponses,
      async handler({ viewer, body }) {
        await saveNoticeSettings(viewer.id, body);
        return { status: 200, body: await loadNoticeSettings(viewer.id) };
      },
    }),
  },

  "/api/notices": {
    GET: call({
      operationId: "listNotices",
      summary: "List your notices, newest first",
      description:
        "Each has one kind and one subject; `count` says how often it happened. A notice that happens again before it is read moves to the front. Notices are deleted after 180 days.",
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
        const rows = await loadNotices(viewer, {
          limit: limit + 1,
          after: readPosition(cursor ?? null),
          isUnread: unread,
        });
        const { page, last } = cutPage(rows, limit);
        return {
          status: 200,
          body: {
            success: true,
            data: page.map(({ id, kind, parts, url, moment, isRead, count }) => ({
              id: String(id),
              kind,
              text: parts.join(""),
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
  },

  "/api/notices/read": {
    PUT: call({
      operationId: "markAllNoticesRead",
      summary: "Mark all your notices as read",
      auth: "user",
      counts: null,
      responses: { 204: { description: "All are read" } },
      async handler({ viewer }) {
        await markRead(viewer.id);
        return { status: 204 };
      },
    }),
  },

  "/api/notices/{id}/read": {
    PUT: call({
      operationId: "markNoticeRead",
      summary: "Mark a notice as read",
      description: "Doing it again changes nothing. Anyone but its owner gets 404.",
      auth: "user",
      counts: null,
      responses: { 204: { description: "The notice is read" } },
      async handler({ params, viewer }) {
        const isOwn = and(eq(notices.id, toId(params.id)), eq(notices.userId, viewer.id), isShownTo(viewer));
        await markRead(viewer.id, isOwn);
        const [found] = await db.select({ id: notices.id }).from(notices).where(isOwn);
        if (!found) throw new HttpError(404, "No such notice.");
        return { status: 204 };
      },
    }),
  },
};
