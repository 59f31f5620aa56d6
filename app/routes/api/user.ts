import { and, eq } from "drizzle-orm";
import { connections, db, users } from "#db/index.ts";
import { isActive, isConnectionWith, visibleColumns } from "#db/scopes/users.ts";
import { HttpError } from "../../http/problem.server.ts";
import { parseId } from "../../schemas/fields.ts";
import { userResponseSchema } from "../../schemas/user.ts";
import { call, endpoint } from "./endpoint.server.ts";
import { serializeUser } from "./user.server.ts";

const route = endpoint("/api/users/{id}", {
  GET: call({
    summary: "Get a member",
    auth: "user",
    responses: {
      200: { description: "The member, with the details they share with you", schema: userResponseSchema },
    },
    async handler({ params, viewer }) {
      const [row] = await db
        .select(visibleColumns(viewer))
        .from(users)
        .leftJoin(connections, isConnectionWith(viewer.id))
        .where(and(isActive, eq(users.id, parseId(params.id) ?? 0)));
      if (!row) throw new HttpError(404, "No such member.");
      return { status: 200, body: serializeUser(row, viewer.id) };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
