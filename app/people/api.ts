import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { blockPerson, selectBlocks, unblockPerson } from "#app/messages/blocks.server.ts";
import {
  blockResponseSchema,
  blocksQuerySchema,
  encodeBlockCursor,
  readBlockCursor,
} from "#app/messages/input.server.ts";
import { call, nextLink, type Paths } from "#app/platform/api/call.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { areaOff } from "#app/platform/http/area-switch.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { parseId, toId } from "#app/platform/schemas/fields.server.ts";
import { cursor, queryLimit, queryText } from "#app/platform/schemas/query-fields.server.ts";
import { maxNameSearchLength } from "#app/platform/schemas/search-rules.ts";
import { today } from "#app/platform/time/time.server.ts";
import { receivedThanksSchema, shownSchema, thanksListSchema } from "#app/thanks/input.server.ts";
import { type ReceivedRow, selectReceived, showLine, thingOf } from "#app/thanks/received.server.ts";
import { connections, db, users } from "#db/index.ts";
import { filteredMemberIds, fitsFilter } from "#db/scopes/members.ts";
import { cutPage } from "#db/scopes/pages.ts";
import { idList } from "#db/scopes/search.ts";
import {
  isActive,
  isActiveNoIndex,
  isConnectionWith,
  profileColumns,
  visibleColumns,
} from "#db/scopes/users.ts";
import { inOrderOf, matchUsers } from "#db/search.ts";
import { memberFilterNames } from "#db/vocabulary.ts";
import { changeConnection } from "./connections.server.ts";
import { isContributionOn, selectContributions } from "./contributions.server.ts";
import { contributionQuerySchema, contributionResponseSchema } from "./contributions-input.server.ts";
import { memberFilters } from "./member-filter.server.ts";
import { updateProfile } from "./profile.server.ts";
import { toProfileChange } from "./profile-change.ts";
import { profileChangeSchema } from "./profile-input.server.ts";
import { connectionStateSchema, profileResponseSchema, userResponseSchema } from "./response.server.ts";
import { decodeCursor, encodeCursor, selectUsers, serializeProfile, serializeUser } from "./user.server.ts";

const maxSearchResults = 20;
const maxPageSize = 1_000;

const listSchema = z.object({
  search: queryText(maxNameSearchLength).meta({
    example: "asha",
    description: "A text in the name or email",
  }),
  batchYear: queryText(4).meta({ example: "2027", description: "The year of graduation" }),
  ...memberFilters,
  limit: queryLimit(maxPageSize, maxPageSize),
  cursor: cursor(/^[\w-]+$/, "WzcsIkFzaGEgVmVybWEiXQ"),
});

const connectionResponses = {
  200: { description: "The current state", schema: connectionStateSchema },
} as const;

export const usersPaths: Paths = {
  "/api/users/me/blocks": {
    GET: call({
      operationId: "listBlocks",
      summary: "List the members and aliases that you block, the latest first",
      auth: "user",
      query: blocksQuerySchema,
      responses: {
        200: {
          description: "Those you block, with a Link header to the next page",
          schema: z.array(blockResponseSchema),
        },
      },
      async handler({ query, viewer, request }) {
        const { limit, cursor } = query;
        const rows = await selectBlocks(viewer.id, limit + 1, readBlockCursor(cursor));
        const { page, last } = cutPage(rows, limit);
        return {
          status: 200,
          body: page.map(({ id, name }) => ({ id, name })),
          headers: nextLink(request, last && encodeBlockCursor(last)),
        };
      },
    }),
  },

  "/api/users/me/thanks": {
    GET: call({
      operationId: "listThanks",
      summary: "List the thanks for what you gave, the latest first",
      description:
        "Thanks without a name have no `from`. A token with scopes doesn't see the thanks for what you gave anonymously.",
      auth: "user",
      query: thanksListSchema,
      responses: {
        200: {
          description: "Thanks, with a Link header to the next page",
          schema: z.array(receivedThanksSchema),
        },
      },
      async handler({ query: { limit, cursor }, viewer, request }) {
        const before = Number(cursor ?? Number.MAX_SAFE_INTEGER);
        const { page, last } = cutPage(await selectReceived(viewer, { limit: limit + 1, before }), limit);
        return { status: 200, body: page.map(serializeThanks), headers: nextLink(request, last?.id) };
      },
    }),
  },

  "/api/users/me/thanks/{id}": {
    PUT: call({
      operationId: "showThanks",
      summary: "Choose whether your page shows a line",
      description:
        "422 if there is no line, or if you posted the item anonymously. If its writer changes the line, choose again.",
      auth: "user",
      counts: "profile",
      errors: [422],
      body: shownSchema,
      responses: { 200: { description: "The thanks", schema: receivedThanksSchema } },
      handler: async ({ params, viewer, body }) => ({
        status: 200,
        body: serializeThanks(await showLine(viewer, toId(params.id), body.shown)),
      }),
    }),
  },

  "/api/users": {
    GET: call({
      operationId: "listUsers",
      summary: "List members by name; `search` finds up to 20 by name or email, without you",
      description:
        "A member with a new name moves to its position. With `search`: first names that start with the text, then names that contain it, then the others. `topic`, `company`, `branch` and `mentoring` look at the newest 5,000 matches of the first filter given, in the order company, topic, mentoring, branch.",
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
          const isWanted = sql`${and(isActiveNoIndex, inBatch, ne(users.id, viewer.id), fitsFilter(query, today()))}`;
          const size = Math.min(limit, maxSearchResults);
          const ids = await matchUsers(search, isWanted, size);
          const rows = await selectUsers(
            viewer,
            sql`${users.id} in (${idList(ids)})`,
            inOrderOf(ids, users.id),
            size,
          );
          return { status: 200, body: rows.map((row) => serializeUser(row, viewer.id)) };
        }
        const after = decodeCursor(query.cursor);
        const hasFilter = memberFilterNames.some((name) => query[name]);
        const rows = await selectUsers(
          viewer,
          and(
            hasFilter ? isActiveNoIndex : isActive,
            inBatch,
            hasFilter
              ? inArray(users.id, sql`(${filteredMemberIds(query, today(), isActiveNoIndex)})`)
              : undefined,
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
  },

  "/api/users/{id}": {
    GET: call({
      operationId: "getUser",
      summary: "Get a member",
      description: "Details that the member does not share with you are null. An alias is 404.",
      auth: "user",
      responses: {
        200: {
          description: "The member, with the details they share with you",
          schema: profileResponseSchema,
        },
      },
      async handler({ params, viewer }) {
        const { version, body } = await requireUser(viewer, toId(params.id));
        // To other readers, a changing version would reveal changes to details that they cannot see.
        const canEdit = viewer.isAdmin || body.id === String(viewer.id);
        return { status: 200, body, ...(canEdit && { version }) };
      },
    }),

    PUT: call({
      operationId: "updateUser",
      summary: "Change fields of a profile (its owner and administrators)",
      description:
        "Fields that are not sent keep their values. `role`, `email`, `year` and `mentoring.free` are ignored, so that a user may be sent back as it was read. A topic that no question has is 422 `topics`.",
      auth: "user",
      counts: "profile",
      body: profileChangeSchema,
      errors: [412],
      responses: { 200: { description: "The changed member", schema: profileResponseSchema } },
      async handler({ params, viewer, body, sent, ifMatch }) {
        const id = toId(params.id);
        await updateProfile(viewer, id, toProfileChange(body, sent), ifMatch);
        return { status: 200, ...(await requireUser(viewer, id)) };
      },
    }),
  },

  "/api/users/{id}/given": {
    GET: call({
      operationId: "listGiven",
      summary: "List what a member gave others, newest first",
      description:
        "Answers that were accepted or helped, resources, events or open jobs. Nothing that is hidden or was given anonymously. An alias is 404.",
      auth: "user",
      query: contributionQuerySchema,
      responses: {
        200: {
          description: "What they gave, with a Link header to the next page",
          schema: z.array(contributionResponseSchema),
        },
      },
      async handler({ params, query: { kind, limit, cursor }, viewer, request }) {
        const { body } = await requireUser(viewer, toId(params.id));
        const before = parseId(cursor) ?? undefined;
        if (!isContributionOn(kind)) throw areaOff();
        const rows = await selectContributions(kind, Number(body.id), limit + 1, before);
        const { page, last } = cutPage(rows, limit);
        return {
          status: 200,
          body: page.map(({ id, title, url, at, helped, isAccepted }) => ({
            id: String(id),
            kind,
            title,
            url,
            at: new Date(at).toISOString(),
            helped,
            isAccepted,
          })),
          headers: nextLink(request, last?.id),
        };
      },
    }),
  },

  "/api/users/{id}/connection": {
    PUT: call({
      operationId: "connectWithUser",
      summary: "Ask a member to connect, or accept their request",
      description: "Doing it again changes nothing. Your own id is 422, and a member who blocks you 403.",
      auth: "user",
      counts: "connection",
      errors: [409, 422],
      responses: connectionResponses,
      handler: async ({ params, viewer }) => ({
        status: 200,
        body: (await changeConnection(viewer, parseId(params.id), "ask")).state,
      }),
    }),

    DELETE: call({
      operationId: "endConnection",
      summary: "Withdraw or decline a request, or remove a connection",
      description: "Doing it again changes nothing.",
      auth: "user",
      counts: "connection",
      errors: [409, 422],
      responses: connectionResponses,
      handler: async ({ params, viewer }) => ({
        status: 200,
        body: (await changeConnection(viewer, parseId(params.id), "end")).state,
      }),
    }),
  },

  "/api/users/{id}/block": {
    PUT: call({
      operationId: "blockUser",
      summary: "Block a member by id, or by the alias of someone who writes to you anonymously",
      description:
        "Doing it again changes nothing. Blocks of a member and of their alias are independent: neither reveals the other.",
      auth: "user",
      counts: "block",
      errors: [422],
      responses: { 204: { description: "Blocked" } },
      async handler({ params, viewer }) {
        await blockPerson(viewer.id, params.id ?? "");
        return { status: 204 };
      },
    }),
    DELETE: call({
      operationId: "unblockUser",
      summary: "Unblock a member or an alias",
      description: "Doing it again changes nothing.",
      auth: "user",
      counts: "block",
      responses: { 204: { description: "Not blocked" } },
      async handler({ params, viewer }) {
        await unblockPerson(viewer.id, params.id ?? "");
        return { status: 204 };
      },
    }),
  },
};

function serializeThanks(row: ReceivedRow) {
  const { kind, href } = thingOf(row);
  return {
    id: String(row.id),
    kind,
    title: row.title,
    url: href,
    line: row.line,
    from: row.giver && { id: String(row.giver.id), name: row.giver.name },
    shown: row.isShown,
    // The exact time could reveal the giver.
    day: today(row.createdAt),
  };
}

async function requireUser(viewer: Viewer, id: number) {
  const [row] = await db
    .select({ ...visibleColumns(viewer), ...profileColumns(), version: users.version })
    .from(users)
    .leftJoin(connections, isConnectionWith(viewer.id))
    .where(and(eq(users.id, id), isActiveNoIndex));
  if (!row) throw new HttpError(404, "No such member.");
  return { version: row.version, body: serializeProfile(row, viewer.id) };
}
