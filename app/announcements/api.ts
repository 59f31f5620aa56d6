import { z } from "zod";
import { roughCount } from "#app/jobs/tracking-texts.ts";
import { call, nextLink, type Paths } from "#app/platform/api/call.server.ts";
import { parseId, toId } from "#app/platform/schemas/fields.server.ts";
import { cutPage } from "#db/scopes/pages.ts";
import { announce, takeBack } from "./announce.server.ts";
import { nameAnnouncer } from "./announcers.server.ts";
import {
  announcementListSchema,
  announcementResponseSchema,
  announcementSchema,
  announcerResponseSchema,
  announcerSchema,
} from "./input.server.ts";
import { type AnnouncementRow, requireAnnouncement, selectAnnouncements } from "./list.server.ts";

const serializeAnnouncement = (row: AnnouncementRow): z.output<typeof announcementResponseSchema> => ({
  id: String(row.id),
  text: row.text,
  batchYear: row.batchYear,
  until: row.until,
  author: { id: String(row.author.id), name: row.author.name },
  createdAt: new Date(row.createdAt).toISOString(),
  reads: row.seesCount ? roughCount(row.readCount) : null,
});

const respondWithNew = async (viewerId: number, id: number) => ({
  status: 201 as const,
  body: serializeAnnouncement(await requireAnnouncement(viewerId, id)),
  headers: { Location: `/api/announcements/${id}` },
});

export const announcementsPaths: Paths = {
  "/api/announcements": {
    GET: call({
      operationId: "listAnnouncements",
      summary: "List the announcements to you, newest first, and where you may announce",
      description:
        "Leaves out announcements that have ended, were taken back, or come from a member you block.",
      auth: "user",
      query: announcementListSchema,
      responses: {
        200: {
          description: "Announcements, with a Link header to the next page",
          schema: z.array(announcementResponseSchema),
        },
      },
      async handler({ query: { limit, cursor }, viewer, request }) {
        const before = parseId(cursor) ?? Number.MAX_SAFE_INTEGER;
        const rows = await selectAnnouncements(viewer.id, { limit: limit + 1, before });
        const { page, last } = cutPage(rows, limit);
        return { status: 200, body: page.map(serializeAnnouncement), headers: nextLink(request, last?.id) };
      },
    }),

    POST: call({
      operationId: "createAnnouncement",
      summary: "Announce something to all members, or to a batch",
      description:
        "For administrators, and for members they name for the batch. One a day to all, and one to each batch: a second is 409, even if the first was taken back.",
      auth: "user",
      counts: "announcement",
      errors: [409],
      body: announcementSchema,
      responses: { 201: { description: "The announcement", schema: announcementResponseSchema } },
      handler: async ({ viewer, body, callKey }) =>
        respondWithNew(viewer.id, await announce(viewer, body, callKey)),
      repeat: ({ id, viewer }) => respondWithNew(viewer.id, id),
    }),
  },

  "/api/announcements/{id}": {
    DELETE: call({
      operationId: "takeBackAnnouncement",
      summary: "Take an announcement back, with its notices",
      description:
        "For its author, and for members who may announce there. Mails that have been sent cannot be taken back.",
      auth: "user",
      counts: "announcement",
      responses: { 204: { description: "Taken back" } },
      async handler({ viewer, params }) {
        await takeBack(viewer, toId(params.id));
        return { status: 204 };
      },
    }),
  },

  "/api/users/{id}/announcer": {
    PUT: call({
      operationId: "nameAnnouncer",
      summary: "Choose the batch that a member may announce to (administrators)",
      description: "One batch for each member; null removes it. Doing it again changes nothing.",
      auth: "user",
      counts: "announcement",
      body: announcerSchema,
      responses: { 200: { description: "The member and the batch", schema: announcerResponseSchema } },
      async handler({ viewer, params, body }) {
        const { id, name, batchYear } = await nameAnnouncer(viewer, toId(params.id), body.batchYear);
        return { status: 200, body: { id: String(id), name, batchYear } };
      },
    }),
  },
};
