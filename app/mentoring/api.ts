import { z } from "zod";
import { call, nextLink, type Paths } from "#app/platform/api/call.server.ts";
import { toId } from "#app/platform/schemas/fields.server.ts";
import { cutPage } from "#db/scopes/pages.ts";
import { changeMentoring } from "./answer.server.ts";
import { askMentor } from "./ask.server.ts";
import {
  mentoringChangeSchema,
  mentoringListSchema,
  mentoringResponseSchema,
  mentoringSchema,
} from "./input.server.ts";
import { listMentorings, type MentoringRow, requireMentoring } from "./list.server.ts";

const timeOf = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString());

const serializeMentoring = ({ other, ...row }: MentoringRow): z.output<typeof mentoringResponseSchema> => ({
  id: String(row.id),
  role: row.isMentor ? "mentor" : "mentee",
  user: { id: String(other.id), name: other.name },
  topic: row.topic,
  text: row.text,
  state: row.state,
  askedAt: new Date(row.askedAt).toISOString(),
  answeredAt: timeOf(row.answeredAt),
  answer: row.answer,
  endedAt: timeOf(row.endedAt),
  endedBy: row.endedAt === null ? null : row.isEndedByViewer ? "me" : "them",
  thanks: row.thanks,
});

const respondWithNew = async (viewerId: number, id: number) => ({
  status: 201 as const,
  body: serializeMentoring(await requireMentoring(viewerId, id)),
  headers: { Location: `/api/mentoring/${id}` },
});

export const mentoringPaths: Paths = {
  "/api/mentoring": {
    GET: call({
      operationId: "listMentoring",
      summary: "List your mentoring requests, those to you, and their outcomes, newest first",
      auth: "user",
      query: mentoringListSchema,
      responses: {
        200: {
          description: "Your own, with a Link header to the next page",
          schema: z.array(mentoringResponseSchema),
        },
      },
      async handler({ query: { kind, limit, cursor }, viewer, request }) {
        const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor);
        const rows = await listMentorings(viewer.id, { kind, before, limit: limit + 1 });
        const { page, last } = cutPage(rows, limit);
        return { status: 200, body: page.map(serializeMentoring), headers: nextLink(request, last?.id) };
      },
    }),

    POST: call({
      operationId: "askMentor",
      summary: "Ask a member to be your mentor",
      description:
        "One open request to a member, three in all, ten in 30 days: more are 409, as is a member who isn't open to it, has no free place or wants no requests now. A request without an answer lapses after 14 days.",
      auth: "user",
      counts: "mentoring",
      errors: [409],
      body: mentoringSchema,
      responses: { 201: { description: "Your request", schema: mentoringResponseSchema } },
      handler: async ({ viewer, body: { userId, ...input }, callKey }) =>
        respondWithNew(viewer.id, await askMentor(viewer, toId(userId), input, callKey)),
      repeat: ({ id, viewer }) => respondWithNew(viewer.id, id),
    }),
  },

  "/api/mentoring/{id}": {
    PUT: call({
      operationId: "changeMentoring",
      summary: "Accept or decline a request to you, or end a mentoring",
      description:
        "The member who asked takes a request back with `ended`. Accepting takes a free place. A request that is already settled is 409.",
      auth: "user",
      counts: "mentoring",
      errors: [409],
      body: mentoringChangeSchema,
      responses: { 200: { description: "Its current state", schema: mentoringResponseSchema } },
      async handler({ viewer, params, body: { state, text } }) {
        const id = toId(params.id);
        await changeMentoring(viewer, id, state, text);
        return { status: 200, body: serializeMentoring(await requireMentoring(viewer.id, id)) };
      },
    }),
  },
};
