import { markRead } from "../../notices/unread.server.ts";
import { call, endpoint } from "./endpoint.server.ts";

const route = endpoint("/api/notices/read", {
  PUT: call({
    operationId: "markAllNoticesRead",
    summary: "Mark all your notices as read",
    auth: "user",
    responses: { 204: { description: "All are read" } },
    async handler({ viewer }) {
      await markRead(viewer.id);
      return { status: 204 };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
