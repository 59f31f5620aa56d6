import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { HttpError, problem } from "../../http/problem.server.ts";
import { RouteTable } from "../../http/route-table.server.ts";
import { accountPaths } from "./account.ts";
import { announcementsPaths } from "./announcements.ts";
import { anonymousMessagesPaths } from "./anonymous-messages.ts";
import { answersPaths } from "./answers.ts";
import { applicationsPaths } from "./applications.ts";
import { endpoints, type Paths } from "./call.server.ts";
import { documentsPaths } from "./documents.ts";
import { endpoint } from "./endpoint.server.ts";
import { eventsPaths } from "./events.ts";
import { jobReportPaths } from "./job-report.ts";
import { jobTrackingPaths } from "./job-tracking.ts";
import { jobsPaths } from "./jobs.ts";
import { mentoringPaths } from "./mentoring.ts";
import { messagesPaths } from "./messages.ts";
import { noticesPaths } from "./notices.ts";
import { questionsPaths } from "./questions.ts";
import { resourcesPaths } from "./resources.ts";
import { savedSearchesPaths } from "./saved-searches.ts";
import { searchPaths } from "./search.ts";
import { tagsPaths } from "./tags.ts";
import { todayPaths } from "./today.ts";
import { uploadsPaths } from "./uploads.ts";
import { usersPaths } from "./users.ts";

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
  resourcesPaths,
  eventsPaths,
  questionsPaths,
  answersPaths,
  tagsPaths,
  searchPaths,
  uploadsPaths,
];
for (const [path, methods] of nouns.flatMap(Object.entries<Paths[string]>)) endpoints.set(path, methods);

/** Every address of the API. */
export const calls = [...endpoints].map(([path, methods]) => endpoint(path, methods));
const table = new RouteTable(calls);

/** Finds the call of a request under `/api` and answers it. */
export async function respond(args: LoaderFunctionArgs | ActionFunctionArgs): Promise<Response> {
  const found = table.find(new URL(args.request.url).pathname);
  return found
    ? found.route.respond(args, found.params)
    : problem(new HttpError(404, "There is no such API call."));
}
