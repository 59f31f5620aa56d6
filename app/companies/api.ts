import { z } from "zod";
import { restoreCall } from "#app/moderation/restore-call.server.ts";
import { call, maxTextBytes, nextLink, type Paths } from "#app/platform/api/call.server.ts";
import { parseInput } from "#app/platform/api/input.server.ts";
import type { Viewer } from "#app/platform/auth/sessions.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { limitListSearch } from "#app/platform/limits/rate-limit.server.ts";
import { parseId, toId } from "#app/platform/schemas/fields.server.ts";
import { thanksCalls } from "#app/thanks/calls.server.ts";
import { listCompanies } from "./companies.server.ts";
import {
  deleteExperience,
  editExperience,
  listExperiences,
  requireExperience,
  serializeExperience,
  shareExperience,
  toStipend,
} from "./experiences.server.ts";
import {
  companyListSchema,
  experienceChangeSchema,
  experienceListSchema,
  experienceSchema,
} from "./input.server.ts";
import { companyResponseSchema, experienceResponseSchema } from "./response.server.ts";
import { experienceTexts } from "./texts.ts";

async function loadAs(viewer: Viewer, id: number) {
  const experience = await requireExperience(id, viewer);
  return { version: experience.version, body: serializeExperience(experience, viewer) };
}

const respondWithNew = async (viewer: Viewer, id: number) => ({
  status: 201 as const,
  ...(await loadAs(viewer, id)),
  headers: { Location: `/api/experiences/${id}` },
});

export const companiesPaths: Paths = {
  "/api/companies": {
    GET: call({
      operationId: "listCompanies",
      summary: "List the companies that jobs, members or experiences name, by name",
      description: "A company is its name; letter case is ignored.",
      auth: "user",
      query: companyListSchema,
      responses: {
        200: {
          description: "Companies; the Link header has the next page",
          schema: z.array(companyResponseSchema),
        },
      },
      async handler({ query: { limit, cursor }, request }) {
        const { page, next } = await listCompanies(true, { limit, cursor });
        return { status: 200, body: page, headers: nextLink(request, next) };
      },
    }),
  },

  "/api/experiences": {
    GET: call({
      operationId: "listExperiences",
      summary: "List how interviews, internships and jobs went, newest first",
      auth: "user",
      query: experienceListSchema,
      responses: {
        200: {
          description: "Experiences; the Link header has the next page",
          schema: z.array(experienceResponseSchema),
        },
      },
      async handler({ query: { limit, cursor, ...filter }, viewer, request, requestContext }) {
        limitListSearch(viewer, requestContext, { search: filter.role });
        const before = parseId(cursor) ?? Number.MAX_SAFE_INTEGER;
        const { page, next } = await listExperiences(filter, viewer, { limit, before });
        return {
          status: 200,
          body: page.map((row) => serializeExperience(row, viewer)),
          headers: nextLink(request, next),
        };
      },
    }),

    POST: call({
      operationId: "shareExperience",
      summary: "Share how an interview, an internship or a job went",
      description: "For members only. The name of a member is not a company, unless a job names it: 422.",
      auth: "user",
      counts: "experience",
      maxBytes: maxTextBytes,
      body: experienceSchema,
      responses: { 201: { description: "The experience", schema: experienceResponseSchema } },
      handler: async ({ viewer, body, callKey }) =>
        respondWithNew(viewer, await shareExperience(viewer, body, callKey)),
      repeat: ({ id, viewer }) => respondWithNew(viewer, id),
    }),
  },

  "/api/experiences/{id}": {
    GET: call({
      operationId: "getExperience",
      summary: "Get an experience",
      auth: "user",
      responses: { 200: { description: "The experience", schema: experienceResponseSchema } },
      handler: async ({ params, viewer }) => ({ status: 200, ...(await loadAs(viewer, toId(params.id))) }),
    }),

    PUT: call({
      operationId: "updateExperience",
      summary: "Change an experience of yours",
      description:
        "Fields that are not sent keep their values; the whole experience must be valid afterwards. `isAnonymous` can't change: 422.",
      auth: "user",
      counts: "experienceChange",
      maxBytes: maxTextBytes,
      body: experienceChangeSchema,
      errors: [412],
      responses: { 200: { description: "The changed experience", schema: experienceResponseSchema } },
      async handler({ params, viewer, body, sent, ifMatch }) {
        const stored = await requireExperience(toId(params.id), viewer);
        const change = Object.fromEntries(Object.entries(body).filter(([name]) => sent.has(name)));
        if (!stored.own) throw HttpError.withCode("not-yours", experienceTexts.notYours);
        const input = parseInput(experienceSchema, { ...stored, stipend: toStipend(stored), ...change });
        await editExperience(viewer, stored, input, ifMatch);
        return { status: 200, ...(await loadAs(viewer, stored.id)) };
      },
    }),

    DELETE: call({
      operationId: "deleteExperience",
      summary: "Delete an experience (its author and administrators)",
      auth: "user",
      counts: "experienceChange",
      errors: [412],
      responses: { 204: { description: "Deleted" } },
      async handler({ params, viewer, ifMatch }) {
        await deleteExperience(viewer, toId(params.id), { versions: ifMatch });
        return { status: 204 };
      },
    }),
  },

  "/api/experiences/{id}/thanks": thanksCalls("experience"),

  "/api/experiences/{id}/restore": restoreCall("experience", experienceResponseSchema, (id, viewer) =>
    loadAs(viewer, id),
  ),
};
