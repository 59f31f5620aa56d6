import { and, desc, eq, getTableColumns, lt, type SQL } from "drizzle-orm";
import { z } from "zod";
import { call, nextLink, type Paths } from "#app/platform/api/call.server.ts";
import { HttpError } from "#app/platform/http/problem.server.ts";
import { parseId, toId } from "#app/platform/schemas/fields.server.ts";
import { db, jobApplications, jobs, users } from "#db/index.ts";
import { shownAnswer } from "#db/scopes/applications.ts";
import { isVisibleJob } from "#db/scopes/jobs.ts";
import { cutPage } from "#db/scopes/pages.ts";
import {
  applicationAnswerSchema,
  applicationListSchema,
  applicationResponseSchema,
  applicationUploadSchema,
} from "../application-input.server.ts";
import { applicationFileUrl } from "../application-texts.ts";
import { answerApplication, requirePoster, sendApplication } from "../applications.server.ts";

const selectApplications = (condition: SQL | undefined, isOwn = false) =>
  db
    .select({
      application: isOwn
        ? { ...getTableColumns(jobApplications), ...shownAnswer() }
        : getTableColumns(jobApplications),
      job: { title: jobs.title, companyName: jobs.companyName },
      applicant: users.name,
      id: jobApplications.id,
    })
    .from(jobApplications)
    .innerJoin(jobs, eq(jobs.id, jobApplications.jobId))
    .innerJoin(users, eq(users.id, jobApplications.userId))
    .where(condition)
    .orderBy(desc(jobApplications.id));
type Row = Awaited<ReturnType<typeof selectApplications>>[number];

const serializeApplication = ({
  application,
  job,
  applicant,
}: Row): z.infer<typeof applicationResponseSchema> => {
  const { id, jobId, userId, file, fileName, fileSize, answeredAt } = application;
  return {
    id: String(id),
    job: { id: String(jobId), ...job },
    applicant: { id: String(userId), name: applicant },
    letter: application.letter,
    file: file === null ? null : { url: applicationFileUrl(id, fileName), name: fileName, size: fileSize },
    state: application.state,
    text: application.answer,
    sentAt: new Date(application.sentAt).toISOString(),
    answeredAt: answeredAt === null ? null : new Date(answeredAt).toISOString(),
  };
};

async function requireApplication(condition: SQL | undefined) {
  const [row] = await selectApplications(condition);
  if (!row) throw new HttpError(404, "There is no such application.");
  return serializeApplication(row);
}

const isBefore = (cursor: string | undefined) => {
  const before = parseId(cursor);
  return before === null ? undefined : lt(jobApplications.id, before);
};

async function listPage(
  condition: SQL | undefined,
  { limit, cursor }: z.output<typeof applicationListSchema>,
  request: Request,
  isOwn = false,
) {
  const rows = await selectApplications(and(condition, isBefore(cursor)), isOwn).limit(limit + 1);
  const { page, last } = cutPage(rows, limit);
  return { status: 200 as const, body: page.map(serializeApplication), headers: nextLink(request, last?.id) };
}

async function respondWithNew(id: number) {
  const body = await requireApplication(eq(jobApplications.id, id));
  const headers = { Location: `/api/jobs/${body.job.id}/applications/${id}` };
  return { status: 201 as const, body, headers };
}

export const applicationsPaths: Paths = {
  "/api/jobs/{id}/applications": {
    GET: call({
      operationId: "listJobApplications",
      summary: "List the applications for a job of yours, the newest first",
      description: "For its poster only, administrators included.",
      auth: "user",
      query: applicationListSchema,
      responses: {
        200: {
          description: "Applications; the Link header has the next page",
          schema: z.array(applicationResponseSchema),
        },
      },
      async handler({ params, query, viewer, request }) {
        const jobId = toId(params.id);
        await requirePoster(viewer.id, jobId);
        return listPage(and(eq(jobs.id, jobId), eq(jobs.postedBy, viewer.id)), query, request);
      },
    }),
    POST: call({
      operationId: "applyForJob",
      summary: "Apply for a job that takes applications here",
      description:
        "A letter of 50 to 2,000 characters and a PDF of at most 5 MB, which only you and the job's poster may open. A second application and a closed job are 409. Twenty a day.",
      auth: "user",
      counts: "upload",
      multipart: applicationUploadSchema,
      errors: [409],
      responses: { 201: { description: "The application", schema: applicationResponseSchema } },
      async handler({ params, request, session, callKey }) {
        return respondWithNew(await sendApplication(request, session, toId(params.id), callKey));
      },
      repeat: ({ id }) => respondWithNew(id),
    }),
  },

  "/api/jobs/{id}/applications/{applicationId}": {
    PUT: call({
      operationId: "answerApplication",
      summary: "Say that you have read an application, or answer it",
      description:
        "The applicant gets an answer with its text as a notice, at once. An answer can be changed until they have read the notice: then another one is 409.",
      auth: "user",
      counts: "applicationAnswer",
      body: applicationAnswerSchema,
      errors: [409],
      responses: { 200: { description: "The application", schema: applicationResponseSchema } },
      async handler({ params, viewer, body }) {
        const jobId = toId(params.id);
        const id = toId(params.applicationId);
        await answerApplication(viewer, jobId, id, body);
        return {
          status: 200,
          body: await requireApplication(and(eq(jobApplications.id, id), eq(jobs.id, jobId))),
        };
      },
    }),
  },

  "/api/applications": {
    GET: call({
      operationId: "listApplications",
      summary: "List your own applications with their answers, the newest first",
      auth: "user",
      query: applicationListSchema,
      responses: {
        200: {
          description: "Applications; the Link header has the next page",
          schema: z.array(applicationResponseSchema),
        },
      },
      handler: ({ query, viewer, request }) =>
        listPage(and(eq(jobApplications.userId, viewer.id), isVisibleJob(viewer.id)), query, request, true),
    }),
  },
};
