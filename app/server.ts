// First, so that an invalid setting or a store in use is reported before the database is opened.
import "./platform/env.server.ts";
import "./platform/store/open.server.ts";

import type { IncomingMessage, ServerResponse } from "node:http";
import * as build from "virtual:react-router/server-build";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { db } from "#db/index.ts";
import { describeFirstAdministrator } from "./account/first-administrator.server.ts";
import { deviceHeader, keepHeader } from "./device/names.ts";
import { storeMessagesOpened } from "./messages/bell.server.ts";
import { markPageNoticesRead } from "./notices/page-visit.server.ts";
import { getSession } from "./platform/auth/guards.server.ts";
import { forgetEndedSession } from "./platform/auth/session-cookies.server.ts";
import { ResponseCache } from "./platform/cache/response-cache.server.ts";
import { nodes } from "./platform/cluster/nodes.server.ts";
import { env, findMisspelled, findUnusedSettings } from "./platform/env.server.ts";
import { isAddressOn } from "./platform/http/area-switch.server.ts";
import { HttpError, problem } from "./platform/http/problem.server.ts";
import { errorPageRequest, readRequest } from "./platform/http/request.server.ts";
import {
  createRequestContext,
  isApiPath,
  type RequestContext,
  requestContextKey,
} from "./platform/http/request-context.server.ts";
import { logRequest } from "./platform/http/request-log.server.ts";
import { completeApiResponse, completePage } from "./platform/http/response.server.ts";
import { RouteTable, routesOf } from "./platform/http/route-table.server.ts";
import { send } from "./platform/http/send.server.ts";
import { log } from "./platform/process/log.server.ts";
import { measureRequest } from "./platform/process/metrics.server.ts";
import { settings } from "./platform/settings.server.ts";
import { loadSettings } from "./platform/store/load-settings.server.ts";
import { calls } from "./server/calls.server.ts";
import { SharedCopies } from "./server/shared-copies.server.ts";
import { startTimers } from "./server/timers.server.ts";
import { readHandle } from "./ui/page-handle.ts";

export { closeSockets, handleUpgrade } from "./server/sockets.server.ts";
export { createStaticHandler } from "./server/static-files.server.ts";
export { describeFirstAdministrator, env, log };

const site = build as ServerBuild;
const routes = new RouteTable([...routesOf(site), ...calls]);
const routeSite = createRequestHandler(site, process.env.NODE_ENV);
const { root, "server/api": api } = site.routes;
/** Knows only the API's route, because trying the pattern of every page takes a fifth of a call's time. */
const routeCall = createRequestHandler(
  { ...site, routes: { root, "server/api": api } },
  process.env.NODE_ENV,
);
let writesElsewhere = 0;
const cache = new ResponseCache(routes, () => `${db.version()} ${writesElsewhere} ${settings.version}`);
const sharedCopies = new SharedCopies(cache, respond);

/** Handles one request, from the socket to the response. Its failure never affects other requests. */
export async function handleRequest(req: IncomingMessage, res: ServerResponse): Promise<void> {
  // An error event without a listener would end the process.
  req.on("error", () => {});
  res.on("error", () => {});
  try {
    const requestContext = createRequestContext(req, isOfPage);
    logRequest(req, res, requestContext);
    measureRequest(req, res, () => patternOf(requestContext));
    if (isAddressOn(requestContext.pathname)) {
      await markPageNoticesRead(req, requestContext, getSession);
      if (await sharedCopies.answer(req, res, requestContext)) return;
    }
    const response = await answer(req, res, requestContext);
    if (response) await send(req, res, response, requestContext);
  } catch (error) {
    log.error({ err: error }, "request failed");
    res.destroy();
  }
}

/** React Router's data request names the routes that it loads, unless it loads all. */
function isOfPage({ method, url = "" }: IncomingMessage, pathname: string): boolean {
  if (method !== "GET" || !routes.find(pathname)?.route.hasPage) return false;
  const loaded = pathname.endsWith(".data") && new URLSearchParams(url.split("?", 2)[1]).get("_routes");
  return !loaded || loaded.split(",").includes("root");
}

const patternOf = ({ pathname }: RequestContext): string => {
  const pattern = routes.find(pathname)?.route.pattern ?? "*";
  return pattern.includes("*") ? "other" : pattern;
};

async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  requestContext: RequestContext,
): Promise<Response | null> {
  let request: Request | undefined;
  try {
    request = await readRequest(req, res, requestContext, routes);
    return await respond(request, requestContext);
  } catch (error) {
    if (res.destroyed || request?.signal.aborted) return null;
    if (request) log.error({ requestId: requestContext.id, err: error }, "request failed");
    return respondToFailure(request ? 500 : 400, requestContext);
  }
}

async function respond(request: Request, requestContext: RequestContext): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(requestContextKey, requestContext);
  const wasRejected = requestContext.rejection !== undefined;
  const { pathname } = requestContext;
  if (isApiPath(pathname)) {
    const { rejection } = requestContext;
    const response = rejection
      ? problem(rejection)
      : await (pathname === "/api" ? routeSite : routeCall)(request, context);
    return completeApiResponse(response, request.headers.has("Cookie"));
  }
  const response = completePage(await routeSite(request, context), requestContext);
  forgetEndedSession(requestContext, response);
  const { offline } = readHandle(routes.find(pathname)?.route);
  if (
    offline &&
    response.status === 200 &&
    (offline !== "own" || requestContext.responseHeaders.has(deviceHeader))
  )
    response.headers.set(keepHeader, offline);
  // A rejection of a route without a page, such as a file's, shows the error page as well.
  const { rejection } = requestContext;
  if (wasRejected || !rejection) return response;
  const page = await routeSite(errorPageRequest(requestContext, request.headers.get("Cookie")), context);
  for (const [name, value] of Object.entries(rejection.headers())) page.headers.set(name, value);
  return page;
}

function respondToFailure(status: number, { id, pathname }: RequestContext): Response {
  const error = new HttpError(status);
  return isApiPath(pathname) ? problem(error, { requestId: id }) : new Response(error.message, { status });
}

const wroteMs = 50;
let isTellingWrite = false;
let hasWritten = false;

/** Sends immediately, then every 50 ms at most, because each message makes all servers renew their copies. */
function tellWrite(): void {
  hasWritten = true;
  if (isTellingWrite) return;
  isTellingWrite = true;
  hasWritten = false;
  nodes.send("wrote", {});
  setTimeout(() => {
    isTellingWrite = false;
    if (hasWritten) tellWrite();
  }, wroteMs).unref();
}

if (env.NATS_URL) {
  db.onWrite(tellWrite);
  nodes.on("wrote", () => void writesElsewhere++);
  nodes.on("connected", () => log.info("connected to NATS"));
  nodes.on("unreachable", (reason) => log.error({ reason }, "NATS does not answer"));
  nodes.on("clocksDiffer", (ms) =>
    log.error({ seconds: ms / 1_000 }, "another server's clock differs, or its messages are being replayed"),
  );
  nodes.on("disconnected", () =>
    log.warn("disconnected from NATS: other nodes receive nothing from this one"),
  );
  nodes.on("failed", (err) => log.error({ err }, "a message from another node could not be handled"));
  nodes.once("stranger", () =>
    log.error(
      "another server on this NATS has a different SESSION_SECRET or release: its messages are ignored",
    ),
  );
  await nodes.start();
}

await loadSettings();
const timers = await startTimers();
export async function close(): Promise<void> {
  await storeMessagesOpened();
  await timers.stop();
  await nodes.stop();
}

for (const mistake of [...findMisspelled(process.env), ...findUnusedSettings(process.env)]) log.warn(mistake);
if (!env.APP_URL) log.warn("APP_URL is not set: links in mails will point at localhost");
