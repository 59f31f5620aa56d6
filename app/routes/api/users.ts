import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { connections, db, users } from "#db/index.ts";
import {
  isActive,
  isActiveUnindexed,
  isConnectionWith,
  matchingUserIds,
  orderByNameMatch,
  visibleColumns,
} from "#db/scopes/users.ts";
import type { Viewer } from "../../auth/session.server.ts";
import { queryLimit, queryText } from "../../schemas/fields.ts";
import { userResponseSchema } from "../../schemas/user.ts";
import { call, endpoint, nextLink } from "./endpoint.server.ts";
import { serializeUser } from "./user.server.ts";

/** How many people a search answers. */
const maxSearchResults = 20;
const maxListed = 1_000;

const listSchema = z.object({
  search: queryText(100),
  batchYear: queryText(4),
  limit: queryLimit(maxListed, maxListed),
  cursor: queryText(600),
});

const route = endpoint("/api/users", {
  GET: call({
    summary: "The members, by name; with `search` the 20 nearest by name or email, without the caller",
    auth: "user",
    query: listSchema,
    responses: {
      200: { description: "Users; a Link header names what comes next", schema: z.array(userResponseSchema) },
    },
    async handler({ query, viewer, request }) {
      const { search, limit } = query;
      const batch = /^\d{4}$/.test(query.batchYear ?? "") ? Number(query.batchYear) : undefined;
      const inBatch = batch === undefined ? undefined : eq(users.batchYear, batch);
      if (search !== undefined) {
        const named = and(
          isActiveUnindexed,
          inBatch,
          inArray(users.id, sql`(${matchingUserIds(search, maxSearchResults + 1)})`),
        );
        const rows = await selectUsers(
          viewer,
          and(named, ne(users.id, viewer.id)),
          orderByNameMatch(search),
          Math.min(limit, maxSearchResults),
        );
        return { status: 200, body: rows.map((row) => serializeUser(row, viewer.id)) };
      }
      const after = decodeCursor(query.cursor);
      const rows = await selectUsers(
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
      return {
        status: 200,
        body: shown.map((row) => serializeUser(row, viewer.id)),
        headers: nextLink(request, last && encodeCursor(last)),
      };
    },
  }),
});
export const loader = route.loader;
export const action = route.action;

const selectUsers = (viewer: Viewer, where: SQL | undefined, order: SQL, limit: number) =>
  db
    .select(visibleColumns(viewer))
    .from(users)
    .leftJoin(connections, isConnectionWith(viewer.id))
    .where(where)
    .orderBy(order)
    .limit(limit);

const encodeCursor = ({ id, name }: { id: number; name: string }) =>
  Buffer.from(JSON.stringify([id, name])).toString("base64url");

/** A cursor that is not one of ours counts as absent. */
function decodeCursor(cursor: string | undefined): { id: number; name: string } | undefined {
  try {
    const [id, name] = JSON.parse(Buffer.from(cursor ?? "", "base64url").toString()) as unknown[];
    return typeof id === "number" && typeof name === "string" ? { id, name } : undefined;
  } catch {
    return undefined;
  }
}
