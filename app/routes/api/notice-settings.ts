import { loadNoticeSettings, saveNoticeSettings } from "../../notices/settings.server.ts";
import { noticeSettingsResponseSchema, noticeSettingsSchema } from "../../schemas/notice.ts";
import { call, endpoint } from "./endpoint.server.ts";

const responses = {
  200: { description: "Your settings", schema: noticeSettingsResponseSchema },
};

const route = endpoint("/api/users/me/notice-settings", {
  GET: call({
    operationId: "getNoticeSettings",
    summary: "Get how you are told",
    auth: "user",
    responses,
    handler: async ({ viewer }) => ({ status: 200, body: await loadNoticeSettings(viewer.id) }),
  }),
  PUT: call({
    operationId: "updateNoticeSettings",
    summary: "Change how you are told",
    description: "What you leave out stays as it is.",
    auth: "user",
    act: "noticeSettings",
    body: noticeSettingsSchema,
    responses,
    async handler({ viewer, body }) {
      await saveNoticeSettings(viewer.id, body);
      return { status: 200, body: await loadNoticeSettings(viewer.id) };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
