import { and, eq } from "drizzle-orm";
import { connections, db, users } from "#db/index.ts";
import { isActive, tiedTo, visibleColumns } from "#db/users.ts";
import { api, call, json } from "../../http/api.server.ts";
import { problem } from "../../http/problem.server.ts";
import { rowId } from "../../schemas/fields.ts";
import { userOut } from "../../schemas/user.ts";
import { userAnswer } from "./user.server.ts";

const route = api("/api/users/{id}", {
  GET: call({
    summary: "One member",
    who: "user",
    answers: { 200: { description: "The user, with what they share with the caller", schema: userOut } },
    async run({ params, viewer }) {
      const [row] = await db
        .select(visibleColumns(viewer))
        .from(users)
        .leftJoin(connections, tiedTo(viewer.id))
        .where(and(isActive, eq(users.id, rowId(params.id) ?? 0)));
      return row ? json(userAnswer(row, viewer.id)) : problem(404, "There is no such member.");
    },
  }),
});
export const loader = route.loader;
export const action = route.action;
