import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { accountPaths } from "#app/account/api/account.ts";
import { announcementsPaths } from "#app/announcements/api.ts";
import { anonymousMessagesPaths } from "#app/anonymous/api.ts";
import { boardsPaths } from "#app/boards/api.ts";
import { companiesPaths } from "#app/companies/api.ts";
import { documentsPaths } from "#app/developers/api.ts";
import { eventsPaths } from "#app/events/api/events.ts";
import { uploadsPaths } from "#app/events/api/uploads.ts";
import { applicationsPaths } from "#app/jobs/api/applications.ts";
import { jobsPaths } from "#app/jobs/api/jobs.ts";
import { jobReportPaths } from "#app/jobs/api/report.ts";
import { jobTrackingPaths } from "#app/jobs/api/tracking.ts";
import { mentoringPaths } from "#app/mentoring/api.ts";
import { messagesPaths } from "#app/messages/api.ts";
import { noticesPaths } from "#app/notices/api.ts";
import { usersPaths } from "#app/people/api.ts";
import { endpoints, type Paths } from "#app/platform/api/call.server.ts";
import { endpoint } from "#app/platform/api/endpoint.server.ts";
import { HttpError, problem } from "#app/platform/http/problem.server.ts";
import { RouteTable } from "#app/platform/http/route-table.server.ts";
import { answersPaths } from "#app/questions/api/answers.ts";
import { questionsPaths } from "#app/questions/api/questions.ts";
import { tagsPaths } from "#app/questions/api/tags.ts";
import { resourcesPaths } from "#app/resources/api/resources.ts";
import { savedSearchesPaths } from "#app/saved-searches/api.ts";
import { searchPaths } from "#app/search/api.ts";
import { todayPaths } from "#app/today/api.ts";

/** In the order of the OpenAPI document. */
const nouns = [
  documentsPaths,
  accountPaths,
  noticesPaths,
  savedSearchesPaths,
  todayPaths,
  usersPaths,
  announcementsPaths,
  mentoringPaths,
  messagesPaths,
  anonymousMessagesPaths,
  jobsPaths,
  jobTrackingPaths,
  applicationsPaths,
  jobReportPaths,
  companiesPaths,
  boardsPaths,
  resourcesPaths,
  eventsPaths,
  questionsPaths,
  answersPaths,
  tagsPaths,
  searchPaths,
  uploadsPaths,
];
for (const [path, methods] of nouns.flatMap(Object.entries<Paths[string]>)) endpoints.set(path, methods);

export const calls = [...endpoints].map(([path, methods]) => endpoint(path, methods));
const table = new RouteTable(calls);

/** Finds and runs the call of a request under `/api`. */
export async function respond(args: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> {
  const found = table.find(new URL(args.request.url).pathname);
  return found
    ? found.route.respond(args, found.params)
    : problem(new HttpError(404, "There is no such API call."));
}
