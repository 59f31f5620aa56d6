import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { connections, db, users } from "#db/index.ts";
import { isActive, isActiveToo, membersNamed, nearestNames, tiedTo, visibleColumns } from "#db/users.ts";
import { api, call, json, nextLink } from "../../http/api.server.ts";
import type { Viewer } from "../../http/session.server.ts";
import { queryLimit, queryText } from "../../schemas/fields.ts";
import { userOut } from "../../schemas/user.ts";
import { userAnswer } from "./user.server.ts";

/** How many people a search answers. */
const found = 20;
const most = 1_000;

const listSchema = z.object({
  search: queryText(100),
  batchYear: queryText(4),
  limit: queryLimit(most, most),
  cursor: queryText(600),
});

const route = api("/api/users", {
  GET: call({
    summary: "The members, by name; with `search` the 20 nearest by name or email, without the caller",
    who: "user",
    query: listSchema,
    answers: { 200: { description: "Users; a Link header names what comes next", schema: z.array(userOut) } },
    async run({ query, viewer, request }) {
      const { search, limit } = query;
      const batch = /^\d{4}$/.test(query.batchYear ?? "") ? Number(query.batchYear) : undefined;
      const inBatch = batch === undefined ? undefined : eq(users.batchYear, batch);
      if (search !== undefined) {
        const named = and(isActiveToo, inBatch, inArray(users.id, sql`(${membersNamed(search, found + 1)})`));
        const rows = await select(
          viewer,
          and(named, ne(users.id, viewer.id)),
          nearestNames(search),
          Math.min(limit, found),
        );
        return json(rows.map((row) => userAnswer(row, viewer.id)));
      }
      const after = readCursor(query.cursor);
      const rows = await select(
        viewer,
        and(
          isActive,
          inBatch,
          after && sql`(${users.name} collate nocase, ${users.id}) > (${after.name}, ${after.id})`,
        ),
        sql`${users.name} collate nocase, ${users.id}`,
        limit + 1,
      );
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return json(
        shown.map((row) => userAnswer(row, viewer.id)),
        200,
        nextLink(request, last && writeCursor(last)),
      );
    },
  }),
});
export const loader = route.loader;
export const action = route.action;

const select = (viewer: Viewer, where: SQL | undefined, order: SQL, limit: number) =>
  db
    .select(visibleColumns(viewer))
    .from(users)
    .leftJoin(connections, tiedTo(viewer.id))
    .where(where)
    .orderBy(order)
    .limit(limit);

const writeCursor = ({ id, name }: { id: number; name: string }) =>
  Buffer.from(JSON.stringify([id, name])).toString("base64url");

/** A cursor that is not one of ours counts as absent. */
function readCursor(cursor: string | undefined): { id: number; name: string } | undefined {
  try {
    const [id, name] = JSON.parse(Buffer.from(cursor ?? "", "base64url").toString()) as unknown[];
    return typeof id === "number" && typeof name === "string" ? { id, name } : undefined;
  } catch {
    return undefined;
  }
}
