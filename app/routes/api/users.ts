import { and, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { connections, db, users } from "#db/index.ts";
import { cutPage } from "#db/scopes/pages.ts";
import {
  isActive,
  isActiveNoIndex,
  isConnectionWith,
  matchingUserIds,
  orderByNameMatch,
  visibleColumns,
} from "#db/scopes/users.ts";
import type { Viewer } from "../../auth/session.server.ts";
import { HttpError } from "../../http/problem.server.ts";
import { cursor, queryLimit, queryText, unknownCursor } from "../../schemas/query-fields.ts";
import { userResponseSchema } from "../../schemas/user.ts";
import { call, endpoint, nextLink } from "./endpoint.server.ts";
import { serializeUser } from "./user.server.ts";

const maxSearchResults = 20;
const maxPageSize = 1_000;

const listSchema = z.object({
  search: queryText(100).meta({ example: "asha", description: "A text in the name or email" }),
  batchYear: queryText(4).meta({ example: "2027", description: "The year of graduation" }),
  limit: queryLimit(maxPageSize, maxPageSize),
  cursor: cursor(/^[\w-]+$/, "WzcsIkFzaGEgVmVybWEiXQ"),
});

const route = endpoint("/api/users", {
  GET: call({
    operationId: "listUsers",
    summary: "List members by name; `search` finds up to 20 by name or email, without you",
    description:
      "With `search`: first names that start with the text, then names that contain it, then the others.",
    auth: "user",
    query: listSchema,
    responses: {
      200: {
        description: "The members, with a Link header to the next page",
        schema: z.array(userResponseSchema),
      },
    },
    async handler({ query, viewer, request }) {
      const { search, limit } = query;
      const batchYear = /^\d{4}$/.test(query.batchYear ?? "") ? Number(query.batchYear) : undefined;
      const inBatch = batchYear === undefined ? undefined : eq(users.batchYear, batchYear);
      if (search !== undefined) {
        const isMatch = and(
          isActiveNoIndex,
          inBatch,
          inArray(users.id, sql`(${matchingUserIds(search, maxSearchResults + 1)})`),
        );
        const rows = await selectUsers(
          viewer,
          and(isMatch, ne(users.id, viewer.id)),
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
      const { page, last } = cutPage(rows, limit);
      return {
        status: 200,
        body: page.map((row) => serializeUser(row, viewer.id)),
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

/** The id and name of the last member of a page. */
const cursorSchema = z.tuple([z.number(), z.string()]);

const encodeCursor = ({ id, name }: { id: number; name: string }) =>
  Buffer.from(JSON.stringify([id, name])).toString("base64url");

/** @throws HttpError 422 for a cursor that is not one of ours */
function decodeCursor(cursor: string | undefined): { id: number; name: string } | undefined {
  if (cursor === undefined) return undefined;
  try {
    const decoded = JSON.parse(Buffer.from(cursor, "base64url").toString());
    const [id, name] = cursorSchema.parse(decoded);
    return { id, name };
  } catch {
    throw HttpError.forFields({ cursor: [unknownCursor] });
  }
}
