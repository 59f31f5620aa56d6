import { and, eq } from "drizzle-orm";
import { db, notices } from "#db/index.ts";
import { HttpError } from "../../http/problem.server.ts";
import { isShown, markRead } from "../../notices/unread.server.ts";
import { toId } from "../../schemas/fields.ts";
import { call, endpoint } from "./endpoint.server.ts";

const route = endpoint("/api/notices/{id}/read", {
  PUT: call({
    operationId: "markNoticeRead",
    summary: "Mark a notice as read",
    description: "Doing it again changes nothing. Anyone but its owner gets 404.",
    auth: "user",
    responses: { 204: { description: "The notice is read" } },
    async handler({ params, viewer }) {
      const isOwn = and(eq(notices.id, toId(params.id)), eq(notices.userId, viewer.id), isShown);
      await markRead(viewer.id, isOwn);
      const [found] = await db.select({ id: notices.id }).from(notices).where(isOwn);
      if (!found) throw new HttpError(404, "No such notice.");
      return { status: 204 };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
