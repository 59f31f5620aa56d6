// First, so that a wrong setting or a store in use is reported before the database is opened.
import "./env.server.ts";
import "./store/open.server.ts";

import type { IncomingMessage, ServerResponse } from "node:http";
import * as build from "virtual:react-router/server-build";
import { RouterContextProvider, type ServerBuild } from "react-router";
import { getSession } from "./auth/session.server.ts";
import { env } from "./env.server.ts";
import { KeptResponses } from "./http/kept-responses.server.ts";
import { HttpError, problem } from "./http/problem.server.ts";
import { errorPageRequest, readRequest } from "./http/request.server.ts";
import {
  createRequestContext,
  isApiPath,
  type RequestContext,
  requestContextKey,
} from "./http/request-context.server.ts";
import { logRequest } from "./http/request-log.server.ts";
import { finalizeApiResponse, toRoutedMethod } from "./http/response.server.ts";
import { send } from "./http/send.server.ts";
import { log } from "./log.server.ts";
import { startMaintenance } from "./maintenance.server.ts";
import { storeMessagesOpened } from "./messaging/bell.server.ts";
import { measureRequest } from "./metrics.server.ts";
import { createRouter } from "./router.server.ts";

export { createStaticHandler } from "./http/static-files.server.ts";
export { closeSockets, handleUpgrade } from "./routes/realtime/upgrade.server.ts";
export { env, log };

const router = createRouter(build as ServerBuild);
const keptResponses = new KeptResponses(build as ServerBuild);

/** Handles one request, from the socket to the response. A failure of one request never reaches the others. */
export async function handleRequest(req: IncomingMessage, res: ServerResponse): Promise<void> {
  // An error without a listener would end the process.
  req.on("error", () => {});
  res.on("error", () => {});
  try {
    await respond(req, res);
  } catch (error) {
    log.error({ err: error }, "request failed");
    res.destroy();
  }
}

async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const requestContext = createRequestContext(req);
  logRequest(req, res, requestContext);
  measureRequest(req, res, () => router.patternOf(requestContext.pathname));
  const keptRequest = await keptResponses.match(req, requestContext, () => findCaller(req, requestContext));
  if (keptRequest && keptResponses.send(keptRequest, req, res, requestContext.id)) return;
  if (keptRequest) {
    // Whoever asks gets what is kept from it, so it is made whole.
    req.url = keptRequest.url;
    delete req.headers["if-none-match"];
  }
  let request: Request | undefined;
  let response: Response;
  try {
    request = await readRequest(req, res, requestContext, router.hasPage);
    // HEAD has the size and tag of what is kept.
    if (keptRequest) request = toRoutedMethod(request);
    response = await (isApiPath(requestContext.pathname) ? respondToCall : respondWithPage)(
      request,
      requestContext,
    );
  } catch (error) {
    if (res.destroyed || request?.signal.aborted) return;
    if (request) log.error({ requestId: requestContext.id, err: error }, "request failed");
    response = respondToFailure(request ? 500 : 400, requestContext);
  }
  await send(
    req,
    res,
    response,
    requestContext,
    keptRequest && { responses: keptResponses, request: keptRequest },
  );
}

/** Whose token a call has. What is wrong with one is for the call to say. */
async function findCaller(req: IncomingMessage, requestContext: RequestContext) {
  const headers = { get: (name: string) => String(req.headers[name.toLowerCase()] ?? "") || null };
  try {
    const session = await getSession(requestContext, { method: req.method ?? "GET", headers });
    return session?.viewer.id ?? null;
  } catch {
    return undefined;
  }
}

async function respondWithPage(request: Request, requestContext: RequestContext): Promise<Response> {
  const wasRejected = requestContext.rejection !== undefined;
  const response = await router.route(request, createContext(requestContext));
  // A route without a page, such as a file's, rejects with the error page too.
  const { rejection } = requestContext;
  if (wasRejected || !rejection) return response;
  const errorPage = errorPageRequest(requestContext, request.headers.get("Cookie"));
  const page = await router.route(errorPage, createContext(requestContext));
  for (const [name, value] of Object.entries(rejection.headers())) page.headers.set(name, value);
  return page;
}

async function respondToCall(request: Request, requestContext: RequestContext): Promise<Response> {
  const { rejection } = requestContext;
  const response = rejection
    ? problem(rejection)
    : await router.route(toRoutedMethod(request), createContext(requestContext));
  return finalizeApiResponse(response, request);
}

function respondToFailure(status: number, { id, pathname }: RequestContext): Response {
  const error = new HttpError(status);
  return isApiPath(pathname) ? problem(error, { requestId: id }) : new Response(error.message, { status });
}

function createContext(requestContext: RequestContext): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(requestContextKey, requestContext);
  return context;
}

const maintenance = startMaintenance();
/** Stores what is still in memory and ends the work in the background. */
export async function close(): Promise<void> {
  await storeMessagesOpened();
  await maintenance.stop();
}

if (!env.APP_URL) log.warn("APP_URL is not set: links in mails will point at localhost");
